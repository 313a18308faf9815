//! Sweeps against the meaning of the constraints, kernels against each other, searches against propagation.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use itertools::Itertools as _;

use super::plan::Plan;
use super::portable::Plain;
use super::search::Search;
use super::sweep::Swept;
use super::tables::look_up;
use super::vector::{ALL_LANES, LANES, Row, Vector as _};
use super::{Lanes, machines};
use crate::testing::random_sums;
use crate::{
    Backend, End, Limits, Model, Outcome, Propagation, Restart, Rng, Run, Value, Var, all_different, binary, cage_sum, cage_sums, less,
};

/// Domains for all lanes, from nearly all values to hardly any.
fn random_rows(rng: &mut Rng, plan: &Plan) -> Vec<Row> {
    let mut rows = vec![Row([0; LANES]); plan.cells];
    for row in &mut rows {
        for (lane, set) in row.0.iter_mut().enumerate() {
            *set = plan.all();
            for bit in 0..plan.values.len() {
                if rng.below(10) < lane % 8 {
                    *set &= !(1 << bit);
                }
            }
        }
    }
    rows
}

/// All assignments within one lane that the model allows, as a set of positions for each variable.
fn supported(model: &Model, plan: &Plan, rows: &[Row], lane: usize) -> Vec<u16> {
    let mut supported = vec![0; plan.cells];
    let mut chosen = vec![0usize; plan.cells];
    fn go(model: &Model, plan: &Plan, rows: &[Row], lane: usize, at: usize, chosen: &mut [usize], supported: &mut [u16]) {
        if at == chosen.len() {
            let values: Vec<Value> = chosen.iter().map(|&i| plan.values[i]).collect();
            if model.check(&values).is_ok() {
                supported.iter_mut().zip(&*chosen).for_each(|(set, &i)| *set |= 1 << i);
            }
            return;
        }
        for i in (0..plan.values.len()).filter(|i| rows[at].0[lane] >> i & 1 == 1) {
            chosen[at] = i;
            go(model, plan, rows, lane, at + 1, chosen, supported);
        }
    }
    go(model, plan, rows, lane, 0, &mut chosen, &mut supported);
    supported
}

#[test]
fn sweeps_keep_every_solution_and_all_kernels_do_the_same() {
    let value_sets: [&[Value]; 4] =
        [&[1, 2, 3, 4, 5], &[-1, 0, 1, 2], &[1, 2, 5, 9], &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]];
    let (mut removed, mut died, mut lost) = (0, 0, 0);
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let values = value_sets[seed as usize % 4];
        let model = random_sums(&mut rng, values, if values.len() > 9 { 4 } else { 5 });
        let Ok(plan) = Plan::of(&model) else {
            lost += 1;
            continue;
        };
        let start = random_rows(&mut rng, &plan);
        let want: Vec<Vec<u16>> = (0..LANES)
            .map(|lane| if values.len() > 9 && lane % 8 < 5 { vec![0; plan.cells] } else { supported(&model, &plan, &start, lane) })
            .collect();
        let mut results = Vec::new();
        for machine in machines() {
            let (mut rows, mut swept) = (start.clone(), Swept::new(plan.cells));
            swept.alive = ALL_LANES;
            for _ in 0..4 {
                machine.shallow(&plan, &mut rows, &mut swept);
                machine.deep(&plan, &mut rows, &mut swept);
            }
            results.push((rows.iter().map(|row| row.0).collect::<Vec<_>>(), swept));
        }
        let (rows, swept) = &results[0];
        for lane in 0..LANES {
            let alive = swept.alive >> lane & 1 == 1;
            let changed = swept.changed >> lane & 1 == 1;
            for cell in 0..plan.cells {
                let (before, after) = (start[cell].0[lane], rows[cell][lane]);
                assert_eq!(want[lane][cell] & !after, 0, "seed {seed}: lane {lane}, variable {cell} lost a value of a solution");
                assert!(changed || before == after, "seed {seed}: lane {lane} changed and nobody said so");
                removed += usize::from(alive && before != after);
            }
            assert!(alive || want[lane].iter().all(|&set| set == 0), "seed {seed}: lane {lane} died, and it has a solution");
            died += usize::from(!alive);
        }
        for other in &results[1..] {
            assert!(other == &results[0], "seed {seed}: the kernels differ");
        }
        // Each state by itself, where constraints are passed over: those that live are the same.
        let mut weights = vec![1.0; plan.cells];
        for lane in 0..LANES {
            let mut cells: Vec<u16> = start.iter().map(|row| row.0[lane]).collect();
            let (mut pending, mut single) = (vec![0; plan.watch.words], Swept::new(plan.cells));
            plan.watch.start(&mut pending, None);
            single.alive = 1;
            for _ in 0..4 {
                if single.alive == 1 {
                    super::single::shallow(&plan, &mut cells, &mut pending, &mut single);
                }
                if single.alive == 1 {
                    super::single::deep(&plan, &mut cells, &mut pending, &mut single);
                }
            }
            weights.iter_mut().zip(&single.weights).for_each(|(all, own)| *all += own - 1.0);
            assert_eq!(single.alive, swept.alive >> lane & 1, "seed {seed}: lane {lane}");
            if single.alive == 1 {
                assert_eq!(cells, rows.iter().map(|row| row[lane]).collect::<Vec<_>>(), "seed {seed}: lane {lane}");
                assert_eq!(single.changed, swept.changed >> lane & 1);
            }
        }
        assert_eq!(weights, swept.weights, "seed {seed}");
    }
    assert!(
        removed > 1000 && died > 200 && lost < 20,
        "{removed} domains pruned, {died} lanes died, {lost} models declined: too tame a test"
    );
}

