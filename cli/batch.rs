//! From puzzles to results: reads one after the other, asks, writes. What is made ready for one is used for all that fit.

use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::ColorChoice;
use pencilmark_engine::{Backend, Limits, Stats, first};
use pencilmark_sudoku::{ParseError, Sheet, Symbol, Template, render_text};

use crate::answer::{Answer, Asker, Outcome};
use crate::args::To;
use crate::chunks::Chunks;
use crate::cmd::{Exit, Failure};
use crate::contradiction;
use crate::input::{Fault, Input};
use crate::interrupt;
use crate::job::{Job, Task};
use crate::notes::Notes;
use crate::output::{Form, Output, push_fmt};
use crate::progress;
use crate::wire::{Record, Warning, cells, push_json};

/// The puzzle at hand.
#[derive(Debug)]
pub(crate) struct Puzzle<'a> {
    /// Its number among all, from 0.
    pub(crate) index: u64,
    pub(crate) place: Place<'a>,
    /// Are there others?
    pub(crate) many: bool,
    pub(crate) task: Task,
    pub(crate) template: &'a Template,
}

/// Where a puzzle stands: `p.txt`, or `p.txt:3` among many.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    file: &'a str,
    line: Option<usize>,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.file)?;
        self.line.map_or(Ok(()), |line| write!(f, ":{line}"))
    }
}

/// How a command puts its results.
pub(crate) trait Words {
    /// What comes before all results.
    fn header(&self, _form: Form) -> Option<&'static str> {
        None
    }

    /// Adds a solution to what is written.
    fn solution(&self, _puzzle: &Puzzle<'_>, _values: &[Symbol], _form: Form, _text: &mut Vec<u8>) {}

    /// Adds what is to be written when all solutions were, and says the rest.
    fn answer(&self, puzzle: &Puzzle<'_>, answer: &Answer, form: Form, text: &mut Vec<u8>, notes: &Notes);

    /// Is the answer a yes?
    fn exit(&self, answer: &Answer) -> Exit;
}

/// Does a job, and says how it ended.
pub(crate) fn run(job: &Job, words: &dyn Words, color: ColorChoice) -> Result<Exit, Failure> {
    let (out, screen) = match &job.output.file {
        Some(file) => (Output::file(file)?, job.output.show.then(Output::stdout)),
        None => (Output::stdout(), None),
    };
    interrupt::listen(&out);
    // Results that scroll by on the same screen are progress enough.
    if !out.is_terminal() && !job.output.quiet {
        progress::show();
    }
    let notes = Notes::new(color, job.output.quiet);
    let mut batch = Batch { job, words, notes, out, screen, form: None, text: Vec::new(), index: 0, exit: Exit::Yes, total: Total::new() };
    let result = batch.all();
    progress::clear(&mut std::io::stderr().lock());
    batch.out.finish()?;
    batch.screen.as_mut().map_or(Ok(()), Output::finish)?;
    result?;
    if job.output.stats {
        batch.total.say(&Notes::new(color, false));
    }
    Ok(batch.exit)
}

struct Batch<'j> {
    job: &'j Job,
    words: &'j dyn Words,
    notes: Notes,
    out: Output,
    /// Where `--show` draws when the results go elsewhere.
    screen: Option<Output>,
    /// How to write; `None` is JSON, and is settled at the first puzzle.
    form: Option<Option<Form>>,
    /// What is about to be written.
    text: Vec<u8>,
    /// The number of puzzles before this.
    index: u64,
    exit: Exit,
    total: Total,
}

