//! What solve, count and check answer, as JSON and as exit codes.

use serde_json::{Value, json};

use crate::run::{SOLUTION, run, run_with};

fn cells(solution: &Value) -> String {
    solution.as_array().expect("a solution is an array").iter().map(|cell| cell.as_str().expect("of strings")).collect()
}

#[test]
fn one_solution() {
    let check = run("check --to json one.txt");
    assert_eq!(check.code, Some(0), "{}", check.err);
    let record = check.object();
    assert_eq!(record["schema"], 1);
    assert_eq!(record["index"], 0);
    assert_eq!(record["outcome"], "unique");
    assert_eq!(record["solutions"], 1);
    assert_eq!(record["complete"], true);
    assert_eq!(record["size"], 9);
    assert_eq!(record["symbols"], json!(["1", "2", "3", "4", "5", "6", "7", "8", "9"]));
    assert_eq!(record["warnings"], json!([]));
    assert_eq!(cells(&record["solution"]), SOLUTION);
    for count in ["nodes", "failures", "propagations", "time_us"] {
        assert!(record["stats"][count].is_u64(), "{count}");
    }
    assert_eq!(check.err, "");
}

#[test]
fn where_propagation_takes_long_clauses_are_learnt() {
    let alone = run("check --to json --solver propagation --nodes 5000 hard25.txt");
    assert_eq!((alone.code, &alone.object()["outcome"]), (Some(4), &json!("unknown")));
    let auto = run("check --to jsonl hard25.txt six.txt").json();
    let told: Vec<_> = auto.iter().map(|record| (&record["outcome"], &record["stats"]["solver"])).collect();
    assert_eq!(told, [(&json!("unique"), &json!("learning")), (&json!("unique"), &json!("propagation"))]);
}

#[test]
fn solve_does_not_ask_for_more_than_one() {
    for solver in ["auto", "propagation", "backtracking"] {
        let solve = run(&format!("solve --to json --solver {solver} one.txt"));
        assert_eq!(solve.code, Some(0));
        let record = solve.object();
        assert_eq!((&record["outcome"], &record["complete"]), (&json!("solved"), &json!(false)), "{solver}");
        assert_eq!(cells(&record["solution"]), SOLUTION);
        // Not even where nothing is open.
        let full = run_with(&format!("solve --to json --solver {solver} -"), SOLUTION).object();
        assert_eq!((&full["outcome"], &full["complete"], cells(&full["solution"])), (&json!("solved"), &json!(false), SOLUTION.to_owned()));
    }
}

#[test]
fn no_solution_with_its_reason() {
    for (command, file) in
        [("check", "clash.txt"), ("solve", "clash.txt"), ("count", "clash.txt"), ("solve --solver backtracking", "clash.txt")]
    {
        let ran = run(&format!("{command} --to json {file}"));
        assert_eq!(ran.code, Some(1), "{command}");
        let record = ran.object();
        assert_eq!((&record["outcome"], &record["solutions"], &record["complete"]), (&json!("no_solution"), &json!(0), &json!(true)));
        let diagnosis = &record["diagnosis"];
        assert_eq!(diagnosis["kind"], "given_clash");
        assert_eq!(diagnosis["cells"], json!(["r1c1", "r1c4"]));
        assert_eq!((&diagnosis["value"], &diagnosis["house"]), (&json!("3"), &json!("row 1")));
        assert_eq!(record["stats"]["nodes"], 0);
        assert_eq!(record.get("solution"), None);
    }
}

#[test]
fn no_solution_that_only_search_finds() {
    let check = run("check --to json none.txt");
    assert_eq!((check.code, &check.object()["outcome"]), (Some(1), &json!("no_solution")));
    assert_eq!(check.object()["diagnosis"]["kind"], "contradiction");
    let solve = run("solve none.txt");
    assert_eq!((solve.code, &*solve.out, &*solve.err), (Some(1), "", "none.txt: no solution\n"));
}

#[test]
fn a_given_that_is_no_symbol() {
    for command in ["check", "solve", "count"] {
        let ran = run(&format!("{command} --to json unlisted.in"));
        assert_eq!(ran.code, Some(1), "{command}");
        let record = ran.object();
        assert_eq!(record["diagnosis"]["kind"], "given_no_symbol");
        assert_eq!(record["diagnosis"]["cells"], json!(["r2c3"]));
        assert_eq!(record["diagnosis"]["value"], "7");
    }
    let strict = run("check --strict --to json unlisted.in");
    assert_eq!((strict.code, &strict.object()["error"]["kind"]), (Some(3), &json!("unknown_symbol")));
}

