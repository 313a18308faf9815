//! From puzzles to drafts: reads one after the other, asks, writes down. What is made ready for one is used for all that fit.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use pencilmark_engine::Limits;
use pencilmark_sudoku::{Format, Reading, Sheet, Symbol, Template, render_text};

use super::draft::Draft;
use super::lanes::Lanes;
use super::puzzle::{Place, Puzzle, Words, as_asked};
use super::total::Total;
use super::{Ending, Next};
use crate::answer::{Answer, Asker, Outcome};
use crate::args::To;
use crate::cmd::{Exit, Failure};
use crate::input::{Chunk, Content, Fault, read_line};
use crate::job::{Job, Task};
use crate::lines::{Block, Cursor};
use crate::notes::Notes;
use crate::output::{Form, push_fmt};
use crate::wire::{Record, Warning, cells, push_json};
use crate::{contradiction, interrupt};

/// A draft of so much text is handed over, however soon more will come.
const DRAFT: usize = 64 * 1024;

/// Where a worker gets chunks, and hands over what he wrote.
pub(super) trait Desk {
    /// The next chunk; `None` at the end.
    fn next(&mut self) -> Option<Chunk>;
    /// Takes what was written of the chunk at hand, and empties the draft. `Break` if nobody wants it.
    fn post(&mut self, draft: &mut Draft) -> ControlFlow<()>;
    /// The chunk at hand is done. `Break` if nothing is to come after it.
    fn close(&mut self, ending: Ending) -> ControlFlow<()>;
}

/// What all workers have to know.
#[derive(Clone, Copy)]
pub(super) struct Manner<'j> {
    pub(super) job: &'j Job,
    pub(super) words: &'static dyn Words,
    pub(super) notes: Notes,
    /// May there be more than one puzzle?
    pub(super) many: bool,
    /// How to write; `None` is JSON.
    pub(super) form: Option<Form>,
}

impl<'j> Manner<'j> {
    /// Settles how to write.
    pub(super) fn new(job: &'j Job, words: &'static dyn Words, notes: Notes, many: bool, terminal: bool) -> Manner<'j> {
        let lines = many && !job.output.show && !terminal;
        let form = match job.output.to.unwrap_or(if lines { To::Line } else { To::Text }) {
            To::Text | To::Html => Some(Form::Text),
            To::Line => Some(Form::Line),
            To::Csv => Some(Form::Csv),
            To::Json | To::Jsonl => None,
        };
        Manner { job, words, notes, many, form }
    }
}

/// Answers chunks.
pub(super) struct Worker<'w> {
    manner: Manner<'w>,
    desk: &'w mut dyn Desk,
    reading: Reading,
    draft: Draft,
    open: Option<Open>,
    /// Behind each line that is in lanes.
    passed: Vec<Cursor>,
}

/// The chunk at hand.
struct Open {
    file: Arc<str>,
    /// The number of puzzles before the next.
    index: u64,
    rest: Rest,
    bytes: u64,
    exit: Exit,
    total: Total,
}

/// What is left of a chunk.
enum Rest {
    Lines(Block, Cursor, &'static dyn Format),
    One(Option<Box<Result<Sheet, Fault>>>),
}

impl Open {
    fn new(chunk: Chunk) -> Open {
        let rest = match chunk.content {
            Content::Lines(block, format) => {
                let cursor = Cursor::new(&block);
                Rest::Lines(block, cursor, format)
            }
            Content::One(result) => Rest::One(Some(result)),
        };
        Open { file: chunk.file, index: chunk.index, rest, bytes: chunk.bytes, exit: Exit::Yes, total: Total::default() }
    }

    /// The next puzzle, or what is wrong where it should be.
    fn next(&mut self, reading: &mut Reading) -> Option<Result<Sheet, Fault>> {
        match &mut self.rest {
            Rest::One(result) => result.take().map(|result| *result),
            Rest::Lines(block, cursor, format) => loop {
                let (number, bytes) = cursor.next(block)?;
                if let Some(result) = read_line(bytes, number, *format, reading, &self.file).transpose() {
                    return Some(result);
                }
            },
        }
    }

    /// Is nothing left?
    fn is_empty(&self) -> bool {
        match &self.rest {
            Rest::One(result) => result.is_none(),
            Rest::Lines(block, cursor, _) => cursor.is_at_end(block),
        }
    }

    /// Is each line a puzzle?
    fn by_lines(&self) -> bool {
        matches!(self.rest, Rest::Lines(..))
    }
}

impl<'w> Worker<'w> {
    pub(super) fn new(manner: Manner<'w>, desk: &'w mut dyn Desk) -> Worker<'w> {
        Worker { manner, desk, reading: manner.job.input.of_texts(), draft: Draft::new(manner.notes), open: None, passed: Vec::new() }
    }

