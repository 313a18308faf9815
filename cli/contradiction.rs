//! Why a puzzle has no solution where nothing simpler says it: a few givens and rules that already contradict each other.

use pencilmark_engine::{Core, Limits, core};
use pencilmark_sudoku::{Cell, Diagnosis, Sheet, Template};

use crate::words::Words;

/// So many nodes all searches for a small core may take together.
const NODES: u64 = 20_000;

/// What a rule can say against a sheet that has no solution, or a small core; `None` if the limits came before any was found.
pub(crate) fn diagnose(template: &Template, sheet: &Sheet, limits: &Limits<'_>) -> Option<Diagnosis> {
    let mut facts = Vec::new();
    template.facts(sheet, &mut facts);
    let limits = Limits { solutions: None, nodes: Some(limits.nodes.map_or(NODES, |nodes| nodes.min(NODES))), ..*limits };
    template.blame(sheet).or_else(|| core(template.model(), &facts, &limits).map(|core| in_words(template, &core)))
}

fn in_words(template: &Template, core: &Core) -> Diagnosis {
    let model = template.model();
    let words = Words::of(template);
    let givens: Vec<String> = core.givens.iter().map(|&given| words.fact(given)).collect();
    let mut rules: Vec<&str> = core.constraints.iter().map(|&id| model.constraint(id).label).collect();
    // A cage is two constraints of one name.
    rules.dedup();
    let rules = rules.join(", ");
    let small = if core.minimal { "; none of these can be left out" } else { "; small, not shown to be minimal" };
    let message = match &*givens {
        [] => format!("these rules contradict each other: {rules}{small}"),
        // Candidates of which none is left.
        givens if rules.is_empty() => format!("the givens {} contradict each other{small}", givens.join(", ")),
        givens => format!("the givens {} contradict {rules}{small}", givens.join(", ")),
    };
    // A cell may have lost several candidates.
    let mut cells: Vec<Cell> = core.givens.iter().map(|fact| Cell::new(fact.var.index())).collect();
    cells.sort_unstable();
    cells.dedup();
    let numbers = vec![("minimal", i64::from(core.minimal))];
    Diagnosis { cells, house: Some(rules), numbers, ..Diagnosis::new("contradiction", message) }
}
