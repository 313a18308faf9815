//! Bounds that know of distinctness, for scopes that are too large for combinations: the least sum of different values that the least
//! values of the variables allow, and likewise the greatest.

use super::Part;
use crate::domain::{Value, Var};
use crate::domains::{Conflict, Domains};
use crate::propagator::{Conclusion, Cost, Inference, Propagator, Status, Wake, Why};

pub(super) fn kernel(parts: Vec<Part>, total: i64) -> Box<dyn Propagator> {
    Box::new(Bounds { parts, total, ends: Vec::new() })
}

struct Bounds {
    parts: Vec<Part>,
    total: i64,
    /// The ends of the domains of a part; kept here for its memory only.
    ends: Vec<Value>,
}

/// The least sum of different values, one for each of these least values: each takes the first that is free.
fn least_sum(mins: &mut [Value]) -> i64 {
    mins.sort_unstable();
    let (mut sum, mut last) = (0, i64::MIN);
    for &min in &*mins {
        last = i64::from(min).max(last.saturating_add(1));
        sum += last;
    }
    sum
}

/// What a part adds at least, with its variables but one.
fn least_of(part: &Part, without: Option<Var>, domains: &Domains, ends: &mut Vec<Value>) -> i64 {
    ends.clear();
    let vars = part.vars.iter().filter(|var| Some(**var) != without);
    // The greatest sum is the least of the negatives, turned round.
    ends.extend(vars.map(|&var| if part.sign > 0 { domains.get(var).min() } else { -domains.get(var).max() }));
    least_sum(ends)
}

impl Bounds {
    /// One direction: the sum is at least what the least values allow, and at most the total.
    fn below(&mut self, domains: &mut Domains) -> Result<bool, Conflict> {
        let Bounds { parts, total, ends } = self;
        let mut leasts: Vec<i64> = parts.iter().map(|part| least_of(part, None, domains, ends)).collect();
        if leasts.iter().sum::<i64>() > *total {
            return Err(Conflict { var: None });
        }
        let mut changed = false;
        for (i, part) in parts.iter().enumerate() {
            let others: i64 = leasts.iter().sum::<i64>() - leasts[i];
            for &var in &part.vars {
                let most = *total - others - least_of(part, Some(var), domains, ends);
                let clamp = |v: i64| v.clamp(Value::MIN.into(), Value::MAX.into()) as Value;
                changed |= if part.sign > 0 { domains.at_most(var, clamp(most))? } else { domains.at_least(var, clamp(-most))? };
            }
            leasts[i] = least_of(part, None, domains, ends);
        }
        Ok(changed)
    }

    fn turn(&mut self) {
        self.total = -self.total;
        self.parts.iter_mut().for_each(|part| part.sign = -part.sign);
    }
}

impl Propagator for Bounds {
    fn name(&self) -> &'static str {
        "cage_bounds"
    }

    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        self.parts.iter().flat_map(|part| part.vars.iter().map(|&var| (var, Wake::Bounds))).collect()
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
        loop {
            let below = self.below(domains);
            self.turn();
            let above = below.and_then(|below| self.below(domains).map(|above| above || below));
            self.turn();
            if !above? {
                return Ok(Status::AtFixpoint);
            }
        }
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        let concerned = match conclusion {
            Conclusion::Removal { var, .. } => Some(var),
            Conclusion::Conflict => None,
        };
        let mut facts = Vec::new();
        for &var in self.parts.iter().flat_map(|part| &part.vars).filter(|&&var| Some(var) != concerned) {
            let (now, declared) = (domains.get(var), domains.declared(var));
            facts.extend((now.min() > declared.min()).then(|| var.at_least(now.min())));
            facts.extend((now.max() < declared.max()).then(|| var.at_most(now.max())));
        }
        Why { rule: Inference::Bounds, facts }
    }
}
