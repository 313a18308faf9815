//! `cover`: exact cover problems, their covers and how many there are.

use std::fmt::Write as _;
use std::io::Read as _;

use serde_json::{Value, json};

use crate::run::{Ran, command, ends_with_its_pipe, run, run_with};

const SOLVERS: [&str; 3] = ["matrix", "links", "cells"];

/// Dominoes on a board, in Knuth's text.
fn dominoes(rows: usize, columns: usize) -> String {
    let name = |row: usize, column: usize| format!("{row}.{column}");
    let mut text: String = (0..rows).flat_map(|row| (0..columns).map(move |column| name(row, column) + " ")).collect();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        for (down, right) in [(1, 0), (0, 1)] {
            if row + down < rows && column + right < columns {
                write!(text, "\n{} {}", name(row, column), name(row + down, column + right)).expect("strings take all");
            }
        }
    }
    text
}

/// So many items with two options each.
fn pairs(items: usize) -> String {
    let names: Vec<String> = (0..items).map(|item| item.to_string()).collect();
    let options: String = names.iter().map(|name| format!("{name}\n{name}\n")).collect();
    format!("{}\n{options}", names.join(" "))
}

/// The covers of a JSON object, sorted.
fn covers(ran: &Ran) -> Vec<Vec<u64>> {
    let object = ran.object();
    let mut covers: Vec<Vec<u64>> = serde_json::from_value(object["covers"].clone()).expect("lists of numbers");
    assert!(covers.iter().all(|cover| cover.is_sorted()), "{covers:?}");
    covers.sort();
    covers
}

#[test]
fn all_covers_by_every_solver() {
    let nine: [&[u64]; 9] = [&[0, 1, 4], &[0, 1, 5], &[0, 6], &[1, 2], &[1, 4, 7], &[1, 5, 7], &[3, 4], &[3, 5], &[6, 7]];
    for solver in SOLVERS {
        for seed in ["", "--seed 1", "--seed 99"] {
            let ran = run(&format!("cover --all --to json --solver {solver} {seed} nine-covers.txt"));
            assert_eq!(ran.code, Some(0));
            assert_eq!(covers(&ran), nine, "{solver} {seed}");
            let object = ran.object();
            assert_eq!((&object["solutions"], &object["complete"], &object["outcome"]), (&json!(9), &json!(true), &json!("multiple")));
            assert_eq!((&object["schema"], &object["stats"]["solver"]), (&json!(1), &json!(solver)));
        }
    }
}

#[test]
fn a_cover_or_the_first_few() {
    let one = run("cover nine-covers.txt");
    let all = run("cover --all nine-covers.txt");
    assert_eq!((one.code, one.out.lines().count(), all.out.lines().count()), (Some(0), 1, 9));
    assert!(all.out.starts_with(&one.out), "{}", one.out);
    for limit in [1, 4, 9, 10] {
        let ran = run(&format!("cover --limit {limit} nine-covers.txt"));
        assert_eq!((ran.code, ran.out.lines().count()), (Some(0), limit.min(9)));
    }
    let object = run("cover --to json nine-covers.txt").object();
    assert_eq!((&object["outcome"], &object["complete"], &object["solutions"]), (&json!("solved"), &json!(false), &json!(1)));
}

#[test]
fn none_is_a_no_with_advice() {
    let ran = run("cover --all no-cover.txt");
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.starts_with("no-cover.txt: no cover\nhelp: ") && ran.err.contains("at most once"), "{}", ran.err);
    assert_eq!(run("cover --all --quiet no-cover.txt").err, "");
    let object = run("cover --all --to json no-cover.txt").object();
    assert_eq!((&object["covers"], &object["outcome"], &object["complete"]), (&json!([]), &json!("no_solution"), &json!(true)));
    let count = run("cover --count no-cover.txt");
    assert_eq!((count.code, count.out.as_str()), (Some(1), "0\n"));
    // The item that spoils it is named.
    assert!(run_with("cover -", "1 0 0\n0 1 0\n").err.starts_with("<stdin>: no cover: column 2, counted from 0, holds no 1\n"));
    assert_eq!(run_with("cover -", "a b | s\na s\n").err, "<stdin>: no cover: item b is in no option\n");
}

