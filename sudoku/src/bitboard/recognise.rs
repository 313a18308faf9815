//! The back end: recognises a model as a classic 9x9 grid, or says why it isn't one.

use std::ops::ControlFlow;

use pencilmark_engine::{Backend, Fact, Limits, Model, Observer, Run, Shape, Sink, Stats, Test, Unsupported, Value};

use super::{Candidates, Digits, End, Kernel, Options, Single, from_givens};

/// Solves classic 9x9 grids with any nine values, with or without candidates, and nothing else.
///
/// One puzzle at a time; for many, see [`Batch`](super::Batch). It tells an observer nothing. In its counts a node is a grid in which
/// it had to branch.
#[derive(Clone, Copy, Debug)]
pub struct Bitboard {
    kernel: Kernel,
}

impl Default for Bitboard {
    /// With the best kernel.
    fn default() -> Bitboard {
        Bitboard::new(Kernel::best())
    }
}

impl Bitboard {
    /// With this kernel, or the portable one if the processor doesn't have it.
    pub fn new(kernel: Kernel) -> Bitboard {
        Bitboard { kernel }
    }
}

impl Backend for Bitboard {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "vector instructions for classic 9x9 grids, the fastest there is; takes nothing else"
    }

    fn prepare<'m>(&self, model: &'m Model) -> Result<Box<dyn Run + 'm>, Unsupported> {
        Ok(Box::new(Prepared { model, classic: Classic::recognise(model)?, single: Single::new(self.kernel) }))
    }
}

const NAME: &str = "bitboard";

/// What a model that is a classic grid calls its values: the bridge between its facts and [`Candidates`].
#[derive(Clone, Debug)]
pub struct Classic {
    /// In ascending order.
    values: [Value; 9],
    /// Candidates without any givens.
    start: Candidates,
}

impl Classic {
    /// Recognises a model whose variables are the cells of a 9x9 grid, row by row, with nine values between them, and whose constraints
    /// (but for implied ones) say that each row, column and box has different values.
    ///
    /// # Errors
    /// If the model isn't one, with the first reason found.
    pub fn recognise(model: &Model) -> Result<Classic, Unsupported> {
        let declined = |reason: String| Unsupported { backend: NAME, reason };
        if model.len() != 81 {
            return Err(declined(format!("a classic grid has 81 cells, this model {} variables", model.len())));
        }
        let mut values: Vec<Value> = Vec::new();
        for (_, domain) in model.domains_of(model.all_vars()) {
            values.extend(domain.iter().take(10));
            values.sort_unstable();
            values.dedup();
            if values.len() > 9 {
                break;
            }
        }
        let found = values.len();
        let Ok(values) = <[Value; 9]>::try_from(values) else {
            let many = if found > 9 { "more than nine".to_owned() } else { format!("only {found}") };
            return Err(declined(format!("a classic grid has nine values, this model {many}")));
        };
        let mut seen = [false; 27];
        for (_, posted) in model.constraints().filter(|(_, posted)| !posted.implied) {
            let Some(house) = house(&posted.constraint.shape()) else {
                return Err(declined(format!("{} is no row, column or box of a classic grid", posted.label)));
            };
            seen[house] = true;
        }
        if let Some(missing) = seen.iter().position(|&seen| !seen) {
            let kind = ["row", "column", "box"][missing / 9];
            return Err(declined(format!("nothing says that {kind} {} has different values", missing % 9 + 1)));
        }
        let mut start = [0; 81];
        let mut rest = &mut start[..];
        for (count, domain) in model.domains_of(model.all_vars()) {
            let set = set_of(&values, |value| domain.contains(value));
            rest.split_off_mut(..count).expect("81 variables").fill(set);
        }
        Ok(Classic { values, start })
    }

    /// The candidates when all `givens` are true.
    pub fn candidates(&self, givens: &[Fact]) -> Candidates {
        let mut candidates = self.start;
        for fact in givens {
            candidates[fact.var.index()] &= match fact.test {
                // Most givens are of this kind.
                Test::Is(value) => self.values.binary_search(&value).map_or(0, |digit| 1 << digit),
                _ => set_of(&self.values, |value| fact.allows(value)),
            };
        }
        candidates
    }

    /// The candidates when these digits are given, 0 for an open cell: for streams, where making facts would take longer than solving.
    pub fn given(&self, digits: &Digits) -> Candidates {
        let mut candidates = from_givens(digits);
        candidates.iter_mut().zip(&self.start).for_each(|(set, start)| *set &= start);
        candidates
    }

