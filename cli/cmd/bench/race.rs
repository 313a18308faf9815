//! One solver over all puzzles, round by round, against the clock; and whether what it finds is what others found.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pencilmark_engine::{Stats, Unsupported};
use pencilmark_sudoku::bitboard::{self, Batch, Candidates, Classic};
use pencilmark_sudoku::{Symbol, Template};

use super::Puzzle;
use crate::answer::{Answer, Asker, Outcome};
use crate::interrupt;
use crate::job::{Search, Task};

/// A solver that takes these puzzles.
pub(super) struct Entrant {
    search: Search,
    /// What its back end calls itself.
    pub(super) runs: &'static str,
    way: Way,
}

/// How puzzles are asked.
enum Way {
    /// One after the other.
    Singly,
    /// Many at a time, as candidates.
    InBatches(Vec<Candidates>),
}

/// What a solver did.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) solver: String,
    /// What runs, more closely.
    pub(crate) runs: &'static str,
    /// How many puzzles were asked in a round: all, unless the time was up.
    pub(crate) asked: usize,
    /// For how many of these a limit came before the answer.
    pub(crate) unknown: usize,
    pub(crate) stats: Stats,
    /// Puzzles a second in each round, ascending.
    pub(crate) rates: Vec<f64>,
}

impl Row {
    /// The rate in the middle, unless there is none.
    pub(crate) fn median(&self) -> Option<f64> {
        self.rates.get(self.rates.len() / 2).copied()
    }

    /// So many a puzzle.
    pub(crate) fn each(&self, all: u64) -> f64 {
        all as f64 / self.asked.max(1) as f64
    }
}

/// What a puzzle came to.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Verdict {
    Unknown,
    None,
    One(Vec<Symbol>),
    Several,
}

impl Verdict {
    fn in_words(&self, template: &Template) -> String {
        match self {
            Verdict::Unknown => "nothing".to_owned(),
            Verdict::None => "no solution".to_owned(),
            Verdict::Several => "several solutions".to_owned(),
            Verdict::One(solution) => {
                let names: Vec<&str> = solution.iter().map(|&symbol| template.symbols().name(symbol)).collect();
                format!("one solution, {}", names.join(if template.symbols().single_characters() { "" } else { " " }))
            }
        }
    }
}

/// What is known of the puzzles so far, and by whom.
pub(super) struct Truth(Vec<Option<(Verdict, String)>>);

/// Two solvers that differ.
#[derive(Debug)]
pub(super) struct Difference {
    /// About this puzzle.
    pub(super) puzzle: usize,
    /// What each of them says.
    pub(super) said: String,
}

impl Truth {
    pub(super) fn new(puzzles: usize) -> Truth {
        Truth(vec![None; puzzles])
    }

    /// Compares what a solver found with what is known; where nothing was, it is now. What is unknown counts for nothing.
    fn compare(&mut self, solver: &str, puzzles: &[Puzzle], verdicts: Vec<Verdict>) -> Result<(), Difference> {
        for (at, verdict) in verdicts.into_iter().enumerate().filter(|(_, verdict)| *verdict != Verdict::Unknown) {
            let (known, who) = self.0[at].get_or_insert_with(|| (verdict.clone(), solver.to_owned()));
            if *known != verdict {
                let template = Template::of(&puzzles[at].sheet);
                let said = format!("{who} finds {}, {solver} {}", known.in_words(&template), verdict.in_words(&template));
                return Err(Difference { puzzle: at, said });
            }
        }
        Ok(())
    }
}

/// One pass over the puzzles.
struct Round {
    /// Of the puzzles that were asked.
    verdicts: Vec<Verdict>,
    stats: Stats,
    time: Duration,
}

