//! Exact cover as a back end: a general translation of models made of all-different and binary constraints.
//!
//! A variable is a primary item, and so is each (constraint, value) pair of an all-different that uses up its values, since each of these
//! values has a place; of other all-differents they are secondary items. An option gives a variable a value: it covers the variable, and
//! the pair of that value with each all-different on the variable. Two values that a binary constraint forbids together share a secondary
//! item. On Sudoku this is the usual matrix of 729 options and 324 items.
//!
//! A cage (different values with a total) has options of its own, its combinations; see `Items::add_cage`.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use hashbrown::HashMap;

use super::{Backend, Count, Run, Sink, Unsupported};
use crate::constraints::cage_sum::Combinations;
use crate::constraints::cage_sum::table::Table;
use crate::domain::{Fact, Value, Var, ones};
use crate::domains::Domains;
use crate::exact_cover::{
    Algorithm, Counter, Counters, Ended, Event as CoverEvent, ItemId, Limits as CoverLimits, Observer as CoverObserver, OptionId, Problem,
    Solver, Step, Stop,
};
use crate::model::{ConstraintId, Model, Shape};
use crate::observe::{CoverItem, CoverOption, Event, Observer, Told};
use crate::search::{End, Limits, Outcome, Stats};

/// Algorithm X: on a bitset matrix, or by dancing cells.
#[derive(Clone, Copy, Debug)]
pub struct ExactCover {
    name: &'static str,
    about: &'static str,
    algorithm: Algorithm,
}

impl ExactCover {
    /// Knuth's Algorithm X on a matrix of bits.
    pub fn algorx() -> ExactCover {
        ExactCover {
            name: "algorx",
            about: "exact cover by Knuth's Algorithm X on a matrix of bits; takes all-different and binary constraints, and cages",
            algorithm: Algorithm::Matrix,
        }
    }

    /// Dancing: on sparse sets (cells), which were faster than links on every model measured.
    pub fn dancing() -> ExactCover {
        ExactCover {
            name: "dancing",
            about: "exact cover by dancing cells, the faster kin of dancing links; takes all-different and binary constraints, and cages",
            algorithm: Algorithm::Cells,
        }
    }

    /// Knuth's dancing links, for comparison.
    pub fn links() -> ExactCover {
        ExactCover {
            name: "dancing-links",
            about: "exact cover by Knuth's dancing links; takes all-different and binary constraints, and cages",
            algorithm: Algorithm::Links,
        }
    }
}

impl Backend for ExactCover {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn prepare<'m>(&self, model: &'m Model) -> Result<Box<dyn Run + 'm>, Unsupported> {
        let decline = |reason: String| Unsupported { backend: self.name, reason };
        let cover = Translation::new(model, &model.root()).map_err(decline)?;
        let solver = self.algorithm.solver(&cover.problem).map_err(|too_large| decline(too_large.to_string()))?;
        Ok(Box::new(Prepared { model, algorithm: self.algorithm, cover, solver }))
    }
}

/// A problem, and what its options stand for.
#[derive(Debug)]
struct Translation {
    problem: Problem,
    /// What each primary item stands for.
    items: Vec<CoverItem>,
    /// The variable and value of each option, ...
    options: Vec<(Var, Value)>,
    /// ... and the cage and combination of each option behind those.
    combinations: Vec<(ConstraintId, Vec<Value>)>,
    option_of: HashMap<(Var, Value), OptionId>,
}

