//! What is known at a moment of a replayed search by exact cover. The translation to items and options is not trusted: an item is read as
//! what it means in the model, all its options are listed from there, and of each that was not tried some constraint must say that it
//! cannot hold beside those that were taken.

use pencilmark_engine::{ConstraintId, Fact, Model, Shape, Value, Var};
use pencilmark_sudoku::{Sheet, Template};

use super::said::{self, Line, Said, SaidItem, SaidOption};
use super::state::{Domains, bears_out};
use super::{Replay, Verdict};

/// An option of an item.
#[derive(PartialEq, Eq, Debug)]
enum Way {
    Value(Var, Value),
    /// The variables of a cage take these values, ascending.
    Combination(ConstraintId, Vec<Value>),
}

/// A cage as the model has it.
struct Cage<'m> {
    id: ConstraintId,
    vars: &'m [Var],
    combinations: Vec<Vec<Value>>,
}

/// An item that was chosen, with all its options as the model has them.
#[derive(Debug)]
struct Chosen {
    name: String,
    ways: Vec<Way>,
    tried: Vec<usize>,
    /// How many options are said to be left.
    options: u64,
}

/// A node from the root to where the search is.
#[derive(Debug)]
struct Node {
    id: u64,
    /// The values that each variable has left by the puzzle and the options taken, and by these alone.
    domains: Domains,
    chosen: Option<Chosen>,
    /// A dead end or a solution was here.
    closed: bool,
}

/// A search, replayed so far.
#[derive(Debug)]
pub(super) struct Cover<'m> {
    model: &'m Model,
    cons: Vec<ConstraintId>,
    /// For each variable the constraints on it that translations look at.
    about: Vec<Vec<ConstraintId>>,
    /// What the puzzle states.
    stated: Vec<Fact>,
    /// The puzzle states something that is no symbol, so there can be no solution.
    hopeless: bool,
    path: Vec<Node>,
    newest: u64,
    solutions: u64,
    stuck: u64,
}

impl<'m> Cover<'m> {
    pub(super) fn new(template: &'m Template, sheet: &Sheet) -> Cover<'m> {
        let model = template.model();
        let mut stated = Vec::new();
        template.facts(sheet, &mut stated);
        let mut about = vec![Vec::new(); model.len()];
        for (id, posted) in model.constraints() {
            // What follows from others is not asked, but for cages: they have options of their own.
            if !posted.implied || matches!(posted.constraint.shape(), Shape::CageSum(..)) {
                posted.constraint.scope().iter().for_each(|var| about[var.index()].push(id));
            }
        }
        let mut domains: Domains = model.all_vars().map(|var| model.domain(var).as_ref().iter().collect()).collect();
        narrow(&mut domains, &stated);
        Cover {
            model,
            cons: model.constraints().map(|(id, _)| id).collect(),
            about,
            stated,
            hopeless: !sheet.unlisted.is_empty(),
            path: vec![Node { id: 0, domains, chosen: None, closed: false }],
            newest: 0,
            solutions: 0,
            stuck: 0,
        }
    }

    fn here(&mut self) -> &mut Node {
        self.path.last_mut().expect("the root is always there")
    }

    /// The node where the search is, if nothing was found or chosen there yet.
    fn fresh(&mut self) -> Result<&mut Node, String> {
        let here = self.here();
        if here.closed || here.chosen.is_some() {
            return Err(format!("nothing new can happen here: node {} has its item or is done", here.id));
        }
        Ok(here)
    }

    fn con(&self, con: usize, name: &str) -> Result<ConstraintId, String> {
        let id = self.cons.get(con).copied().ok_or_else(|| format!("there is no constraint {con}"))?;
        let label = self.model.constraint(id).label;
        if label == name { Ok(id) } else { Err(format!("constraint {con} is {label}, not {name}")) }
    }

    fn declared(&self, var: Var) -> impl Iterator<Item = Value> + '_ {
        self.model.domain(var).as_ref().iter()
    }

