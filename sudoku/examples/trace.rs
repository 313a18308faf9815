//! Debugging a wrong variant: an observer says which constraint took a value that the true solution has.
//!
//! The rule below means "no two neighbours in a row add up to five", and gets it wrong: it compares, too, the last cell of a row with the
//! first of the next, which are no neighbours. So a good puzzle has no solution. Who took the first digit of the solution that was
//! expected is the culprit, or has it from a culprit before.

use std::ops::ControlFlow;

use pencilmark_engine::{Backend, Event, Limits, Propagation, Why, binary};
use pencilmark_sudoku::{Board, Puzzle, Rule};

#[derive(Debug)]
struct NoFives;

impl Rule for NoFives {
    fn post(&self, board: &mut Board<'_>) {
        let cells: Vec<_> = board.grid().cells().collect();
        // The mistake: pairs from `windows` go round the end of a row.
        for pair in cells.windows(2) {
            let name = format!("{} and {}", board.grid().name(pair[0]), board.grid().name(pair[1]));
            board.post_as(name, binary(board.var(pair[0]), board.var(pair[1]), |a, b| a + b != 5));
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = Puzzle::parse("1.4.\n...2\n.12.\n..3.")?.with(NoFives);
    let expected = [1, 2, 4, 3, 4, 3, 1, 2, 3, 1, 2, 4, 2, 4, 3, 1];
    let template = puzzle.template();
    let model = template.model();
    let mut givens = Vec::new();
    template.facts(puzzle.sheet(), &mut givens);

    let mut culprit = None;
    let mut watch = |event: &Event<'_>| {
        let reason = |why: &Why| why.facts.iter().map(|fact| fact.with_name(model.name(fact.var))).collect::<Vec<_>>().join(", ");
        match event {
            Event::Pruned { var, before, after, constraint, why } if culprit.is_none() => {
                let value = expected[var.index()];
                if before.contains(value) && !after.contains(value) {
                    let label = model.constraint(*constraint).label;
                    culprit = Some(format!("{} lost {value} to {label}, by {}: {}", model.name(*var), why.rule, reason(why)));
                }
            }
            Event::Failed { constraint, why } if culprit.is_none() => {
                culprit = Some(format!("{} cannot hold: {}", model.constraint(*constraint).label, reason(why)));
            }
            _ => {}
        }
    };
    let mut run = Propagation::default().prepare(model)?;
    let outcome = run.run(&givens, &Limits::solutions(1), Some(&mut watch), &mut |_| ControlFlow::Continue(()));
    println!("solutions: {}", outcome.solutions);
    println!("{}", culprit.unwrap_or_else(|| "nothing that was expected was removed".to_owned()));
    Ok(())
}