    /// Answers until there is nothing left, or nobody wants more.
    pub(super) fn work(&mut self) {
        let search = &self.manner.job.search;
        let mut next = self.next();
        while let Some(sheet) = next {
            self.draft.begun = true;
            let template = search.template(&sheet);
            let run = match search.prepare(&template) {
                Ok(run) => run,
                Err(unsupported) => {
                    self.close(Next::Failure(Failure::Unsupported(unsupported)));
                    return;
                }
            };
            // Not every model can be counted so; then each solution is found.
            let counts = search.solver.counts.filter(|_| matches!(self.manner.job.task, Task::Count { most: None }));
            let counts = counts.filter(|_| template.grid().size() <= COUNTED);
            let counter = counts.and_then(|counts| counts().prepare(template.model()).ok());
            let asker = Asker::new(&template, run, counter, self.manner.job.task, search);
            next = self.alike(sheet, &template, asker);
        }
    }

    /// Asks about puzzles as long as they fit the template; the first that does not is given back.
    fn alike(&mut self, mut sheet: Sheet, template: &Template, mut asker: Asker<'_>) -> Option<Sheet> {
        let mut answer = Answer::new();
        let mut lanes = Lanes::new(&self.manner, template, asker.solver());
        loop {
            self.verbose(&sheet);
            self.ask(&sheet, template, &mut asker, &mut answer)?;
            if let Some(lanes) = &mut lanes {
                while self.ask_many(lanes, template, &mut asker, &mut answer)? > 0 {}
            }
            match self.next() {
                Some(next) if template.fits(&next) => sheet = next,
                other => return other,
            }
        }
    }

    /// Asks about the lines to come that are classic puzzles beyond doubt, many at a time, and tells how many there were. `None` when it is
    /// time to stop.
    fn ask_many(&mut self, lanes: &mut Lanes, template: &Template, asker: &mut Asker<'_>, answer: &mut Answer) -> Option<usize> {
        self.reach()?;
        let Some(Open { file, rest: Rest::Lines(block, cursor, format), .. }) = &self.open else { return Some(0) };
        let (file, mut cursor, format) = (file.clone(), *cursor, *format);
        self.passed.clear();
        let passed = &mut self.passed;
        lanes.solve(std::iter::from_fn(|| {
            let (_, line) = cursor.next(block)?;
            passed.push(cursor);
            format.classic(line)
        }));
        for at in 0..lanes.len() {
            if lanes.answer(at, answer) {
                let line = self.pass(at);
                let place = Place { file: &file, line };
                let puzzle = self.puzzle(place, template);
                self.begin(&puzzle, None);
                self.answer(&puzzle, answer, &[]);
                if self.draft.len() > DRAFT {
                    self.post()?;
                }
            } else {
                // It has to be asked for on its own.
                let sheet = self.next()?;
                self.ask(&sheet, template, asker, answer)?;
            }
        }
        self.post()?;
        Some(lanes.len())
    }

    /// Goes to the next chunk if nothing is left of this one. `None` when it is time to stop.
    fn reach(&mut self) -> Option<()> {
        loop {
            match &self.open {
                None => self.open = Some(Open::new(self.desk.next()?)),
                Some(open) if open.is_empty() => self.close(Next::Chunk)?,
                Some(_) => return Some(()),
            }
        }
    }

    /// Passes over a line that was answered in lanes; its number, if that is told.
    fn pass(&mut self, at: usize) -> Option<usize> {
        if let Some(Open { rest: Rest::Lines(_, cursor, _), .. }) = &mut self.open {
            *cursor = self.passed[at];
        }
        self.manner.many.then(|| self.passed[at].number() - 1)
    }

