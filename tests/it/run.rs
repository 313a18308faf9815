//! Runs the binary.

use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// What a run came to.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// Standard output as JSON, an object a line.
    pub(crate) fn json(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("each line is a JSON object")).collect()
    }

    /// Standard output as the one JSON object that it is.
    pub(crate) fn object(&self) -> Value {
        serde_json::from_str(&self.out).expect("the output is a JSON object")
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
        Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// The binary with arguments; a name like `one.txt` stands for the file of tests/cases.
pub(crate) fn command(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pencilmark"));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases")).args(line.split_whitespace());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs it.
pub(crate) fn run(line: &str) -> Ran {
    command(line).output().expect("the binary runs").into()
}

/// Runs it with a text, or any bytes, on standard input.
pub(crate) fn run_with(line: &str, input: impl AsRef<[u8]>) -> Ran {
    let mut child = command(line).stdin(Stdio::piped()).spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("it was asked for");
    let input = input.as_ref().to_owned();
    // Of its own thread, or both sides might wait for each other. It may end without reading all.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("nothing panics there");
    output.into()
}

/// Reads the first of what a child prints and closes the pipe: that must end it, quietly.
pub(crate) fn ends_with_its_pipe(mut child: Child, what: &str) {
    let mut stdout = child.stdout.take().expect("it was asked for");
    stdout.read_exact(&mut [0; 10]).expect("something comes");
    drop(stdout);
    let ran = Ran::from(child.wait_with_output().expect("it ends"));
    assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{what}");
}

/// A puzzle with one solution, on a line.
pub(crate) const ONE: &str = "...3574...........9.....83..7.....84..1.....2.8...9...3...72.49.2..3.5......812..";

/// Its solution.
pub(crate) const SOLUTION: &str = "862357491534198627917426835673215984491863752285749316358672149126934578749581263";