/// Sums of ones and pairs are consistent in one sweep: what is left has partners.
#[test]
fn sums_leave_only_what_has_partners() {
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let mut model = Model::new();
        let x = model.vars("x", 5, 2..=7);
        let total = i64::from(rng.between(-6, 18));
        model.post(cage_sums([(1, vec![x[3], x[0]]), (-1, vec![x[1]]), (1, vec![x[4]]), (-1, vec![x[2]])], total));
        let plan = Plan::of(&model).unwrap();
        let start = random_rows(&mut rng, &plan);
        for machine in machines() {
            let (mut rows, mut swept) = (start.clone(), Swept::new(plan.cells));
            swept.alive = ALL_LANES;
            machine.deep(&plan, &mut rows, &mut swept);
            for lane in 0..LANES {
                let want = supported(&model, &plan, &start, lane);
                let got: Vec<u16> = rows.iter().map(|row| row.0[lane]).collect();
                assert_eq!(
                    (got, swept.alive >> lane & 1 == 1),
                    (want.clone(), want[0] != 0),
                    "{}, seed {seed}, lane {lane}",
                    machine.name()
                );
            }
        }
    }
}

/// The numbers that one unit can add, if its first or second variable may be held fast.
fn added(rows: &[Row], lane: usize, unit: &[usize], held: Option<(usize, usize)>) -> BTreeSet<usize> {
    let can = |var: usize, i: usize| rows[var].0[lane] >> i & 1 == 1 && held.is_none_or(|(cell, value)| cell != var || value == i);
    match *unit {
        [a] => (0..16).filter(|&i| can(a, i)).collect(),
        [a, b] => (0..16)
            .flat_map(|i| (0..16).map(move |j| (i, j)))
            .filter(|&(i, j)| i != j && can(a, i) && can(b, j))
            .map(|(i, j)| i + j)
            .collect(),
        _ => unreachable!("units are ones and pairs"),
    }
}

