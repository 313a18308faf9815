//! Puzzles that are solved many at a time, and by several threads: nobody can tell, but by the clock.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use serde_json::Value;

use crate::run::{self, ONE, SOLUTION, run, run_with};

/// Random lines: puzzles with one solution, several and none, and what is no puzzle, or another kind.
fn stream(lines: usize, seed: u64) -> String {
    let mut state = seed;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut text = String::new();
    for _ in 0..lines {
        let shift = below(9) as u8;
        let givens = 24 + below(30);
        let blank = ['.', '0'][below(2)];
        let mut cells: Vec<char> = SOLUTION.bytes().map(|digit| char::from((digit - b'1' + shift) % 9 + b'1')).collect();
        for cell in &mut cells {
            if below(81) >= givens {
                *cell = blank;
            }
        }
        match below(40) {
            0 => cells.truncate(80),
            1 => cells[below(81)] = '!',
            2 => cells = vec!['#'],
            3 => cells = "1..............2".chars().collect(),
            4 => cells.clear(),
            // Most of these have no solution: some are plainly wrong, some not.
            5..10 => cells[below(81)] = char::from(b'1' + below(9) as u8),
            _ => {}
        }
        text.extend(cells);
        text += if below(20) == 0 { " a remark\r\n" } else { "\n" };
    }
    text
}

/// Records without what a clock says.
fn untimed(out: &str) -> Vec<Value> {
    let records = out.lines().map(|line| serde_json::from_str::<Value>(line).expect("each line is a JSON object"));
    let untimed = |mut record: Value| {
        if let Some(stats) = record.get_mut("stats") {
            stats["time_us"].take();
        }
        record
    };
    records.map(untimed).collect()
}

/// The same without anything but puzzles, as 729 candidates each; some cells have lost or got a few.
fn candidates(lines: usize, seed: u64) -> String {
    let mut text = String::new();
    for (at, line) in stream(lines, seed).lines().filter(|line| line.len() == 81).enumerate() {
        for (cell, given) in line.bytes().enumerate() {
            let given = match given {
                b'1'..=b'9' => Some(given - b'1'),
                _ => None,
            };
            for digit in 0..9_u8 {
                let odd = (cell * 31 + usize::from(digit) * 17 + at * 7) % 97;
                let open = given.map_or(odd != 5, |given| given == digit || odd < 3 && at % 3 == 0);
                text.push(if open { char::from(b'1' + digit) } else { ['.', '0'][at % 2] });
            }
        }
        text += if at % 9 == 0 { "\tremark\n" } else { "\n" };
    }
    text
}

/// All forms and some numbers of threads against one puzzle after the other: a limit that counts nodes keeps puzzles out of lanes.
fn compare(command: &str, text: &str, codes: &[i32]) {
    for form in ["text", "line", "csv", "jsonl"] {
        let slow = run_with(&format!("{command} --nodes 1000000 --to {form} -"), text);
        assert!(codes.contains(&slow.code.expect("it ends")), "{command}: {:?} {}", slow.code, slow.err);
        for threads in [1, 3] {
            let fast = run_with(&format!("{command} --threads {threads} --to {form} -"), text);
            assert_eq!(fast.code, slow.code);
            assert!(fast.err == slow.err, "{command} --to {form}: messages");
            if form == "jsonl" {
                let (fast, slow) = (untimed(&fast.out), untimed(&slow.out));
                let odd = fast.iter().zip(&slow).find(|(a, b)| a != b);
                assert!(fast.len() == slow.len() && odd.is_none(), "{command} with {threads} threads: {odd:?}");
            } else {
                assert!(fast.out == slow.out, "{command} --to {form} with {threads} threads");
            }
        }
    }
}

#[test]
fn answers_are_those_of_one_puzzle_after_the_other() {
    let text = stream(3000, 1);
    compare("check --from line", &text, &[3]);
    compare("solve --from line", &text, &[3]);
    let kinds = run_with("check --from line --to line -", text).out;
    for kind in ["unique", "multiple", "no_solution"] {
        assert!(kinds.lines().filter(|line| *line == kind).count() > 50, "too few are {kind}");
    }
}

#[test]
fn candidates_are_answered_alike() {
    let text = candidates(1500, 3);
    compare("check --from sukaku", &text, &[1]);
    compare("solve --from sukaku", &text, &[1]);
    let kinds = run_with("check --from sukaku --to line -", &text).out;
    for kind in ["unique", "multiple", "no_solution"] {
        assert!(kinds.lines().filter(|line| *line == kind).count() > 50, "too few are {kind}");
    }
    // The same as by propagation.
    assert!(run_with("check --from sukaku --solver propagation --threads 2 --to line -", &text).out == kinds);
}

/// Small puzzles of two sizes, with clashes and bad lines among them.
fn small(lines: usize) -> String {
    let four = |at: usize| ["1..............2", "12..34..........", "11..............", "1.............."][at % 4];
    let six = |at: usize| ["1........32.536.....2......142....6.", "1........32.536.....2......142....66"][at % 2];
    (0..lines).map(|at| format!("{}\n", if at % 7 < 3 { six(at / 7) } else { four(at) })).collect()
}