impl Translation {
    /// Translates a model with the given domains; the reason why not, if it cannot.
    fn new(model: &Model, domains: &Domains) -> Result<Translation, String> {
        let mut items = Items { primary: model.all_vars().map(CoverItem::Value).collect(), secondary: 0, of: HashMap::new() };
        let mut refused: HashMap<(Var, Value), ()> = HashMap::new();
        for (id, posted) in model.constraints().filter(|(_, p)| !p.implied) {
            match posted.constraint.shape() {
                Shape::AllDifferent(views) => {
                    let holders = model.holders(views);
                    let uses_up = holders.len() == views.len();
                    for (value, mut holders) in holders {
                        // A variable that stands twice for one value cannot have it.
                        refused.extend(holders.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| (pair[0], ())));
                        holders.dedup();
                        items.add(uses_up.then_some(CoverItem::Place { constraint: id, value }), holders);
                    }
                }
                Shape::Binary(x, y) => {
                    for v in domains.declared(x).iter() {
                        for w in domains.declared(y).iter().filter(|&w| x != y || v == w) {
                            if posted.constraint.holds(&[v, w]) {
                                continue;
                            }
                            if x == y {
                                refused.insert((x, v), ());
                            } else {
                                items.add(None, vec![(x, v), (y, w)]);
                            }
                        }
                    }
                }
                // Cages are taken below.
                Shape::CageSum(..) => {}
                _ => return Err(format!("{} is neither all-different nor binary, nor a sum of different values", posted.label)),
            }
        }
        let cages = cages(model)?;
        let mut combinations = Vec::new();
        for cage in &cages {
            items.add_cage(cage, &mut refused, &mut combinations);
        }
        let primary = items.primary.len() as u32;
        let mut cover = Translation {
            problem: Problem::numbered(primary, items.secondary),
            items: items.primary,
            options: Vec::new(),
            combinations: Vec::new(),
            option_of: HashMap::new(),
        };
        for var in model.all_vars() {
            for value in domains.get(var).iter().filter(|&v| !refused.contains_key(&(var, v))) {
                let of = items.of.get(&(var, value)).map_or(&[][..], Vec::as_slice);
                // Secondary items are numbered behind all primary ones.
                let number = |&(is_primary, number): &(bool, u32)| if is_primary { number } else { primary + number };
                let all: Vec<ItemId> = std::iter::once(var.0).chain(of.iter().map(number)).map(ItemId::new).collect();
                let option = cover.problem.option(&all).expect("each item is there, and none twice");
                cover.options.push((var, value));
                cover.option_of.insert((var, value), option);
            }
        }
        for combination in combinations {
            let all: Vec<ItemId> = combination.items.into_iter().map(ItemId::new).collect();
            cover.problem.option(&all).expect("each item is there, and none twice");
            cover.combinations.push((combination.cage, combination.values));
        }
        Ok(cover)
    }

    /// What an option stands for.
    fn choice(&self, option: OptionId) -> CoverOption<'_> {
        match self.options.get(option.index()) {
            Some(&(var, value)) => CoverOption::Value(var, value),
            None => {
                let (cage, values) = &self.combinations[option.index() - self.options.len()];
                CoverOption::Combination(*cage, values)
            }
        }
    }
}

/// Variables of different values with a total, and the combinations that give it.
struct Cage<'m> {
    id: ConstraintId,
    vars: &'m [Var],
    base: Value,
    table: Arc<Table>,
}

/// Implied cages of at most this many variables are worth their options.
const IMPLIED_CAGE: usize = 4;

/// The cages of a model, each once; implied ones if they are small.
fn cages<'m>(model: &'m Model) -> Result<Vec<Cage<'m>>, String> {
    let memo = Combinations::default();
    let mut seen: HashMap<Vec<Var>, i64> = HashMap::new();
    let mut cages = Vec::new();
    for (id, posted) in model.constraints() {
        let Shape::CageSum(vars, total) = posted.constraint.shape() else { continue };
        let mut sorted = vars.to_vec();
        sorted.sort_unstable();
        if posted.implied && (vars.len() > IMPLIED_CAGE || seen.get(&sorted) == Some(&total)) {
            continue;
        }
        seen.insert(sorted, total);
        let values = vars.iter().flat_map(|&var| model.domain(var).as_ref().iter());
        match memo.among(values, vars.len(), Some(total)) {
            Some((base, table)) => cages.push(Cage { id, vars, base, table }),
            None if posted.implied => {}
            None => return Err(format!("{} has too many combinations, or values that are too far apart", posted.label)),
        }
    }
    Ok(cages)
}

/// A combination of a cage as an option while a problem is made.
struct Combination {
    cage: ConstraintId,
    values: Vec<Value>,
    items: Vec<u32>,
}

/// The items of each option while a problem is made, as (primary, number).
struct Items {
    /// What the primary ones stand for.
    primary: Vec<CoverItem>,
    secondary: u32,
    of: HashMap<(Var, Value), Vec<(bool, u32)>>,
}