#[test]
fn colours_and_secondary_items() {
    for solver in SOLVERS {
        let ran = run(&format!("cover --all --to json --solver {solver} crossing.dlx"));
        assert_eq!(covers(&ran), [[1, 5], [2, 4], [2, 5]].map(Vec::from), "{solver}");
    }
    let mut lines: Vec<String> = run("cover --all crossing.dlx").out.lines().map(str::to_owned).collect();
    lines.sort();
    let right = [
        "across left:C right:A | down left:C right:A",
        // An option gives the colours it names, and no others.
        "across left:C right:A | down left:C",
        "across left:C right:C | down left:C",
    ];
    assert_eq!(lines.len(), right.len());
    assert!(right.iter().all(|line| lines.iter().any(|other| other == line)), "{lines:?}");
    assert_eq!(run("cover --count crossing.dlx").out, "3\n");
    let numbers = run("cover --all --numbers crossing.dlx").out;
    assert!(numbers.lines().all(|line| line.split(' ').all(|word| word.parse::<u32>().is_ok())), "{numbers}");
}

#[test]
fn counts_beyond_64_bits_are_json_numbers() {
    let ran = run_with("cover --count -", dominoes(12, 12));
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "53060477521960000\n"));
    // 2^100.
    let ran = run_with("cover --count --to json -", pairs(100));
    assert!(ran.out.contains("\"solutions\":1267650600228229401496703205376,\"complete\":true"), "{}", ran.out);
    let text = run_with("cover --count -", pairs(100));
    assert_eq!(text.out, "1267650600228229401496703205376\n");
}

#[test]
fn more_than_can_be_counted_is_a_lower_bound() {
    let ran = run_with("cover --count -", pairs(129));
    assert_eq!((ran.code, ran.out.as_str()), (Some(4), "at least 340282366920938463463374607431768211455 (more than can be counted)\n"));
    assert!(run_with("cover --count --to json -", pairs(129)).out.contains("\"complete\":false"));
}

#[test]
fn a_stopped_count_is_a_lower_bound() {
    let ran = run_with("cover --count --nodes 1000 -", dominoes(12, 12));
    assert_eq!(ran.code, Some(4));
    assert!(ran.out.starts_with("at least ") && ran.out.ends_with(" (stopped by --nodes)\n"), "{}", ran.out);
    let object = run_with("cover --count --nodes 1000 --to json -", dominoes(12, 12)).object();
    assert_eq!((&object["outcome"], &object["complete"], &object["stats"]["nodes"]), (&json!("unknown"), &json!(false), &json!(1000)));
    assert_eq!(run_with("cover --count --timeout 0 -", dominoes(4, 4)).out, "at least 0 (stopped by --timeout)\n");
}

#[test]
fn a_limited_count_passes_through_the_covers() {
    let text = dominoes(12, 12);
    let ran = run_with("cover --count --limit 20 -", &text);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "at least 20 (stopped by --limit)\n"));
    for solver in SOLVERS {
        assert_eq!(run_with(&format!("cover --count --solver {solver} -"), dominoes(4, 4)).out, "36\n");
        assert_eq!(run_with(&format!("cover --count --limit 37 --solver {solver} -"), dominoes(4, 4)).out, "36\n");
    }
}

#[test]
fn where_the_memo_does_not_help_the_covers_are_passed() {
    // 11 queens: more nodes than a first try has, and few subproblems recur.
    let n = 11;
    let mut text: String = (0..n).map(|line| format!("r{line} c{line} ")).collect();
    text += "|";
    (0..2 * n - 1).for_each(|line| write!(text, " a{line} b{line}").expect("strings take all"));
    for (r, c) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
        write!(text, "\nr{r} c{c} a{} b{}", r + c, r + n - 1 - c).expect("strings take all");
    }
    let ran = run_with("cover --count --to json -", &text).object();
    assert_eq!((&ran["solutions"], &ran["complete"], &ran["stats"]["solver"]), (&json!(2680), &json!(true), &json!("matrix")));
    for solver in SOLVERS {
        assert_eq!(run_with(&format!("cover --count --solver {solver} -"), &text).out, "2680\n");
    }
    // Stopped in the midst of it, it tells the most that a try has counted.
    for nodes in [140_000, 200_000] {
        let ran = run_with(&format!("cover --count --nodes {nodes} --to json -"), &text).object();
        let found = ran["solutions"].as_u64().expect("a number");
        assert!((1000..2680).contains(&found) && ran["complete"] == json!(false), "{ran}");
        assert_eq!(ran["stats"]["nodes"], nodes);
    }
}