/// Long sums against sets of sums, each value held fast by itself.
#[test]
fn long_sums_leave_only_what_has_partners() {
    let mut words = BTreeSet::new();
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let mut model = Model::new();
        let units = 1 + rng.below(7);
        let x = model.vars("x", 2 * units, 1..=16);
        let parts: Vec<(i64, Vec<Var>)> =
            (0..units).map(|i| (if rng.below(3) == 0 { -1 } else { 1 }, x[2 * i..2 * i + 1 + rng.below(2)].to_vec())).collect();
        let hidden: i64 =
            parts.iter().flat_map(|(sign, vars)| vars.iter().map(move |_| sign)).map(|sign| sign * rng.between(1, 16) as i64).sum();
        model.post(cage_sums(parts.clone(), hidden));
        let plan = Plan::of(&model).unwrap();
        words.extend(plan.sums.iter().map(|sum| (sum.words, sum.units.len().min(3))));
        if plan.sums.is_empty() {
            continue;
        }
        let start = random_rows(&mut rng, &plan);
        // Positions counted from the other end, where the sign is minus.
        let mut turned = start.clone();
        let mut total = hidden;
        for (sign, vars) in &parts {
            for var in vars {
                total += if *sign > 0 { -1 } else { 16 };
                if *sign < 0 {
                    turned[var.index()].0.iter_mut().for_each(|set| *set = set.reverse_bits());
                }
            }
        }
        let reaches = |lane: usize, held| {
            let mut sums = BTreeSet::from([0]);
            for (_, vars) in &parts {
                let unit: Vec<usize> = vars.iter().map(|var| var.index()).collect();
                let adds = added(&turned, lane, &unit, held);
                sums = sums.iter().flat_map(|sum| adds.iter().map(move |add| sum + add)).collect();
            }
            sums.contains(&(total as usize))
        };
        // What each variable of the sum keeps in each lane.
        let mut want = Vec::new();
        for lane in 0..LANES {
            for &(sign, ref vars) in &parts {
                for var in vars.iter().map(|var| var.index()) {
                    let set = turned[var].0[lane];
                    let left = (0..16).filter(|&i| set >> i & 1 == 1 && reaches(lane, Some((var, i)))).fold(0u16, |set, i| set | 1 << i);
                    want.push((lane, var, if sign > 0 { left } else { left.reverse_bits() }));
                }
            }
        }
        for machine in machines() {
            let (mut rows, mut swept) = (start.clone(), Swept::new(plan.cells));
            swept.alive = ALL_LANES;
            machine.deep(&plan, &mut rows, &mut swept);
            for lane in 0..LANES {
                let mut cells: Vec<u16> = start.iter().map(|row| row.0[lane]).collect();
                let (mut pending, mut single) = (vec![u64::MAX; plan.watch.words], Swept::new(plan.cells));
                plan.watch.start(&mut pending, None);
                single.alive = 1;
                super::single::deep(&plan, &mut cells, &mut pending, &mut single);
                assert_eq!(single.alive, swept.alive >> lane & 1);
                assert!(single.alive == 0 || cells.iter().eq(rows.iter().map(|row| &row.0[lane])), "seed {seed}, lane {lane}");
            }
            for &(lane, var, left) in &want {
                assert_eq!(rows[var].0[lane], left, "{}, seed {seed}, lane {lane}, variable {var}", machine.name());
                assert_eq!(swept.alive >> lane & 1 == 1, left != 0, "{}, seed {seed}, lane {lane}", machine.name());
            }
        }
    }
    assert!((1..=6).all(|count| words.iter().any(|&(words, _)| words == count)), "{words:?} words and units: too tame a test");
}

/// A sum of parts without variables is there for the check of solutions.
#[test]
fn sums_of_nothing_are_checked() {
    for (total, solutions) in [(0, 2), (1, 0)] {
        let mut model = Model::new();
        let x = model.vars("x", 2, 1..=4);
        model.post(cage_sum(&x, 3));
        model.post(cage_sums([(1, Vec::<Var>::new()), (-1, vec![])], total));
        assert_eq!(all(&mut *Lanes.prepare(&model).unwrap(), &Limits::default()).0.len(), solutions);
    }
}