impl Items {
    /// The items of a cage: the cage itself, and each of its values. A combination covers the cage and the values that it leaves out, and
    /// who takes a value of the cage covers that: so each is covered just once, and all values differ.
    fn add_cage(&mut self, cage: &Cage<'_>, refused: &mut HashMap<(Var, Value), ()>, combinations: &mut Vec<Combination>) {
        let possible = cage.table.masks().iter().fold(0, |possible, mask| possible | mask);
        let own = self.primary.len() as u32;
        let value = |bit: u32| cage.base.saturating_add(bit as Value);
        self.primary.push(CoverItem::Combination(cage.id));
        let item_of: HashMap<u32, u32> = ones(possible).zip(own + 1..).collect();
        self.primary.extend(ones(possible).map(|bit| CoverItem::Use { constraint: cage.id, value: value(bit) }));
        for &mask in cage.table.masks() {
            let items = std::iter::once(own).chain(ones(possible & !mask).map(|bit| item_of[&bit])).collect();
            combinations.push(Combination { cage: cage.id, values: ones(mask).map(value).collect(), items });
        }
        for &var in cage.vars {
            for bit in 0..64 {
                let option = (var, value(bit));
                match item_of.get(&bit) {
                    Some(&item) => self.of.entry(option).or_default().push((true, item)),
                    None => drop(refused.insert(option, ())),
                }
            }
        }
    }

    /// A new item that these options cover: a primary one, if it stands for something.
    fn add(&mut self, item: Option<CoverItem>, options: Vec<(Var, Value)>) {
        let number = if item.is_some() { self.primary.len() as u32 } else { self.secondary };
        for option in options {
            self.of.entry(option).or_default().push((item.is_some(), number));
        }
        match item {
            Some(item) => self.primary.push(item),
            None => self.secondary += 1,
        }
    }
}

struct Prepared<'m> {
    model: &'m Model,
    algorithm: Algorithm,
    cover: Translation,
    solver: Box<dyn Solver>,
}

/// Givens, as far as exact cover knows them.
enum Givens {
    /// These options are chosen.
    Options(Vec<OptionId>),
    /// Some variable lost values without being fixed: the problem is another one.
    Narrower(Domains),
    /// This one, if it isn't several together, can no longer be true.
    Contradiction(Fact),
}

impl Prepared<'_> {
    fn givens(&self, facts: &[Fact]) -> Givens {
        let mut domains = self.model.root();
        if let Some(&refused) = facts.iter().find(|&&fact| domains.apply(fact).is_err()) {
            return Givens::Contradiction(refused);
        }
        let mut options = Vec::new();
        for var in self.model.all_vars() {
            let (now, declared) = (domains.get(var), domains.declared(var));
            match now.value() {
                Some(_) if declared.is_fixed() => {}
                Some(value) => match self.cover.option_of.get(&(var, value)) {
                    Some(&option) => options.push(option),
                    None => return Givens::Contradiction(var.is(value)),
                },
                None if now.len() == declared.len() => {}
                None => return Givens::Narrower(domains),
            }
        }
        Givens::Options(options)
    }
}

/// Tells of a search in the words of the model.
struct Teller<'a> {
    cover: &'a Translation,
    observer: &'a mut dyn Observer,
    /// The nodes from the root to where the search is.
    path: Vec<u64>,
    nodes: u64,
}

impl CoverObserver for Teller<'_> {
    fn event(&mut self, event: CoverEvent) {
        let item = |item: ItemId| self.cover.items[item.index()];
        let here = *self.path.last().expect("the root is always there");
        match event {
            CoverEvent::Branch { item: chosen, options } => {
                self.observer.event(&Event::Branched { item: item(chosen), options: options.into() });
            }
            CoverEvent::Take(option) => {
                self.nodes += 1;
                self.path.push(self.nodes);
                self.observer.event(&Event::Tried { node: self.nodes, parent: here, choice: self.cover.choice(option) });
            }
            CoverEvent::Stuck(stuck) => self.observer.event(&Event::Stuck(item(stuck))),
            CoverEvent::Back => {
                self.path.pop();
                let to = *self.path.last().expect("what was taken is taken back");
                self.observer.event(&Event::Backtracked { from: here, to });
            }
        }
    }
}

impl fmt::Debug for Teller<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Teller").field("path", &self.path).finish_non_exhaustive()
    }
}