#[test]
fn nodes_stop_a_search_before_the_answer() {
    let text = dominoes(8, 8);
    let none = run_with("cover --nodes 3 -", &text);
    assert_eq!((none.code, none.out.as_str()), (Some(4), ""));
    assert_eq!(none.err, "<stdin>: stopped by --nodes before a cover was found\n");
    for solver in SOLVERS {
        let some = run_with(&format!("cover --all --nodes 200 --solver {solver} -"), &text);
        let found = some.out.lines().count();
        assert_eq!((some.code, found > 0), (Some(4), true));
        assert_eq!(some.err, format!("<stdin>: stopped by --nodes after {found} covers\n"), "{solver}");
        let object = run_with(&format!("cover --all --nodes 200 --to json --solver {solver} -"), &text).object();
        assert_eq!((&object["outcome"], &object["solutions"]), (&json!("unknown"), &json!(found)));
        assert_eq!((&object["complete"], &object["stats"]["nodes"]), (&json!(false), &json!(200)));
    }
}

#[test]
fn the_solver_that_suits_a_problem_runs() {
    let ran = |input: &str| run_with("cover --to json -", input).object()["stats"]["solver"].clone();
    // Two cells of an option in 16 items; two in 400.
    assert_eq!((ran(&dominoes(4, 4)), ran(&dominoes(20, 20))), (json!("matrix"), json!("cells")));
    // A lone option over one item is dense, but there are too many of them.
    assert_eq!((ran(&format!("a\n{}", "a\n".repeat(4096))), ran(&format!("a\n{}", "a\n".repeat(4097)))), (json!("matrix"), json!("cells")));
    let stats = run("cover --stats --solver links nine-covers.txt");
    assert!(stats.err.starts_with("solver links, nodes "), "{}", stats.err);
    assert!(run("cover --stats --count nine-covers.txt").err.starts_with("solver memo, branching fewest, remembered "));
}

#[test]
fn a_matrix_too_large_for_bits() {
    let text = format!("a\n{}", "a\n".repeat(30_000));
    let ran = run_with("cover --solver matrix -", &text);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.starts_with("error: --solver matrix: a bit matrix of 30000 options"), "{}", ran.err);
    assert_eq!(run_with("cover -", &text).code, Some(0));
}

#[test]
fn problems_at_the_edge() {
    // No items: one cover, the empty one.
    let ran = run_with("cover --all -", " |\n");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "\n"));
    assert_eq!(run_with("cover --all --to json -", " | s\ns\n").object()["covers"], json!([[]]));
    // Options without primary items are never chosen, and that is said.
    let ran = run_with("cover --all --numbers -", "a | s\na\ns\na\n");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "0\n2\n"));
    assert_eq!(ran.err, "warning: <stdin>: 1 option is without primary items: it is never chosen\n");
    let object = run_with("cover --to json -", "1 1\n0 0\n").object();
    assert_eq!(object["warnings"][0]["kind"], "options_never_chosen");
    // A chain of forced options needs no stack.
    let n = 100_000;
    let items: Vec<String> = (0..n).map(|item| item.to_string()).collect();
    let text = format!("{}\n{}\n", items.join(" "), items.join("\n"));
    for solver in ["links", "cells"] {
        assert_eq!(run_with(&format!("cover --solver {solver} --numbers -"), &text).out, items.join(" ") + "\n");
    }
}

#[test]
fn the_form_can_be_forced() {
    // Items named 1 and 0, of which each option has both; or a row of two columns, thrice.
    let text = "1 0\n1 0\n0 1\n";
    let ran = |from: &str| run_with(&format!("cover --all --numbers {from} -"), text).out;
    assert_eq!((ran("").as_str(), ran("--from matrix").as_str(), ran("--from dlx").as_str()), ("0 2\n1 2\n", "0 2\n1 2\n", "0\n1\n"));
}