    /// The digit that stands for a value.
    pub fn digit(&self, value: Value) -> Option<u8> {
        self.values.binary_search(&value).ok().map(|digit| digit as u8 + 1)
    }

    /// The values that digits stand for, in the order of the variables.
    pub fn values(&self, digits: &Digits) -> [Value; 81] {
        digits.map(|digit| self.values[usize::from(digit) - 1])
    }
}

fn set_of(values: &[Value; 9], has: impl Fn(Value) -> bool) -> u16 {
    (0..9).filter(|&digit| has(values[digit])).fold(0, |set, digit| set | 1 << digit)
}

/// The cells of a house: rows, then columns, then boxes.
fn cell(house: usize, i: usize) -> usize {
    let n = house % 9;
    match house / 9 {
        0 => 9 * n + i,
        1 => 9 * i + n,
        _ => 9 * (n / 3 * 3 + i / 3) + n % 3 * 3 + i % 3,
    }
}

/// The house that a constraint is about, if it is one.
fn house(shape: &Shape<'_>) -> Option<usize> {
    let Shape::AllDifferent(views) = shape else { return None };
    if views.len() != 9 || views.iter().any(|view| view.offset != 0) {
        return None;
    }
    let mut cells: Vec<usize> = views.iter().map(|view| view.var.index()).collect();
    cells.sort_unstable();
    (0..27).find(|&house| cells.iter().enumerate().all(|(i, &c)| c == cell(house, i)))
}

/// A model ready to run.
#[derive(Debug)]
struct Prepared<'m> {
    model: &'m Model,
    classic: Classic,
    single: Single,
}

impl Run for Prepared<'_> {
    fn run(
        &mut self,
        givens: &[Fact],
        limits: &Limits<'_>,
        _: Option<&mut dyn Observer>,
        sink: &mut Sink<'_>,
    ) -> pencilmark_engine::Outcome {
        let Prepared { model, classic, single } = self;
        let options = Options {
            limit: limits.solutions.unwrap_or(u64::MAX),
            guesses: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.deadline,
            interrupt: limits.interrupt,
        };
        let outcome = single.solve(&classic.candidates(givens), &options, &mut |digits| -> ControlFlow<()> {
            let values = classic.values(digits);
            if let Err(broken) = model.check(&values) {
                panic!("the bitboard found values that are no solution, which is a fault of the kernel: {broken}");
            }
            sink(&values)
        });
        let stats = Stats { nodes: outcome.guesses, failures: outcome.failures, depth: outcome.depth, ..Stats::default() };
        pencilmark_engine::Outcome { solutions: outcome.solutions, end: end(outcome.end), stats }
    }

    fn name(&self) -> &'static str {
        match self.single.kernel() {
            Kernel::Portable => "bitboard (portable)",
            Kernel::Avx2 => "bitboard (AVX2)",
            Kernel::Avx512 => "bitboard (AVX-512)",
        }
    }
}

fn end(end: End) -> pencilmark_engine::End {
    use pencilmark_engine::End as To;
    match end {
        End::Complete => To::Complete,
        End::Limit => To::Solutions,
        End::Guesses => To::Nodes,
        End::Deadline => To::Deadline,
        End::Interrupted => To::Interrupted,
        End::Stopped => To::Stopped,
    }
}

#[cfg(test)]
mod tests {
    //! The bridge: what is recognised, and that facts mean the same as to propagation.

    use std::collections::BTreeSet;

    use pencilmark_engine::{Propagation, Var, all_different, less};

    use super::*;

    const VALUES: [Value; 9] = [-30, -2, 0, 1, 2, 5, 7, 40, 1000];

