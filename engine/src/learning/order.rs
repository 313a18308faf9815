//! The open proposition that had most to do with the last conflicts: a binary heap that finds each of its members.

/// Above this all activities are scaled down.
const HUGE: f64 = 1e100;

/// How much less a conflict counts than the one after it.
const FADE: f64 = 0.95;

/// Where a proposition is that isn't in the heap.
const OUT: u32 = u32::MAX;

/// Propositions by their activity: VSIDS (Moskewicz and others, "Chaff", 2001) as MiniSat has it (Eén and Sörensson 2003).
#[derive(Clone, Debug)]
pub(super) struct Order {
    activities: Vec<f64>,
    bump: f64,
    heap: Vec<u32>,
    places: Vec<u32>,
}

impl Order {
    /// All of `count` propositions, none of which has been active.
    pub(super) fn new(count: usize) -> Order {
        let heap: Vec<u32> = (0..count as u32).collect();
        Order { activities: vec![0.0; count], bump: 1.0, places: heap.clone(), heap }
    }

    /// A proposition took part in a conflict.
    pub(super) fn bump(&mut self, proposition: usize) {
        self.activities[proposition] += self.bump;
        if self.activities[proposition] > HUGE {
            self.activities.iter_mut().for_each(|activity| *activity /= HUGE);
            self.bump /= HUGE;
        }
        if self.places[proposition] != OUT {
            self.rise(self.places[proposition] as usize);
        }
    }

    /// A conflict is over.
    pub(super) fn fade(&mut self) {
        self.bump /= FADE;
    }

    /// A proposition is open again.
    pub(super) fn insert(&mut self, proposition: usize) {
        if self.places[proposition] == OUT {
            self.places[proposition] = self.heap.len() as u32;
            self.heap.push(proposition as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes the most active one; of equals, the one that comes first.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let top = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.places[top as usize] = OUT;
        if last != top {
            self.heap[0] = last;
            self.places[last as usize] = 0;
            self.sink(0);
        }
        Some(top as usize)
    }

    fn before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activities[a as usize], self.activities[b as usize]);
        x > y || x == y && a < b
    }

    fn rise(&mut self, mut at: usize) {
        let this = self.heap[at];
        while at > 0 && self.before(this, self.heap[(at - 1) / 2]) {
            self.set(at, self.heap[(at - 1) / 2]);
            at = (at - 1) / 2;
        }
        self.set(at, this);
    }

    fn sink(&mut self, mut at: usize) {
        let this = self.heap[at];
        while let Some(&left) = self.heap.get(2 * at + 1) {
            let child = match self.heap.get(2 * at + 2) {
                Some(&right) if self.before(right, left) => 2 * at + 2,
                _ => 2 * at + 1,
            };
            if !self.before(self.heap[child], this) {
                break;
            }
            self.set(at, self.heap[child]);
            at = child;
        }
        self.set(at, this);
    }

    fn set(&mut self, at: usize, proposition: u32) {
        self.heap[at] = proposition;
        self.places[proposition as usize] = at as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn the_most_active_comes_first() {
        let mut rng = Rng::new(7);
        let mut order = Order::new(50);
        let mut activities = [0.0; 50];
        let mut bump = 1.0;
        let mut open = [true; 50];
        for _ in 0..20_000 {
            let proposition = rng.below(50);
            match rng.below(4) {
                0 | 1 => {
                    order.bump(proposition);
                    activities[proposition] += bump;
                    order.fade();
                    bump /= FADE;
                    if bump > 1e60 {
                        // The order of activities is the same at every scale.
                        activities.iter_mut().for_each(|activity| *activity /= 1e60);
                        bump /= 1e60;
                    }
                }
                2 => {
                    order.insert(proposition);
                    open[proposition] = true;
                }
                _ => {
                    let best = (0..50).filter(|&i| open[i]).max_by(|&a, &b| activities[a].total_cmp(&activities[b]).then(b.cmp(&a)));
                    let popped = order.pop();
                    // Rounding may make equals of the least ones.
                    let value = |i: Option<usize>| i.map_or(-1.0, |i| activities[i]);
                    assert!((value(popped) - value(best)).abs() <= value(best).abs() * 1e-9 + 1e-30, "{popped:?} {best:?}");
                    if let Some(popped) = popped {
                        open[popped] = false;
                    }
                }
            }
        }
    }
}