    /// All options of an item, and its name.
    fn ways(&self, item: &SaidItem) -> Result<(String, Vec<Way>), String> {
        match item {
            SaidItem::Value { var, name } => {
                let var = said::var(*var, Some(name), self.model)?;
                Ok((name.clone(), self.declared(var).map(|value| Way::Value(var, value)).collect()))
            }
            SaidItem::Place { con, name, val } => {
                let id = self.con(*con, name)?;
                let Shape::AllDifferent(views) = self.model.constraint(id).constraint.shape() else {
                    return Err(format!("{name} gives values no place"));
                };
                let mut values: Vec<Value> =
                    views.iter().flat_map(|view| self.declared(view.var).map(|value| value + view.offset)).collect();
                values.sort_unstable();
                values.dedup();
                if values.len() != views.len() {
                    return Err(format!("{name} doesn't use up its values, so {val} may have no place"));
                }
                let place = |var: Var, value: Value| self.declared(var).any(|v| v == value).then_some(Way::Value(var, value));
                Ok((format!("{val} in {name}"), views.iter().filter_map(|view| place(view.var, val - view.offset)).collect()))
            }
            SaidItem::Combination { con, name } => {
                let Cage { id, combinations, .. } = self.cage(*con, name)?;
                Ok((format!("the combination of {name}"), combinations.into_iter().map(|values| Way::Combination(id, values)).collect()))
            }
            SaidItem::Use { con, name, val } => {
                let Cage { id, vars, combinations } = self.cage(*con, name)?;
                let inside = vars.iter().filter(|&&var| self.declared(var).any(|v| v == *val)).map(|&var| Way::Value(var, *val));
                let outside = combinations.into_iter().filter(|values| !values.contains(val)).map(|values| Way::Combination(id, values));
                Ok((format!("{val} in {name}"), inside.chain(outside).collect()))
            }
        }
    }

