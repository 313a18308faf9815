//! Where results go and how they look.

use std::path::PathBuf;

use crate::run::{ONE, SOLUTION, command, run, run_with};

/// A path that nobody else uses.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    folder.join(format!("{}-{name}", std::process::id()))
}

/// Runs with `-o` and gives what the file then holds.
fn run_into(name: &str, line: &str) -> (Option<i32>, String, String) {
    let path = scratch(name);
    std::fs::write(&path, "what was there before").expect("the folder is ours");
    let output = command(line).arg("-o").arg(&path).output().expect("the binary runs");
    let held = std::fs::read_to_string(&path).expect("the file is there");
    std::fs::remove_file(&path).expect("it is ours");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"), held)
}

#[test]
fn a_file_gets_comma_separated_rows() {
    let (code, out, held) = run_into("rows.csv", "solve one.txt");
    assert_eq!((code, &*out), (Some(0), ""));
    assert_eq!(held.replace([',', '\n'], ""), SOLUTION);
    assert_eq!(held.lines().map(|line| line.split(',').count()).collect::<Vec<_>>(), [9; 9]);
}

#[test]
fn a_file_gets_what_was_asked_for() {
    assert_eq!(run_into("line", "solve --to line one.txt").2, format!("{SOLUTION}\n"));
    assert_eq!(run_into("count", "count one.txt").2, "1\n");
    let (_, out, held) = run_into("show", "solve --show one.txt");
    assert_eq!((out.lines().count(), held.lines().count()), (13 + 1 + 13, 9));
}

#[test]
fn a_mistyped_input_costs_no_old_results() {
    assert_eq!(run_into("kept", "solve no-such-file.txt").2, "what was there before");
}

#[test]
fn without_a_solution_a_file_holds_no_grid() {
    let (code, out, held) = run_into("none.csv", "solve clash.txt");
    assert_eq!((code, &*out, &*held), (Some(1), "", ""));
}

#[test]
fn pictures() {
    insta::assert_snapshot!(run("solve --show --strategy input-order two.txt").out, @r"
    +-----+-----+
    | 1 . | . . |
    | . . | . . |
    +-----+-----+
    | . . | . . |
    | . . | . 2 |
    +-----+-----+

    +-----+-----+
    | 1 2 | 3 4 |
    | 3 4 | 2 1 |
    +-----+-----+
    | 2 1 | 4 3 |
    | 4 3 | 1 2 |
    +-----+-----+
    ");
    let solve = run("solve --limit 2 --to text two.txt");
    assert_eq!(solve.out.split("\n\n").count(), 2);
}

#[test]
fn csv_of_many_is_kept_apart() {
    let solve = run_with("solve --to csv -", format!("{ONE}\n{ONE}\n"));
    let grids: Vec<&str> = solve.out.split("\n\n").collect();
    assert_eq!(grids.len(), 2);
    assert_eq!(grids[0].trim(), grids[1].trim());
    assert_eq!(run("check --to csv mixed.txt").out.lines().nth(1), Some("0,unique,1,true"));
    assert_eq!(run("count --to csv two.txt").out, "index,solutions,complete\n0,18,true\n");
}

#[test]
fn what_is_printed_can_be_read_again() {
    for to in ["text", "line", "csv"] {
        let solved = run(&format!("solve --to {to} one.txt")).out;
        let again = run_with("solve --to line -", &solved);
        assert_eq!((again.code, again.out), (Some(0), format!("{SOLUTION}\n")), "{to}");
    }
}

#[test]
fn quiet_keeps_quiet_and_stats_tell() {
    let quiet = run("check -q player.sdk");
    assert_eq!((&*quiet.out, &*quiet.err), ("one solution\n", ""));
    assert!(run("check player.sdk").err.starts_with("warning: player.sdk: the player's own digits are wrong in r1c1"));
    assert_eq!(run("solve -q clash.txt").err, "");
    let stats = run("check --stats --to line mixed.txt").err;
    assert!(stats.starts_with("4 puzzles in ") && stats.contains("nodes ") && stats.contains("propagations "), "{stats}");
    assert!(run("solve -v one.txt").err.contains("format rows, 9x9"));
}

#[test]
fn color_is_for_who_wants_it() {
    assert!(run("check --color always short-row.txt").err.contains("\u{1b}["));
    assert!(!run("check short-row.txt").err.contains("\u{1b}["));
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let line = |seed| run(&format!("solve --limit 3 --to line --strategy random --seed {seed} empty9.txt")).out;
    assert_eq!(line(1), line(1));
    assert_ne!(line(1), line(2));
}
