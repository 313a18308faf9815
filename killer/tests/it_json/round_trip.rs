//! Random killers are read back as they were written, and nothing panics.

use std::sync::Arc;

use pencilmark_killer::{Cage, Cages};
use pencilmark_sudoku::{AntiKnight, Cell, Diagonals, Grid, Reading, Rule, Sheet, Symbol, Symbols, detect_among};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::{cages, givens, named, rules};

/// A killer with givens, digits of the player's, cages of one to four cells, and perhaps regions of no form.
fn killer() -> impl Strategy<Value = Sheet> {
    let size = prop::sample::select(vec![4_usize, 6, 9, 12]);
    let sized = size.prop_flat_map(|size| {
        let count = size * size;
        (
            Just(size),
            vec(prop::option::of(0..size), count),
            Just((0..count).collect::<Vec<usize>>()).prop_shuffle(),
            vec((1..5_usize, prop::option::of(1..40_i64)), 0..count / 4),
            any::<[bool; 4]>(),
        )
    });
    sized.prop_map(|(size, values, order, totals, [jigsaw, state, knight, diagonals])| {
        let labels: Vec<usize> = order.iter().map(|i| i / size).collect();
        let grid = if jigsaw { Grid::with_regions(size, &labels) } else { Grid::new(size) };
        let values: Vec<_> = values.into_iter().map(|value| value.map(Symbol::new)).collect();
        let mut sheet = Sheet::of_values(Arc::new(grid.unwrap()), Arc::new(Symbols::numbers_to(size)), &values);
        if state {
            sheet.state = sheet.givens.split_off(sheet.givens.len() / 2);
        }
        let mut rest = order.into_iter().map(Cell::new);
        let cages: Vec<Cage> = totals.into_iter().map(|(count, total)| Cage::new(total, rest.by_ref().take(count).collect())).collect();
        let mut rules: Vec<Arc<dyn Rule>> = Vec::new();
        if knight {
            rules.push(Arc::new(AntiKnight));
        }
        if diagonals {
            rules.push(Arc::new(Diagonals));
        }
        if !cages.is_empty() {
            rules.push(Arc::new(Cages::new(cages)));
        }
        Sheet { rules, ..sheet }
    })
}

fn houses(grid: &Grid) -> Vec<Vec<Cell>> {
    let mut all: Vec<_> = grid.regions().iter().map(|house| house.cells.clone()).collect();
    all.sort();
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn killers_are_read_back(sheet in killer()) {
        for name in ["pencilmark", "fpuzzles", "fpuzzles-url", "sudokupad", "sudokupad-code"] {
            let text = named(name).write(&sheet).unwrap();
            prop_assert_eq!(detect_among(pencilmark_killer::FORMATS, &text).unwrap().name(), name);
            let back = named(name).parse(&text, 1, &mut Reading::new()).map_err(|error| TestCaseError::fail(error.to_string()))?.remove(0);
            prop_assert_eq!(houses(&back.grid), houses(&sheet.grid));
            prop_assert_eq!(givens(&back), givens(&sheet));
            prop_assert_eq!(cages(&back), cages(&sheet));
            // SudokuPad holds neither the player's digits nor rules.
            if !name.starts_with("sudokupad") {
                let state = |sheet: &Sheet| sheet.state.iter().map(|given| (given.cell, given.symbol)).collect::<Vec<_>>();
                prop_assert_eq!(state(&back), state(&sheet));
                let sorted = |sheet: &Sheet| { let mut rules = rules(sheet); rules.sort(); rules };
                prop_assert_eq!(sorted(&back), sorted(&sheet));
            }
        }
    }

    #[test]
    fn our_own_form_keeps_any_symbols_and_repeats(
        values in vec(prop::option::of(0..4_usize), 16),
        marks in vec(vec(0..4_usize, 0..4), 16),
        tall in any::<bool>(),
    ) {
        let grid = if tall { Grid::with_box(4, 4, 1) } else { Grid::with_box(4, 2, 2) }.unwrap();
        let symbols = Symbols::list(["Ä", "two words", "\"", "\\"]).unwrap();
        let values: Vec<_> = values.into_iter().map(|value| value.map(Symbol::new)).collect();
        let mut sheet = Sheet::of_values(Arc::new(grid), Arc::new(symbols), &values);
        let set = |mut all: Vec<usize>| { all.sort(); all.dedup(); all.into_iter().map(Symbol::new).collect::<Vec<_>>() };
        sheet.candidates = Some(marks.into_iter().map(set).collect());
        sheet.rules.push(Arc::new(Cages::new(vec![Cage::new(Some(7), vec![Cell::new(0), Cell::new(5)])]).with_repeats()));
        let own = named("pencilmark");
        let back = own.parse(&own.write(&sheet).unwrap(), 1, &mut Reading::new()).map_err(|error| TestCaseError::fail(error.to_string()))?.remove(0);
        prop_assert_eq!(&back.grid, &sheet.grid);
        prop_assert_eq!(&back.symbols, &sheet.symbols);
        prop_assert_eq!(back.values(), sheet.values());
        prop_assert_eq!(&back.candidates, &sheet.candidates);
        prop_assert_eq!(cages(&back), cages(&sheet));
    }

    #[test]
    fn nothing_panics(sheet in killer(), cuts in vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), ".{0,3}|[0-9\\[\\]{},:\"']{1,2}"), 1..4)) {
        for name in ["pencilmark", "fpuzzles", "fpuzzles-url", "sudokupad", "sudokupad-code"] {
            let mut text: Vec<char> = named(name).write(&sheet).unwrap().chars().collect();
            for (from, length, with) in &cuts {
                let from = from.index(text.len());
                let to = (from + length.index(8)).min(text.len());
                text.splice(from..to, with.chars());
                if text.is_empty() { break }
            }
            let text: String = text.into_iter().collect();
            for format in pencilmark_killer::FORMATS {
                let _ = format.sniff(&text);
                if let Err(error) = format.parse(&text, 1, &mut Reading::new()) {
                    let _ = error.report("p", &text);
                }
            }
            // Unpacked, the same texts reach the reader of shortened JSON.
            let _ = named("sudokupad-code").parse(&format!("scl{}", lz_str::compress_to_base64(text.as_str())), 1, &mut Reading::new());
        }
    }
}
