//! Traces: what is told, in which form, and that watching changes nothing.

use serde_json::{Value, json};

use crate::run::{SOLUTION, command, ends_with_its_pipe, run};

#[test]
fn the_schema() {
    let lines = run("trace --to jsonl --level all one.txt").json();
    let header = &lines[0];
    assert_eq!((&header["ev"], &header["seq"], &header["schema"]), (&json!("header"), &json!(0), &json!("trace/1")));
    assert_eq!((&header["model"], &header["solver"], &header["strategy"]), (&json!("one.txt"), &json!("propagation"), &json!("dom-wdeg")));
    assert_eq!((&header["grid"]["size"], header["grid"]["regions"].as_array().unwrap().len()), (&json!(9), 81));
    assert_eq!((&header["givens"]["r1c4"], header["givens"].as_object().unwrap().len()), (&json!(3), 25));
    assert!(lines.iter().enumerate().all(|(i, line)| line["seq"] == json!(i)), "seq is a total order");
    let first = |ev: &str| lines.iter().find(|line| line["ev"] == ev).unwrap_or_else(|| panic!("some {ev}"));
    assert_eq!(first("var"), &json!({"ev": "var", "seq": 1, "id": 0, "name": "r1c1", "dom": [[1, 9]]}));
    let row = json!({"ev": "con", "seq": 82, "id": 0, "kind": "all_different", "name": "row 1", "vars": [0, 1, 2, 3, 4, 5, 6, 7, 8], "implied": false});
    assert_eq!(first("con"), &row);
    let keys = |ev: &str| first(ev).as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(keys("prune"), "con depth dom ev name node removed rule seq text var why");
    assert_eq!(keys("decide"), "depth ev left name node op parent score seq strategy val var");
    assert_eq!(keys("run"), "con depth ev node propagator pruned seq status");
    assert_eq!(keys("wake"), "con depth ev name node propagator seq var");
    assert_eq!(keys("conflict"), "con depth ev node rule seq text why");
    assert_eq!(keys("back"), "depth ev from node seq to");
    assert_eq!(keys("solution"), "depth ev n node seq values");
    let stats = &run("check --solver propagation --to json one.txt").object()["stats"];
    let end = json!({"ev": "end", "seq": lines.len() - 1, "status": "unique", "solutions": 1, "nodes": stats["nodes"], "fails": stats["failures"]});
    assert_eq!(lines.last(), Some(&end));
}

#[test]
fn each_run_says_how_much_it_removed() {
    let lines = run("trace --to jsonl --level all two.txt").json();
    let mut pruned = 0;
    let mut runs = 0;
    for line in &lines {
        match line["ev"].as_str().unwrap() {
            "prune" => pruned += 1,
            "run" => {
                assert_eq!(line["pruned"], json!(pruned), "{line}");
                (pruned, runs) = (0, runs + 1);
            }
            _ => {}
        }
    }
    assert!(runs > 30 && pruned == 0);
}

/// A watched run is the silent one: the same solutions in the same order, the same counts.
#[test]
fn watching_changes_nothing() {
    for file in ["one.txt", "two.txt", "none.txt", "six.txt", "mixed.txt", "player.sdk"] {
        for strategy in ["dom-wdeg", "smallest-place,split", "first-fail,descending", "random"] {
            let traces = run(&format!("trace --to jsonl --level all --strategy {strategy} {file}")).json();
            let silent = run(&format!("check --solver propagation --strategy {strategy} --to jsonl {file}")).json();
            let ends: Vec<&Value> = traces.iter().filter(|line| line["ev"] == "end").collect();
            let answers: Vec<&Value> = silent.iter().filter(|answer| answer["outcome"] != "error").collect();
            assert_eq!(ends.len(), answers.len());
            for (end, answer) in ends.iter().zip(answers) {
                assert_eq!((&end["status"], &end["solutions"]), (&answer["outcome"], &answer["solutions"]), "{file} {strategy}");
                // What is seen before any search costs the silent run nothing.
                if answer["diagnosis"].is_null() {
                    let stats = &answer["stats"];
                    assert_eq!((&end["nodes"], &end["fails"]), (&stats["nodes"], &stats["failures"]), "{file} {strategy}");
                }
            }
        }
    }
}

