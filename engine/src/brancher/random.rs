//! Random: any open variable, any of its values, by a seed.

use super::Brancher;
use crate::domain::Fact;
use crate::domains::Domains;
use crate::rng::Rng;

/// Any open variable and any of its values.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    rng: Rng,
}

/// Branches on any open variable and any of its values. The same seed gives the same choices.
pub fn random(seed: u64) -> Random {
    Random { seed, rng: Rng::new(seed) }
}

impl Brancher for Random {
    fn choose(&mut self, domains: &Domains) -> Option<Fact> {
        let open = domains.vars().filter(|&v| !domains.is_fixed(v)).count();
        if open == 0 {
            return None;
        }
        let nth = self.rng.below(open);
        let var = domains.vars().filter(|&v| !domains.is_fixed(v)).nth(nth)?;
        let nth = self.rng.below(domains.get(var).len());
        let value = domains.get(var).iter().nth(nth)?;
        Some(var.is(value))
    }

    fn reset(&mut self) {
        self.rng = Rng::new(self.seed);
    }
}