impl Batch<'_> {
    fn all(&mut self) -> Result<(), Failure> {
        let search = &self.job.search;
        let backends = (search.solver.backends)(&search.branching);
        let backends: Vec<&dyn Backend> = backends.iter().map(|backend| &**backend).collect();
        let mut input = Input::new(&self.job.input);
        let mut next = self.next(&mut input)?;
        while let Some(sheet) = next {
            self.out.begin()?;
            let template = search.template(&sheet);
            let run = first(&backends, template.model()).map_err(Failure::Unsupported)?;
            // Not every model can be counted so; then each solution is found.
            let counts = search.solver.counts.filter(|_| matches!(self.job.task, Task::Count { most: None }));
            let counter = counts.and_then(|counts| counts().prepare(template.model()).ok());
            let asker = Asker::new(&template, run, counter, self.job.task, search);
            self.verbose(&sheet, &input);
            next = self.alike(sheet, &template, asker, &mut input)?;
        }
        Ok(())
    }

    /// Asks about puzzles as long as they fit the template; the first that does not is given back.
    fn alike(
        &mut self,
        mut sheet: Sheet,
        template: &Template,
        mut asker: Asker<'_>,
        input: &mut Input<'_>,
    ) -> Result<Option<Sheet>, Failure> {
        let mut answer = Answer::new();
        if let Some(mut chunks) = Chunks::new(self.job, template, asker.solver(), self.form() == Some(Form::Text)) {
            return self.in_chunks(sheet, &mut chunks, template, &mut asker, &mut answer, input);
        }
        loop {
            self.puzzle(&sheet, template, Some(&mut asker), &mut answer, input)?;
            match self.next(input)? {
                Some(next) if template.fits(&next) => sheet = next,
                other => return Ok(other),
            }
        }
    }

    /// The same for puzzles that are solved many at a time: as many as are there without waiting.
    fn in_chunks(
        &mut self,
        mut sheet: Sheet,
        chunks: &mut Chunks,
        template: &Template,
        asker: &mut Asker<'_>,
        answer: &mut Answer,
        input: &mut Input<'_>,
    ) -> Result<Option<Sheet>, Failure> {
        loop {
            // The one that ended the chunk: it doesn't fit, or is no puzzle.
            let mut odd = None;
            chunks.push(sheet);
            while odd.is_none() && !chunks.is_full() && !interrupt::seen() {
                match input.ready().map(|result| self.fit_to_ask(result, input)) {
                    Some(Ok(next)) if template.fits(&next) => chunks.push(next),
                    Some(other) => odd = Some(other),
                    None => break,
                }
            }
            chunks.solve(template);
            let sheets = chunks.take();
            for (at, sheet) in sheets.iter().enumerate() {
                let known = chunks.answer(at, sheet, answer);
                self.puzzle(sheet, template, (!known).then_some(&mut *asker), answer, input)?;
                if !known && interrupt::seen() {
                    self.exit = self.exit.max(Exit::Interrupted);
                    return Ok(None);
                }
            }
            chunks.done(sheets);
            let next = match odd {
                Some(odd) => match self.told(odd, input)? {
                    ControlFlow::Continue(Some(sheet)) => Some(sheet),
                    ControlFlow::Continue(None) => self.next(input)?,
                    ControlFlow::Break(()) => None,
                },
                None => self.next(input)?,
            };
            match next {
                Some(next) if template.fits(&next) => sheet = next,
                other => return Ok(other),
            }
        }
    }

    /// The next puzzle; faults on the way are told. `None` at the end, or when it is time to stop.
    fn next(&mut self, input: &mut Input<'_>) -> Result<Option<Sheet>, Failure> {
        while !interrupt::seen() {
            let Some(result) = input.next() else { return Ok(None) };
            if self.index > 0 && self.job.search.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.notes.say(format_args!("stopped by --timeout after {} puzzles; there are more", self.index));
                self.exit = self.exit.max(Exit::Stopped);
                return Ok(None);
            }
            self.settle(input)?;
            let result = self.fit_to_ask(result, input);
            match self.told(result, input)? {
                ControlFlow::Continue(Some(sheet)) => return Ok(Some(sheet)),
                ControlFlow::Continue(None) => {}
                ControlFlow::Break(()) => return Ok(None),
            }
        }
        self.exit = self.exit.max(Exit::Interrupted);
        Ok(None)
    }

    /// What was read, as the options want it.
    fn fit_to_ask(&self, result: Result<Sheet, Fault>, input: &Input<'_>) -> Result<Sheet, Fault> {
        let fault = |error| Fault { report: format!("error: {}: {error}", input.file()), error: Box::new(error) };
        result.and_then(|sheet| as_asked(self.job, sheet).map_err(fault))
    }

    /// A puzzle if it is one, else its fault is told; `Break` if that is the end.
    fn told(&mut self, result: Result<Sheet, Fault>, input: &Input<'_>) -> Result<ControlFlow<(), Option<Sheet>>, Failure> {
        match result {
            Ok(sheet) => Ok(ControlFlow::Continue(Some(sheet))),
            Err(fault) => {
                self.fault(&fault, input)?;
                Ok(if self.job.input.fail_fast { ControlFlow::Break(()) } else { ControlFlow::Continue(None) })
            }
        }
    }

    /// Settles how to write, once.
    fn settle(&mut self, input: &Input<'_>) -> Result<(), Failure> {
        if self.form.is_some() {
            return Ok(());
        }
        let to = self.job.output.to.unwrap_or_else(|| match input.is_many() && !self.job.output.show && !self.out.is_terminal() {
            true => To::Line,
            false => To::Text,
        });
        let form = match to {
            To::Text | To::Html => Some(Form::Text),
            To::Line => Some(Form::Line),
            To::Csv => Some(Form::Csv),
            To::Json | To::Jsonl => None,
        };
        self.form = Some(form);
        match form.and_then(|form| self.words.header(form)) {
            Some(header) => self.out.write(header.as_bytes()),
            None => Ok(()),
        }
    }

    fn form(&self) -> Option<Form> {
        self.form.expect("settled when the first puzzle was read")
    }

    /// Asks about a puzzle, unless the answer is known, and writes.
    fn puzzle(
        &mut self,
        sheet: &Sheet,
        template: &Template,
        asker: Option<&mut Asker<'_>>,
        answer: &mut Answer,
        input: &Input<'_>,
    ) -> Result<(), Failure> {
        let many = input.is_many();
        let line = (many && input.is_by_lines()).then_some(sheet.source.line);
        let place = Place { file: input.file(), line };
        let puzzle = Puzzle { index: self.index, place, many, task: self.job.task, template };
        self.index += 1;
        self.begin(&puzzle, sheet)?;
        let mut written = Ok(());
        let mut found = 0u64;
        if let Some(asker) = asker {
            asker.ask(sheet, answer, &mut |values| {
                written = self.solution(&puzzle, values, found == 0);
                found += 1;
                if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        written?;
        // Not in batches: a small core takes many searches.
        if !many && puzzle.task == Task::Check && answer.outcome == Outcome::NoSolution && answer.diagnosis.is_none() {
            let search = &self.job.search;
            let limits = Limits { nodes: search.nodes, deadline: search.deadline, interrupt: Some(interrupt::flag()), solutions: None };
            answer.diagnosis = contradiction::diagnose(template, sheet, &limits);
        }
        self.total.add(answer);
        progress::puzzle();
        self.answer(&puzzle, sheet, answer)
    }

    /// Before a search: the picture of the puzzle, or the head of a JSON object whose solutions come one by one.
    fn begin(&mut self, puzzle: &Puzzle<'_>, sheet: &Sheet) -> Result<(), Failure> {
        self.text.clear();
        match self.form() {
            Some(Form::Text) if puzzle.many && !matches!(puzzle.task, Task::Check | Task::Count { .. }) => {
                push_fmt(&mut self.text, format_args!("# {}\n", puzzle.place));
            }
            None if matches!(puzzle.task, Task::Enumerate { .. }) => {
                Record::head(puzzle.index, self.file(puzzle), puzzle.template).push(&mut self.text);
                self.text.pop();
                self.text.extend_from_slice(b",\"grids\":[");
            }
            _ => {}
        }
        if self.job.output.show {
            let picture = render_text(&sheet.grid, &sheet.symbols, &sheet.values());
            match &mut self.screen {
                Some(screen) => screen.write(picture.as_bytes())?,
                None => push_fmt(&mut self.text, format_args!("{picture}\n")),
            }
        }
        self.out.write(&self.text)
    }

    /// Writes a solution.
    fn solution(&mut self, puzzle: &Puzzle<'_>, values: &[Symbol], is_first: bool) -> Result<(), Failure> {
        self.text.clear();
        match self.form() {
            None => {
                self.text.extend_from_slice(if is_first { b"" } else { b"," });
                push_json(&cells(puzzle.template, values), &mut self.text);
            }
            Some(form) => {
                // Grids of several lines are kept apart.
                if form != Form::Line && (!is_first || puzzle.index > 0 && form == Form::Csv) {
                    self.text.push(b'\n');
                }
                self.words.solution(puzzle, values, form, &mut self.text);
            }
        }
        self.draw(puzzle, values)?;
        self.out.write(&self.text)
    }

    /// Draws a solution for `--show`, where it isn't written as a picture anyway.
    fn draw(&mut self, puzzle: &Puzzle<'_>, values: &[Symbol]) -> Result<(), Failure> {
        let Some(screen) = &mut self.screen else { return Ok(()) };
        let values: Vec<Option<Symbol>> = values.iter().copied().map(Some).collect();
        let picture = render_text(puzzle.template.grid(), puzzle.template.symbols(), &values);
        screen.write(format!("\n{picture}").as_bytes())
    }

    /// Writes the answer.
    fn answer(&mut self, puzzle: &Puzzle<'_>, sheet: &Sheet, answer: &Answer) -> Result<(), Failure> {
        let warnings = warnings(sheet, answer);
        if let (true, Some(warning)) = (self.job.input.strict, warnings.first()) {
            return self.strict(puzzle, warning);
        }
        self.exit = self.exit.max(self.words.exit(answer));
        if puzzle.task == Task::Solve && answer.outcome == Outcome::Solved && self.form().is_some() {
            self.solution(puzzle, &answer.first, true)?;
        }
        self.text.clear();
        match self.form() {
            None if matches!(puzzle.task, Task::Enumerate { .. }) => {
                self.text.extend_from_slice(b"],");
                let opening = self.text.len();
                Record::tail(puzzle.template, answer, &warnings).push(&mut self.text);
                self.text.remove(opening);
                self.text.push(b'\n');
            }
            None => {
                Record::whole(puzzle.index, self.file(puzzle), puzzle.template, answer, &warnings).push(&mut self.text);
                self.text.push(b'\n');
            }
            Some(form) => {
                for warning in &warnings {
                    self.notes.warn(format_args!("{}: {}", puzzle.place, warning.message));
                }
                self.words.answer(puzzle, answer, form, &mut self.text, &self.notes);
            }
        }
        self.out.write(&self.text)
    }

    /// A warning that `--strict` makes an error.
    fn strict(&mut self, puzzle: &Puzzle<'_>, warning: &Warning) -> Result<(), Failure> {
        self.exit = self.exit.max(Exit::Input);
        self.text.clear();
        match self.form() {
            None => Record::strict(puzzle.index, puzzle.place.file, warning).push(&mut self.text),
            Some(_) => self.notes.error(format_args!("{}: {}", puzzle.place, warning.message)),
        }
        self.end_record()
    }

    /// An input that is no puzzle.
    fn fault(&mut self, fault: &Fault, input: &Input<'_>) -> Result<(), Failure> {
        self.exit = self.exit.max(Exit::Input);
        self.text.clear();
        match self.form() {
            None => Record::error(self.index, input.file(), &fault.error).push(&mut self.text),
            Some(_) => self.notes.report(&fault.report),
        }
        self.index += 1;
        self.end_record()
    }

    fn end_record(&mut self) -> Result<(), Failure> {
        if !self.text.is_empty() {
            self.text.push(b'\n');
        }
        self.out.write(&self.text)
    }

    /// The file, where there are several.
    fn file<'a>(&self, puzzle: &Puzzle<'a>) -> Option<&'a str> {
        (self.job.input.files.len() > 1).then_some(puzzle.place.file)
    }

    fn verbose(&self, sheet: &Sheet, input: &Input<'_>) {
        if self.job.output.verbose {
            let (search, size) = (&self.job.search, sheet.grid.size());
            let strategy = if search.solver.branches { format!(", strategy {:?}", search.branching.strategy) } else { String::new() };
            let (file, format, symbols) = (input.file(), sheet.source.format, &sheet.symbols);
            self.notes
                .say(format_args!("{file}: format {format}, {size}x{size}, symbols {symbols}; solver {}{strategy}", search.solver.name));
        }
    }
}