    /// The variables and combinations of a cage.
    fn cage(&self, con: usize, name: &str) -> Result<Cage<'m>, String> {
        let id = self.con(con, name)?;
        let Shape::CageSum(vars, total) = self.model.constraint(id).constraint.shape() else { return Err(format!("{name} is no cage")) };
        let mut values: Vec<Value> = vars.iter().flat_map(|&var| self.declared(var)).collect();
        values.sort_unstable();
        values.dedup();
        let mut combinations = Vec::new();
        combine(&values, vars.len(), total, &mut Vec::new(), &mut combinations);
        Ok(Cage { id, vars, combinations })
    }

    /// What an option says of the variables.
    fn facts(&self, way: &Way) -> Vec<Fact> {
        match way {
            Way::Value(var, value) => vec![var.is(*value)],
            Way::Combination(id, values) => {
                let Shape::CageSum(vars, _) = self.model.constraint(*id).constraint.shape() else {
                    unreachable!("it was found to be a cage")
                };
                let others = |&var: &Var| self.declared(var).filter(|value| !values.contains(value)).map(move |value| var.is_not(value));
                vars.iter().flat_map(others).collect()
            }
        }
    }

    /// Is there a constraint that an option cannot satisfy beside what is known?
    fn is_refuted(&self, way: &Way, domains: &Domains, verdict: &mut Verdict) -> bool {
        let facts = self.facts(way);
        let vars: Vec<Var> = match way {
            Way::Value(var, _) => vec![*var],
            Way::Combination(id, _) => self.model.constraint(*id).constraint.scope().to_vec(),
        };
        let mut with = domains.clone();
        narrow(&mut with, &facts);
        if vars.iter().any(|var| with[var.index()].is_empty()) {
            return true;
        }
        let mut asked: Vec<ConstraintId> = vars.iter().flat_map(|var| &self.about[var.index()]).copied().collect();
        asked.sort();
        asked.dedup();
        let known = |var: &Var| {
            let left = &with[var.index()];
            self.declared(*var).filter(|value| !left.contains(value)).map(|value| var.is_not(value)).collect::<Vec<Fact>>()
        };
        let refutes = |&id: &ConstraintId| {
            let facts: Vec<Fact> = self.model.constraint(id).constraint.scope().iter().flat_map(known).collect();
            self.model.refutes(id, &facts)
        };
        let proof = asked.iter().find_map(refutes);
        proof.into_iter().for_each(|proof| verdict.count(proof));
        proof.is_some()
    }

    fn item(&mut self, item: &SaidItem, options: u64) -> Result<(), String> {
        let (name, ways) = self.ways(item)?;
        self.fresh()?.chosen = Some(Chosen { name, ways, tried: Vec::new(), options });
        Ok(())
    }

    fn stuck(&mut self, item: &SaidItem, verdict: &mut Verdict) -> Result<(), String> {
        self.fresh()?;
        let (name, ways) = self.ways(item)?;
        let here = self.path.last().expect("the root is always there");
        if !ways.iter().all(|way| self.is_refuted(way, &here.domains, verdict)) {
            return Err(format!("no dead end: an option is left for {name}"));
        }
        verdict.left_out += ways.len() as u64;
        self.here().closed = true;
        self.stuck += 1;
        Ok(())
    }

    fn tried(&mut self, node: u64, parent: u64, option: &SaidOption) -> Result<(), String> {
        let way = match option {
            SaidOption::Combination { con, name, combination } => Way::Combination(self.con(*con, name)?, combination.clone()),
            SaidOption::Value(fact) => match fact.of(self.model)? {
                Fact { var, test: pencilmark_engine::Test::Is(value) } => Way::Value(var, value),
                _ => return Err("an option gives a variable its value".to_owned()),
            },
        };
        let facts = self.facts(&way);
        let newest = self.newest;
        let here = self.here();
        if parent != here.id || node <= newest {
            return Err(format!("a new node under node {} should come", here.id));
        }
        let Some(chosen) = &mut here.chosen else { return Err("no item was chosen whose options could be tried".to_owned()) };
        match chosen.ways.iter().position(|other| *other == way) {
            Some(number) if !chosen.tried.contains(&number) => chosen.tried.push(number),
            Some(_) => return Err(format!("this option of {} was tried before", chosen.name)),
            None => return Err(format!("this is no option of {}", chosen.name)),
        }
        let mut domains = here.domains.clone();
        narrow(&mut domains, &facts);
        self.newest = node;
        self.path.push(Node { id: node, domains, chosen: None, closed: false });
        Ok(())
    }

    /// Is nothing left to find at the node where the search is?
    fn finish(&self, verdict: &mut Verdict) -> Result<(), String> {
        let here = self.path.last().expect("the root is always there");
        let chosen = match &here.chosen {
            _ if here.closed => return Ok(()),
            None => return Err(format!("node {} is not done", here.id)),
            Some(chosen) => chosen,
        };
        let left_out = || chosen.ways.iter().enumerate().filter(|(number, _)| !chosen.tried.contains(number));
        if !left_out().all(|(_, way)| self.is_refuted(way, &here.domains, verdict)) {
            return Err(format!("an option of {} was not tried, and can hold for all that is known", chosen.name));
        }
        if chosen.tried.len() as u64 != chosen.options {
            return Err(format!("{} has {} options, but {} were tried", chosen.name, chosen.options, chosen.tried.len()));
        }
        verdict.items += 1;
        verdict.left_out += left_out().count() as u64;
        Ok(())
    }

    fn back(&mut self, from: u64, to: u64, verdict: &mut Verdict) -> Result<(), String> {
        let here = self.here().id;
        let [.., above, _] = &*self.path else { return Err("there is nothing above the root".to_owned()) };
        if (from, to) != (here, above.id) {
            return Err(format!("the search is at node {here}, below node {}", above.id));
        }
        self.finish(verdict)?;
        self.path.pop();
        Ok(())
    }

    fn refused(&mut self, verdict: &mut Verdict) -> Result<(), String> {
        let root = &self.path[0].domains;
        let empty = root.iter().any(Vec::is_empty);
        let facts: Vec<Fact> = self.stated.clone();
        let clash = || self.cons.iter().find_map(|&id| self.model.refutes(id, &facts));
        let proof = if empty { None } else { clash() };
        if self.path.len() > 1 || !empty && proof.is_none() {
            return Err("what the puzzle states doesn't contradict itself".to_owned());
        }
        proof.into_iter().for_each(|proof| verdict.count(proof));
        self.fresh()?.closed = true;
        Ok(())
    }

    fn solution(&mut self, n: u64, values: &[Value]) -> Result<(), String> {
        if n != self.solutions + 1 {
            return Err(format!("this is solution {}", self.solutions + 1));
        }
        let here = self.fresh()?;
        if !here.domains.iter().map(Vec::as_slice).eq(values.iter().map(std::slice::from_ref)) {
            return Err("the values are not those that were taken".to_owned());
        }
        here.closed = true;
        self.model.check(values).map_err(|broken| format!("no solution: {broken}"))?;
        self.solutions = n;
        Ok(())
    }

    fn end(&self, status: &str, solutions: u64, fails: u64, verdict: &mut Verdict) -> Result<(), String> {
        if (solutions, fails) != (self.solutions, self.stuck) {
            return Err(format!("{} solutions and {} dead ends were seen", self.solutions, self.stuck));
        }
        // Only a search that claims to be whole needs to be.
        let claimed = matches!(status, "unique" | "no_solution");
        let whole = claimed && !self.hopeless && self.path.len() == 1;
        if whole {
            self.finish(verdict)?;
        }
        bears_out(status, solutions, whole, self.hopeless)
    }
}

