//! Why a cage removed something: the same for every kernel over words. Only those variables are named without which it would not follow.

use crate::domain::{Var, is_single, ones};
use crate::domains::Domains;
use crate::propagator::{Conclusion, Inference, Why};

/// What a kernel can tell of words, one a variable, whatever led to them.
pub(super) trait Refuter {
    /// The variables, and how many of them, one group after the other, take different values.
    fn groups(&self) -> (Vec<Var>, Vec<usize>);

    /// Is it plain that the variables can have no values of these words? It need not find out always.
    fn refutes(&self, words: &[u64]) -> bool;
}

/// The reason of a removal or a conflict: a value that is taken, or else what is known of as few variables as are needed, all but one
/// left out in turn.
pub(super) fn explain(kernel: &impl Refuter, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
    let (vars, groups) = kernel.groups();
    let (concerned, removed) = match conclusion {
        Conclusion::Removal { var, before, after } => (vars.iter().position(|&v| v == var), before.words[0] & !after.words[0]),
        Conclusion::Conflict => (None, 0),
    };
    let mut words: Vec<u64> = vars.iter().map(|&var| domains.word(var)).collect();
    let apart: Vec<usize> = concerned.map_or_else(Vec::new, |at| beside(at, &groups));
    let taker = |bit: u32| apart.iter().find(|&&other| words[other] == 1 << bit).map(|&other| vars[other]);
    if let (Some(at), Some(takers)) = (concerned, ones(removed).map(taker).collect::<Option<Vec<Var>>>()) {
        let mut facts = Vec::new();
        takers.iter().filter(|&&taker| taker != vars[at]).for_each(|&taker| domains.facts_about(taker, &mut facts));
        facts.sort();
        facts.dedup();
        return Why { rule: Inference::ValueTaken, facts };
    }
    let follows = |words: &[u64]| match concerned {
        None => kernel.refutes(words),
        Some(at) => ones(removed).all(|bit| {
            let mut with = words.to_vec();
            apart.iter().for_each(|&other| with[other] &= !(1 << bit));
            with[at] = 1 << bit;
            kernel.refutes(&with)
        }),
    };
    let mut named: Vec<usize> = (0..vars.len()).filter(|&i| Some(i) != concerned).collect();
    if follows(&words) {
        // What is known of a variable with one value is the simplest to tell, so others are left out first.
        let (single, open): (Vec<usize>, Vec<usize>) = named.iter().rev().partition(|&&i| is_single(words[i]));
        for i in open.into_iter().chain(single) {
            let now = std::mem::replace(&mut words[i], domains.declared(vars[i]).words[0]);
            if follows(&words) {
                named.retain(|&other| other != i);
            } else {
                words[i] = now;
            }
        }
    }
    let mut facts = Vec::new();
    named.into_iter().for_each(|i| domains.facts_about(vars[i], &mut facts));
    Why { rule: Inference::Combination, facts }
}

/// The others of the group at this position.
fn beside(at: usize, groups: &[usize]) -> Vec<usize> {
    let mut start = 0;
    for &size in groups {
        if at < start + size {
            return (start..start + size).filter(|&other| other != at).collect();
        }
        start += size;
    }
    unreachable!("the groups hold all variables")
}
