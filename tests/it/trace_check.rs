//! The checker of traces: what the engine says of random puzzles is true, and what was tampered with is refused at its line.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use pencilmark_engine::{Backend, Limits, Options, Propagation, Rng, STRATEGIES};
use pencilmark_sudoku::{Grid, Symbols, Template};
use serde_json::{Value, json};

use crate::run::{Ran, run};

fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn write(name: &str, text: &str) -> String {
    let path = scratch(name);
    std::fs::write(&path, text).expect("the folder for tests can be written");
    path.to_str().expect("its name is UTF-8").to_owned()
}

/// Solutions of the empty grid, chosen at random: so many, each as symbols from 1.
fn filled(size: usize, count: u64) -> Vec<Vec<usize>> {
    let template = Template::new(Arc::new(Grid::new(size).unwrap()), Arc::new(Symbols::numbers_to(size)), &[]);
    let random = STRATEGIES.iter().find(|s| s.name == "random").expect("it is one of the strategies");
    let mut all = Vec::new();
    for seed in 0..count {
        let backend = Propagation::new(random.with(Options { seed, ..Options::default() }));
        let mut run = backend.prepare(template.model()).expect("propagation takes every model");
        run.run(&[], &Limits::solutions(1), None, &mut |values| {
            all.push(values.iter().map(|&value| value as usize).collect());
            ControlFlow::Break(())
        });
    }
    all
}

/// Puzzles on lines: grids with cells taken away, and in one of four a given changed, so that many have no solution.
fn lines(size: usize, count: usize, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let grids = filled(size, 12);
    let mut text = String::new();
    for i in 0..count {
        let (keep, changed) = ([35, 45, 55][rng.below(3)], i % 4 == 0);
        let mut cells = grids[rng.below(grids.len())].clone();
        cells.iter_mut().for_each(|cell| *cell *= usize::from(rng.below(100) < keep));
        if changed {
            let at = rng.below(cells.len());
            cells[at] = 1 + rng.below(size);
        }
        cells.iter().for_each(|&cell| text.push(if cell == 0 { '.' } else { char::from_digit(cell as u32, 10).expect("a digit") }));
        text.push('\n');
    }
    text
}

/// A killer Sudoku of cages with one to four cells in a row or a column, in the format of tuples.
fn killer(size: usize, rng: &mut Rng, grid: &[usize]) -> String {
    let mut taken = vec![false; grid.len()];
    let mut cages = Vec::new();
    for start in 0..grid.len() {
        let step = if rng.below(2) == 0 { 1 } else { size };
        let mut cells = Vec::new();
        let mut at = start;
        for _ in 0..1 + rng.below(4) {
            if at >= grid.len() || taken[at] || step == 1 && at / size != start / size {
                break;
            }
            taken[at] = true;
            cells.push(at);
            at += step;
        }
        if !cells.is_empty() {
            let total: usize = cells.iter().map(|&cell| grid[cell]).sum();
            let cells: Vec<String> = cells.iter().map(|cell| format!("{},{}", cell / size, cell % size)).collect();
            // In one of fifty the total is wrong, so that some have no solution.
            cages.push(format!("{} {}", total + usize::from(rng.below(50) == 0), cells.join(" ")));
        }
    }
    let symbols: Vec<String> = (1..=size).map(|symbol| symbol.to_string()).collect();
    format!("{size}\n{}\n{}\n{}\n", symbols.join(" "), cages.len(), cages.join("\n"))
}

/// Traces puzzles, and has the trace checked.
fn checked(files: &str, options: &str, name: &str) -> Ran {
    let trace = scratch(name);
    let trace = trace.to_str().expect("its name is UTF-8");
    let traced = run(&format!("trace --to jsonl -o {trace} {options} {files}"));
    assert!(matches!(traced.code, Some(0 | 1)), "{}", traced.err);
    let verdict = run(&format!("trace --check {trace} {options} {files}"));
    assert_eq!(verdict.code, Some(0), "{name}: {}{}", verdict.out, verdict.err);
    verdict
}

#[test]
fn a_thousand_random_puzzles_are_traced_truly() {
    let mut all = 0;
    for (size, count, options) in [
        (4, 250, "--level all"),
        (6, 250, "--level prune"),
        (9, 250, "--level prune"),
        (9, 100, "--level all --rule diagonals"),
        (9, 100, "--strategy smallest-place,split --no-presolve"),
        (4, 50, "--strategy random --seed 3 --limit 100"),
    ] {
        let name = format!("random-{all}");
        let file = write(&format!("{name}.txt"), &lines(size, count, all));
        let verdict = checked(&file, options, &format!("{name}.jsonl"));
        assert!(verdict.out.starts_with(&format!("true: {count} traces, ")), "{}", verdict.out);
        all += count as u64;
    }
    assert_eq!(all, 1000);
}

