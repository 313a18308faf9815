//! Several parts with a total: for each the combinations that its variables allow, and which sums go with sums of the others.
//!
//! The sums that a part can have are a bitset, and sets of sums are added by shifting. That is exact between parts, and quicker
//! than bounds: what the others leave of the total is a mirror image.

use std::sync::Arc;

use super::Part;
use super::cage::common_base;
use super::combinations::Combinations;
use super::explain::{Refuter, explain};
use super::table::Table;
use crate::domain::{Var, is_single};
use crate::domains::{Conflict, Domains};
use crate::propagator::{Conclusion, Cost, Propagator, Status, Wake, Why};

/// A set of sums from 0 to 63.
type Sums = u64;

/// The kernel, if each part counts its values in common in one word, there are not too many combinations, and the sums are small.
pub(super) fn kernel(parts: &[Part], total: i64, combinations: &Combinations, domains: &Domains) -> Option<Box<dyn Propagator>> {
    let mut total = total;
    let (mut shifted, mut ranges) = (Vec::new(), Vec::new());
    for part in parts {
        let base = common_base(&part.vars, domains)?;
        let values = part.vars.iter().fold(0, |values, &var| values | domains.word(var));
        let table = combinations.of(values, base, part.vars.len(), None)?;
        let ((least, _), (greatest, _)) = (table.by_sum().first()?, table.by_sum().last()?);
        if greatest - least >= Sums::BITS {
            return None;
        }
        // What counts against is turned round, so that all counts for: the greatest sum becomes 0, and the total more by it.
        let (zero, sign) = if part.sign > 0 { (*least, 1) } else { (*greatest, -1) };
        total -= part.sign * (i64::from(zero) + i64::from(base) * part.vars.len() as i64);
        let words = vec![0; part.vars.len()];
        ranges.push(greatest - least);
        shifted.push(Shifted { vars: part.vars.clone(), left: table.empty(), table, zero, sign, words, sums: 0 });
    }
    // What all parts but one add must be a set of sums, too, whichever it is.
    if ranges.iter().sum::<u32>() - ranges.iter().min()? >= Sums::BITS {
        return None;
    }
    Some(Box::new(Parts { rest: vec![0; shifted.len()], parts: shifted, total, settled: false, memory: Vec::new() }))
}

/// A part with its combinations, each with what it adds to the sum, from 0.
struct Shifted {
    vars: Vec<Var>,
    table: Arc<Table>,
    /// The sum of bits that counts 0, and whether more counts more or less.
    zero: u32,
    sign: i32,
    /// The words for which the following was found out; most runs find most parts as they were.
    words: Vec<u64>,
    /// The combinations that the variables allow.
    left: Box<[u64]>,
    /// What they add.
    sums: Sums,
}

struct Parts {
    parts: Vec<Shifted>,
    total: i64,
    /// The last run found nothing to remove, with the words that the parts remember.
    settled: bool,
    /// For each part what those after it add; kept here for its memory only.
    rest: Vec<Sums>,
    memory: Vec<u64>,
}

/// All sums of one of each.
#[inline(always)]
fn add(a: Sums, b: Sums) -> Sums {
    let (mut few, many) = if a.count_ones() < b.count_ones() { (a, b) } else { (b, a) };
    let mut sums = 0;
    while few != 0 {
        sums |= many << few.trailing_zeros();
        few &= few - 1;
    }
    sums
}

/// What is left of a total by each of the sums.
#[inline(always)]
fn left_of(total: i64, sums: Sums) -> Sums {
    match total {
        0..=63 => sums.reverse_bits() >> (63 - total),
        64..=126 => sums.reverse_bits() << (total - 63),
        _ => 0,
    }
}

impl Shifted {
    /// What a sum of bits counts.
    #[inline(always)]
    fn counts(&self, sum: u32) -> u32 {
        if self.sign > 0 { sum - self.zero } else { self.zero - sum }
    }

    /// What some combinations add.
    #[inline(always)]
    fn sums_of(&self, combinations: &[u64]) -> Sums {
        let mut sums = 0;
        for (sum, all) in self.table.by_sum() {
            let some = combinations.iter().zip(all).fold(0, |some, (left, all)| some | left & all);
            sums |= u64::from(some != 0) << self.counts(*sum);
        }
        sums
    }

