//! Pipes: what comes in is answered as it comes, and whoever stops reading ends it quietly.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use crate::run::{ONE, SOLUTION, command, ends_with_its_pipe, run_with};

#[test]
fn standard_input() {
    assert_eq!(run_with("solve --to line -", ONE).out, format!("{SOLUTION}\n"));
    let fault = run_with("check -", &ONE[..80]);
    assert_eq!(fault.code, Some(3));
    assert!(fault.err.contains("<stdin>:1:81"), "{}", fault.err);
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    // There are more solutions than could ever be printed: only the closed pipe ends this.
    for to in ["line", "text", "json"] {
        let child = command(&format!("solve --all --to {to} empty9.txt")).spawn().expect("the binary runs");
        ends_with_its_pipe(child, to);
    }
}

#[test]
fn a_line_is_answered_before_the_next_comes() {
    let mut child = command("check --from line --to line -").stdin(Stdio::piped()).spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("it was asked for");
    let mut stdout = BufReader::new(child.stdout.take().expect("it was asked for"));
    for _ in 0..3 {
        writeln!(stdin, "{ONE}").expect("it reads");
        let mut line = String::new();
        stdout.read_line(&mut line).expect("it answers");
        assert_eq!(line, "unique\n");
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

#[test]
#[cfg(unix)]
fn an_interrupt_prints_what_is_known() {
    // The search is endless, so only the interrupt can end it; after the first line it surely listens.
    let mut solve = command("solve --all --to line empty9.txt").spawn().expect("the binary runs");
    let mut lines = BufReader::new(solve.stdout.take().expect("it was asked for")).lines();
    assert!(lines.next().is_some());
    interrupt(solve.id());
    // It goes on until it sees the flag, so somebody has to read.
    let rest = lines.count();
    let output = solve.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(err, format!("empty9.txt: interrupted after {} solutions\n", rest + 1));
}

#[cfg(unix)]
pub(crate) fn interrupt(process: u32) {
    let status = std::process::Command::new("kill").args(["-INT", &process.to_string()]).status();
    assert!(status.expect("there is a kill").success());
}