#[test]
fn faults_have_a_place() {
    let fault = |text: &str| {
        let ran = run_with("cover --to json -", text);
        assert_eq!(ran.code, Some(3), "{text:?}");
        let object = ran.object();
        assert_eq!(object["outcome"], "error");
        let error = &object["error"];
        (error["kind"].clone(), error["line"].clone(), error["column"].clone(), error["found"].clone())
    };
    let at = |kind: &str, line: u32, column: u32, found: &str| (json!(kind), json!(line), json!(column), json!(found));
    assert_eq!(fault("a b | s\n\na zeta\n"), at("unknown_item", 3, 3, "zeta"));
    assert_eq!(fault("a b\r\ra b a\r"), at("repeated_item", 3, 5, "a"));
    assert_eq!(fault("a b a\n"), at("repeated_name", 1, 5, "a"));
    assert_eq!(fault("a | b | c\n"), at("second_bar", 1, 7, "a second `|`"));
    assert_eq!(fault("a | s\na:x\n"), at("coloured_primary", 2, 1, "a:x"));
    assert_eq!(fault("1 0 1\n1 0\n"), at("row_length", 2, 3, "a row of 2"));
    assert_eq!(fault("101\n1o1\n"), at("bad_symbol", 2, 2, "o"));
    for text in ["", "\u{feff}\n", "| a comment\n", "# a comment\n", "% one\n| another\n"] {
        assert_eq!(fault(text).0, "empty_input", "{text:?}");
    }
    assert_eq!(run_with("cover --from matrix -", "").out, "\n");
    assert_eq!(run_with("cover -", b"a \xff\n").code, Some(3));
    assert_eq!(run("cover nowhere.dlx").code, Some(3));
}

#[test]
fn a_fault_is_shown() {
    let ran = run_with("cover -", "# two items\na b\n");
    assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""));
    assert!(
        ran.err.contains("error[unknown_item]") && ran.err.contains("<stdin>:2:1") && ran.err.contains("begin with `|`"),
        "{}",
        ran.err
    );
    let ran = run_with("cover -", "a b\na zeta\n");
    assert!(ran.err.contains("2 | a zeta\n  |   ^^^^ expected an item of the first line, found zeta\n"), "{}", ran.err);
}

#[test]
fn usage() {
    for line in
        ["cover", "cover --all --count a", "cover --all --limit 3 a", "cover --limit 0 a", "cover --solver dlx a", "cover --timeout -1 a"]
    {
        assert_eq!(run(line).code, Some(2), "{line}");
    }
}

#[test]
fn covers_stream() {
    // More covers than could ever be printed: only the closed pipe ends this.
    for to in ["text", "json"] {
        let mut child = command(&format!("cover --all --to {to} -")).stdin(std::process::Stdio::piped()).spawn().expect("the binary runs");
        let mut stdin = child.stdin.take().expect("it was asked for");
        std::io::Write::write_all(&mut stdin, pairs(60).as_bytes()).expect("it reads");
        drop(stdin);
        ends_with_its_pipe(child, to);
    }
}

#[test]
#[cfg(unix)]
fn an_interrupt_leaves_a_whole_json_object() {
    let mut child = command("cover --all --to json -").stdin(std::process::Stdio::piped()).spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("it was asked for");
    std::io::Write::write_all(&mut stdin, pairs(60).as_bytes()).expect("it reads");
    drop(stdin);
    let mut stdout = child.stdout.take().expect("it was asked for");
    let mut text = vec![0; 10];
    // After the first bytes it surely listens.
    stdout.read_exact(&mut text).expect("something comes");
    crate::streams::interrupt(child.id());
    stdout.read_to_end(&mut text).expect("the rest comes");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let object: Value = serde_json::from_slice(&text).expect("the output is a JSON object");
    let covers = object["covers"].as_array().expect("a list").len();
    assert_eq!((&object["outcome"], &object["solutions"], &object["complete"]), (&json!("unknown"), &json!(covers), &json!(false)));
}
