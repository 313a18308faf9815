//! Many puzzles: order, exit codes, and nothing left behind from one to the next.

use serde_json::json;

use crate::run::{ONE, SOLUTION, run, run_with};

#[test]
fn a_bad_line_is_told_in_its_place_and_the_rest_goes_on() {
    let check = run("check --to jsonl batch.sdm");
    assert_eq!(check.code, Some(3));
    let records = check.json();
    let outcomes: Vec<_> = records.iter().map(|record| record["outcome"].as_str().unwrap_or_default()).collect();
    assert_eq!(outcomes, ["unique", "unique", "error", "unique"]);
    let indices: Vec<_> = records.iter().map(|record| record["index"].as_u64()).collect();
    assert_eq!(indices, [Some(0), Some(1), Some(2), Some(3)]);
    assert_eq!((&records[2]["error"]["kind"], &records[2]["error"]["line"]), (&json!("row_length"), &json!(3)));

    let text = run("solve --to line batch.sdm");
    assert_eq!((text.code, text.out), (Some(3), format!("{SOLUTION}\n").repeat(3)));
    assert!(text.err.contains("batch.sdm:3:81"), "{}", text.err);
    assert!(text.err.contains(&ONE[..80]), "{}", text.err);
}

#[test]
fn fail_fast_stops_there() {
    let check = run("check --fail-fast --to jsonl batch.sdm");
    assert_eq!((check.code, check.json().len()), (Some(3), 3));
}

#[test]
fn a_contradiction_between_two_good_ones_leaves_nothing_behind() {
    for solver in ["auto", "propagation", "backtracking"] {
        let solve = run(&format!("solve --solver {solver} --limit 2 --to line mixed.txt"));
        let lines: Vec<&str> = solve.out.lines().collect();
        assert_eq!(lines[..2], [SOLUTION, SOLUTION], "{solver}");
        assert_eq!((lines.len(), solve.code), (4, Some(1)), "{solver}");
        assert!(solve.err.contains("mixed.txt:3: no solution: r1c1 and r1c2 are both 3"), "{}", solve.err);
    }
}

#[test]
fn the_same_puzzle_gives_the_same_answer_and_costs_the_same() {
    let line = format!("{ONE}\n");
    let check = run_with("check --to jsonl -", line.repeat(3));
    let records = check.json();
    assert_eq!((check.code, records.len()), (Some(0), 3));
    for record in &records {
        assert_eq!(record["solution"], records[0]["solution"]);
        for count in ["nodes", "failures", "propagations"] {
            assert_eq!(record["stats"][count], records[0]["stats"][count]);
        }
    }
}

#[test]
fn sizes_may_change_from_line_to_line() {
    let small = "1..............2";
    let count = run_with("count --limit 50 --to line -", format!("{ONE}\n{small}\n{ONE}\n{ONE}\n{small}\n"));
    assert_eq!((count.code, &*count.out), (Some(0), "1\n18\n1\n1\n18\n"));
}

#[test]
fn the_worst_code_counts() {
    // A puzzle that stops at its limit, one without a solution, and one that is none.
    let (open, clash, bad) = (".".repeat(81), format!("33{}", ".".repeat(79)), ".".repeat(80));
    let code = |lines: &[&str]| run_with("solve --from line --nodes 3 --to line -", lines.join("\n")).code;
    assert_eq!(code(&[&clash, ONE]), Some(1));
    assert_eq!(code(&[&clash, &open, ONE]), Some(4));
    assert_eq!(code(&[&open, &clash]), Some(4));
    assert_eq!(code(&[&bad, &open, &clash, ONE]), Some(3));
    assert_eq!(code(&[ONE, &open, &clash, &bad]), Some(3));
    assert_eq!(code(&[ONE, ONE]), Some(0));
}

#[test]
fn many_files_are_one_batch() {
    let check = run("check --to jsonl one.txt absent.txt two.txt mixed.txt");
    let records = check.json();
    assert_eq!((check.code, records.len()), (Some(3), 7));
    assert_eq!((&records[0]["file"], &records[6]["file"]), (&json!("one.txt"), &json!("mixed.txt")));
    assert_eq!(records[1]["error"]["file"], "absent.txt");
    let text = run("check --to text one.txt mixed.txt");
    let wanted = "one.txt: one solution\nmixed.txt:2: one solution\nmixed.txt:3: no solution: r1c1 and r1c2 are both 3, and both in row 1\n\
                  mixed.txt:4: one solution\n";
    assert!(text.out.starts_with(wanted), "{}", text.out);
}

#[test]
fn line_is_the_default_for_many_and_text_for_one() {
    assert_eq!(run("check mixed.txt").out, "unique\nno_solution\nunique\nmultiple\n");
    assert_eq!(run("check one.txt").out, "one solution\n");
    // A named format is no reason to take a file of one line for many.
    assert_eq!(run("check --nodes 0 --from line hard25.txt").out, run("check --nodes 0 hard25.txt").out);
    assert_eq!(run_with("solve -", ONE).out.lines().count(), 13);
    assert_eq!(run_with("solve -", format!("{ONE}\n{ONE}\n")).out, format!("{SOLUTION}\n{SOLUTION}\n"));
}

#[test]
fn every_line_end_is_one() {
    for end in ["\n", "\r\n", "\r"] {
        let text = ["% title", ONE, "", &ONE[..80], ONE].join(end);
        let check = run_with("check --to jsonl -", text);
        let records = check.json();
        assert_eq!(records.len(), 3, "{end:?}");
        assert_eq!(records[1]["error"]["line"], 4, "{end:?}");
    }
}