    /// The next puzzle; faults on the way are told. `None` at the end, or when it is time to stop.
    fn next(&mut self) -> Option<Sheet> {
        loop {
            self.reach()?;
            let open = self.open.as_mut().expect("it was reached");
            if interrupt::seen() {
                open.exit = open.exit.max(Exit::Interrupted);
                self.close(Next::Nothing)?;
                return None;
            }
            // The rest may be empty lines.
            let Some(result) = open.next(&mut self.reading) else { continue };
            let search = &self.manner.job.search;
            if open.index > 0 && search.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                open.exit = open.exit.max(Exit::Stopped);
                self.draft.say(format_args!("stopped by --timeout after {} puzzles; there are more", open.index));
                self.close(Next::Nothing)?;
                return None;
            }
            let fault = |error| Fault { report: format!("error: {}: {error}", open.file), error: Box::new(error) };
            match result.and_then(|sheet| as_asked(self.manner.job, sheet).map_err(fault)) {
                Ok(sheet) => {
                    self.draft.begun = true;
                    return Some(sheet);
                }
                Err(fault) => {
                    self.fault(&fault);
                    self.post()?;
                    if self.manner.job.input.fail_fast {
                        self.close(Next::Nothing)?;
                        return None;
                    }
                }
            }
        }
    }

    /// Hands over what was written. `None` if nobody wants it.
    fn post(&mut self) -> Option<()> {
        match self.draft.is_empty() || self.desk.post(&mut self.draft).is_continue() {
            true => Some(()),
            false => None,
        }
    }

    /// The chunk at hand is done. `None` if that is the end.
    fn close(&mut self, next: Next) -> Option<()> {
        self.post()?;
        let Open { exit, total, bytes, .. } = self.open.take()?;
        match self.desk.close(Ending { exit, total, bytes, next }) {
            ControlFlow::Continue(()) => Some(()),
            ControlFlow::Break(()) => None,
        }
    }

    fn open(&mut self) -> &mut Open {
        self.open.as_mut().expect("there is a chunk at hand while its puzzles are asked")
    }

    /// The next puzzle of the chunk.
    fn puzzle<'a>(&mut self, place: Place<'a>, template: &'a Template) -> Puzzle<'a> {
        let Manner { job, many, .. } = self.manner;
        let open = self.open();
        open.index += 1;
        Puzzle { index: open.index - 1, place, many, task: job.task, template }
    }

    /// Asks about a puzzle, and writes. `None` if nobody wants it.
    fn ask(&mut self, sheet: &Sheet, template: &Template, asker: &mut Asker<'_>, answer: &mut Answer) -> Option<()> {
        let many = self.manner.many;
        let open = self.open();
        let file = open.file.clone();
        let line = (many && open.by_lines()).then_some(sheet.source.line);
        let puzzle = self.puzzle(Place { file: &file, line }, template);
        // Known before the search: no solution may be written, then.
        if self.manner.job.input.strict
            && let Some(warning) = odd(sheet).next()
        {
            self.strict(&puzzle, &warning);
            return self.post();
        }
        self.begin(&puzzle, Some(sheet));
        self.post()?;
        let mut wanted = Some(());
        let mut found = 0u64;
        asker.ask(sheet, answer, &mut |values| {
            self.solution(&puzzle, values, found == 0);
            found += 1;
            wanted = self.post();
            if wanted.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        wanted?;
        // Not in batches: a small core takes many searches.
        if !many && puzzle.task == Task::Check && answer.outcome == Outcome::NoSolution && answer.diagnosis.is_none() {
            let search = &self.manner.job.search;
            let limits = Limits { nodes: search.nodes, deadline: search.deadline, interrupt: Some(interrupt::flag()), solutions: None };
            answer.diagnosis = contradiction::diagnose(template, sheet, &limits);
        }
        self.answer(&puzzle, answer, &warnings(sheet, answer));
        self.post()
    }

    /// Before a search: the picture of the puzzle, or the head of a JSON object whose solutions come one by one.
    fn begin(&mut self, puzzle: &Puzzle<'_>, sheet: Option<&Sheet>) {
        match self.manner.form {
            Some(Form::Text) if puzzle.many && !matches!(puzzle.task, Task::Check | Task::Count { .. }) => {
                push_fmt(self.draft.results(), format_args!("# {}\n", puzzle.place));
            }
            None if matches!(puzzle.task, Task::Enumerate { .. }) => {
                let head = Record::head(puzzle.index, self.file(puzzle), puzzle.template);
                let text = self.draft.results();
                head.push(text);
                text.pop();
                text.extend_from_slice(b",\"grids\":[");
            }
            _ => {}
        }
        let output = &self.manner.job.output;
        if let (true, Some(sheet)) = (output.show, sheet) {
            let picture = render_text(&sheet.grid, &sheet.symbols, &sheet.values());
            match output.file {
                Some(_) => self.draft.screen().extend_from_slice(picture.as_bytes()),
                None => push_fmt(self.draft.results(), format_args!("{picture}\n")),
            }
        }
    }

    /// Writes a solution.
    fn solution(&mut self, puzzle: &Puzzle<'_>, values: &[Symbol], is_first: bool) {
        match self.manner.form {
            None => {
                let text = self.draft.results();
                text.extend_from_slice(if is_first { b"" } else { b"," });
                push_json(&cells(puzzle.template, values), text);
            }
            Some(form) => {
                let text = self.draft.results();
                // Grids of several lines are kept apart.
                if form != Form::Line && (!is_first || puzzle.index > 0 && form == Form::Csv) {
                    text.push(b'\n');
                }
                self.manner.words.solution(puzzle, values, form, text);
            }
        }
        let output = &self.manner.job.output;
        if output.show && output.file.is_some() {
            // Elsewhere it is written as a picture anyway.
            let values: Vec<Option<Symbol>> = values.iter().copied().map(Some).collect();
            let picture = render_text(puzzle.template.grid(), puzzle.template.symbols(), &values);
            push_fmt(self.draft.screen(), format_args!("\n{picture}"));
        }
    }

    /// Writes the answer.
    fn answer(&mut self, puzzle: &Puzzle<'_>, answer: &Answer, warnings: &[Warning]) {
        self.draft.puzzles += 1;
        let Manner { job, words, form, .. } = self.manner;
        let open = self.open();
        open.total.add(answer);
        if let (true, Some(warning)) = (job.input.strict, warnings.first()) {
            return self.strict(puzzle, warning);
        }
        open.exit = open.exit.max(words.exit(answer));
        let Some(form) = form else { return self.record(puzzle, answer, warnings) };
        if puzzle.task == Task::Solve && answer.outcome == Outcome::Solved {
            self.solution(puzzle, &answer.first, true);
        }
        for warning in warnings {
            self.draft.warn(format_args!("{}: {}", puzzle.place, warning.message));
        }
        words.answer(puzzle, answer, form, &mut self.draft);
    }

    /// Writes the answer as JSON, or what is left of it after solutions that came one by one.
    fn record(&mut self, puzzle: &Puzzle<'_>, answer: &Answer, warnings: &[Warning]) {
        let file = self.file(puzzle);
        let text = self.draft.results();
        if matches!(puzzle.task, Task::Enumerate { .. }) {
            text.extend_from_slice(b"],");
            let opening = text.len();
            Record::tail(puzzle.template, answer, warnings).push(text);
            text.remove(opening);
        } else {
            Record::whole(puzzle.index, file, puzzle.template, answer, warnings).push(text);
        }
        text.push(b'\n');
    }

    /// A warning that `--strict` makes an error.
    fn strict(&mut self, puzzle: &Puzzle<'_>, warning: &Warning) {
        let open = self.open();
        open.exit = open.exit.max(Exit::Input);
        match self.manner.form {
            None => {
                let text = self.draft.results();
                Record::strict(puzzle.index, puzzle.place.file, puzzle.place.line, warning).push(text);
                text.push(b'\n');
            }
            Some(_) => self.draft.error(format_args!("{}: {}", puzzle.place, warning.message)),
        }
    }

    /// An input that is no puzzle.
    fn fault(&mut self, fault: &Fault) {
        let open = self.open.as_mut().expect("the fault is in it");
        open.exit = open.exit.max(Exit::Input);
        match self.manner.form {
            None => {
                let text = self.draft.results();
                Record::error(open.index, &open.file, &fault.error).push(text);
                text.push(b'\n');
            }
            Some(_) => self.draft.report(&fault.report),
        }
        open.index += 1;
    }

    /// The file, where there are several.
    fn file<'a>(&self, puzzle: &Puzzle<'a>) -> Option<&'a str> {
        (self.manner.job.input.files.len() > 1).then_some(puzzle.place.file)
    }

    fn verbose(&mut self, sheet: &Sheet) {
        if self.manner.job.output.verbose {
            let (search, size) = (&self.manner.job.search, sheet.grid.size());
            let strategy = if search.solver.branches { format!(", strategy {:?}", search.branching.strategy) } else { String::new() };
            let file = self.open().file.clone();
            let (format, symbols, solver) = (sheet.source.format, &sheet.symbols, search.solver.name);
            self.draft.remark(format_args!("{file}: format {format}, {size}x{size}, symbols {symbols}; solver {solver}{strategy}"));
        }
    }
}

/// Larger grids are not counted by recalling subproblems: no limit of time stops the setting up, which takes seconds for 100x100.
const COUNTED: usize = 36;

/// What was odd about the text, and what the rules find odd.
fn odd(sheet: &Sheet) -> impl Iterator<Item = Warning> + '_ {
    let found = sheet.rules.iter().flat_map(|rule| rule.warnings(sheet));
    sheet.warnings.iter().cloned().chain(found).map(|warning| Warning::of(&warning, &sheet.grid))
}

/// The same, and what the solution shows.
fn warnings(sheet: &Sheet, answer: &Answer) -> Vec<Warning> {
    let mut warnings: Vec<Warning> = odd(sheet).collect();
    if !answer.wrong.is_empty() {
        let cells: Vec<String> = answer.wrong.iter().map(|&cell| sheet.grid.name(cell)).collect();
        let message = format!("the player's own digits are wrong in {}", cells.join(", "));
        warnings.push(Warning { kind: "state_wrong_cells", message, cells });
    }
    warnings
}
