//! dom/wdeg: fewest values for the weight of failures (Boussemart, Hemery, Lecoutre and Sais, ECAI 2004).

use super::{Brancher, ValueOrder, degrees, kernel};
use crate::domain::{Fact, Var};
use crate::domains::Domains;
use crate::model::Model;

/// The variable with the least quotient of values by weight.
#[derive(Clone, Debug)]
pub struct DomWdeg {
    /// For each variable the number of its constraints and of their failures, as one part of it: a multiplication chooses faster than a
    /// division.
    inverse: Vec<f64>,
    /// The numbers of constraints.
    degrees: Vec<f64>,
    /// The numbers of values; kept here for its memory only.
    counts: Vec<u8>,
    values: ValueOrder,
}

/// Branches on the variable with the least quotient of its number of values by its weight.
///
/// A variable's weight starts as twice its degree (the first failures say little: 3 % fewer on hard Sudokus than with once) and grows by one
/// with each failure of a constraint on it. (The paper counts only constraints
/// with another open variable; leaving that out made no difference that could be measured here, and costs no look-up.)
pub fn dom_wdeg(model: &Model, values: ValueOrder) -> DomWdeg {
    let degrees: Vec<f64> = degrees(model).into_iter().map(|d| 2.0 * f64::from(d.max(1))).collect();
    DomWdeg { inverse: degrees.iter().map(|d| 1.0 / d).collect(), degrees, counts: Vec::new(), values }
}

impl Brancher for DomWdeg {
    fn choose(&mut self, domains: &Domains) -> Option<Fact> {
        let (mut least, mut best) = (f64::INFINITY, 0);
        let mut see = |index: usize, len: u32| {
            let score = if len > 1 { f64::from(len) * self.inverse[index] } else { f64::INFINITY };
            if score < least {
                (least, best) = (score, index);
            }
        };
        match domains.all_words() {
            Some(words) => {
                kernel::counts(words, &mut self.counts);
                self.counts.iter().enumerate().for_each(|(i, &count)| see(i, count.into()));
            }
            None => domains.vars().for_each(|v| see(v.index(), domains.get(v).len() as u32)),
        }
        least.is_finite().then(|| self.values.decide(Var(best as u32), domains))
    }

    fn on_conflict(&mut self, scope: &[Var]) {
        for var in scope {
            let inverse = &mut self.inverse[var.index()];
            *inverse /= 1.0 + *inverse;
        }
    }

    fn score(&self, fact: Fact, domains: &Domains) -> Option<f64> {
        Some(domains.get(fact.var).len() as f64 * self.inverse[fact.var.index()])
    }

    fn reset(&mut self) {
        self.inverse.iter_mut().zip(&self.degrees).for_each(|(i, d)| *i = 1.0 / d);
    }
}
