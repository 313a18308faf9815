//! Counting with the memo.

use std::sync::atomic::AtomicBool;

use super::problems::{dominoes, langford, pentominoes_8x8, queens, sudoku};
use crate::exact_cover::{Branching, Counter, Ended, ItemId, Limits, OptionId, Problem, Stop};

#[test]
fn known_counts_under_both_branchings() {
    let known = [
        (dominoes(6, 6), 6728),
        (dominoes(8, 8), 12_988_816),
        (dominoes(7, 7), 0),
        (langford(7), 26),
        (langford(8), 150),
        (queens(8), 92),
        (sudoku(2), 288),
    ];
    for (plain, covers) in known {
        let mut counter = Counter::new(&plain.problem());
        for branching in [Branching::Fewest, Branching::First] {
            counter.set_branching(branching);
            assert_eq!(counter.count(Limits::default()).exact(), Some(covers), "{branching:?} {}", plain.primary);
        }
    }
}

#[test]
fn dominoes_on_12x12() {
    let mut counter = Counter::new(&dominoes(12, 12).problem());
    let count = counter.count(Limits::default());
    assert_eq!(count.exact(), Some(53_060_477_521_960_000));
    assert!(count.hits > 0 && count.counters.nodes < 1_000_000, "the memo works: {count:?}");
}

#[test]
fn pentominoes_8x8_are_520() {
    assert_eq!(Counter::new(&pentominoes_8x8().problem()).count(Limits::default()).exact(), Some(520));
}

#[test]
fn the_memory_limit_stops_the_memo_and_not_the_count() {
    let problem = dominoes(6, 7).problem();
    let mut counter = Counter::new(&problem);
    let free = counter.count(Limits::default());
    assert!(!free.memo_full);
    for bytes in [0, 1000] {
        counter.set_memory(bytes);
        let count = counter.count(Limits::default());
        assert_eq!(count.exact(), Some(31_529));
        assert!(count.memo_full);
        assert!(count.counters.nodes > free.counters.nodes, "less remembered, more visited");
        assert!((count.remembered as u64) * 30 <= bytes, "{} counts in {bytes} bytes", count.remembered);
    }
}

#[test]
fn limits_leave_a_lower_bound() {
    let problem = dominoes(6, 6).problem();
    let mut counter = Counter::new(&problem);
    let (mut last, mut partial) = (0, 0);
    for nodes in 0..400 {
        let count = counter.count(Limits { nodes: Some(nodes), ..Limits::default() });
        assert!(count.counters.nodes <= nodes);
        assert!(count.covers >= last && count.covers <= 6728, "more nodes, no fewer covers");
        partial += usize::from(count.covers > 0 && count.covers < 6728);
        last = count.covers;
        match count.ended {
            None => assert_eq!(count.covers, 6728),
            ended => assert_eq!(ended, Some(Ended::Stopped(Stop::Nodes))),
        }
    }
    assert_eq!(last, 6728, "400 nodes are enough");
    assert!(partial > 200, "what was counted up to the stop is told");
    let interrupt = AtomicBool::new(true);
    let count = counter.count(Limits { interrupt: Some(&interrupt), ..Limits::default() });
    assert_eq!((count.covers, count.ended), (0, Some(Ended::Stopped(Stop::Interrupt))));
    assert_eq!(counter.count(Limits::default()).exact(), Some(6728), "a stop leaves nothing behind");
}

#[test]
fn overflow_is_reported() {
    // 200 items with two options each: 2^200 covers. 127 of them are still countable.
    let pairs = |n: u32| {
        let mut problem = Problem::numbered(n, 0);
        for item in (0..n).flat_map(|item| [item, item]) {
            problem.option(&[ItemId::new(item)]).unwrap();
        }
        problem
    };
    let count = Counter::new(&pairs(127)).count(Limits::default());
    assert_eq!(count.exact(), Some(1 << 127));
    let count = Counter::new(&pairs(200)).count(Limits::default());
    assert_eq!((count.covers, count.ended, count.exact()), (u128::MAX, Some(Ended::Overflow), None));
}

#[test]
fn givens_are_counted_with_and_undone() {
    let problem = sudoku(2).problem();
    let mut counter = Counter::new(&problem);
    counter.commit(OptionId::new(0)).unwrap();
    assert_eq!(counter.count(Limits::default()).exact(), Some(72));
    assert_eq!(counter.commit(OptionId::new(1)).unwrap_err().kind(), "conflict");
    assert_eq!(counter.undo(), Some(OptionId::new(0)));
    assert_eq!(counter.undo(), None);
    assert_eq!(counter.count(Limits::default()).exact(), Some(288));
}

#[test]
fn colours_of_many_items_are_told_apart() {
    // A row of 40 tiles; a shared edge has one of three colours, and a tile may only have these pairs of colours.
    let (tiles, pairs) = (40u32, [(0usize, 1usize), (1, 0), (0, 0), (1, 2), (2, 0)]);
    let mut problem = Problem::numbered(tiles, tiles + 1);
    let colours: Vec<_> = ["x", "y", "z"].iter().map(|name| problem.colour(name).unwrap()).collect();
    for tile in 0..tiles {
        for (left, right) in pairs {
            let edge = |at: u32, colour: usize| (ItemId::new(tiles + at), Some(colours[colour]));
            problem.coloured_option(&[(ItemId::new(tile), None), edge(tile, left), edge(tile + 1, right)]).unwrap();
        }
    }
    // Ways that end in each colour, tile after tile.
    let mut ways = [1u128; 3];
    for _ in 0..tiles {
        let mut next = [0; 3];
        pairs.iter().for_each(|&(left, right)| next[right] += ways[left]);
        ways = next;
    }
    // From one end to the other; the fewest options would break the row in the middle, into pieces counted anew for
    // each state of the other piece.
    let mut counter = Counter::new(&problem);
    counter.set_branching(Branching::First);
    let count = counter.count(Limits { nodes: Some(100_000), ..Limits::default() });
    assert_eq!(count.exact(), Some(ways.iter().sum()));
}
