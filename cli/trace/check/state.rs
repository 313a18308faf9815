//! What is known at a moment of a replayed trace: the domains, the open decisions, and whether this branch is closed.

use pencilmark_engine::{ConstraintId, Fact, Model, Value, Var, ranges};
use pencilmark_sudoku::{Sheet, Template};

use super::said::{self, Line, Said, SaidFact};
use super::{Replay, Verdict};
use crate::trace::wire::Ranges;

/// The values that each variable still has, ascending.
pub(super) type Domains = Vec<Vec<Value>>;

/// A node from the root to where the search is.
#[derive(Debug)]
struct Node {
    id: u64,
    /// Is it the second of two? Then what the first assumed was refuted or searched to the end.
    second: bool,
    /// The fact that was tried below it, and the domains before.
    tried: Option<(Fact, Domains)>,
}

/// A trace, replayed so far.
#[derive(Debug)]
pub(super) struct State<'m> {
    model: &'m Model,
    cons: Vec<ConstraintId>,
    /// What the puzzle states.
    stated: Vec<Fact>,
    /// The puzzle states something that is no symbol, so there can be no solution.
    hopeless: bool,
    domains: Domains,
    path: Vec<Node>,
    /// Nothing is left to find at this node: a conflict or a solution was there.
    closed: bool,
    /// The search went back; the negation of what was tried has to come.
    returned: bool,
    /// The greatest number of a node so far.
    newest: u64,
    decisions: u64,
    solutions: u64,
    /// The removals since the last run of a propagator, and the constraint they are of.
    pruned: (u64, Option<usize>),
}

