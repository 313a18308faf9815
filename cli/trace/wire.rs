//! The lines of a trace as JSON, schema `trace/1`: types of their own, written and read back.

use std::collections::BTreeMap;

use pencilmark_engine::{ConstraintId, CoverItem, CoverOption, Fact, Model, Shape, Test, Value, Var};
use pencilmark_sudoku::{Mark, Sheet, Template};
use serde::{Deserialize, Serialize};

/// Grows when a field changes its meaning or goes away; new fields and new kinds of events may come without.
pub(crate) const SCHEMA: &str = "trace/1";

/// Closed ranges of values, in ascending order.
pub(crate) type Ranges = Vec<(Value, Value)>;

/// A line.
#[derive(Serialize, Debug)]
#[serde(tag = "ev", rename_all = "snake_case")]
pub(crate) enum Line<'a> {
    /// What is traced, and how.
    Header(Box<Header<'a>>),
    /// A variable with the values that it was declared with.
    Var { seq: u64, id: usize, name: &'a str, dom: Ranges },
    /// A constraint.
    Con {
        seq: u64,
        id: usize,
        kind: &'static str,
        name: &'a str,
        vars: Vec<usize>,
        implied: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        src: Option<Source>,
    },
    /// A fact that the puzzle states is made true.
    Given {
        #[serde(flatten)]
        at: At,
        #[serde(flatten)]
        fact: WireFact<'a>,
    },
    /// A fact that the puzzle states cannot be true.
    Refused {
        #[serde(flatten)]
        at: At,
        #[serde(flatten)]
        fact: WireFact<'a>,
    },
    /// A propagator was put into the queue.
    Wake {
        #[serde(flatten)]
        at: At,
        con: usize,
        propagator: &'static str,
        var: usize,
        name: &'a str,
    },
    /// A propagator ran; the removals before this line are its.
    Run {
        #[serde(flatten)]
        at: At,
        con: usize,
        propagator: &'static str,
        status: &'static str,
        pruned: u64,
    },
    /// A variable lost values.
    Prune {
        #[serde(flatten)]
        at: At,
        var: usize,
        name: &'a str,
        removed: Ranges,
        dom: Ranges,
        con: usize,
        rule: &'static str,
        why: Vec<WireFact<'a>>,
        text: &'a str,
    },
    /// The search tries a fact, or goes on with the negation of one that was tried.
    Decide {
        #[serde(flatten)]
        at: At,
        parent: u64,
        #[serde(flatten)]
        fact: WireFact<'a>,
        left: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        strategy: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<f64>,
    },
    /// A constraint cannot hold.
    Conflict {
        #[serde(flatten)]
        at: At,
        con: usize,
        rule: &'static str,
        why: Vec<WireFact<'a>>,
        text: &'a str,
    },
    /// Exact cover chooses an item.
    Item {
        #[serde(flatten)]
        at: At,
        #[serde(flatten)]
        item: WireItem<'a>,
        options: u64,
        text: &'a str,
    },
    /// Exact cover tries an option of the item chosen last.
    Try {
        #[serde(flatten)]
        at: At,
        parent: u64,
        #[serde(flatten)]
        option: WireOption<'a>,
        text: &'a str,
    },
    /// No option is left for an item.
    Stuck {
        #[serde(flatten)]
        at: At,
        #[serde(flatten)]
        item: WireItem<'a>,
        text: &'a str,
    },
    /// The search goes back to an earlier node.
    Back { seq: u64, from: u64, to: u64, node: u64, depth: u64 },
    /// The search begins anew.
    Restart {
        #[serde(flatten)]
        at: At,
    },
    /// A solution, a value a variable.
    Solution {
        #[serde(flatten)]
        at: At,
        n: u64,
        values: &'a [Value],
    },
    /// How it ended.
    End {
        seq: u64,
        status: &'static str,
        solutions: u64,
        nodes: u64,
        fails: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        stopped: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        diagnosis: Option<&'a str>,
    },
}

/// Where in the order and in the tree.
#[derive(Serialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) seq: u64,
    pub(crate) node: u64,
    pub(crate) depth: u64,
}

/// The first line.
#[derive(Serialize, Debug)]
pub(crate) struct Header<'a> {
    pub(crate) seq: u64,
    pub(crate) schema: &'static str,
    pub(crate) engine: &'static str,
    pub(crate) model: &'a str,
    pub(crate) index: u64,
    /// The line of the file where the puzzle begins.
    pub(crate) line: usize,
    pub(crate) solver: &'static str,
    pub(crate) tree: Tree,
    pub(crate) strategy: &'a str,
    pub(crate) values: &'static str,
    pub(crate) seed: u64,
    pub(crate) presolve: bool,
    pub(crate) level: &'static str,
    /// The filters that leave events out, as they were typed.
    pub(crate) filters: &'a [String],
    pub(crate) grid: Drawing<'a>,
    /// For each given cell its value.
    pub(crate) givens: BTreeMap<&'a str, Value>,
}

/// What the search tree is made of.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Tree {
    /// Decisions and their negations.
    #[default]
    Decisions,
    /// Items and their options.
    Cover,
}