#[test]
fn several_solutions() {
    let check = run("check --to json two.txt");
    assert_eq!(check.code, Some(1));
    let record = check.object();
    assert_eq!((&record["outcome"], &record["solutions"], &record["complete"]), (&json!("multiple"), &json!(2), &json!(false)));
    assert_eq!(record["solution"].as_array().map(Vec::len), Some(16));

    let count = run("count --to json two.txt");
    assert_eq!(count.code, Some(0));
    let record = count.object();
    assert_eq!((&record["outcome"], &record["solutions"], &record["complete"]), (&json!("multiple"), &json!(18), &json!(true)));
    assert_eq!(record.get("solution"), None);
}

#[test]
fn count_stops_at_its_limit() {
    let count = run("count --limit 10 --to json empty9.txt");
    assert_eq!(count.code, Some(0));
    let record = count.object();
    assert_eq!((&record["solutions"], &record["complete"]), (&json!(10), &json!(false)));
}

#[test]
fn every_solver_and_strategy_finds_all() {
    let sorted = |line: &str| {
        let ran = run(line);
        assert_eq!(ran.code, Some(0), "{line}: {}", ran.err);
        let mut lines: Vec<String> = ran.out.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    };
    let all = sorted("solve --all --to line two.txt");
    assert_eq!(all.len(), 18);
    for options in [
        "--solver backtracking",
        "--solver propagation",
        "--strategy input-order,descending",
        "--strategy first-fail",
        "--strategy smallest-place,split",
        "--strategy random --seed 7",
        "--no-presolve",
    ] {
        assert_eq!(sorted(&format!("solve --all --to line {options} two.txt")), all, "{options}");
    }
}

#[test]
fn all_solutions_in_one_json_object() {
    let ran = run("solve --all --to json two.txt");
    let record = ran.object();
    assert_eq!((&record["solutions"], &record["complete"], &record["outcome"]), (&json!(18), &json!(true), &json!("multiple")));
    let grids = record["grids"].as_array().expect("the grids are an array");
    assert_eq!(grids.len(), 18);
    assert!(grids.iter().all(|grid| grid.as_array().is_some_and(|cells| cells.len() == 16)));
    assert_eq!(record["solution"], grids[0]);
    let none = run("solve --all --to json clash.txt").object();
    assert_eq!((&none["grids"], &none["diagnosis"]["kind"]), (&json!([]), &json!("given_clash")));
}

#[test]
fn strict_writes_an_error_and_no_solution_before_it() {
    for to in ["json", "line", "text"] {
        let ran = run(&format!("solve --all --strict --to {to} overlapping.txt"));
        assert_eq!(ran.code, Some(3));
        match to {
            "json" => assert_eq!(ran.object()["error"]["kind"], "cages_overlap"),
            _ => assert_eq!(ran.out, ""),
        }
    }
    let lines = "2x2k:p,a_a_v,a3_3a1m\n".repeat(2);
    let ran = run_with("check --strict --to jsonl -", &lines);
    assert_eq!(ran.out.lines().count(), 2, "{}{}", ran.out, ran.err);
}

#[test]
fn rules_and_boxes_change_the_answer() {
    assert_eq!(run("count two.txt").out, "18\n");
    assert_eq!(run("count --rule diagonals two.txt").out, "4\n");
    assert_eq!(run("count six.txt").out, "1\n");
    assert_eq!(run("count --box 3x2 six.txt").out, "3\n");
}

#[test]
fn digits_of_a_player_are_no_givens() {
    let check = run("check --to json player.sdk");
    assert_eq!(check.code, Some(0));
    let record = check.object();
    assert_eq!((&record["outcome"], cells(&record["solution"])), (&json!("unique"), SOLUTION.to_owned()));
    assert_eq!(record["warnings"][0]["kind"], "state_wrong_cells");
    assert_eq!(record["warnings"][0]["cells"], json!(["r1c1"]));
    assert_eq!(run("count player.sdk").out, "1\n");

    let both = run("check --from-state --to json player.sdk");
    assert_eq!((both.code, &both.object()["outcome"]), (Some(1), &json!("no_solution")));
    let strict = run("check --strict --to json player.sdk");
    assert_eq!((strict.code, &strict.object()["error"]["kind"]), (Some(3), &json!("state_wrong_cells")));
}

#[test]
fn symbols_may_be_any_numbers() {
    let solve = run("solve --to line --limit 1 letters.in");
    assert_eq!(solve.code, Some(0));
    assert!(solve.out.starts_with('2') && solve.out.trim_end().bytes().all(|b| b"2468".contains(&b)), "{}", solve.out);
}

#[test]
fn large_grids() {
    for size in [16, 25] {
        let solve = run(&format!("solve --to csv empty{size}.txt"));
        assert_eq!(solve.code, Some(0));
        let mut wanted: Vec<String> = (1..=size).map(|n: usize| n.to_string()).collect();
        wanted.sort_unstable();
        let rows: Vec<Vec<&str>> = solve.out.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(rows.len(), size);
        for row in rows {
            let mut row: Vec<String> = row.into_iter().map(str::to_owned).collect();
            row.sort_unstable();
            assert_eq!(row, wanted);
        }
    }
}
