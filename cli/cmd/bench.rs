//! `bench`: each solver over all puzzles, several times: how many a second, how much search, and do they agree?

mod race;
mod table;

use clap::ColorChoice;
use pencilmark_engine::{Options, Restart};
use pencilmark_sudoku::Sheet;

use super::{Exit, Failure};
use crate::args::{self, BenchTo};
use crate::job::{self, Search};
use crate::notes::Notes;
use crate::output::Output;
use crate::registry::{Branching, SOLVERS};
use crate::sheets::{Sheets, Wanted};
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
    let (puzzles, mut exit) = read(typed, notes);
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
fn read(typed: &args::Bench, notes: Notes) -> (Vec<Puzzle>, Exit) {
    let wanted = Wanted::new(typed.files.clone(), &typed.reading, false);
    let mut sheets = Sheets::new(&wanted, notes);
    let mut puzzles = Vec::new();
    while let Some(sheet) = sheets.next() {
        puzzles.push(Puzzle { place: sheets.place(&sheet), sheet });
    }
    (puzzles, sheets.exit)
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
