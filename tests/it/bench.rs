//! `bench`: what it tells, what it leaves out, and how it ends.

use serde_json::Value;

use crate::run::{ONE, run, run_with};

fn rows(record: &Value) -> Vec<(&str, u64, u64)> {
    let number = |row: &Value, name: &str| row[name].as_u64().expect("it is a number");
    let rows = record["solvers"].as_array().expect("there are solvers").iter();
    rows.map(|row| (row["solver"].as_str().expect("it has a name"), number(row, "asked"), number(row, "unknown"))).collect()
}

/// Nothing adds up in plain puzzles.
const NO_SUMS: &str = "left out: solver lanes cannot run this: nothing adds up in this model, so propagation is faster\n";

#[test]
fn every_solver_that_takes_the_puzzles_runs_once() {
    let bench = run("bench --rounds 2 --timeout 1000 --to json mixed.txt");
    assert_eq!((bench.code, &*bench.err), (Some(0), NO_SUMS));
    let record = bench.object();
    let names = ["propagation", "bitboard", "bitboard in batches", "learning", "backtracking", "algorx", "dancing", "dancing-links"];
    assert_eq!(rows(&record), names.map(|name| (name, 4, 0)));
    for row in record["solvers"].as_array().expect("there are some") {
        let rates: Vec<f64> = row["rates"].as_array().expect("there are two").iter().filter_map(Value::as_f64).collect();
        assert!(rates.len() == 2 && rates[0] > 0.0 && rates.is_sorted() && row["per_second"].as_f64() == Some(rates[1]), "{row}");
    }
    let small = run("bench --rounds 1 two.txt six.txt");
    assert_eq!((small.code, small.out.lines().count()), (Some(0), 7));
    assert!(small.err.starts_with("left out: solver bitboard cannot run this"), "{}", small.err);
    assert_eq!(run("bench --quiet --rounds 1 two.txt").err, "");
}

#[test]
fn who_is_named_has_to_take_them() {
    let bench = run("bench --solver dancing --solver bitboard two.txt");
    assert_eq!((bench.code, &*bench.out), (Some(2), ""));
    let two = run("bench --solver auto --solver advanced --rounds 1 --to json six.txt").object();
    assert_eq!(rows(&two), [("auto", 1, 0), ("advanced", 1, 0)]);
}

#[test]
fn what_a_limit_left_unknown_is_no_disagreement() {
    // Some need more nodes than others: they know less, not otherwise.
    let bench = run("bench --nodes 3 --rounds 1 --to json mixed.txt empty9.txt");
    assert_eq!((bench.code, &*bench.err), (Some(4), NO_SUMS));
    let record = bench.object();
    let unknown: Vec<u64> = rows(&record).iter().map(|row| row.2).collect();
    assert!(unknown.iter().all(|&unknown| unknown < 5) && unknown.iter().any(|&unknown| unknown > 1), "{unknown:?}");
}

#[test]
fn time_that_is_up_stops_each_solver() {
    let bench = run("bench --timeout 0 --to json mixed.txt");
    assert_eq!(bench.code, Some(4));
    assert!(rows(&bench.object()).iter().all(|&(_, asked, _)| asked == 0), "{}", bench.out);
    assert!(run("bench --timeout 0 mixed.txt").out.contains("0 of 4 asked"));
    assert_eq!(run("bench --timeout -1 mixed.txt").code, Some(2));
}

#[test]
fn what_is_no_puzzle_is_told_and_left_out() {
    let bench = run_with("bench --from line --solver bitboard --to json -", format!("{ONE}\n{}\n{ONE}\n", &ONE[1..]));
    assert_eq!(bench.code, Some(3));
    assert!(bench.err.contains("<stdin>:2:81"), "{}", bench.err);
    assert_eq!(rows(&bench.object())[0], ("bitboard", 2, 0));
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_it() {
    use std::io::Write as _;
    let mut child = crate::run::command("bench --from line --solver backtracking --timeout 1e9 --rounds 4000000000 -")
        .stdin(std::process::Stdio::piped())
        .spawn()
        .expect("the binary runs");
    // More than a pipe holds: once it is written, the other side has read some, and listens.
    let mut stdin = child.stdin.take().expect("it was asked for");
    stdin.write_all(format!("{ONE}\n").repeat(2000).as_bytes()).expect("it reads");
    drop(stdin);
    crate::streams::interrupt(child.id());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}