#[test]
fn cages_are_traced_truly() {
    let mut rng = Rng::new(7);
    let mut outcomes = BTreeSet::new();
    for (size, count) in [(4, 60), (6, 20), (9, 10)] {
        let grids = filled(size, 10);
        let names = (0..count).map(|i| {
            let grid = &grids[rng.below(grids.len())];
            write(&format!("killer-{size}-{i}.txt"), &killer(size, &mut rng, grid))
        });
        let files = names.collect::<Vec<_>>().join(" ");
        let verdict = checked(&files, "--level prune --nodes 400", &format!("killer-{size}.jsonl"));
        assert!(verdict.out.starts_with(&format!("true: {count} traces, ")), "{}", verdict.out);
        let trace = std::fs::read_to_string(scratch(&format!("killer-{size}.jsonl"))).unwrap();
        let lines = trace.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        outcomes.extend(lines.filter(|line| line["ev"] == "end").map(|line| line["status"].as_str().unwrap().to_owned()));
    }
    assert!(outcomes.contains("unique") && outcomes.contains("no_solution"), "{outcomes:?}");
}

/// What is said of a search by exact cover is true of puzzles with cages and without, with one solution, with several, and with none.
#[test]
fn exact_cover_is_traced_truly() {
    let mut rng = Rng::new(11);
    let grids = filled(4, 10);
    let killers = (0..15).map(|i| write(&format!("cover-killer-{i}.txt"), &killer(4, &mut rng, &grids[i % grids.len()])));
    let killers = killers.collect::<Vec<_>>().join(" ");
    let mut outcomes = BTreeSet::new();
    for solver in ["dancing", "dancing-links", "algorx"] {
        for (size, count, options) in
            [(4, 60, "--limit 20"), (6, 30, ""), (9, 15, ""), (9, 8, "--rule diagonals"), (6, 15, "--rule anti-knight")]
        {
            let file = write(&format!("cover-{solver}-{size}.txt"), &lines(size, count, size as u64));
            let name = format!("cover-{solver}.jsonl");
            let verdict = checked(&file, &format!("--solver {solver} {options}"), &name);
            assert!(verdict.out.starts_with(&format!("true: {count} traces, ")), "{}", verdict.out);
            let trace = std::fs::read_to_string(scratch(&name)).unwrap();
            let lines = trace.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            outcomes.extend(lines.filter(|line| line["ev"] == "end").map(|line| line["status"].as_str().unwrap().to_owned()));
        }
        let verdict = checked(&killers, &format!("--solver {solver}"), &format!("cover-killer-{solver}.jsonl"));
        assert!(verdict.out.starts_with("true: 15 traces, "), "{}", verdict.out);
    }
    assert_eq!(outcomes.into_iter().collect::<Vec<_>>(), ["multiple", "no_solution", "unique"]);
}

#[test]
fn what_exact_cover_leaves_out_is_missed() {
    let lines = trace("--solver dancing-links", "two.txt");
    let killer = trace("--solver dancing", "../../docs/killer.txt");
    for (lines, file) in [(&lines, "two.txt"), (&killer, "../../docs/killer.txt")] {
        assert_eq!(verdict(lines.clone(), file, "cover.jsonl").code, Some(0));
    }
    // An option less, with all that was found below it.
    let one = trace("--solver dancing-links", "one.txt");
    let branch = of(&one, "item").find(|&at| one[at]["options"] == 2).expect("a choice of two");
    let (node, first) = (one[branch]["node"].clone(), branch + 1);
    let back = of(&one, "back").find(|&at| one[at]["to"] == node).expect("the first was taken back");
    let mut less = one.clone();
    less.drain(first..=back);
    let ran = verdict(less, "one.txt", "cover-less.jsonl");
    assert!(ran.code == Some(1) && ran.out.contains("was not tried, and can hold"), "{}", ran.out);
    // Items without options that have some, and of which some are said to be fewer.
    let mut stuck = one.clone();
    stuck[branch]["ev"] = json!("stuck");
    refused(stuck, "one.txt", branch, "an option is left for");
    let mut fewer = one.clone();
    fewer[branch]["options"] = json!(1);
    let ran = verdict(fewer, "one.txt", "cover-fewer.jsonl");
    assert!(ran.code == Some(1) && ran.out.contains("has 1 options, but 2 were tried"), "{}", ran.out);
    // An option of something else, and one twice.
    let mut other = one.clone();
    other[first]["var"] = json!(80);
    other[first]["name"] = json!("r9c9");
    refused(other, "one.txt", first, "this is no option of");
    let mut twice = one.clone();
    let second = back + 1;
    for key in ["var", "name", "val"] {
        twice[second][key] = one[first][key].clone();
    }
    refused(twice, "one.txt", second, "was tried before");
    // A solution that is another, and an end before the end.
    let at = of(&one, "solution").next().unwrap();
    let mut swapped = one.clone();
    swapped[at]["values"].as_array_mut().unwrap().swap(0, 1);
    refused(swapped, "one.txt", at, "the values are not those that were taken");
    let mut end = trace("--solver dancing-links --limit 1", "two.txt");
    let last = end.len() - 1;
    end[last]["status"] = json!("unique");
    refused(end, "two.txt", last, "with one solution");
    let mut dead = one.clone();
    dead[one.len() - 1]["fails"] = json!(99);
    refused(dead, "one.txt", one.len() - 1, "dead ends were seen");
    // A combination that the cage doesn't have.
    let combination = (0..killer.len()).find(|&at| killer[at]["combination"].is_array()).expect("a combination");
    let mut wrong = killer.clone();
    wrong[combination]["combination"][0] = json!(4);
    refused(wrong, "../../docs/killer.txt", combination, "this is no option of");
}

