//! Questions: chains, searches, counterexamples and contradictions, as the binary tells them.

use std::collections::HashMap;

use crate::run::Ran;
use crate::run::command;

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
}

#[test]
fn questions_that_mean_nothing_are_usage_errors() {
    for fact in ["r1c1", "r1c99=1", "r1c1=x", "=", "r1c1<3"] {
        assert_eq!(ask("one.txt", fact).code, Some(2), "{fact}");
    }
}