/// Whatever the solver and the rules, with cages and without.
#[test]
fn watching_changes_nothing_of_any_solver_or_rule() {
    let files = [
        "../../docs/killer.txt",
        "two.txt",
        "none.txt",
        "words.in",
        "one.txt --rule non-consecutive",
        "empty9.txt --rule diagonals --rule anti-king",
        "six.txt --rule diagonals",
        "six.txt --rule anti-knight",
    ];
    for file in files {
        for solver in ["propagation", "advanced", "dancing", "dancing-links", "algorx"] {
            let traced = run(&format!("trace --to jsonl --nodes 2000 --solver {solver} {file}")).json();
            let silent = run(&format!("check --nodes 2000 --solver {solver} --to json {file}")).object();
            let end = traced.last().expect("the end");
            assert_eq!((&end["status"], &end["solutions"]), (&silent["outcome"], &silent["solutions"]), "{file} {solver}");
            assert_eq!(end["nodes"], silent["stats"]["nodes"], "{file} {solver}");
            // Exact cover counts no dead ends; and what is seen before any search costs the silent run nothing.
            let searched = silent["diagnosis"].is_null() || silent["diagnosis"]["kind"] == "contradiction";
            if ["propagation", "advanced"].contains(&solver) && searched {
                assert_eq!(end["fails"], silent["stats"]["failures"], "{file} {solver}");
            }
        }
    }
}

/// The same solutions in the same order, as told and as found.
#[test]
fn solutions_are_told_as_they_are_found() {
    for solver in ["propagation", "dancing", "dancing-links", "algorx"] {
        let traced = run(&format!("trace --to jsonl --limit 50 --solver {solver} two.txt")).json();
        let told: Vec<String> = traced
            .iter()
            .filter(|line| line["ev"] == "solution")
            .map(|line| line["values"].as_array().unwrap().iter().map(Value::to_string).collect())
            .collect();
        let found = run(&format!("solve --limit 50 --solver {solver} --to line two.txt")).out;
        assert_eq!(told, found.lines().collect::<Vec<_>>(), "{solver}");
        assert_eq!(told.len(), 18);
    }
}

