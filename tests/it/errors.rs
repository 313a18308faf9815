//! Inputs that are no puzzles, and command lines that make no sense.

use serde_json::json;

use crate::run::{ONE, command, run, run_with};

#[test]
fn a_row_too_short_as_json() {
    let check = run("check --to json short-row.txt");
    assert_eq!(check.code, Some(3));
    let record = check.object();
    assert_eq!((&record["schema"], &record["index"], &record["outcome"]), (&json!(1), &json!(0), &json!("error")));
    let error = &record["error"];
    assert_eq!((&error["kind"], &error["file"], &error["line"]), (&json!("row_length"), &json!("short-row.txt"), &json!(5)));
    assert_eq!((&error["found"], &error["expected"], &error["column"]), (&json!("8"), &json!("9"), &json!(9)));
    assert_eq!(check.err, "");
}

#[test]
fn a_row_too_short_as_text() {
    let check = run("check short-row.txt");
    assert_eq!((check.code, &*check.out), (Some(3), ""));
    insta::assert_snapshot!(check.err, @r"
    error[row_length]: a row with too few cells
     --> short-row.txt:5:9
      |
    5 | ..1.....
      |         ^ expected 9, found 8
    ");
}

#[test]
fn nothing_to_read() {
    for (file, kind) in [("blank.txt", "empty_input"), ("prose.txt", "unknown_format"), ("absent.txt", "io"), (".", "io")] {
        let check = run(&format!("check --to json {file}"));
        assert_eq!((check.code, &check.object()["error"]["kind"]), (Some(3), &json!(kind)), "{file}");
    }
    for format in ["line", "rows", "csv"] {
        let check = run_with(&format!("check --from {format} --to json -"), "# nothing\n");
        assert_eq!((check.code, &check.object()["error"]["kind"]), (Some(3), &json!("empty_input")), "{format}");
    }
}

#[test]
fn bytes_that_are_no_text() {
    let line = run_with("check --to jsonl -", [ONE.as_bytes(), b"\n", &ONE.as_bytes()[..40], b"\xff\n", ONE.as_bytes(), b"\n"].concat());
    let records = line.json();
    assert_eq!((line.code, records.len()), (Some(3), 3));
    assert_eq!((&records[1]["error"]["kind"], &records[1]["error"]["line"]), (&json!("not_utf8"), &json!(2)));
    assert_eq!(records[2]["outcome"], "unique");

    let rows = run_with("check --from rows --to json -", b"1...\n..\xff.\n....\n....\n");
    assert_eq!((&rows.object()["error"]["kind"], &rows.object()["error"]["line"]), (&json!("not_utf8"), &json!(2)));
}

#[test]
fn a_format_that_is_named_is_not_guessed() {
    let check = run("check --from rows --to json prose.txt");
    assert_eq!(check.code, Some(3));
    assert_ne!(check.object()["error"]["kind"], "unknown_format");
}

#[test]
fn command_lines_without_sense() {
    for line in [
        "",
        "solve",
        "solev one.txt",
        "solve --solver none one.txt",
        "solve --from none one.txt",
        "solve --rule none one.txt",
        "solve --strategy none one.txt",
        "solve --strategy first-fail,none one.txt",
        "solve --strategy first-fail --solver backtracking one.txt",
        "solve --all --limit 2 one.txt",
        "solve --limit 0 one.txt",
        "solve --box 3 one.txt",
        "solve --timeout -1 one.txt",
        "solve --timeout soon one.txt",
        "solve --strict --lenient one.txt",
        "solve --show --to csv one.txt",
        "solve -o no/such/folder one.txt",
        "check - -",
    ] {
        let ran = run(line);
        assert_eq!((ran.code, &*ran.out), (Some(2), ""), "{line}");
        assert!(!ran.err.is_empty(), "{line}");
    }
}

#[test]
fn an_input_is_not_overwritten() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("both.txt");
    std::fs::write(&path, ONE).expect("the folder is ours");
    let output = command("solve").arg(&path).arg("-o").arg(&path).output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&path).expect("it is still there"), ONE);
}

#[test]
fn help_is_a_result() {
    for line in ["--help", "--version", "solve --help", "count -h", "check --help"] {
        let ran = run(line);
        assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{line}");
        assert!(!ran.out.is_empty());
    }
}

#[test]
fn boxes_that_do_not_fit() {
    let check = run("check --box 2x4 --to json one.txt");
    assert_eq!((check.code, &check.object()["error"]["kind"]), (Some(3), &json!("bad_size")));
}
