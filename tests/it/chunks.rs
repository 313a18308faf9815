//! Puzzles that are solved many at a time: nobody can tell, but by the clock.

use serde_json::Value;

use crate::run::{SOLUTION, run_with};

/// Random lines: puzzles with one solution, several and none, and what is no puzzle, or another kind.
fn stream(lines: usize, seed: u64) -> String {
    let mut state = seed;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut text = String::new();
    for _ in 0..lines {
        let shift = below(9) as u8;
        let givens = 24 + below(30);
        let blank = ['.', '0'][below(2)];
        let mut cells: Vec<char> = SOLUTION.bytes().map(|digit| char::from((digit - b'1' + shift) % 9 + b'1')).collect();
        for cell in &mut cells {
            if below(81) >= givens {
                *cell = blank;
            }
        }
        match below(40) {
            0 => cells.truncate(80),
            1 => cells[below(81)] = '!',
            2 => cells = vec!['#'],
            3 => cells = "1..............2".chars().collect(),
            4 => cells.clear(),
            // Most of these have no solution: some are plainly wrong, some not.
            5..10 => cells[below(81)] = char::from(b'1' + below(9) as u8),
            _ => {}
        }
        text.extend(cells);
        text += if below(20) == 0 { " a remark\r\n" } else { "\n" };
    }
    text
}

/// Records without what a clock says.
fn untimed(out: &str) -> Vec<Value> {
    let records = out.lines().map(|line| serde_json::from_str::<Value>(line).expect("each line is a JSON object"));
    let untimed = |mut record: Value| {
        if let Some(stats) = record.get_mut("stats") {
            stats["time_us"].take();
        }
        record
    };
    records.map(untimed).collect()
}

#[test]
fn answers_are_those_of_one_puzzle_after_the_other() {
    let text = stream(3000, 1);
    for command in ["check", "solve"] {
        for form in ["text", "line", "csv", "jsonl"] {
            // A limit that counts nodes makes them be solved one by one.
            let slow = run_with(&format!("{command} --from line --nodes 1000000 --to {form} -"), text.clone());
            for threads in [1, 3] {
                let fast = run_with(&format!("{command} --from line --threads {threads} --to {form} -"), text.clone());
                assert_eq!((fast.code, slow.code), (Some(3), Some(3)));
                assert!(fast.err == slow.err, "{command} --to {form}: messages");
                if form == "jsonl" {
                    let (fast, slow) = (untimed(&fast.out), untimed(&slow.out));
                    let odd = fast.iter().zip(&slow).find(|(a, b)| a != b);
                    assert!(fast.len() == slow.len() && odd.is_none(), "{command} with {threads} threads: {odd:?}");
                } else {
                    assert!(fast.out == slow.out, "{command} --to {form} with {threads} threads");
                }
            }
        }
    }
    let kinds = run_with("check --from line --to line -", text).out;
    for kind in ["unique", "multiple", "no_solution"] {
        assert!(kinds.lines().filter(|line| *line == kind).count() > 50, "too few are {kind}");
    }
}

#[test]
fn the_first_bad_line_ends_it_if_asked() {
    let text = stream(500, 2);
    let run = |more: &str| run_with(&format!("solve --from line --fail-fast --to line {more} -"), text.clone());
    let (fast, slow) = (run(""), run("--nodes 1000000"));
    assert_eq!((fast.code, &fast.out, &fast.err), (Some(3), &slow.out, &slow.err));
}