/// A combination is left only if the rest of the house can take what it leaves.
#[test]
fn cages_look_at_the_rest_of_a_house() {
    let mut model = Model::new();
    let x = model.vars("x", 4, 1..=4);
    model.post(all_different(&x));
    // 1 and 4, or 2 and 3.
    model.post(cage_sum(&x[..2], 5));
    let plan = Plan::of(&model).unwrap();
    // A variable of the rest has only 1 and 4; 3 is nowhere in the rest; nothing is known.
    let cases = [([0b1001, 0b1111], 0b0110), ([0b1011, 0b1011], 0b0110), ([0b1111, 0b1111], 0b1111)];
    for machine in machines() {
        for (rest, want) in cases {
            let mut rows: Vec<Row> = [0b1111, 0b1111, rest[0], rest[1]].map(|set| Row([set; LANES])).to_vec();
            let mut swept = Swept::new(plan.cells);
            swept.alive = ALL_LANES;
            machine.shallow(&plan, &mut rows, &mut swept);
            assert_eq!([rows[0].0, rows[1].0], [[want; LANES]; 2], "{}", machine.name());
        }
    }
}

/// Tables say of a set what each of its members says.
#[test]
fn tables_are_unions() {
    let mut rng = Rng::new(7);
    for (values, size, total) in [(9, 3, 15), (9, 8, 40), (9, 1, 4), (16, 4, 34), (16, 5, 30), (5, 2, 6)] {
        let mut model = Model::new();
        let x = model.vars("x", size, 1..=values);
        model.post(cage_sum(&x, total));
        let plan = Plan::of(&model).unwrap();
        let cage = &plan.cages[0];
        let combinations = plan.list(cage.combinations);
        assert!(!combinations.is_empty());
        for (word, part) in combinations.chunks(16).enumerate() {
            let word = cage.table.word(&plan, word);
            for _ in 0..100 {
                let set = rng.bits() as u16;
                let (of_values, of_combinations) = (set & plan.all(), set & (u32::MAX >> (32 - part.len())) as u16);
                let look = |rows: &[Row], set: u16| {
                    let mut row = Row([0; LANES]);
                    look_up(rows, Plain::splat(set)).store(&mut row);
                    assert_eq!(row.0, [row.0[0]; LANES]);
                    row.0[0]
                };
                let which = |test: &dyn Fn(u16) -> bool| (0..part.len()).filter(|&i| test(part[i])).fold(0, |set, i| set | 1 << i);
                assert_eq!(look(word.having, of_values), which(&|taken| taken & of_values != 0));
                assert_eq!(look(word.lacking, of_values), which(&|taken| !taken & of_values != 0));
                let those = || (0..part.len()).filter(|i| of_combinations >> i & 1 == 1).map(|i| part[i]);
                assert_eq!(look(word.had, of_combinations), those().fold(0, |set, taken| set | taken));
                assert_eq!(look(word.lacked, of_combinations), those().fold(0, |set, taken| set | plan.all() & !taken));
            }
        }
    }
}

fn all(run: &mut dyn Run, limits: &Limits<'_>) -> (BTreeSet<Vec<Value>>, Outcome) {
    let mut found = BTreeSet::new();
    let outcome = run.run(&[], limits, None, &mut |values| {
        assert!(found.insert(values.to_vec()), "a solution comes twice");
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.solutions, found.len() as u64);
    (found, outcome)
}

#[test]
fn searches_find_what_propagation_finds_in_the_same_tree_on_each_processor_and_with_few_states() {
    let (mut counts, mut restarts) = (BTreeSet::new(), 0);
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let values: &[Value] = if seed % 2 == 0 { &[1, 2, 3, 4, 5, 6] } else { &[0, 1, 4, 6, 9] };
        let model = random_sums(&mut rng, values, 7);
        let Ok(plan) = Plan::of(&model) else { continue };
        let want = all(&mut *Propagation::default().prepare(&model).unwrap(), &Limits::default()).0;
        let mut outcomes = Vec::new();
        // All lanes at a time, each by itself, or now one and now the other.
        for (machine, few) in machines().iter().cartesian_product([0, 3, 32]) {
            let mut found = BTreeSet::new();
            let mut search = Search::new(&plan, &model, plan.domains(&[]));
            search.few = few;
            // A search that begins anew again and again ends all the same.
            if seed % 3 == 0 {
                search.restart = Restart::Geometric { first: 1, percent: 150 };
            }
            outcomes.push(search.run(&**machine, &Limits::default(), &mut |values| {
                assert!(found.insert(values.to_vec()));
                ControlFlow::Continue(())
            }));
            assert_eq!(found, want, "{} on seed {seed}", machine.name());
        }
        outcomes.iter().for_each(|outcome| assert_eq!(outcome, &outcomes[0]));
        restarts += outcomes[0].stats.restarts;
        counts.insert(want.len());
    }
    assert!(restarts > 10, "only {restarts} searches began anew");
    assert!(counts.len() > 30 && counts.contains(&0), "{counts:?} solutions: too tame a test");
}

