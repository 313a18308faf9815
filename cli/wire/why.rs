//! The JSON of `why`, schema `why/1`.

use pencilmark_engine::why::{Branch, Reason, Step};
use pencilmark_engine::{Fact, Model, Test};
use serde::Serialize;

/// The answer to a question.
#[derive(Serialize, Debug)]
pub(crate) struct WhyRecord<'a> {
    schema: &'static str,
    fact: &'a str,
    pub(crate) answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) steps: Option<Vec<WhyStep<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) branches: Option<Vec<WhyBranch<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) diagnosis: Option<super::Diagnosis<'a>>,
}

impl<'a> WhyRecord<'a> {
    /// Of no answer yet.
    pub(crate) fn new(fact: &'a str) -> WhyRecord<'a> {
        WhyRecord { schema: "why/1", fact, answer: "", steps: None, branches: None, solution: None, diagnosis: None }
    }
}

/// A fact over a variable.
#[derive(Serialize, Debug)]
pub(crate) struct WhyFact<'a> {
    name: &'a str,
    op: &'static str,
    val: i32,
}

impl<'a> WhyFact<'a> {
    fn of(model: &'a Model, fact: Fact) -> WhyFact<'a> {
        let (op, val) = match fact.test {
            Test::Is(v) => ("=", v),
            Test::IsNot(v) => ("!=", v),
            Test::AtMost(v) => ("<=", v),
            Test::AtLeast(v) => (">=", v),
        };
        WhyFact { name: model.name(fact.var), op, val }
    }
}

/// One step: a variable loses values.
#[derive(Serialize, Debug)]
pub(crate) struct WhyStep<'a> {
    name: &'a str,
    removed: &'a [i32],
    left: Vec<i32>,
    rule: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    con: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    why: Vec<WhyFact<'a>>,
    text: String,
}

impl<'a> WhyStep<'a> {
    /// A step with its words.
    pub(crate) fn of(model: &'a Model, step: &'a Step, text: String) -> WhyStep<'a> {
        let (rule, posted, facts) = match &step.reason {
            Reason::Given(given) => ("given", None, vec![*given]),
            Reason::Inferred { constraint, why } => (why.rule.name(), Some(model.constraint(*constraint)), why.facts.clone()),
        };
        WhyStep {
            name: model.name(step.var),
            removed: &step.removed,
            left: step.left.as_ref().iter().collect(),
            rule,
            con: posted.map(|posted| posted.label),
            kind: posted.map(|posted| posted.constraint.kind()),
            why: facts.into_iter().map(|fact| WhyFact::of(model, fact)).collect(),
            text,
        }
    }
}

/// A node of the search that refuted the opposite.
#[derive(Serialize, Debug)]
pub(crate) struct WhyBranch<'a> {
    node: u64,
    parent: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    fact: Option<WhyFact<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<&'a str>,
}

impl<'a> WhyBranch<'a> {
    /// A branch with names.
    pub(crate) fn of(model: &'a Model, branch: &Branch) -> WhyBranch<'a> {
        let failed = branch.failed.map(|id| model.constraint(id).label);
        WhyBranch { node: branch.node, parent: branch.parent, fact: branch.fact.map(|fact| WhyFact::of(model, fact)), failed }
    }
}
