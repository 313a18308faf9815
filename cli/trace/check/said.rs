//! What a trace says, read back from its lines.

use pencilmark_engine::{Fact, Model, Value, Var};
use serde::Deserialize;

use crate::trace::wire::{self, Ranges, Tree};

/// A line: where it stands, and what it says.
#[derive(Deserialize, Debug)]
pub(crate) struct Line {
    pub(super) seq: u64,
    pub(super) node: Option<u64>,
    pub(super) depth: Option<u64>,
    #[serde(flatten)]
    pub(super) said: Said,
}

/// What a line says, as far as it can be checked.
#[derive(Deserialize, Debug)]
#[serde(tag = "ev", rename_all = "snake_case")]
pub(super) enum Said {
    Header(Header),
    Var {
        id: usize,
        name: String,
        dom: Ranges,
    },
    Con {
        id: usize,
        kind: String,
        name: String,
        vars: Vec<usize>,
        implied: bool,
    },
    Given(SaidFact),
    Refused(SaidFact),
    Run {
        con: usize,
        pruned: u64,
    },
    Wake {
        con: usize,
        var: usize,
    },
    Prune {
        var: usize,
        name: String,
        removed: Ranges,
        dom: Ranges,
        con: usize,
        why: Vec<SaidFact>,
    },
    Decide {
        parent: u64,
        #[serde(flatten)]
        fact: SaidFact,
        left: bool,
    },
    Conflict {
        con: usize,
        why: Vec<SaidFact>,
    },
    Back {
        from: u64,
        to: u64,
    },
    Restart,
    Item {
        #[serde(flatten)]
        item: SaidItem,
        options: u64,
    },
    Try {
        parent: u64,
        #[serde(flatten)]
        option: SaidOption,
    },
    Stuck {
        #[serde(flatten)]
        item: SaidItem,
    },
    Solution {
        n: u64,
        values: Vec<Value>,
    },
    End {
        status: String,
        solutions: u64,
        nodes: u64,
        fails: u64,
    },
    /// An event of a later version, which changes nothing that this one knows of.
    #[serde(other)]
    Unknown,
}

/// The first line of a trace.
#[derive(Deserialize, Debug)]
pub(crate) struct Header {
    pub(super) schema: String,
    pub(super) level: String,
    #[serde(default)]
    pub(super) tree: Tree,
    pub(super) filters: Vec<String>,
}

/// A fact with the name of its variable.
#[derive(Deserialize, Debug)]
pub(super) struct SaidFact {
    var: usize,
    name: String,
    op: String,
    val: Value,
}

impl SaidFact {
    /// The fact about a variable of this model.
    pub(super) fn of(&self, model: &Model) -> Result<Fact, String> {
        let var = var(self.var, Some(&self.name), model)?;
        wire::fact(var, &self.op, self.val).ok_or_else(|| format!("{:?} is no comparison", self.op))
    }

    /// Some facts.
    pub(super) fn all(facts: &[SaidFact], model: &Model) -> Result<Vec<Fact>, String> {
        facts.iter().map(|fact| fact.of(model)).collect()
    }
}

/// What exact cover looks for.
#[derive(Deserialize, Debug)]
#[serde(tag = "item", rename_all = "snake_case")]
pub(super) enum SaidItem {
    Value { var: usize, name: String },
    Place { con: usize, name: String, val: Value },
    Combination { con: usize, name: String },
    Use { con: usize, name: String, val: Value },
}

/// What exact cover tries.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub(super) enum SaidOption {
    Combination { con: usize, name: String, combination: Vec<Value> },
    Value(SaidFact),
}

/// The variable with this number, which must have this name.
pub(super) fn var(id: usize, name: Option<&str>, model: &Model) -> Result<Var, String> {
    match model.all_vars().nth(id) {
        None => Err(format!("there is no variable {id}")),
        Some(var) if name.is_some_and(|name| name != model.name(var)) => {
            Err(format!("variable {id} is {}, not {}", model.name(var), name.unwrap_or_default()))
        }
        Some(var) => Ok(var),
    }
}