impl Replay for Cover<'_> {
    fn take(&mut self, line: &Line, verdict: &mut Verdict) -> Result<(), String> {
        match &line.said {
            Said::Item { item, options } => self.item(item, *options)?,
            Said::Try { parent, option } => {
                let node = line.node.ok_or("an option without a node")?;
                self.tried(node, *parent, option)?;
            }
            Said::Stuck { item } => self.stuck(item, verdict)?,
            Said::Back { from, to } => self.back(*from, *to, verdict)?,
            Said::Refused(fact) => {
                fact.of(self.model)?;
                self.refused(verdict)?;
            }
            Said::Solution { n, values } => self.solution(*n, values)?,
            Said::End { status, solutions, fails, .. } => return self.end(status, *solutions, *fails, verdict),
            Said::Unknown => return Ok(()),
            _ => return Err("such an event is not of a search by exact cover".to_owned()),
        }
        let depth = self.path.len() as u64 - 1;
        let here = self.here().id;
        if (line.node, line.depth) != (Some(here), Some(depth)) {
            return Err(format!("this happens at node {here} and depth {depth}"));
        }
        Ok(())
    }
}

/// Leaves what facts allow.
fn narrow(domains: &mut Domains, facts: &[Fact]) {
    for fact in facts {
        domains[fact.var.index()].retain(|&value| fact.allows(value));
    }
}

/// All sets of `size` of these values (ascending) that add up to `total`.
fn combine(values: &[Value], size: usize, total: i64, chosen: &mut Vec<Value>, found: &mut Vec<Vec<Value>>) {
    if size == 0 {
        if total == 0 {
            found.push(chosen.clone());
        }
        return;
    }
    for (i, &value) in values.iter().enumerate() {
        // Those that follow are greater still.
        let least: i64 = values[i..].iter().take(size).map(|&value| i64::from(value)).sum();
        if values.len() - i < size || least > total {
            return;
        }
        chosen.push(value);
        combine(&values[i + 1..], size - 1, total - i64::from(value), chosen, found);
        chosen.pop();
    }
}
