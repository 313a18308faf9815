//! Where a search stops, and what it says then. No test depends on how fast the machine is.

use serde_json::json;

use crate::run::run;

#[test]
fn nodes_stop_a_solve() {
    let solve = run("solve --nodes 3 empty9.txt");
    assert_eq!((solve.code, &*solve.out), (Some(4), ""));
    assert_eq!(solve.err, "empty9.txt: stopped by --nodes before a solution was found\n");
}

#[test]
fn stopped_is_unknown_and_never_no() {
    for command in ["solve", "count", "check", "solve --all"] {
        let ran = run(&format!("{command} --nodes 3 --to json empty9.txt"));
        let record = ran.object();
        assert_eq!((ran.code, &record["outcome"], &record["complete"]), (Some(4), &json!("unknown"), &json!(false)), "{command}");
        assert_eq!(record["stats"]["nodes"], 3);
    }
}

#[test]
fn a_count_that_was_stopped_is_a_lower_bound() {
    // Enough nodes for some solutions, too few for all.
    let count = run("count --nodes 1000 empty9.txt");
    assert_eq!(count.code, Some(4));
    assert!(count.out.starts_with("at least ") && count.out.ends_with(" (stopped by --nodes)\n"), "{}", count.out);
    let found: u64 = count.out.split(' ').nth(2).and_then(|word| word.parse().ok()).expect("a number comes third");
    let json = run("count --nodes 1000 --to json empty9.txt").object();
    assert_eq!((&json["solutions"], &json["outcome"]), (&json!(found), &json!("unknown")));
    assert!(found > 0);
}

#[test]
fn no_time_is_a_limit_as_well() {
    let count = run("count --timeout 0 --to json empty9.txt");
    assert_eq!((count.code, &count.object()["outcome"]), (Some(4), &json!("unknown")));
    let solve = run("solve --timeout 0.0 --to line mixed.txt");
    assert_eq!(solve.code, Some(4));
    assert!(solve.err.contains("stopped by --timeout"), "{}", solve.err);
    // Longer than any clock can tell.
    assert_eq!(run("count --timeout 1e18 one.txt").out, "1\n");
}

#[test]
fn what_was_found_before_the_limit_is_printed() {
    let solve = run("solve --all --nodes 1000 --to line empty9.txt");
    let count = solve.out.lines().count();
    assert_eq!(solve.code, Some(4));
    assert!(count > 0);
    assert_eq!(solve.err, format!("empty9.txt: stopped by --nodes after {count} solutions\n"));
}

#[test]
fn a_limit_of_solutions_is_exact() {
    for most in [1, 2, 17, 18, 19] {
        let solve = run(&format!("solve --limit {most} --to line two.txt"));
        assert_eq!((solve.code, solve.out.lines().count()), (Some(0), most.min(18)));
    }
}