/// A sheet as the options want it.
pub(crate) fn as_asked(job: &Job, sheet: Sheet) -> Result<Sheet, ParseError> {
    job.input.admit(sheet, &job.search.rules)
}

/// What was odd about the text, what the rules find odd, and what the solution shows.
fn warnings(sheet: &Sheet, answer: &Answer) -> Vec<Warning> {
    let found = sheet.rules.iter().flat_map(|rule| rule.warnings(sheet));
    let mut warnings: Vec<Warning> =
        sheet.warnings.iter().cloned().chain(found).map(|warning| Warning::of(&warning, &sheet.grid)).collect();
    if !answer.wrong.is_empty() {
        let cells: Vec<String> = answer.wrong.iter().map(|&cell| sheet.grid.name(cell)).collect();
        let message = format!("the player's own digits are wrong in {}", cells.join(", "));
        warnings.push(Warning { kind: "state_wrong_cells", message, cells });
    }
    warnings
}

/// What all puzzles together cost.
struct Total {
    puzzles: u64,
    stats: Stats,
    /// What ran last.
    solver: &'static str,
    searched: Duration,
    start: Instant,
}

impl Total {
    fn new() -> Total {
        Total { puzzles: 0, stats: Stats::default(), solver: "none", searched: Duration::ZERO, start: Instant::now() }
    }

    fn add(&mut self, answer: &Answer) {
        self.puzzles += 1;
        self.searched += answer.time;
        self.solver = answer.solver;
        self.stats.nodes += answer.stats.nodes;
        self.stats.failures += answer.stats.failures;
        self.stats.propagations += answer.stats.propagations;
        self.stats.restarts += answer.stats.restarts;
    }

    fn say(&self, notes: &Notes) {
        let Stats { nodes, failures, propagations, restarts, .. } = self.stats;
        let time = self.start.elapsed();
        if self.puzzles > 1 {
            let rate = self.puzzles as f64 / time.as_secs_f64().max(1e-9);
            notes.say(format_args!("{} puzzles in {:.3} s, {rate:.0} a second", self.puzzles, time.as_secs_f64()));
        }
        let restarts = if restarts > 0 { format!(", restarts {restarts}") } else { String::new() };
        let search = self.searched.as_secs_f64();
        notes.say(format_args!(
            "solver {}, nodes {nodes}, failures {failures}, propagations {propagations}{restarts}, search {search:.6} s",
            self.solver
        ));
    }
}
