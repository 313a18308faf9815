//! Several parts with a total: for each the combinations that its variables allow, and bounds between the parts.

use std::sync::Arc;

use super::Part;
use super::cage::{combination_why, common_base};
use super::combinations::{Combinations, sum_of};
use crate::domain::{Var, is_single};
use crate::domains::{Conflict, Domains};
use crate::propagator::{Conclusion, Cost, Propagator, Status, Wake, Why};

/// The kernel, if each part counts its values in common in one word, and there are not too many combinations.
pub(super) fn kernel(parts: &[Part], total: i64, combinations: &Combinations, domains: &Domains) -> Option<Box<dyn Propagator>> {
    let sided = |part: &Part| {
        let base = common_base(&part.vars, domains)?;
        let values = part.vars.iter().fold(0, |values, &var| values | domains.word(var));
        let all = combinations.of(values, base, part.vars.len(), None)?;
        let signed = all.iter().map(|&mask| (mask, part.sign * sum_of(mask, base)));
        Some(Signed { vars: part.vars.clone(), combinations: signed.collect() })
    };
    let parts: Vec<Signed> = parts.iter().map(sided).collect::<Option<_>>()?;
    Some(Box::new(Parts { fitting: vec![Vec::new(); parts.len()], parts, total }))
}

/// A part with its combinations, each with what it adds to the sum.
struct Signed {
    vars: Vec<Var>,
    combinations: Arc<[(u64, i64)]>,
}

struct Parts {
    parts: Vec<Signed>,
    total: i64,
    /// For each part the combinations that its variables allow; kept here for its memory only.
    fitting: Vec<Vec<(u64, i64)>>,
}

impl Signed {
    /// Puts the combinations into `fitting` that the variables allow; gives the least and the greatest they add.
    fn fit(&self, domains: &Domains, fitting: &mut Vec<(u64, i64)>) -> Result<(i64, i64), Conflict> {
        let (mut union, mut fixed, mut clash) = (0, 0, 0);
        for &var in &self.vars {
            let word = domains.word(var);
            union |= word;
            let single = if is_single(word) { word } else { 0 };
            clash |= fixed & single;
            fixed |= single;
        }
        fitting.clear();
        let (mut least, mut greatest) = (i64::MAX, i64::MIN);
        for &(mask, sum) in &*self.combinations {
            let fits = mask & !union == 0 && fixed & !mask == 0;
            if fits && self.vars.iter().all(|&var| domains.word(var) & mask != 0) {
                fitting.push((mask, sum));
                (least, greatest) = (least.min(sum), greatest.max(sum));
            }
        }
        if clash != 0 || fitting.is_empty() { Err(Conflict { var: None }) } else { Ok((least, greatest)) }
    }

    /// Leaves what some combination allows that adds `least` to `greatest`; true if that changed anything.
    fn keep(&self, fitting: &[(u64, i64)], least: i64, greatest: i64, domains: &mut Domains) -> Result<bool, Conflict> {
        let inside = fitting.iter().filter(|(_, sum)| (least..=greatest).contains(sum));
        let (possible, required) = inside.fold((0, !0), |(possible, required), (mask, _)| (possible | mask, required & mask));
        if possible == 0 {
            return Err(Conflict { var: None });
        }
        let (mut once, mut twice, mut fixed) = (0, 0, 0);
        for &var in &self.vars {
            let word = domains.word(var);
            twice |= once & word;
            once |= word;
            fixed |= if is_single(word) { word } else { 0 };
        }
        let only = once & !twice & required;
        let mut changed = false;
        for &var in &self.vars {
            let word = domains.word(var);
            if is_single(word) {
                if word & possible == 0 {
                    return Err(Conflict { var: Some(var) });
                }
                continue;
            }
            let own = word & only;
            if own != 0 && !is_single(own) {
                return Err(Conflict { var: None });
            }
            changed |= domains.keep_word(var, if own != 0 { own } else { possible & !fixed })?;
        }
        Ok(changed)
    }
}

impl Propagator for Parts {
    fn name(&self) -> &'static str {
        "cage_parts"
    }

    fn wakes_on(&self) -> Vec<(Var, Wake)> {
        self.parts.iter().flat_map(|part| part.vars.iter().map(|&var| (var, Wake::Any))).collect()
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<Status, Conflict> {
        loop {
            let (mut low, mut high) = (0, 0);
            for (part, fitting) in self.parts.iter().zip(&mut self.fitting) {
                let (least, greatest) = part.fit(domains, fitting)?;
                (low, high) = (low + least, high + greatest);
            }
            if low > self.total || high < self.total {
                return Err(Conflict { var: None });
            }
            let mut changed = false;
            for (part, fitting) in self.parts.iter().zip(&self.fitting) {
                let sums = || fitting.iter().map(|(_, sum)| *sum);
                let (least, greatest) = (sums().min().expect("some fit"), sums().max().expect("some fit"));
                // The others add at least `low - least` and at most `high - greatest`.
                changed |= part.keep(fitting, self.total - (high - greatest), self.total - (low - least), domains)?;
            }
            if !changed {
                let open = self.parts.iter().any(|part| part.vars.iter().any(|&var| !domains.is_fixed(var)));
                return Ok(if open { Status::AtFixpoint } else { Status::Entailed });
            }
        }
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        let vars: Vec<Var> = self.parts.iter().flat_map(|part| part.vars.iter().copied()).collect();
        combination_why(&vars, conclusion, domains)
    }
}
