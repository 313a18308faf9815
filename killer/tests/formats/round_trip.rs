//! Random killers are read back as they were written, or the format says what it loses; and no text makes a reader panic.

use std::sync::Arc;

use pencilmark_killer::{Cage, Cages, FORMATS};
use pencilmark_sudoku::{Cell, Grid, Reading, Sheet, Symbols};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::{cages, named};

/// Cages that grow over neighbours with other values of a solution, until each cell is in one; some have no total, some are left out.
fn killer() -> impl Strategy<Value = Sheet> {
    let shape = prop::sample::select(vec![(2_usize, 2_usize), (2, 3), (3, 2), (3, 3)]);
    let sized = shape.prop_flat_map(|(height, width)| {
        let (size, count) = (height * width, (height * width).pow(2));
        let shuffled = Just((0..size).collect::<Vec<usize>>()).prop_shuffle();
        (Just((height, width)), shuffled, vec(any::<(u8, u8)>(), count), prop::bool::weighted(0.5))
    });
    sized.prop_map(|((height, width), values, choices, plain)| {
        let size = height * width;
        let grid = Grid::with_box(size, height, width).unwrap();
        // The pattern that solves every grid of boxes, with other digits.
        let value = |cell: usize| values[(cell / size * width + cell / size / height + cell % size) % size] as i64 + 1;
        let pairs = grid.orthogonal_pairs();
        let mut taken = vec![false; size * size];
        let mut made = Vec::new();
        for first in grid.cells() {
            if std::mem::replace(&mut taken[first.index()], true) {
                continue;
            }
            let (most, kind) = choices[first.index()];
            let mut cells = vec![first];
            while cells.len() < usize::from(most % 5) {
                let near = |cell: Cell| cells.iter().any(|&c| pairs.contains(&(c, cell)) || pairs.contains(&(cell, c)));
                let differs = |cell: Cell| cells.iter().all(|c| value(c.index()) != value(cell.index()));
                let Some(next) = grid.cells().find(|&c| !taken[c.index()] && near(c) && differs(c)) else { break };
                taken[next.index()] = true;
                cells.push(next);
            }
            let total = cells.iter().map(|cell| value(cell.index())).sum();
            match kind % 8 {
                0 if !plain => {}
                1 if !plain => made.push(Cage::new(None, cells)),
                _ => made.push(Cage::new(Some(total), cells)),
            }
        }
        let sheet = Sheet::of_values(Arc::new(grid), Arc::new(Symbols::numbers_to(size)), &vec![None; size * size]);
        Sheet { rules: vec![Arc::new(Cages::new(made))], ..sheet }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn killers_are_read_back(sheet in killer()) {
        for format in FORMATS {
            let lost = format.loses(&sheet);
            let Ok(text) = format.write(&sheet) else {
                prop_assert!(!lost.is_empty());
                continue;
            };
            prop_assert_eq!(format.sniff(&text), Ok(()), "{}", format.name());
            let back = format.parse(&text, 1, &mut Reading::new()).map_err(|error| TestCaseError::fail(error.to_string()))?.remove(0);
            let same = cages(&back) == cages(&sheet) && back.grid == sheet.grid;
            let boxes = back.grid.regions() == sheet.grid.regions();
            prop_assert!(same || !lost.is_empty() || (cages(&back) == cages(&sheet) && !boxes), "{}: {}", format.name(), text);
        }
    }

    #[test]
    fn cages_with_totals_are_kept(sheet in killer()) {
        let all = cages(&sheet);
        prop_assume!(all.iter().all(|(total, cells)| total.is_some() || cells.len() > 1));
        prop_assume!(all.iter().any(|(_, cells)| cells.len() > 1));
        for name in ["solo", "sumocue"] {
            let back = named(name);
            let text = back.write(&sheet).unwrap();
            let back = back.parse(&text, 1, &mut Reading::new()).map_err(|error| TestCaseError::fail(error.to_string()))?.remove(0);
            prop_assert_eq!(&cages(&back), &all, "{}", text);
            prop_assert_eq!(&back.grid, &sheet.grid, "{}", text);
        }
    }

    #[test]
    fn mutated_texts_never_panic(
        sheet in killer(),
        edits in vec((0..3_u8, any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<char>(), "[0-9a-z_:,=+J<>^v-]"), 1..5),
    ) {
        for format in FORMATS {
            let Ok(text) = format.write(&sheet) else { continue };
            let mut chars: Vec<char> = text.chars().collect();
            for (kind, from, length, any, likely) in &edits {
                if chars.is_empty() { break }
                let from = from.index(chars.len());
                let to = (from + 1 + length.index(9)).min(chars.len());
                match kind {
                    0 => chars[from] = if length.index(2) == 0 { *any } else { likely.chars().next().unwrap() },
                    1 => drop(chars.drain(from..to)),
                    _ => { let twice = chars[from..to].to_vec(); chars.splice(to..to, twice); }
                }
            }
            let text: String = chars.into_iter().collect();
            for format in FORMATS {
                let _ = format.sniff(&text);
                if let Err(error) = format.parse(&text, 1, &mut Reading::new()) {
                    let _ = error.report("p", &text);
                }
            }
        }
    }
}