/// What is needed to draw the puzzle.
#[derive(Serialize, Debug)]
pub(crate) struct Drawing<'a> {
    size: usize,
    /// The symbols in the order of `numbers`, the values that stand for them.
    symbols: Vec<&'a str>,
    numbers: Vec<Value>,
    regions: Vec<usize>,
    cages: Vec<Outline>,
    lines: Vec<Vec<String>>,
}

/// Cells with an outline around them.
#[derive(Serialize, Debug)]
struct Outline {
    cells: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

impl<'a> Drawing<'a> {
    pub(crate) fn of(template: &'a Template, sheet: &Sheet) -> Drawing<'a> {
        let grid = template.grid();
        let names = |cells: &[pencilmark_sudoku::Cell]| cells.iter().map(|&cell| grid.name(cell)).collect::<Vec<_>>();
        let (mut cages, mut lines) = (Vec::new(), Vec::new());
        for mark in sheet.rules.iter().flat_map(|rule| rule.marks(grid)) {
            match mark {
                Mark::Outline { cells, label } => cages.push(Outline { cells: names(&cells), label }),
                Mark::Line(cells) => lines.push(names(&cells)),
                _ => {}
            }
        }
        let symbols = template.symbols();
        Drawing {
            size: grid.size(),
            symbols: symbols.iter().map(|symbol| symbols.name(symbol)).collect(),
            numbers: symbols.values(),
            regions: grid.cells().map(|cell| grid.region(cell)).collect(),
            cages,
            lines,
        }
    }
}

/// Where in the text a constraint is stated.
#[derive(Serialize, Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) line: u32,
}

/// A fact with the name of its variable.
#[derive(Serialize, Clone, Copy, Debug)]
pub(crate) struct WireFact<'a> {
    var: usize,
    name: &'a str,
    op: &'static str,
    val: Value,
}

impl<'a> WireFact<'a> {
    pub(crate) fn of(fact: Fact, model: &'a Model) -> WireFact<'a> {
        let (op, val) = match fact.test {
            Test::Is(v) => ("=", v),
            Test::IsNot(v) => ("!=", v),
            Test::AtMost(v) => ("<=", v),
            Test::AtLeast(v) => (">=", v),
        };
        WireFact { var: fact.var.index(), name: model.name(fact.var), op, val }
    }

    /// Some facts.
    pub(crate) fn all(facts: &[Fact], model: &'a Model) -> Vec<WireFact<'a>> {
        facts.iter().map(|&fact| WireFact::of(fact, model)).collect()
    }
}

/// Something of which exact cover must find just one.
#[derive(Serialize, Clone, Copy, Debug)]
#[serde(tag = "item", rename_all = "snake_case")]
pub(crate) enum WireItem<'a> {
    /// The value of a variable.
    Value { var: usize, name: &'a str },
    /// The place of a value in an all-different.
    Place { con: usize, name: &'a str, val: Value },
    /// The combination of a cage.
    Combination { con: usize, name: &'a str },
    /// Who uses a value of a cage: one of its variables, or the combination, by leaving it out.
    Use { con: usize, name: &'a str, val: Value },
}

impl<'a> WireItem<'a> {
    pub(crate) fn of(item: CoverItem, model: &'a Model) -> WireItem<'a> {
        let con = |id: ConstraintId| (id.index(), model.constraint(id).label);
        match item {
            CoverItem::Value(var) => WireItem::Value { var: var.index(), name: model.name(var) },
            CoverItem::Place { constraint, value: val } => {
                let (con, name) = con(constraint);
                WireItem::Place { con, name, val }
            }
            CoverItem::Combination(constraint) => {
                let (con, name) = con(constraint);
                WireItem::Combination { con, name }
            }
            CoverItem::Use { constraint, value: val } => {
                let (con, name) = con(constraint);
                WireItem::Use { con, name, val }
            }
        }
    }
}

/// An option of exact cover: a fact, or the values that the variables of a cage take between them.
#[derive(Serialize, Debug)]
#[serde(untagged)]
pub(crate) enum WireOption<'a> {
    Value(WireFact<'a>),
    Combination { con: usize, name: &'a str, vars: Vec<usize>, combination: &'a [Value] },
}

impl<'a> WireOption<'a> {
    pub(crate) fn of(option: CoverOption<'a>, model: &'a Model) -> WireOption<'a> {
        match option {
            CoverOption::Value(var, value) => WireOption::Value(WireFact::of(var.is(value), model)),
            CoverOption::Combination(id, combination) => {
                let posted = model.constraint(id);
                let vars = match posted.constraint.shape() {
                    Shape::CageSum(vars, _) => vars.iter().map(|var| var.index()).collect(),
                    _ => Vec::new(),
                };
                WireOption::Combination { con: id.index(), name: posted.label, vars, combination }
            }
        }
    }
}

/// The fact that a variable, an operator and a value make, if the operator is one.
pub(crate) fn fact(var: Var, op: &str, val: Value) -> Option<Fact> {
    match op {
        "=" => Some(var.is(val)),
        "!=" => Some(var.is_not(val)),
        "<=" => Some(var.at_most(val)),
        ">=" => Some(var.at_least(val)),
        _ => None,
    }
}