#[test]
fn limits_and_givens() {
    let mut model = Model::new();
    let x = model.vars("x", 9, 1..=9);
    model.post(all_different(&x));
    model.post(cage_sum(&x[..3], 15));
    let mut run = Lanes.prepare(&model).unwrap();
    let ends = |outcome: Outcome| (outcome.solutions, outcome.stats.nodes, outcome.end);
    assert_eq!(all(&mut *run, &Limits::solutions(0)).1.end, End::Solutions);
    let (solutions, _, end) = ends(all(&mut *run, &Limits::solutions(100)).1);
    assert_eq!((solutions, end), (100, End::Solutions));
    let (_, nodes, end) = ends(all(&mut *run, &Limits::nodes(77)).1);
    assert_eq!((nodes, end), (77, End::Nodes));
    let stop = std::sync::atomic::AtomicBool::new(true);
    assert_eq!(all(&mut *run, &Limits { interrupt: Some(&stop), ..Limits::default() }).1.end, End::Interrupted);
    let past = Some(std::time::Instant::now());
    assert_eq!(all(&mut *run, &Limits { deadline: past, ..Limits::default() }).1.end, End::Deadline);
    let mut found = Vec::new();
    let givens = [x[0].is(1), x[1].at_most(5), x[1].is_not(4), x[2].at_least(2), x[8].is(2)];
    let outcome = run.run(&givens, &Limits::default(), None, &mut |values| {
        found.push(values.to_vec());
        ControlFlow::Continue(())
    });
    // 1 + 5 + 9, and five more in any order.
    assert_eq!((outcome.end, found.len()), (End::Complete, 120));
    assert!(found.iter().all(|values| values[..3] == [1, 5, 9] && values[8] == 2));
    assert_eq!(run.run(&[x[0].is(10)], &Limits::default(), None, &mut |_| ControlFlow::Continue(())).solutions, 0);
    let outcome = run.run(&[], &Limits::default(), None, &mut |_| ControlFlow::Break(()));
    assert_eq!((outcome.solutions, outcome.end), (1, End::Stopped));
}

#[test]
fn other_models_are_declined() {
    let reason = |model: &Model| Lanes.prepare(model).map(|_| ()).map_err(|declined| declined.reason).unwrap_err();
    assert_eq!(reason(&Model::new()), "this model has no variables");
    let mut wide = Model::new();
    wide.vars("x", 2, 1..=17);
    assert_eq!(reason(&wide), "it takes up to 16 values, and this model has more");
    let mut ordered = Model::new();
    let x = ordered.vars("x", 3, 1..=3);
    ordered.post_as("arrow", less(x[0], x[1]));
    assert_eq!(reason(&ordered), "arrow is neither all-different nor a sum of different values");
    let mut shifted = Model::new();
    let x = shifted.vars("x", 3, 1..=3);
    shifted.post_as("diagonal", all_different((0..).zip(&x).map(|(i, &x)| x + i)));
    assert_eq!(reason(&shifted), "diagonal is neither all-different nor a sum of different values");
    let mut crowded = Model::new();
    let x = crowded.vars("x", 4, 1..=3);
    crowded.post_as("row", all_different(&x));
    assert_eq!(reason(&crowded), "row has more variables than there are values");
    // What only helps to prune may be anything.
    let mut helped = Model::new();
    let x = helped.vars("x", 3, 1..=3);
    helped.post(all_different(&x));
    assert_eq!(reason(&helped), "nothing adds up in this model, so propagation is faster");
    helped.post(cage_sum(&x[..2], 3));
    helped.post_implied("any", binary(x[0], x[1], |a, b| a != b));
    assert_eq!(all(&mut *Lanes.prepare(&helped).unwrap(), &Limits::default()).0.len(), 2);
}
