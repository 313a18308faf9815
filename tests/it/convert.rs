//! `convert`: from format to format, and what is said of what gets lost.

use crate::run::{ONE, SOLUTION, run, run_with};

#[test]
fn there_and_back() {
    for format in ["csv", "rows", "tuple", "sections", "line", "jigsaw"] {
        let there = run_with(&format!("convert - --to {format}"), ONE);
        assert_eq!((there.code, &*there.err), (Some(0), ""), "{format}");
        assert_ne!(there.out.lines().count() > 1, format == "line", "{format}");
        let back = run_with(&format!("convert - --from {format} --to line"), &there.out);
        assert_eq!((back.code, back.out.trim_end()), (Some(0), ONE), "{format}");
    }
}

#[test]
fn what_gets_lost_is_told_and_is_an_error_with_strict() {
    let lax = run("convert overlapping.txt --to line");
    assert_eq!((lax.code, lax.out.trim_end()), (Some(0), &*".".repeat(36)));
    assert_eq!(lax.err, "warning: overlapping.txt: format line cannot hold cages\n");
    let strict = run("convert --strict overlapping.txt --to line");
    assert_eq!((strict.code, &*strict.out), (Some(3), ""));
    assert_eq!(strict.err, "error: overlapping.txt: format line cannot hold cages\n");
    assert_eq!(run("convert -q overlapping.txt --to line").err, "");
    let kept = run("convert --strict overlapping.txt --to killer-tuple");
    assert_eq!(kept.code, Some(0));
    assert_eq!(kept.out, include_str!("../cases/overlapping.txt"));
}

#[test]
fn boxes_and_rules_get_lost_too() {
    let tall = run("convert six.txt --box 3x2 --to line");
    assert!(tall.err.contains("cannot hold boxes 3 high and 2 wide"), "{}", tall.err);
    assert_eq!(run("convert six.txt --to line").err, "");
    assert!(run_with("convert - --rule diagonals --to csv", ONE).err.contains("cannot hold diagonals"));
}

#[test]
fn a_loss_of_many_is_told_once() {
    let text = format!("{ONE}\n").repeat(5);
    let ran = run_with("convert - --rule anti-knight --to line", &text);
    assert_eq!((ran.code, &ran.out), (Some(0), &text));
    assert_eq!(
        ran.err,
        "warning: <stdin>:1: format line cannot hold anti-knight\nwarning: the same got lost 4 more times in format line\n"
    );
}

#[test]
fn many_puzzles_need_lines() {
    let two = format!("{ONE}\n{SOLUTION}\n");
    let ran = run_with("convert - --to csv", &two);
    assert_eq!((ran.code, &*ran.out), (Some(3), ""));
    assert!(ran.err.contains("<stdin>:2: a second puzzle, and format csv holds one"), "{}", ran.err);
    assert_eq!(run_with("convert - --to line", &two).out, two);
    assert_eq!(run("convert one.txt six.txt --to csv").code, Some(3));
}

#[test]
fn faults_are_told_and_the_rest_goes_on() {
    let ran = run_with("convert - --to line", format!("{ONE}\n{}\n{SOLUTION}\n", &ONE[1..]));
    assert_eq!((ran.code, ran.out), (Some(3), format!("{ONE}\n{SOLUTION}\n")));
    assert!(ran.err.contains("<stdin>:2"), "{}", ran.err);
}

#[test]
fn the_players_digits_get_lost_or_become_givens() {
    let lost = run("convert player.sdk --to line");
    assert!(lost.err.contains("cannot hold the player's digits"), "{}", lost.err);
    let kept = run("convert player.sdk --from-state --to line");
    assert_eq!(kept.err, "");
    let givens = |text: &str| text.trim_end().chars().filter(|c| *c != '.').count();
    assert!(givens(&kept.out) > givens(&lost.out));
}

#[test]
fn what_can_be_written_stands_in_the_help() {
    let help = run("convert --help").out.replace('\n', " ");
    let listed = help.split("can be written: ").nth(1).and_then(|rest| rest.split('.').next()).expect("the list is there");
    for format in listed.split(", ").map(str::trim) {
        let ran = run(&format!("convert overlapping.txt --to {format}"));
        assert!(ran.code == Some(0) || ran.err.contains("cannot hold"), "{format}: {}", ran.err);
    }
    assert!(listed.contains("killer-tuple") && listed.contains("line"), "{listed}");
}