impl Entrant {
    /// A solver, if it takes all puzzles.
    pub(super) fn new(search: Search, puzzles: &[Puzzle]) -> Result<Entrant, Unsupported> {
        let mut runs = Ok("");
        let _ = alike(&search, puzzles, &mut |template, _| {
            runs = search.prepare(template).map(|run| run.name());
            if runs.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        Ok(Entrant { runs: runs?, search, way: Way::Singly })
    }

    /// The same for many at a time, if it can do that with these puzzles.
    pub(super) fn in_batches(&self, puzzles: &[Puzzle]) -> Option<Entrant> {
        if !self.runs.starts_with("bitboard") || self.search.nodes.is_some() {
            return None;
        }
        let mut starts = Vec::with_capacity(puzzles.len());
        let mut facts = Vec::new();
        let all = alike(&self.search, puzzles, &mut |template, alike| {
            let Ok(classic) = Classic::recognise(template.model()) else { return ControlFlow::Break(()) };
            for puzzle in alike {
                template.facts(&puzzle.sheet, &mut facts);
                starts.push(classic.candidates(&facts));
            }
            ControlFlow::Continue(())
        });
        all.is_continue().then(|| Entrant { search: self.search.clone(), runs: self.runs, way: Way::InBatches(starts) })
    }

    /// Runs so many rounds, or as many as there is time for.
    pub(super) fn run(&mut self, puzzles: &[Puzzle], deadline: Option<Instant>, rounds: u32, truth: &mut Truth) -> Result<Row, Difference> {
        self.search.deadline = deadline;
        let search = &self.search;
        let solver = match self.way {
            Way::Singly => search.solver.name.to_owned(),
            Way::InBatches(_) => format!("{} in batches", search.solver.name),
        };
        let mut row = Row { solver, runs: self.runs, asked: 0, unknown: 0, stats: Stats::default(), rates: Vec::new() };
        for round in 0..rounds {
            let Round { verdicts, stats, time } = match &self.way {
                Way::Singly => singly(search, puzzles),
                Way::InBatches(starts) => in_batches(search, puzzles, starts),
            };
            let unknown = verdicts.iter().filter(|&verdict| *verdict == Verdict::Unknown).count();
            // A later round that was cut short tells nothing new.
            if round > 0 && is_over(search) && (verdicts.len(), unknown) != (row.asked, row.unknown) {
                break;
            }
            (row.asked, row.unknown, row.stats) = (verdicts.len(), unknown, stats);
            row.rates.push((row.asked - row.unknown) as f64 / time.as_secs_f64().max(1e-9));
            truth.compare(&row.solver, puzzles, verdicts)?;
            if is_over(search) {
                break;
            }
        }
        row.rates.sort_by(f64::total_cmp);
        Ok(row)
    }
}

/// Makes a template for each run of neighbours that it fits.
fn alike(search: &Search, mut puzzles: &[Puzzle], each: &mut dyn FnMut(&Template, &[Puzzle]) -> ControlFlow<()>) -> ControlFlow<()> {
    while let Some(one) = puzzles.first() {
        let template = search.template(&one.sheet);
        let count = puzzles.iter().take_while(|puzzle| template.fits(&puzzle.sheet)).count();
        let (alike, others) = puzzles.split_at(count);
        each(&template, alike)?;
        puzzles = others;
    }
    ControlFlow::Continue(())
}

/// Is the time up?
fn is_over(search: &Search) -> bool {
    interrupt::seen() || search.deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// Asks one after the other, as `check` does: what is made ready for a puzzle counts.
fn singly(search: &Search, puzzles: &[Puzzle]) -> Round {
    let mut round = Round { verdicts: Vec::with_capacity(puzzles.len()), stats: Stats::default(), time: Duration::ZERO };
    let mut answer = Answer::new();
    let start = Instant::now();
    let _ = alike(search, puzzles, &mut |template, alike| {
        let run = search.prepare(template).expect("it took this template before");
        let mut asker = Asker::new(template, run, None, Task::Check, search);
        for puzzle in alike {
            if is_over(search) {
                return ControlFlow::Break(());
            }
            asker.ask(&puzzle.sheet, &mut answer, &mut |_| ControlFlow::Continue(()));
            round.stats.nodes += answer.stats.nodes;
            round.stats.failures += answer.stats.failures;
            round.verdicts.push(match answer.outcome {
                Outcome::NoSolution => Verdict::None,
                Outcome::Unique => Verdict::One(answer.first.clone()),
                Outcome::Multiple => Verdict::Several,
                Outcome::Solved | Outcome::Unknown => Verdict::Unknown,
            });
        }
        ControlFlow::Continue(())
    });
    round.time = start.elapsed();
    round
}

/// Asks all at once.
fn in_batches(search: &Search, puzzles: &[Puzzle], starts: &[Candidates]) -> Round {
    let mut batch = Batch::default();
    let options = bitboard::Options { deadline: search.deadline, interrupt: Some(interrupt::flag()), ..bitboard::Options::limit(2) };
    let mut found = vec![None; starts.len()];
    let mut stats = Stats::default();
    let start = Instant::now();
    batch.run(&mut starts.iter(), &options, &mut |answer| {
        stats.nodes += answer.guesses;
        stats.failures += answer.failures;
        if matches!(answer.end, bitboard::End::Complete | bitboard::End::Limit) {
            found[answer.index as usize] = Some((answer.solutions, answer.first.copied()));
        }
        ControlFlow::Continue(())
    });
    let time = start.elapsed();
    // Puzzles end in any order: what was not reached when time was up is left out.
    let asked = found.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    let mut verdicts = Vec::with_capacity(asked);
    let _ = alike(search, &puzzles[..asked], &mut |template, alike| {
        let classic = Classic::recognise(template.model()).expect("it was one before");
        for puzzle in alike {
            verdicts.push(match &found[verdicts.len()] {
                None => Verdict::Unknown,
                _ if !puzzle.sheet.unlisted.is_empty() => Verdict::None,
                Some((0, _)) => Verdict::None,
                Some((1, Some(first))) => Verdict::One(template.read(&classic.values(first)).collect()),
                Some(_) => Verdict::Several,
            });
        }
        ControlFlow::Continue(())
    });
    Round { verdicts, stats, time }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pencilmark_sudoku::{Reading, detect};

    #[test]
    fn solvers_that_differ_are_named_with_the_puzzle() {
        let text = "1..............2";
        let sheets = detect(text).unwrap().parse(&format!("{text}\n{text}\n"), 1, &mut Reading::new()).unwrap();
        let puzzles: Vec<Puzzle> = sheets.into_iter().map(|sheet| Puzzle { place: String::new(), sheet }).collect();
        let one = |first: usize| Verdict::One((0..16).map(|at| Symbol::new((at + first) % 4)).collect());
        let mut truth = Truth::new(2);
        truth.compare("a", &puzzles, vec![Verdict::Unknown, Verdict::Several]).unwrap();
        truth.compare("b", &puzzles, vec![one(0), Verdict::Several]).unwrap();
        truth.compare("c", &puzzles, vec![one(0), Verdict::Unknown]).unwrap();
        truth.compare("d", &puzzles, vec![one(0)]).unwrap();
        let said = |truth: &mut Truth, verdicts| {
            let difference = truth.compare("e", &puzzles, verdicts).unwrap_err();
            (difference.puzzle, difference.said)
        };
        assert_eq!(said(&mut truth, vec![Verdict::Unknown, Verdict::None]), (1, "a finds several solutions, e no solution".to_owned()));
        let other = "b finds one solution, 1234123412341234, e one solution, 2341234123412341".to_owned();
        assert_eq!(said(&mut truth, vec![one(1), Verdict::Several]), (0, other));
    }
}
