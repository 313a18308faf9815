//! `render`: draws puzzles.

use std::ops::ControlFlow;
use std::path::Path;

use clap::ColorChoice;
use pencilmark_engine::{Backend, Event, Limits, Propagation, first};
use pencilmark_sudoku::{Picture, Sheet, Symbol, Template};

use super::{Exit, Failure};
use crate::args::{self, Drawing};
use crate::interrupt;
use crate::notes::Notes;
use crate::output::Output;
use crate::registry::{Branching, SOLVERS};
use crate::sheets::{Sheets, Wanted};

pub(super) fn run(typed: &args::Render, color: ColorChoice) -> Result<Exit, Failure> {
    let wanted = Wanted::of(&typed.puzzles)?;
    let notes = Notes::new(color, typed.puzzles.quiet);
    let mut out = match &typed.puzzles.output {
        Some(file) => Output::file(file)?,
        None => Output::stdout(),
    };
    interrupt::listen(&out);
    let drawing = typed.to.unwrap_or_else(|| by_name(typed.puzzles.output.as_deref()));
    let mut sheets = Sheets::new(&wanted, notes);
    let mut next = sheets.next();
    let mut drawn = 0;
    while let Some(sheet) = next {
        let place = sheets.place(&sheet);
        let picture = draw(&sheet, &place, typed, &notes, &mut sheets.exit)?;
        next = sheets.next();
        let alone = drawn == 0 && next.is_none();
        let text = match drawing {
            Drawing::Text if alone => picture.to_text(),
            Drawing::Text => format!("{}# {place}\n{}", if drawn == 0 { "" } else { "\n" }, picture.to_text()),
            Drawing::Svg if alone => picture.to_svg(),
            Drawing::Svg => {
                notes.error(format_args!("{place} is not the only puzzle, and an SVG file holds one picture; html holds many"));
                sheets.exit = sheets.exit.max(Exit::Input);
                break;
            }
            Drawing::Html => {
                let head = if drawn == 0 { HEAD } else { "" };
                format!("{head}<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", picture.to_svg(), escape(&place))
            }
        };
        out.write(text.as_bytes())?;
        drawn += 1;
    }
    if drawing == Drawing::Html && drawn > 0 {
        out.write(b"</body>\n</html>\n")?;
    }
    out.finish()?;
    Ok(sheets.exit)
}

const HEAD: &str = "\
<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<meta name=\"color-scheme\" content=\"light dark\">
<title>Pencilmark</title>
<style>
body { margin: 2rem; font-family: sans-serif }
figure { margin: 0 auto 2rem; max-width: 40rem; text-align: center }
svg { width: 100%; height: auto }
</style>
</head>
<body>
";

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// What the name of a file promises.
fn by_name(file: Option<&Path>) -> Drawing {
    match file.and_then(Path::extension).and_then(|extension| extension.to_str()) {
        Some("svg") => Drawing::Svg,
        Some("html" | "htm") => Drawing::Html,
        _ => Drawing::Text,
    }
}

/// The picture of a puzzle, with what else was asked for.
fn draw<'s>(sheet: &'s Sheet, place: &str, typed: &args::Render, notes: &Notes, exit: &mut Exit) -> Result<Picture<'s>, Failure> {
    let picture = Picture::of(sheet);
    if !typed.solution && !typed.candidates {
        return Ok(picture);
    }
    let template = Template::of(sheet);
    let drawn = match template.diagnose(sheet) {
        Some(diagnosis) => Err(format!(": {}", diagnosis.message)),
        None if typed.solution => solution(&template, sheet)?.map(|values| picture.clone().with_solution(&values)).ok_or_else(String::new),
        None => candidates(&template, sheet).map(|open| picture.clone().with_candidates(open)).ok_or_else(String::new),
    };
    match drawn {
        Ok(drawn) => Ok(drawn),
        Err(_) if interrupt::seen() => {
            *exit = (*exit).max(Exit::Interrupted);
            Ok(picture)
        }
        Err(reason) => {
            notes.say(format_args!("{place}: no solution{reason}"));
            *exit = (*exit).max(Exit::No);
            Ok(picture)
        }
    }
}

/// The first solution.
fn solution(template: &Template, sheet: &Sheet) -> Result<Option<Vec<Symbol>>, Failure> {
    let branching = Branching { strategy: None, options: Default::default(), restart: pencilmark_engine::Restart::Luby { scale: 250 } };
    let backends = (SOLVERS[0].backends)(&branching);
    let backends: Vec<&dyn Backend> = backends.iter().map(|backend| &**backend).collect();
    let mut run = first(&backends, template.model()).map_err(Failure::Unsupported)?;
    let mut facts = Vec::new();
    template.facts(sheet, &mut facts);
    let mut found = None;
    let limits = Limits { interrupt: Some(interrupt::flag()), ..Limits::solutions(1) };
    run.run(&facts, &limits, None, &mut |values| {
        found = Some(template.read(values).collect());
        ControlFlow::Break(())
    });
    Ok(found)
}

/// What each cell can still have when propagation removes no more, before any decision; `None` if that shows there is no solution.
fn candidates(template: &Template, sheet: &Sheet) -> Option<Vec<Vec<Symbol>>> {
    let (symbols, values) = (template.symbols(), template.symbols().values());
    let cells = template.grid().cell_count();
    let mut open: Vec<Vec<Symbol>> = vec![symbols.iter().collect(); cells];
    let mut facts = Vec::new();
    template.facts(sheet, &mut facts);
    let (mut decided, mut failed) = (false, false);
    let mut watch = |event: &Event<'_>| match event {
        _ if decided => {}
        Event::Decided { .. } => decided = true,
        Event::Failed { .. } | Event::GivenRefused(_) => failed = true,
        // Variables that help constraints come after the cells.
        Event::Given(fact) if fact.var.index() < cells => open[fact.var.index()].retain(|symbol| fact.allows(values[symbol.index()])),
        Event::Pruned { var, after, .. } if var.index() < cells => {
            open[var.index()].retain(|symbol| after.contains(values[symbol.index()]))
        }
        _ => {}
    };
    let mut run = Propagation::default().prepare(template.model()).expect("propagation takes every model");
    let limits = Limits { nodes: Some(1), interrupt: Some(interrupt::flag()), ..Limits::solutions(1) };
    run.run(&facts, &limits, Some(&mut watch), &mut |_| ControlFlow::Break(()));
    (!failed).then_some(open)
}