/// Runs a solver, on which the givens are committed.
fn search(
    model: &Model,
    cover: &Translation,
    solver: &mut dyn Solver,
    limits: &Limits<'_>,
    observer: Option<&mut dyn Observer>,
    sink: &mut Sink<'_>,
) -> Outcome {
    let mut teller = observer.map(|observer| Teller { cover, observer, path: vec![0], nodes: 0 });
    let mut solutions = 0;
    let mut values = vec![0; model.len()];
    let end = loop {
        if limits.solutions.is_some_and(|most| solutions >= most) {
            break End::Solutions;
        }
        let left = cover_limits(limits).after(solver.counters());
        match solver.advance(left, teller.as_mut().map(|teller| teller as &mut dyn CoverObserver)) {
            Step::Done => break End::Complete,
            Step::Stopped(stop) => break end_of(stop),
            Step::Solution => {
                for option in solver.cover() {
                    if let Some(&(var, value)) = cover.options.get(option.index()) {
                        values[var.index()] = value;
                    }
                }
                if let Err(broken) = model.check(&values) {
                    panic!("exact cover found values that are no solution, which is a fault of the translation: {broken}");
                }
                solutions += 1;
                if let Some(teller) = &mut teller {
                    teller.observer.event(&Event::Solution(&values));
                }
                if let ControlFlow::Break(()) = sink(&values) {
                    break End::Stopped;
                }
            }
        }
    };
    Outcome { solutions, end, stats: stats(solver.counters()) }
}

fn cover_limits<'a>(limits: &Limits<'a>) -> CoverLimits<'a> {
    CoverLimits { nodes: limits.nodes, updates: None, deadline: limits.deadline, interrupt: limits.interrupt }
}

fn end_of(stop: Stop) -> End {
    match stop {
        Stop::Deadline => End::Deadline,
        Stop::Interrupt => End::Interrupted,
        _ => End::Nodes,
    }
}

fn stats(counters: Counters) -> Stats {
    Stats { nodes: counters.nodes, propagations: counters.updates, ..Stats::default() }
}

impl Run for Prepared<'_> {
    fn name(&self) -> &'static str {
        self.algorithm.name()
    }

    fn tells(&self) -> Told {
        Told::Cover
    }

    fn run(&mut self, givens: &[Fact], limits: &Limits<'_>, observer: Option<&mut dyn Observer>, sink: &mut Sink<'_>) -> Outcome {
        let none = Outcome { solutions: 0, end: End::Complete, stats: Stats::default() };
        let refuse = |observer: Option<&mut dyn Observer>, given: Fact| {
            if let Some(observer) = observer {
                observer.event(&Event::GivenRefused(given));
            }
            none
        };
        match self.givens(givens) {
            Givens::Contradiction(given) => refuse(observer, given),
            Givens::Narrower(domains) => {
                let cover = Translation::new(self.model, &domains).expect("it was translated before");
                let mut solver = self.algorithm.solver(&cover.problem).expect("it is smaller than before");
                search(self.model, &cover, &mut *solver, limits, observer, sink)
            }
            Givens::Options(options) => {
                let solver = &mut *self.solver;
                let clash = options.iter().find(|&&option| solver.commit(option).is_err());
                let outcome = match clash.map(|&option| self.cover.options[option.index()]) {
                    Some((var, value)) => refuse(observer, var.is(value)),
                    None => search(self.model, &self.cover, solver, limits, observer, sink),
                };
                solver.undo_all();
                outcome
            }
        }
    }

    /// By a memo on the open items (Nishino et al. 2017). A bitset matrix has none, and a limit of solutions needs none.
    fn count(&mut self, givens: &[Fact], limits: &Limits<'_>) -> Option<Count> {
        if limits.solutions.is_some() || self.algorithm == Algorithm::Matrix {
            return None;
        }
        let none = Count { solutions: 0, end: End::Complete, stats: Stats::default() };
        let narrower;
        let (problem, options) = match self.givens(givens) {
            Givens::Contradiction(_) => return Some(none),
            Givens::Options(options) => (&self.cover.problem, options),
            Givens::Narrower(domains) => {
                narrower = Translation::new(self.model, &domains).expect("it was translated before");
                (&narrower.problem, Vec::new())
            }
        };
        let mut counter = Counter::new(problem);
        if options.iter().any(|&option| counter.commit(option).is_err()) {
            return Some(none);
        }
        let count = counter.count(cover_limits(limits));
        let end = match count.ended {
            None => End::Complete,
            Some(Ended::Stopped(stop)) => end_of(stop),
            Some(Ended::Overflow) => End::Overflow,
        };
        Some(Count { solutions: count.covers, end, stats: stats(count.counters) })
    }
}
