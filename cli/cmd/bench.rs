//! `bench`: each solver over all puzzles, several times: how many a second, how much search, and do they agree?

mod race;
mod table;

use std::sync::Arc;

use clap::ColorChoice;
use pencilmark_engine::{Options, Restart};
use pencilmark_sudoku::{Rule, Sheet};

use super::{Exit, Failure};
use crate::args::{self, BenchTo};
use crate::input::Input;
use crate::job::{self, Reading, Search};
use crate::notes::Notes;
use crate::output::Output;
use crate::registry::{Branching, SOLVERS};
use crate::wire::{BenchRecord, push_json};
use crate::{interrupt, progress};
pub(crate) use race::Row;
use race::{Entrant, Truth};

pub(super) fn run(typed: &args::Bench, color: ColorChoice) -> Result<Exit, Failure> {
    job::deadline(Some(typed.timeout))?;
    let mut out = Output::stdout();
    interrupt::listen(&out);
    let notes = Notes::new(color, typed.quiet);
    if !typed.quiet {
        progress::show(None);
    }
    let (puzzles, mut exit) = read(typed, &notes);
    let mut rows = Vec::new();
    let mut truth = Truth::new(puzzles.len());
    for mut entrant in entrants(typed, &puzzles, &notes)? {
        let result = entrant.run(&puzzles, job::deadline(Some(typed.timeout))?, typed.rounds, &mut truth);
        let row = result.map_err(|difference| Failure::Disagreement(puzzles[difference.puzzle].place.clone(), difference.said))?;
        rows.push(row);
        if interrupt::seen() {
            exit = exit.max(Exit::Interrupted);
            break;
        }
    }
    progress::clear();
    let mut text = Vec::new();
    match typed.to {
        BenchTo::Text => table::push(&rows, puzzles.len(), &mut text),
        BenchTo::Json => {
            push_json(&BenchRecord::new(puzzles.len(), typed.rounds, &rows), &mut text);
            text.push(b'\n');
        }
    }
    out.write(&text)?;
    out.finish()?;
    let stopped = rows.iter().any(|row| row.asked < puzzles.len() || row.unknown > 0);
    Ok(if stopped { exit.max(Exit::Stopped) } else { exit })
}

/// A puzzle, and where it stands.
struct Puzzle {
    place: String,
    sheet: Sheet,
}

/// All puzzles; what is none is told.
fn read(typed: &args::Bench, notes: &Notes) -> (Vec<Puzzle>, Exit) {
    let reading = Reading {
        files: typed.files.clone(),
        format: typed.from.as_deref().map(job::format),
        boxes: typed.boxes,
        from_state: false,
        strict: false,
        lenient: false,
        cage_repeats: false,
        game: args::Game::Auto,
        fail_fast: false,
    };
    let rules: Vec<Arc<dyn Rule>> = typed.rules.iter().map(|name| (job::rule(name).make)()).collect();
    let mut input = Input::new(&reading);
    let (mut puzzles, mut exit) = (Vec::new(), Exit::Yes);
    while let Some(result) = input.next() {
        match result {
            Ok(mut sheet) => {
                sheet.rules.extend_from_slice(&rules);
                let line = if input.is_by_lines() { format!(":{}", sheet.source.line) } else { String::new() };
                puzzles.push(Puzzle { place: format!("{}{line}", input.file()), sheet });
            }
            Err(fault) => {
                notes.report(&fault.report);
                exit = Exit::Input;
            }
        }
    }
    (puzzles, exit)
}

/// The solvers that were named, or all that take these puzzles, each once. Who is named and doesn't take them is an error.
fn entrants(typed: &args::Bench, puzzles: &[Puzzle], notes: &Notes) -> Result<Vec<Entrant>, Failure> {
    let mut entrants: Vec<Entrant> = Vec::new();
    let all = typed.solvers.is_empty();
    // The first only chooses among the others.
    let solvers = if all { &SOLVERS[1..] } else { SOLVERS };
    for solver in solvers.iter().filter(|solver| all || typed.solvers.iter().any(|name| name == solver.name)) {
        let branching = Branching { strategy: None, options: Options::default(), restart: Restart::Never };
        let search =
            Search { rules: Vec::new(), presolve: true, solver: *solver, branching, deadline: None, nodes: typed.nodes, threads: 1 };
        match Entrant::new(search, puzzles) {
            // Some names are other ways to ask for the same.
            Ok(new) if all && entrants.iter().any(|other| other.runs == new.runs) => {}
            Ok(new) => {
                let batches = new.in_batches(puzzles);
                entrants.push(new);
                entrants.extend(batches);
            }
            Err(unsupported) if all => notes.say(format_args!("left out: {unsupported}")),
            Err(unsupported) => return Err(Failure::Unsupported(unsupported)),
        }
    }
    Ok(entrants)
}