#[test]
fn every_kind_of_puzzle_and_task_spreads_over_threads() {
    let text = small(600);
    for command in [
        "check -v --from line",
        "solve --from line",
        "solve --all --from line",
        "count --from line",
        "count --limit 5 --from line --solver dancing",
        "check --from line --rule diagonals --solver propagation",
        "solve --from line --limit 3 --strategy dom-wdeg,random --seed 5",
    ] {
        for form in ["text", "line", "jsonl"] {
            let [one, four] = [1, 4].map(|threads| run_with(&format!("{command} --threads {threads} --to {form} -"), &text));
            assert_eq!((one.code, one.code), (four.code, Some(3)), "{command}");
            assert!(one.err == four.err, "{command} --to {form}: messages");
            match form {
                "jsonl" => assert_eq!(untimed(&one.out), untimed(&four.out), "{command}"),
                _ => assert!(one.out == four.out, "{command} --to {form}"),
            }
        }
    }
}

#[test]
fn files_that_are_no_lines_spread_over_threads_too() {
    let names = "one.txt six.txt overlapping.txt absent.txt two.txt clash.txt short-row.txt batch.sdm mixed.txt ".repeat(5);
    let run = |threads: usize, form: &str| run(&format!("check --threads {threads} --to {form} {names}"));
    for form in ["text", "line"] {
        let (one, four) = (run(1, form), run(4, form));
        assert_eq!((one.code, &one.out, &one.err), (Some(3), &four.out, &four.err));
    }
    assert_eq!(untimed(&run(1, "json").out), untimed(&run(4, "json").out));
}

#[test]
fn the_first_bad_line_ends_it_if_asked() {
    let text = stream(500, 2);
    let run = |more: &str| run_with(&format!("solve --from line --fail-fast --to line {more} -"), text.clone());
    let slow = run("--nodes 1000000");
    let all = run_with("solve --from line --to line -", text.clone()).out;
    assert!(all.starts_with(&slow.out) && slow.out.len() < all.len());
    for more in ["", "--threads 3"] {
        let fast = run(more);
        assert_eq!((fast.code, &fast.out, &fast.err), (Some(3), &slow.out, &slow.err));
        assert_eq!(fast.err.matches("error[").count(), 1);
    }
}

#[test]
fn time_that_is_up_leaves_a_beginning() {
    let text = format!("{ONE}\n").repeat(5000);
    for threads in [1, 3] {
        let none = run_with(&format!("check --from line --timeout 0 --threads {threads} --to line -"), &text);
        assert_eq!((none.code, &*none.err), (Some(4), "stopped by --timeout after 1 puzzles; there are more\n"));
        assert_eq!(none.out.lines().count(), 1);
        let all = run_with(&format!("check --from line --timeout 1000 --threads {threads} --to line -"), &text);
        assert_eq!((all.code, all.out), (Some(0), "unique\n".repeat(5000)));
    }
}

#[test]
fn endless_solutions_are_no_reason_to_wait_for_memory() {
    // The second puzzle has more solutions than could ever be kept; its turn comes only after the first, which takes as long as the
    // reader wants.
    let text = format!("{}\n", ".".repeat(81)).repeat(2);
    let child = run::command("solve --all --threads 2 --from line --to line -").stdin(Stdio::piped()).spawn();
    let mut child = child.expect("the binary runs");
    child.stdin.take().expect("it was asked for").write_all(text.as_bytes()).expect("it reads");
    run::ends_with_its_pipe(child, "two endless ones");
}

#[test]
#[cfg(unix)]
fn an_interrupt_leaves_a_beginning_even_while_the_reader_waits() {
    let mut child = run::command("check --threads 2 --from line --to line -").stdin(Stdio::piped()).spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("it was asked for");
    let mut lines = BufReader::new(child.stdout.take().expect("it was asked for")).lines();
    // After the first answer it surely listens. More lines never come, and the input stays open.
    writeln!(stdin, "{ONE}").expect("it reads");
    assert_eq!(lines.next().expect("it answers").expect("it is text"), "unique");
    crate::streams::interrupt(child.id());
    assert_eq!(lines.count(), 0);
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    drop(stdin);
}

#[test]
#[cfg(unix)]
fn an_interrupt_tells_what_was_found_even_while_the_reader_waits() {
    let mut child = run::command("solve --all --threads 2 --from line --to line -").stdin(Stdio::piped()).spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("it was asked for");
    writeln!(stdin, "{}", ".".repeat(81)).expect("it reads");
    let mut lines = BufReader::new(child.stdout.take().expect("it was asked for")).lines();
    assert!(lines.next().is_some());
    crate::streams::interrupt(child.id());
    let rest = lines.count();
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("<stdin>:1: interrupted after {} solutions\n", rest + 1));
    drop(stdin);
}

#[test]
fn rates_are_told_of_many() {
    let stats = run_with("check --from line --stats --threads 2 --to line -", format!("{ONE}\n").repeat(100)).err;
    assert!(stats.starts_with("100 puzzles in ") && stats.contains(" a second\nsolver bitboard"), "{stats}");
    let one = run("check --stats one.txt").err;
    assert!(one.starts_with("solver bitboard"), "{one}");
}