#[test]
fn the_schema_of_exact_cover() {
    let lines = run("trace --to jsonl --solver dancing-links ../../docs/killer.txt").json();
    let header = &lines[0];
    assert_eq!((&header["level"], &header["tree"], &header["strategy"]), (&json!("tree"), &json!("cover"), &json!("fewest-options")));
    let some = |ev: &str, key: &str| {
        let found = lines.iter().find(|line| line["ev"] == ev && !line[key].is_null());
        let found = found.unwrap_or_else(|| panic!("some {ev} with {key}"));
        found.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(some("item", "val"), "con depth ev item name node options seq text val");
    assert_eq!(some("try", "var"), "depth ev name node op parent seq text val var");
    assert_eq!(some("try", "combination"), "combination con depth ev name node parent seq text vars");
    let items: std::collections::BTreeSet<&str> = lines.iter().filter_map(|line| line["item"].as_str()).collect();
    assert!(items.contains("combination") && items.contains("use"), "{items:?}");
    let dead = run("trace --to jsonl --solver algorx none.txt").json();
    let stuck = dead.iter().find(|line| line["ev"] == "stuck").expect("a dead end");
    assert_eq!((&stuck["item"], &stuck["depth"]), (&json!("place"), &json!(0)));
    assert_eq!(dead.last().unwrap()["fails"], 1);
}

#[test]
fn exact_cover_is_filtered_by_what_it_is_about() {
    let all = run("trace --to jsonl --solver dancing one.txt").json();
    let of_cell = run("trace --to jsonl --solver dancing --var r1c2 one.txt").json();
    let about = |line: &&Value| ["item", "try"].iter().any(|ev| line["ev"] == *ev) && line["name"] == "r1c2";
    assert!(all.iter().filter(about).eq(of_cell.iter().filter(|line| ["item", "try"].iter().any(|ev| line["ev"] == *ev))));
    assert!(of_cell.iter().any(|line| line["ev"] == "try"));
    let mut of_row = command("trace --to jsonl --solver dancing one.txt");
    let of_row: crate::run::Ran = of_row.args(["--con", "row 1"]).output().unwrap().into();
    let places = of_row.json().into_iter().filter(|line| line["ev"] == "item");
    assert!(places.clone().count() > 0 && places.clone().all(|line| line["name"] == "row 1"));
}

/// The symbols of the puzzle are what people read; programs get numbers.
#[test]
fn letters_are_printed_as_letters() {
    for solver in ["propagation", "dancing"] {
        let text = run(&format!("trace --solver {solver} words.in")).out;
        let values: Vec<&str> = text.lines().filter_map(|line| line.split_once(" = ")).map(|(_, rest)| &rest[..1]).collect();
        assert!(values.len() > 10 && values.iter().all(|value| "SUDO".contains(value)), "{text}");
        for line in run(&format!("trace --to jsonl --solver {solver} words.in")).json() {
            if let Some(text) = line["text"].as_str() {
                let said: Vec<&str> = text.split([' ', ',', ':', '{', '}']).filter(|word| word.parse::<u32>().is_ok()).collect();
                let names = ["row", "column", "box"].iter().map(|house| text.matches(house).count()).sum::<usize>();
                assert!(said.len() <= names, "only houses have numbers: {text}");
            }
            assert!(line["val"].is_null() || line["val"].is_number(), "{line}");
        }
    }
}

/// Follows the lines with nothing but ranges, and comes to the solutions.
#[test]
fn replaying_gives_the_final_domains() {
    let lines = run("trace --to jsonl --limit 18 two.txt").json();
    let values = |ranges: &Value| -> Vec<i64> {
        ranges.as_array().unwrap().iter().flat_map(|r| r[0].as_i64().unwrap()..=r[1].as_i64().unwrap()).collect()
    };
    let mut domains: Vec<Vec<i64>> = Vec::new();
    let mut left: Vec<(Value, Vec<Vec<i64>>)> = Vec::new();
    let mut solutions = 0;
    for line in &lines {
        let var = line["var"].as_u64().unwrap_or_default() as usize;
        match line["ev"].as_str().unwrap() {
            "var" => domains.push(values(&line["dom"])),
            "prune" => {
                let gone = values(&line["removed"]);
                domains[var].retain(|value| !gone.contains(value));
                assert_eq!(domains[var], values(&line["dom"]), "{line}");
            }
            "given" | "decide" => {
                if line["left"] == true {
                    left.push((line["parent"].clone(), domains.clone()));
                }
                let val = line["val"].as_i64().unwrap();
                domains[var].retain(|&value| if line["op"] == "=" { value == val } else { value != val });
            }
            "back" => {
                let (node, before) = left.pop().unwrap();
                assert_eq!(node, line["to"]);
                domains = before;
            }
            "solution" => {
                solutions += 1;
                assert_eq!(json!(domains.concat()), line["values"]);
            }
            _ => {}
        }
    }
    assert_eq!(solutions, 18);
}

#[test]
fn filters_leave_out_what_is_about_something_else() {
    let all = run("trace --to jsonl --level all one.txt").json();
    let seqs = |lines: &[Value]| lines.iter().map(|line| line["seq"].as_u64().unwrap()).collect::<Vec<_>>();
    for (filter, wanted) in [
        ("--var r1c8 --var r2c2", &(|line: &Value| ["r1c8", "r2c2"].iter().any(|name| line["name"] == *name)) as &dyn Fn(&Value) -> bool),
        ("--con row_1", &|line: &Value| line["con"] == 0),
        ("--depth 1..2", &|line: &Value| line["depth"] == 1 || line["depth"] == 2),
    ] {
        let mut command = command("trace --to jsonl --level all one.txt");
        command.args(filter.split(' ').map(|word| word.replace('_', " ")));
        let some: crate::run::Ran = command.output().unwrap().into();
        let some = some.json();
        assert!(some.iter().filter(|line| line["ev"] != "header").all(|line| all.contains(line)), "{filter}: lines of the whole trace");
        let kinds = ["prune", "run", "decide"];
        let is_event = |line: &&Value| kinds.iter().any(|kind| line["ev"] == *kind);
        let want: Vec<Value> = all.iter().filter(is_event).filter(|line| wanted(line)).cloned().collect();
        let got: Vec<Value> = some.iter().filter(is_event).cloned().collect();
        assert_eq!(seqs(&got), seqs(&want), "{filter}");
        assert!(!want.is_empty() && some.len() < all.len());
    }
    let unknown = run("trace --var r10c1 one.txt");
    assert_eq!((unknown.code, unknown.err.contains("nothing is named \"r10c1\" here")), (Some(2), true));
    assert_eq!(run("trace --con nothing one.txt").code, Some(2));
}

/// What is left after going back can be told only if going back is told.
#[test]
fn a_filtered_trace_tells_when_what_it_told_is_undone() {
    let lines = run("trace --to jsonl --var r1c9 one.txt").json();
    let kinds: Vec<&str> = lines.iter().map(|line| line["ev"].as_str().unwrap()).filter(|ev| ["prune", "back"].contains(ev)).collect();
    assert_eq!(kinds, ["prune", "prune", "prune", "prune", "back", "prune"]);
}

#[test]
fn the_first_events_and_no_more() {
    let lines = run("trace --to jsonl --first 7 --nodes 100000 --limit 1000000 empty9.txt").json();
    let events = lines.iter().filter(|line| !["header", "var", "con", "end"].iter().any(|ev| line["ev"] == *ev)).count();
    assert_eq!(events, 7);
    let end = lines.last().unwrap();
    assert_eq!((&end["status"], &end["stopped"]), (&json!("unknown"), &json!("--first")));
    assert_eq!(run("trace --first 3 one.txt").code, Some(0));
}

#[test]
fn limits_and_exit_codes() {
    assert_eq!(run("trace --nodes 1 one.txt").code, Some(4));
    assert_eq!(run("trace none.txt").code, Some(1));
    assert_eq!(run("trace two.txt").code, Some(0));
    assert_eq!(run("trace short-row.txt").code, Some(3));
    let declined = run("trace --solver backtracking one.txt");
    assert!(declined.code == Some(2) && declined.err.contains("solver backtracking cannot be traced"), "{}", declined.err);
    let level = run("trace --solver dancing --level prune one.txt");
    assert!(level.code == Some(2) && level.err.contains("solver dancing removes no candidates one by one"), "{}", level.err);
    assert_eq!(run("trace --solver dancing --level tree one.txt").code, Some(0));
    assert_eq!(run("solve --to html one.txt").code, Some(2), "pages are of traces only");
}

#[test]
fn what_is_no_symbol_is_no_search() {
    let lines = run("trace --to jsonl unlisted.in").json();
    let end = lines.last().unwrap();
    assert_eq!((&end["status"], &end["nodes"]), (&json!("no_solution"), &json!(0)));
    assert!(end["diagnosis"].as_str().unwrap().contains("none of the symbols"), "{end}");
}

#[test]
fn cages_say_where_they_are_stated_and_how_they_are_drawn() {
    let puzzle = "4\n1 2 3 4\n2\n5 0,0 0,1\n# a remark\n3 1,0\n";
    let lines = crate::run::run_with("trace --to jsonl -", puzzle).json();
    let cages = json!([{"cells": ["r1c1", "r1c2"], "label": "5"}, {"cells": ["r2c1"], "label": "3"}]);
    assert_eq!(lines[0]["grid"]["cages"], cages);
    let sources: Vec<_> =
        lines.iter().filter(|line| line["ev"] == "con" && !line["src"].is_null()).map(|c| (&c["name"], &c["src"])).collect();
    assert!(sources.contains(&(&json!("cage 5 at r1c1"), &json!({"line": 4}))), "{sources:?}");
    assert!(sources.contains(&(&json!("cage 3 at r2c1"), &json!({"line": 6}))), "{sources:?}");
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    for to in ["text", "jsonl"] {
        let child = command(&format!("trace --to {to} --limit 1000000000 empty9.txt")).spawn().expect("the binary runs");
        ends_with_its_pipe(child, to);
    }
}

/// The margin alone is what a person would write down; what is set in leads there.
#[test]
fn the_margin_reads_like_a_persons_solution() {
    let text = crate::run::run_with("trace --from line -", "12.43.1.2.4.43.1").out;
    let margin: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ') && !line.starts_with('#')).collect();
    let placed: Vec<&str> = margin.iter().filter(|line| !line.ends_with(": given")).filter_map(|line| line.split(':').next()).collect();
    assert_eq!(placed.len(), 6 + 2, "a line for each open cell, one for the solution, one for the end: {text}");
    assert_eq!(placed[6], "solution 1");
    assert_eq!(margin.last(), Some(&"one solution; 0 decisions, 0 dead ends"));
    let solution = margin[margin.len() - 2].split(": ").nth(1).unwrap();
    for line in &placed[..6] {
        let (cell, value) = line.split_once(" = ").expect("a cell and its value");
        let [row, column] = [1, 3].map(|at| cell[at..=at].parse::<usize>().unwrap() - 1);
        assert_eq!(&solution[row * 4 + column..=row * 4 + column], value);
    }
    assert!(run("trace one.txt").out.contains(SOLUTION));
}
