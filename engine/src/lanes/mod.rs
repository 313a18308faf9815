//! Many states of one search side by side in the lanes of vector registers.

#[cfg(target_arch = "x86_64")]
#[path = "avx512/kernel.rs"]
mod avx512;
mod machine;
mod plan;
mod portable;
mod search;
mod vector;

use self::machine::{Machine, Swept, deep, shallow};
use self::plan::Plan;
use self::portable::Plain;
use self::search::Search;
use self::vector::Row;
use crate::backend::{Backend, Run, Sink, Unsupported};
use crate::domain::Fact;
use crate::model::Model;
use crate::observe::Observer;
use crate::search::{Limits, Outcome};

const NAME: &str = "lanes";

/// Models of all-different and cage sums, with at most 16 values.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lanes;

impl Backend for Lanes {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "thirty-two states of the search at a time, in vector registers; takes different values and cages, up to 16 values"
    }

    fn prepare<'m>(&self, model: &'m Model) -> Result<Box<dyn Run + 'm>, Unsupported> {
        Ok(Box::new(Prepared { plan: Plan::of(model)?, model }))
    }
}

struct Prepared<'m> {
    plan: Plan,
    model: &'m Model,
}

impl Run for Prepared<'_> {
    fn run(&mut self, givens: &[Fact], limits: &Limits<'_>, _: Option<&mut dyn Observer>, sink: &mut Sink<'_>) -> Outcome {
        let root = self.plan.domains(givens);
        Search::new(&self.plan, self.model, root).run(machine(), limits, sink)
    }

    fn name(&self) -> &'static str {
        NAME
    }
}

#[derive(Debug)]
struct Portable;

impl Machine for Portable {
    fn shallow(&self, plan: &Plan, rows: &mut [Row], swept: &mut Swept) {
        shallow::<Plain>(plan, rows, swept);
    }
    fn deep(&self, plan: &Plan, rows: &mut [Row], swept: &mut Swept) {
        deep::<Plain>(plan, rows, swept);
    }
}

fn machine() -> &'static dyn Machine {
    #[cfg(target_arch = "x86_64")]
    {
        use std::sync::LazyLock;
        static BEST: LazyLock<Option<avx512::Avx512>> = LazyLock::new(avx512::Avx512::detect);
        if let Some(machine) = &*BEST {
            return machine;
        }
    }
    &Portable
}