/// The trace of a puzzle of tests/cases, a value a line.
fn trace(options: &str, file: &str) -> Vec<Value> {
    run(&format!("trace --to jsonl {options} {file}")).json()
}

/// What the checker says of a trace whose lines are numbered anew.
fn verdict(mut lines: Vec<Value>, file: &str, name: &str) -> Ran {
    let mut text = String::new();
    for (seq, line) in lines.iter_mut().enumerate() {
        line["seq"] = json!(seq);
        writeln!(text, "{line}").unwrap();
    }
    run(&format!("trace --check {} {file}", write(name, &text)))
}

/// The checker refuses at this line, counted from 0, for this reason.
fn refused(lines: Vec<Value>, file: &str, at: usize, reason: &str) {
    let name = format!("tampered-{at}-{}.jsonl", reason.len());
    let ran = verdict(lines, file, &name);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains(&format!("{name}:{}: ", at + 1)) && ran.out.contains(reason), "line {} {reason:?}: {}", at + 1, ran.out);
}

/// The positions of some events.
fn of<'a>(lines: &'a [Value], ev: &'a str) -> impl Iterator<Item = usize> + 'a {
    lines.iter().enumerate().filter(move |(_, line)| line["ev"] == ev).map(|(i, _)| i)
}

#[test]
fn the_untampered_trace_is_believed() {
    let lines = trace("", "one.txt");
    let ran = verdict(lines, "one.txt", "untampered.jsonl");
    assert_eq!(ran.code, Some(0), "{}", ran.out);
}

#[test]
fn a_removal_too_many_is_refused() {
    let mut lines = trace("", "one.txt");
    let at = of(&lines, "prune").next().unwrap();
    // The first removal again, of a value that is still there.
    let mut more = lines[at].clone();
    let low = more["dom"][0][0].as_i64().unwrap();
    more["removed"] = json!([[low, low]]);
    let rest: Vec<i64> =
        more["dom"].as_array().unwrap().iter().flat_map(|r| r[0].as_i64().unwrap()..=r[1].as_i64().unwrap()).skip(1).collect();
    more["dom"] = Value::Array(rest.iter().fold(Vec::<Value>::new(), |mut ranges, &v| {
        match ranges.last_mut() {
            Some(last) if last[1] == v - 1 => last[1] = json!(v),
            _ => ranges.push(json!([v, v])),
        }
        ranges
    }));
    lines.insert(at + 1, more);
    refused(lines, "one.txt", at + 1, "does not follow");
}

/// Each fact of the reasons that name no more than is needed is taken away once.
#[test]
fn a_fact_taken_from_a_reason_that_needs_it_is_refused() {
    let lines = trace("", "six.txt");
    let mut tried = 0;
    for at in of(&lines, "prune").filter(|&at| ["value_taken", "only_place"].contains(&lines[at]["rule"].as_str().unwrap())) {
        for gone in 0..lines[at]["why"].as_array().unwrap().len() {
            let mut lines = lines.clone();
            lines[at]["why"].as_array_mut().unwrap().remove(gone);
            refused(lines, "six.txt", at, "does not follow");
            tried += 1;
        }
    }
    assert!(tried > 50, "{tried}");
}

#[test]
fn a_fact_that_is_not_known_is_refused() {
    let lines = trace("", "one.txt");
    let mut tried = 0;
    for at in of(&lines, "prune").step_by(10) {
        let mut lines = lines.clone();
        // It is true, but only later.
        let solution = lines[of(&lines, "solution").next().unwrap()].clone();
        let open = 80;
        lines[at]["why"].as_array_mut().unwrap().push(json!({"var": open, "name": "r9c9", "op": "=", "val": solution["values"][open]}));
        let known = lines[..at].iter().any(|line| line["ev"] == "prune" && line["var"] == open && line["dom"][0][0] == line["dom"][0][1]);
        if known {
            continue;
        }
        tried += 1;
        refused(lines, "one.txt", at, "r9c9 = 3 is not known here");
    }
    assert!(tried > 3);
}