impl<'m> State<'m> {
    pub(super) fn new(template: &'m Template, sheet: &Sheet) -> State<'m> {
        let model = template.model();
        let mut stated = Vec::new();
        template.facts(sheet, &mut stated);
        State {
            model,
            cons: model.constraints().map(|(id, _)| id).collect(),
            stated,
            hopeless: !sheet.unlisted.is_empty(),
            domains: model.all_vars().map(|var| model.domain(var).as_ref().iter().collect()).collect(),
            path: vec![Node { id: 0, second: true, tried: None }],
            closed: false,
            returned: false,
            newest: 0,
            decisions: 0,
            solutions: 0,
            pruned: (0, None),
        }
    }

    fn here(&self) -> &Node {
        self.path.last().expect("the root is always there")
    }

    fn con(&self, con: usize) -> Result<ConstraintId, String> {
        self.cons.get(con).copied().ok_or_else(|| format!("there is no constraint {con}"))
    }

    fn label(&self, con: usize) -> &str {
        self.model.constraint(self.cons[con]).label
    }

    fn named(&self, fact: Fact) -> String {
        fact.with_name(self.model.name(fact.var))
    }

    fn values(&self, var: Var) -> &[Value] {
        &self.domains[var.index()]
    }

    /// The facts of a reason, if they are true.
    fn known(&self, facts: &[SaidFact]) -> Result<Vec<Fact>, String> {
        let facts = SaidFact::all(facts, self.model)?;
        match facts.iter().find(|fact| !self.values(fact.var).iter().all(|&value| fact.allows(value))) {
            Some(&unknown) => Err(format!("{} is not known here", self.named(unknown))),
            None => Ok(facts),
        }
    }

    fn narrow(&mut self, fact: Fact) {
        self.domains[fact.var.index()].retain(|&value| fact.allows(value));
    }

    fn allowed(&self, fact: Fact) -> usize {
        self.values(fact.var).iter().filter(|&&value| fact.allows(value)).count()
    }

    fn given(&mut self, fact: Fact) -> Result<(), String> {
        if self.path.len() > 1 || !self.stated.contains(&fact) {
            return Err(format!("the puzzle doesn't give {}", self.named(fact)));
        }
        if self.allowed(fact) == 0 {
            return Err(format!("{} cannot be made true here", self.named(fact)));
        }
        self.narrow(fact);
        Ok(())
    }

    fn refused(&mut self, fact: Fact) -> Result<(), String> {
        if self.path.len() > 1 || !self.stated.contains(&fact) || self.allowed(fact) > 0 {
            return Err(format!("{} is not refused by anything", self.named(fact)));
        }
        self.closed = true;
        Ok(())
    }

    fn prune(
        &mut self,
        var: Var,
        removed: &Ranges,
        dom: &Ranges,
        con: usize,
        why: &[SaidFact],
        verdict: &mut Verdict,
    ) -> Result<(), String> {
        let name = self.model.name(var);
        let (id, facts) = (self.con(con)?, self.known(why)?);
        let gone = |value: &Value| removed.iter().any(|(low, high)| (low..=high).contains(&value));
        let (removed_now, left): (Vec<Value>, Vec<Value>) = self.values(var).iter().copied().partition(gone);
        if removed_now.is_empty() || ranges(removed_now.iter().copied()) != *removed {
            return Err(format!("{name} doesn't have all of these values to lose"));
        }
        if ranges(left.iter().copied()) != *dom || left.is_empty() {
            return Err(format!("{name} is not left with the values that are stated"));
        }
        let mut proof = None;
        for value in removed_now {
            let assumed: Vec<Fact> = facts.iter().copied().chain([var.is(value)]).collect();
            let found = self.model.refutes(id, &assumed);
            let label = self.label(con);
            proof = proof.max(Some(found.ok_or_else(|| format!("{name} != {value} does not follow from {label} and the reason given"))?));
        }
        verdict.count(proof.expect("some value was removed"));
        verdict.removals += 1;
        self.domains[var.index()] = left;
        if self.pruned.1.is_some_and(|by| by != con) {
            self.pruned.0 = 0;
        }
        self.pruned = (self.pruned.0 + 1, Some(con));
        Ok(())
    }

    fn decide(&mut self, node: u64, parent: u64, fact: Fact, left: bool) -> Result<(), String> {
        let here = self.path.last_mut().expect("the root is always there");
        if parent != here.id || node <= self.newest {
            return Err(format!("a new node under node {} should come", here.id));
        }
        self.newest = node;
        self.pruned = (0, None);
        if left {
            let allowed = self.domains[fact.var.index()].iter().filter(|&&value| fact.allows(value)).count();
            if self.closed || self.returned || allowed == 0 || allowed == self.domains[fact.var.index()].len() {
                return Err(format!("{} decides nothing here", self.named(fact)));
            }
            here.tried = Some((fact, self.domains.clone()));
            self.decisions += 1;
        } else {
            let refuted = here.tried.as_ref().is_some_and(|(tried, _)| !*tried == fact);
            if !self.returned || !refuted {
                return Err(format!("{} is not what is left after the decision before", self.named(fact)));
            }
        }
        self.narrow(fact);
        self.returned = false;
        self.path.push(Node { id: node, second: !left, tried: None });
        Ok(())
    }

    fn back(&mut self, from: u64, to: u64) -> Result<(), String> {
        if !self.closed || from != self.here().id {
            return Err(format!("node {from} is not done, or not where the search is"));
        }
        let Some(position) = self.path.iter().position(|node| node.id == to) else {
            return Err(format!("node {to} is not above node {from}"));
        };
        let below = &self.path[position + 1..];
        // Where both sides of a node are done, it is done; the first side of `to` alone was searched.
        let done = below.iter().enumerate().all(|(i, node)| node.second == (i > 0));
        let Some((_, domains)) = self.path[position].tried.as_ref().filter(|_| done && !below.is_empty()) else {
            return Err(format!("between node {to} and node {from} something is still to be tried"));
        };
        self.domains.clone_from(domains);
        self.path.truncate(position + 1);
        (self.closed, self.returned, self.pruned) = (false, true, (0, None));
        Ok(())
    }

    fn restart(&mut self) {
        if let Some((_, domains)) = self.path[0].tried.take() {
            self.domains = domains;
        }
        self.path.truncate(1);
        (self.closed, self.returned, self.pruned) = (false, false, (0, None));
    }

    fn solution(&mut self, n: u64, values: &[Value]) -> Result<(), String> {
        if n != self.solutions + 1 {
            return Err(format!("this is solution {}", self.solutions + 1));
        }
        let replayed = self.domains.iter().map(Vec::as_slice);
        if !replayed.eq(values.iter().map(std::slice::from_ref)) {
            return Err("the values are not those that are left".to_owned());
        }
        self.model.check(values).map_err(|broken| format!("no solution: {broken}"))?;
        if let Some(&fact) = self.stated.iter().find(|fact| !fact.allows(values[fact.var.index()])) {
            return Err(format!("no solution: the puzzle states {}", self.named(fact)));
        }
        self.solutions = n;
        self.closed = true;
        Ok(())
    }

    fn end(&self, status: &str, solutions: u64, nodes: u64) -> Result<(), String> {
        if (solutions, nodes) != (self.solutions, self.decisions) {
            return Err(format!("{} solutions and {} decisions were seen", self.solutions, self.decisions));
        }
        let whole = self.closed && self.path.iter().all(|node| node.second);
        bears_out(status, solutions, whole, self.hopeless)
    }
}

impl Replay for State<'_> {
    fn take(&mut self, line: &Line, verdict: &mut Verdict) -> Result<(), String> {
        let works =
            matches!(line.said, Said::Given(_) | Said::Refused(_) | Said::Prune { .. } | Said::Conflict { .. } | Said::Solution { .. });
        if works && (self.closed || self.returned) {
            return Err(format!("nothing can happen here: node {} is done", self.here().id));
        }
        match &line.said {
            Said::Given(fact) => self.given(fact.of(self.model)?)?,
            Said::Refused(fact) => self.refused(fact.of(self.model)?)?,
            Said::Prune { var, name, removed, dom, con, why } => {
                let var = said::var(*var, Some(name), self.model)?;
                self.prune(var, removed, dom, *con, why, verdict)?;
            }
            Said::Conflict { con, why } => {
                let facts = self.known(why)?;
                let proof = self.model.refutes(self.con(*con)?, &facts);
                let proof = proof.ok_or_else(|| format!("no conflict: {} can hold with these facts", self.label(*con)))?;
                verdict.count(proof);
                verdict.conflicts += 1;
                self.closed = true;
            }
            Said::Run { con, pruned } => {
                self.con(*con)?;
                let (count, by) = std::mem::take(&mut self.pruned);
                if *pruned != count || by.is_some_and(|by| by != *con) {
                    return Err(format!("{pruned} removals are said to be of this run, but {count} came before"));
                }
            }
            Said::Wake { con, var } => {
                self.con(*con)?;
                said::var(*var, None, self.model)?;
            }
            Said::Decide { parent, fact, left, .. } => {
                let node = line.node.ok_or("a decision without a node")?;
                self.decide(node, *parent, fact.of(self.model)?, *left)?;
            }
            Said::Back { from, to } => self.back(*from, *to)?,
            Said::Restart if self.solutions > 0 => return Err("after a restart the same solutions would count again".to_owned()),
            Said::Restart => self.restart(),
            Said::Solution { n, values } => self.solution(*n, values)?,
            Said::End { status, solutions, nodes, .. } => return self.end(status, *solutions, *nodes),
            Said::Item { .. } | Said::Try { .. } | Said::Stuck { .. } => {
                return Err("such an event is only of a search by exact cover".to_owned());
            }
            Said::Unknown => return Ok(()),
            Said::Header(_) | Said::Var { .. } | Said::Con { .. } => return Err("declarations come before events".to_owned()),
        }
        let depth = self.path.len() as u64 - 1;
        if (line.node, line.depth) != (Some(self.here().id), Some(depth)) {
            return Err(format!("this happens at node {} and depth {depth}", self.here().id));
        }
        Ok(())
    }
}

/// Is a status borne out by so many solutions, in a tree that is `whole` if it was searched to the end?
pub(super) fn bears_out(status: &str, solutions: u64, whole: bool, hopeless: bool) -> Result<(), String> {
    let (justified, want) = match status {
        "no_solution" => (solutions == 0 && (whole || hopeless), "a tree that is searched to the end, without a solution"),
        "unique" => (solutions == 1 && whole, "a tree that is searched to the end, with one solution"),
        "multiple" => (solutions > 1, "two solutions"),
        "solved" => (solutions > 0, "a solution"),
        "unknown" => (true, ""),
        _ => (false, "a status that is known"),
    };
    if justified { Ok(()) } else { Err(format!("the status is {status}, which needs {want}")) }
}
