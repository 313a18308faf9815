//! Questions: chains, searches, counterexamples and contradictions, as the binary tells them.

use std::collections::HashMap;

use crate::run::{Ran, command, run_with};

fn ask(file: &str, fact: &str) -> Ran {
    command("why --to json").args([file, fact]).output().expect("the binary runs").into()
}

#[test]
fn every_step_of_a_chain_rests_on_the_steps_before() {
    let ran = ask("one.txt", "r1c1=8");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let told = ran.object();
    let Some(steps) = told["steps"].as_array() else {
        // Propagation may get weaker; then it has to say that search was needed.
        assert_eq!(told["answer"], "search");
        return;
    };
    let mut left: HashMap<String, Vec<i64>> = HashMap::new();
    for step in steps {
        for fact in step["why"].as_array().expect("a list").iter().filter(|_| step["rule"] != "given") {
            let (op, val) = (fact["op"].as_str().expect("an operator"), fact["val"].as_i64().expect("a number"));
            let values = left.get(fact["name"].as_str().expect("a name")).cloned().unwrap_or_else(|| (1..=9).collect());
            let holds = |v: &i64| match op {
                "=" => *v == val,
                "!=" => *v != val,
                "<=" => *v <= val,
                _ => *v >= val,
            };
            assert!(values.iter().all(holds), "{fact} is not known at {step}");
        }
        let values = left.entry(step["name"].as_str().expect("a name").to_owned()).or_insert_with(|| (1..=9).collect());
        let removed: Vec<i64> = step["removed"].as_array().expect("a list").iter().map(|v| v.as_i64().expect("a number")).collect();
        values.retain(|v| !removed.contains(v));
    }
    assert_eq!(left["r1c1"], [8]);
}

#[test]
fn a_solution_contradicts_what_does_not_follow() {
    let ran = ask("two.txt", "r2c1!=3");
    assert_eq!(ran.code, Some(1));
    assert_eq!((&ran.object()["answer"], &ran.object()["solution"][4]), (&"open".into(), &"3".into()));
}

#[test]
fn a_limit_is_no_answer() {
    let ran: Ran = command("why --nodes 0 empty9.txt r1c1=1").output().expect("the binary runs").into();
    assert_eq!((ran.code, ran.out.starts_with("unknown")), (Some(4), true), "{}", ran.out);
}

#[test]
fn contradictions_are_named_for_a_single_puzzle() {
    for (told, code) in [(ask("none.txt", "r1c1=1"), 1), (command("check --to json none.txt").output().expect("the binary runs").into(), 1)]
    {
        assert_eq!(told.code, Some(code));
        let diagnosis = &told.object()["diagnosis"];
        assert_eq!((&diagnosis["kind"], &diagnosis["minimal"]), (&"contradiction".into(), &1.into()));
        assert_eq!(diagnosis["house"], "row 1, box 1");
    }
    // A cell without candidates.
    let told = run_with("check --to json -", ".........".to_owned() + &"123456789".repeat(80)).object();
    let diagnosis = &told["diagnosis"];
    assert_eq!(diagnosis["cells"], serde_json::json!(["r1c1"]));
    assert!(diagnosis["message"].as_str().expect("a message").contains("contradict each other"), "{diagnosis}");
}

#[test]
fn questions_that_mean_nothing_are_usage_errors() {
    for fact in ["r1c1", "r1c99=1", "r1c1=x", "=", "r1c1<3"] {
        assert_eq!(ask("one.txt", fact).code, Some(2), "{fact}");
    }
}

/// A chain of letters has no numbers in its text, and programs get numbers.
#[test]
fn letters_are_said_as_letters() {
    let ran = ask("words.in", "r1c1=S");
    let told = ran.object();
    assert!(told["fact"] == "r1c1 = S" && told["answer"] != "unknown", "{told}");
    let cells = ["r1c1", "r1c2", "r1c3", "r1c4"];
    let mut chains = 0;
    for fact in cells.iter().flat_map(|cell| ["S", "U", "D", "O"].map(|symbol| format!("{cell}!={symbol}"))) {
        let told = ask("words.in", &fact).object();
        for step in told["steps"].as_array().into_iter().flatten() {
            let text = step["text"].as_str().expect("a text");
            let numbers = text.split([' ', ',', ':', '(', ')', '{', '}']).filter(|word| word.parse::<u32>().is_ok()).count();
            let houses = ["row", "column", "box"].iter().map(|house| text.matches(house).count()).sum::<usize>();
            assert!(numbers <= houses && step["removed"][0].is_number(), "{step}");
            chains += 1;
        }
    }
    assert!(chains > 10, "{chains}");
    assert_eq!(ask("words.in", "r1c1=7").code, Some(2));
    let text: Ran = command("why words.in r1c1<=S").output().expect("the binary runs").into();
    assert!(text.out.contains("r1c1 <= S"), "{}", text.out);
}

#[test]
fn a_small_contradiction_says_whether_it_is_minimal() {
    let puzzle = ".....2...8.45.9...7........3.....61....6...35.25...4.8..82....3.1......4.7..83.62";
    for (limit, minimal, words) in [("", 1, "none of these can be left out"), ("--nodes 10", 0, "small, not shown to be minimal")] {
        let told = run_with(&format!("check --from line --to json {limit} -"), puzzle).object();
        let diagnosis = &told["diagnosis"];
        assert_eq!((&diagnosis["kind"], &diagnosis["minimal"]), (&"contradiction".into(), &minimal.into()), "{limit}");
        assert!(diagnosis["message"].as_str().expect("a message").contains(words), "{diagnosis}");
    }
}
