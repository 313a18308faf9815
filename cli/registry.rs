//! What can be named on the command line: formats, solvers, strategies, rules. To add one is one line.

use std::sync::{Arc, LazyLock};

use pencilmark_engine::{Backend, Backtracking, ExactCover, Lanes, Learning, Options, Propagation, Relay, Restart};

pub(crate) use pencilmark_engine::{Named, STRATEGIES, ValueOrder};
use pencilmark_killer::{Cage, Cages};
use pencilmark_sudoku::bitboard::Bitboard;
use pencilmark_sudoku::{Cell, Format, Grid, Sheet, Symbols};
pub(crate) use pencilmark_sudoku::{NamedRule, RULES};

/// All formats, in the order in which they are tried: those that can hold cages look closer.
pub(crate) static FORMATS: LazyLock<Vec<&'static dyn Format>> =
    LazyLock::new(|| pencilmark_killer::FORMATS.iter().chain(pencilmark_sudoku::FORMATS).copied().collect());

/// The formats that can write some puzzle. A few hold only cages, only candidates or only regions: they are asked with each.
pub(crate) fn writable() -> impl Iterator<Item = &'static dyn Format> {
    let grid = |size| Arc::new(Grid::new(size).expect("it has boxes"));
    let plain = |grid: Arc<Grid>| Sheet::of_values(grid.clone(), Arc::new(Symbols::numbers_to(grid.size())), &[]);
    let latin: Vec<usize> = (0..81).map(|cell| cell / 9).collect();
    let jigsaw = plain(Arc::new(Grid::with_regions(9, &latin).expect("nine regions of nine cells")));
    let cage = Cage::new(Some(3), vec![Cell::new(0), Cell::new(1)]);
    let killer = Sheet { rules: vec![Arc::new(Cages::new(vec![cage]))], ..plain(grid(9)) };
    let symbols = killer.symbols.iter().collect();
    let pencilled = Sheet { candidates: Some(vec![symbols; 81]), ..plain(grid(9)) };
    let samples = [plain(grid(9)), jigsaw, killer, pencilled];
    FORMATS.iter().copied().filter(move |format| samples.iter().any(|sheet| format.write(sheet).is_ok()))
}

/// A way to search that can be named.
#[derive(Clone, Copy)]
pub(crate) struct Solver {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// Does it branch by a strategy?
    pub(crate) branches: bool,
    /// The back ends to try, in this order: the first that takes a model runs it.
    pub(crate) backends: fn(&Branching) -> Vec<Box<dyn Backend>>,
    /// A back end that counts many solutions without finding each, to go over to when there are many.
    pub(crate) counts: Option<fn() -> Box<dyn Backend>>,
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// How a solver is to branch, if it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branching {
    /// `None` if nobody asked for any.
    pub(crate) strategy: Option<Named>,
    pub(crate) options: Options,
    pub(crate) restart: Restart,
}

/// All solvers. The first is the default.
pub(crate) static SOLVERS: &[Solver] = &[
    Solver {
        name: "auto",
        about: "the fastest that takes the puzzle; many solutions are counted with dancing's memo",
        branches: true,
        // Whoever names a strategy wants propagation.
        backends: |by| match by.strategy {
            Some(_) => vec![propagation(by)],
            None => vec![Box::new(Bitboard::default()), Box::new(Lanes), patient(by), propagation(by)],
        },
        counts: Some(|| Box::new(ExactCover::dancing())),
    },
    Solver {
        name: "propagation",
        about: "propagators to the fixpoint, and depth-first search; takes every puzzle",
        branches: true,
        backends: |by| vec![propagation(by)],
        counts: None,
    },
    Solver {
        name: "advanced",
        about: "the best for Killer Sudoku: cages, their combinations and the 45 rule, in lanes where it can; takes every puzzle",
        branches: true,
        backends: |by| match by.strategy {
            Some(_) => vec![propagation(by)],
            None => vec![Box::new(Lanes), patient(by), propagation(by)],
        },
        counts: None,
    },
    Solver {
        name: "bitboard",
        about: "classic 9x9 only, with any symbols: all cells at once in the widest registers that the processor has",
        branches: false,
        backends: |_| vec![Box::new(Bitboard::default())],
        counts: None,
    },
    Solver {
        name: "lanes",
        about: "thirty-two states of a search at a time in vector registers; takes different values and cages, of up to 16 values",
        branches: false,
        backends: |_| vec![Box::new(Lanes)],
        counts: None,
    },
    Solver {
        name: "learning",
        about: "learns a clause from each dead end; for large and hard puzzles; takes different values, cages, and relations of few tuples",
        branches: false,
        backends: |_| vec![Box::new(Learning)],
        counts: None,
    },
    Solver {
        name: "backtracking",
        about: "plain exhaustive search in reading order, the baseline; takes every puzzle",
        branches: false,
        backends: |_| vec![Box::new(Backtracking)],
        counts: None,
    },
    Solver {
        name: "algorx",
        about: "exact cover by Knuth's Algorithm X on a matrix of bits; takes rules of different and of paired values",
        branches: false,
        backends: |_| vec![Box::new(ExactCover::algorx())],
        counts: None,
    },
    Solver {
        name: "dancing",
        about: "exact cover by dancing cells, the faster kin of dancing links; counts with a memo",
        branches: false,
        backends: |_| vec![Box::new(ExactCover::dancing())],
        counts: None,
    },
    Solver {
        name: "dancing-links",
        about: "exact cover by Knuth's dancing links, for comparison; counts with a memo",
        branches: false,
        backends: |_| vec![Box::new(ExactCover::links())],
        counts: None,
    },
];

fn propagation(by: &Branching) -> Box<dyn Backend> {
    Box::new(propagator(by))
}

fn propagator(by: &Branching) -> Propagation {
    Propagation::new(by.strategy.unwrap_or(STRATEGIES[0]).with(by.options)).restart(by.restart)
}

/// Propagation, and if that takes more than so many nodes, clause learning: `docs/benchmarks.md` has the figures behind the number.
fn patient(by: &Branching) -> Box<dyn Backend> {
    Box::new(Relay::new(propagator(by), 4_000, Learning))
}