    /// All houses but these.
    fn model(without: &[usize], values: &[Value]) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let vars = model.vars("x", 81, values.iter().copied().collect::<pencilmark_engine::Domain>());
        for house in (0..27).rev().filter(|house| !without.contains(house)) {
            model.post(all_different((0..9).rev().map(|i| vars[cell(house, i)])));
        }
        (model, vars)
    }

    fn all(run: &mut dyn Run, givens: &[Fact], limits: &Limits<'_>) -> (BTreeSet<Vec<Value>>, pencilmark_engine::End) {
        let mut found = BTreeSet::new();
        let outcome = run.run(givens, limits, None, &mut |values| {
            assert!(found.insert(values.to_vec()));
            ControlFlow::Continue(())
        });
        assert_eq!(outcome.solutions, found.len() as u64);
        (found, outcome.end)
    }

    #[test]
    fn facts_mean_what_they_mean_to_propagation() {
        let (mut model, vars) = model(&[], &VALUES);
        model.fix(vars[0], 7);
        let solution = {
            let mut solution = Vec::new();
            Propagation::default().prepare(&model).unwrap().run(&[], &Limits::solutions(1), None, &mut |values| {
                solution = values.to_vec();
                ControlFlow::Break(())
            });
            solution
        };
        let mut random = 1u64;
        let mut below = |n: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % n
        };
        let (mut slow, mut fast) = (Propagation::default().prepare(&model).unwrap(), Bitboard::default().prepare(&model).unwrap());
        let mut counts = BTreeSet::new();
        for round in 0..60 {
            let mut givens = Vec::new();
            for (var, &value) in vars.iter().zip(&solution) {
                if below(10) < 5 {
                    givens.push([var.is(value), var.at_most(value), var.at_least(value - 1), var.is_not(value + 1)][below(4) as usize]);
                }
                if below(10) < 3 {
                    givens.push(var.is_not(VALUES[below(9) as usize]));
                }
                if round % 3 > 0 && below(10) < 4 {
                    givens.push(var.is(value));
                }
            }
            let ((a, complete), (b, _)) =
                (all(&mut *slow, &givens, &Limits::solutions(500)), all(&mut *fast, &givens, &Limits::solutions(500)));
            assert_eq!(a.len(), b.len());
            if complete == pencilmark_engine::End::Complete {
                assert_eq!(a, b);
            }
            b.iter().for_each(|values| assert_eq!(model.check(values), Ok(())));
            counts.insert(a.len());
        }
        assert!(counts.len() > 3 && counts.contains(&0), "these givens test little: {counts:?} solutions");
        let classic = Classic::recognise(&model).unwrap();
        let givens: Vec<Fact> = vars.iter().zip(&solution).step_by(3).map(|(var, &value)| var.is(value)).collect();
        let mut digits = [0; 81];
        givens.iter().for_each(|fact| digits[fact.var.index()] = classic.digit(solution[fact.var.index()]).unwrap());
        assert_eq!((classic.given(&digits), classic.digit(3)), (classic.candidates(&givens), None));
        // Values that are no values, and every limit.
        assert_eq!(all(&mut *fast, &[vars[1].is(3)], &Limits::default()).0.len(), 0);
        assert_eq!(all(&mut *fast, &[vars[1].at_most(-31)], &Limits::default()).1, pencilmark_engine::End::Complete);
        assert_eq!(
            all(&mut *fast, &[], &Limits::solutions(3)),
            (all(&mut *fast, &[], &Limits::solutions(3)).0, pencilmark_engine::End::Solutions)
        );
        assert_eq!(all(&mut *fast, &[], &Limits::nodes(5)).1, pencilmark_engine::End::Nodes);
    }

    #[test]
    fn other_models_are_declined() {
        let reason = |model: &Model| Classic::recognise(model).map(|_| ()).map_err(|declined| declined.reason);
        let (classic, _) = model(&[], &VALUES);
        assert_eq!(reason(&classic), Ok(()));
        for missing in 0..27 {
            assert!(reason(&model(&[missing], &VALUES).0).unwrap_err().contains("nothing says"));
        }
        assert!(reason(&model(&[], &VALUES[1..]).0).unwrap_err().contains("only 8"));
        let ten: Vec<Value> = (0..10).collect();
        assert!(reason(&model(&[], &ten).0).unwrap_err().contains("more than nine"));
        let (mut less_too, vars) = model(&[], &VALUES);
        less_too.post_as("arrow", less(vars[0], vars[1]));
        assert!(reason(&less_too).unwrap_err().starts_with("arrow is no row"));
        let (mut diagonal, vars) = model(&[], &VALUES);
        diagonal.post(all_different((0..9).map(|i| vars[10 * i])));
        assert!(reason(&diagonal).unwrap_err().contains("is no row"));
        let (mut shifted, vars) = model(&[0], &VALUES);
        shifted.post(all_different((0..9).map(|i| vars[i] + i as Value)));
        assert!(reason(&shifted).unwrap_err().contains("is no row"));
        assert!(reason(&Model::new()).unwrap_err().contains("0 variables"));
    }
}