    /// Finds out what the variables allow, unless they are as they were; tells whether they were not.
    fn fit(&mut self, domains: &Domains) -> Result<bool, Conflict> {
        let mut same = true;
        for (word, &var) in self.words.iter_mut().zip(&self.vars) {
            let now = domains.word(var);
            same &= *word == now;
            *word = now;
        }
        if same {
            return Ok(false);
        }
        let (mut fixed, mut clash) = (0, 0);
        for &word in &self.words {
            let single = if is_single(word) { word } else { 0 };
            clash |= fixed & single;
            fixed |= single;
        }
        let fits = self.table.filter(&self.words, &[], &mut self.left);
        self.sums = self.sums_of(&self.left);
        if clash != 0 || !fits {
            // The next run must not take this for known.
            self.words.fill(0);
            return Err(Conflict { var: None });
        }
        Ok(true)
    }

    /// Leaves what some combination allows that adds one of these sums; true if that changed anything.
    fn keep(&self, allowed: Sums, domains: &mut Domains, memory: &mut Vec<u64>) -> Result<bool, Conflict> {
        memory.clear();
        memory.extend_from_slice(&self.left);
        if self.sums & !allowed != 0 {
            for (_, all) in self.table.by_sum().iter().filter(|(sum, _)| allowed >> self.counts(*sum) & 1 == 0) {
                memory.iter_mut().zip(all).for_each(|(left, all)| *left &= !all);
            }
        }
        let (possible, required) = self.table.possible_and_required(memory);
        if possible == 0 {
            return Err(Conflict { var: None });
        }
        let (mut once, mut twice, mut fixed) = (0, 0, 0);
        for &word in &self.words {
            twice |= once & word;
            once |= word;
            fixed |= if is_single(word) { word } else { 0 };
        }
        let only = once & !twice & required;
        let mut changed = false;
        for (&var, &word) in self.vars.iter().zip(&self.words) {
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
            let mut news = !self.settled;
            self.settled = false;
            for part in &mut self.parts {
                news |= part.fit(domains)?;
            }
            if !news {
                self.settled = true;
                return Ok(Status::AtFixpoint);
            }
            let mut after = 1;
            for (part, rest) in self.parts.iter().zip(&mut self.rest).rev() {
                *rest = after;
                after = add(after, part.sums);
            }
            let (mut before, mut changed) = (1, false);
            for (part, &rest) in self.parts.iter().zip(&self.rest) {
                let allowed = left_of(self.total, add(before, rest));
                changed |= part.keep(allowed, domains, &mut self.memory)?;
                before = add(before, part.sums & allowed);
            }
            if !changed {
                self.settled = true;
                return Ok(Status::AtFixpoint);
            }
        }
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn explain(&self, conclusion: Conclusion<'_>, domains: &Domains) -> Why {
        explain(self, conclusion, domains)
    }
}

impl Refuter for Parts {
    fn groups(&self) -> (Vec<Var>, Vec<usize>) {
        let vars = self.parts.iter().flat_map(|part| part.vars.iter().copied());
        (vars.collect(), self.parts.iter().map(|part| part.vars.len()).collect())
    }

    fn refutes(&self, mut words: &[u64]) -> bool {
        // What the parts so far leave of the total.
        let (mut before, mut last) = (1, 1);
        for part in &self.parts {
            let (own, others) = words.split_at(part.vars.len());
            let mut left = part.table.empty();
            if !part.table.filter(own, &[], &mut left) {
                return true;
            }
            (before, last) = (add(before, last), part.sums_of(&left));
            words = others;
        }
        left_of(self.total, before) & last == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_sums_add_up() {
        let (a, b): (Sums, Sums) = (0b1011, 0b100_0010);
        assert_eq!(add(a, b), (a << 1) | (a << 6));
        assert_eq!(add(a, 1), a);
        for total in -2..130 {
            let sums: Sums = 1 << 63 | 1 << 40 | 0b1101;
            let want = (0..64).filter(|i| (0..64).contains(&(total - i)) && sums >> (total - i) & 1 == 1).fold(0, |m, i| m | 1 << i);
            assert_eq!(left_of(total, sums), want, "{total}");
        }
    }
}