#[test]
fn another_constraint_gives_another_reason() {
    let mut lines = trace("", "one.txt");
    // Box 9 has nothing to say about the top row.
    let at = of(&lines, "prune").find(|&at| lines[at]["name"].as_str().unwrap().starts_with("r1")).unwrap();
    lines[at]["con"] = json!(26);
    refused(lines, "one.txt", at, "does not follow from box 9");
}

#[test]
fn a_line_left_out_is_missed() {
    let lines = trace("", "one.txt");
    // What was removed on the way to the solution is needed there; a dead end may be one without.
    let way = [0, 2, 4];
    assert_eq!(lines[of(&lines, "solution").next().unwrap()]["node"], 4);
    let prunes: Vec<usize> = of(&lines, "prune").filter(|&at| way.iter().any(|node| lines[at]["node"] == *node)).collect();
    for &at in prunes.iter().step_by(25) {
        let mut less = lines.clone();
        less.remove(at);
        // Numbered anew it comes out later, at a removal or at the solution, whichever needs it.
        let ran = verdict(less.clone(), "one.txt", "left-out.jsonl");
        assert_eq!(ran.code, Some(1), "without line {}", at + 1);
        let text: String = less.iter().map(|line| format!("{line}\n")).collect();
        let ran = run(&format!("trace --check {} one.txt", write("gap.jsonl", &text)));
        assert!(ran.out.contains(&format!("gap.jsonl:{}: seq is", at + 1)), "{}", ran.out);
    }
}

#[test]
fn a_tree_with_a_gap_is_refused() {
    let lines = trace("", "one.txt");
    // Without the first dead end and what follows from going back, the tree isn't closed.
    let (decide, back) = (of(&lines, "decide").next().unwrap(), of(&lines, "back").next().unwrap());
    let mut less = lines.clone();
    less.drain(decide..=back);
    refused(less, "one.txt", decide, "is not what is left after the decision before");
    // A conflict that is no conflict.
    let conflict = of(&lines, "conflict").next().unwrap();
    let mut early = lines.clone();
    early.drain(decide + 1..conflict);
    let ran = verdict(early, "one.txt", "early.jsonl");
    assert_eq!((ran.code, ran.out.contains(&format!("early.jsonl:{}: ", decide + 2))), (Some(1), true), "{}", ran.out);
    // Back without a dead end.
    let mut alive = lines.clone();
    alive.remove(conflict);
    refused(alive, "one.txt", conflict, "is not done");
}

#[test]
fn an_end_that_the_tree_does_not_bear_out_is_refused() {
    let one = trace("--limit 1", "two.txt");
    let end = one.len() - 1;
    assert_eq!(one[end]["status"], "solved");
    for (status, want) in [("unique", "with one solution"), ("no_solution", "without a solution"), ("multiple", "two solutions")] {
        let mut lines = one.clone();
        lines[end]["status"] = json!(status);
        refused(lines, "two.txt", end, want);
    }
    let mut counted = one.clone();
    counted[end]["solutions"] = json!(2);
    refused(counted, "two.txt", end, "1 solutions");
}

#[test]
fn a_solution_of_another_kind_is_refused() {
    let mut lines = trace("", "one.txt");
    let at = of(&lines, "solution").next().unwrap();
    lines[at]["values"].as_array_mut().unwrap().swap(0, 1);
    refused(lines, "one.txt", at, "the values are not those that are left");
}

#[test]
fn another_puzzle_is_noticed() {
    let lines = trace("", "one.txt");
    let given = of(&lines, "given").next().unwrap();
    refused(lines.clone(), "none.txt", given, "the puzzle doesn't give r1c4 = 3");
    let ran = verdict(lines, "six.txt", "other-size.jsonl");
    assert!(ran.code == Some(1) && ran.out.contains("is not as the puzzle makes it"), "{}", ran.out);
}

#[test]
fn what_cannot_be_replayed_is_declined() {
    for (options, reason) in
        [("--level tree", "level tree"), ("--var r1c1", "a filter (var r1c1)"), ("--depth ..1", "a filter (depth 0..1)")]
    {
        let lines = trace(options, "one.txt");
        refused(lines, "one.txt", 0, reason);
    }
    // The beginning of a trace is checked as far as it goes.
    let lines = trace("--first 150", "one.txt");
    assert_eq!(lines.last().unwrap()["status"], "unknown");
    let ran = verdict(lines.clone(), "one.txt", "first.jsonl");
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    refused(lines[..200].to_vec(), "one.txt", 200, "breaks off");
}
