//! Formats on random input: what is written is read back, and nothing panics.

use proptest::collection::vec;
use proptest::prelude::*;

use pencilmark_sudoku::{Extent, FORMATS, Format, Grid, Reading, Sheet, Symbol, Symbols, detect, render_text};

fn format(name: &str) -> &'static dyn Format {
    *FORMATS.iter().find(|format| format.name() == name).expect("it is in the list")
}

/// What stands in the cells, by name: nothing else matters to who reads it.
fn names(symbols: &Symbols, values: &[Option<Symbol>]) -> Vec<String> {
    values.iter().map(|value| value.map_or(String::new(), |symbol| symbols.name(symbol).to_owned())).collect()
}

#[derive(Debug)]
struct Case {
    grid: Grid,
    symbols: Symbols,
    values: Vec<Option<Symbol>>,
}

/// The usual ways to name the symbols of each size.
fn alphabets(size: usize) -> Vec<Symbols> {
    let mut all = vec![Symbols::numbers_to(size)];
    all.extend(Symbols::digits_then_letters(size));
    all.extend(Symbols::letters(size));
    all
}

#[test]
fn tiny_open_grids_stay_open() {
    let mut read = Vec::new();
    for size in [1, 2, 3] {
        let grid = Grid::new(size).unwrap_or_else(|_| Grid::with_box(size, 1, size).unwrap());
        let sheet = sheet_of(&grid, &Symbols::numbers_to(size), &vec![None; size * size]);
        for format in FORMATS {
            let Ok(text) = format.write(&sheet) else { continue };
            // Lines and the like take no grid of so few cells.
            let Ok(back) = format.parse(&text, 1, &mut Reading::new()) else { continue };
            assert!(back[0].givens.is_empty() && back[0].grid.size() == size, "{}: {text}", format.name());
            read.push((format.name(), size));
        }
    }
    for name in ["candidates", "json"] {
        assert!(read.contains(&(name, 1)), "{name} takes one cell: {read:?}");
    }
}

/// A grid with any number of givens, among them the first and the last symbol: by these the ways to name n symbols differ.
fn case() -> impl Strategy<Value = Case> {
    let size = prop::sample::select(vec![4_usize, 6, 8, 9, 10, 12, 16, 25]);
    let sized = size.prop_flat_map(|size| {
        let value = prop_oneof![Just(None), (0..size).prop_map(|index| Some(Symbol::new(index)))];
        (Just(size), vec(value, size * size), 0..3_usize, 0..size * size)
    });
    sized.prop_map(|(size, mut values, alphabet, first)| {
        let mut all = alphabets(size);
        values[first] = Some(Symbol::new(0));
        values[(first + 1) % (size * size)] = Some(Symbol::new(size - 1));
        let symbols = all.swap_remove(alphabet % all.len());
        Case { grid: Grid::new(size).expect("it has boxes"), symbols, values }
    })
}

fn read(format: &dyn Format, text: &str) -> Result<Sheet, TestCaseError> {
    let mut sheets = format
        .parse(text, 1, &mut Reading::new())
        .map_err(|error| TestCaseError::fail(format!("{}: {}", format.name(), error.report("p", text))))?;
    prop_assert_eq!(sheets.len(), 1);
    Ok(sheets.remove(0))
}

fn sheet_of(grid: &Grid, symbols: &Symbols, values: &[Option<Symbol>]) -> Sheet {
    Sheet::of_values(grid.clone().into(), symbols.clone().into(), values)
}

#[test]
fn the_smallest_grid_is_read_back() {
    let (grid, symbols) = (Grid::new(1).unwrap(), Symbols::numbers_to(1));
    for name in ["tuple", "sections", "csv", "rows"] {
        for value in [None, Some(Symbol::new(0))] {
            let text = format(name).write(&sheet_of(&grid, &symbols, &[value])).unwrap();
            let sheets = format(name).parse(&text, 1, &mut Reading::new()).unwrap();
            assert_eq!(sheets[0].values(), [value], "{name}");
        }
    }
}

#[test]
fn numbers_that_are_no_symbols_are_kept() {
    let sheet = read(format("tuple"), "4\n1 2 3 4\n0,0 1\n1,2 7\n").unwrap();
    let back = read(format("tuple"), &format("tuple").write(&sheet).unwrap()).unwrap();
    let unlisted = |sheet: &Sheet| sheet.unlisted.iter().map(|given| (given.cell, given.name.clone())).collect::<Vec<_>>();
    assert_eq!(unlisted(&sheet).len(), 1);
    assert_eq!((unlisted(&back), format("tuple").loses(&sheet)), (unlisted(&sheet), Vec::new()));
}

proptest! {
    #[test]
    fn written_then_read_is_the_same(case in case()) {
        for name in ["tuple", "sections", "line", "csv", "rows"] {
            let format = format(name);
            let text = format.write(&sheet_of(&case.grid, &case.symbols, &case.values)).unwrap();
            let sheet = read(format, &text)?;
            prop_assert_eq!(&*sheet.grid, &case.grid);
            prop_assert_eq!(&*sheet.symbols, &case.symbols, "{}\n{}", name, text);
            prop_assert_eq!(sheet.values(), case.values.clone());
            prop_assert_eq!(detect(&text).unwrap().name(), name, "{}", text);
            prop_assert!(format.loses(&sheet).is_empty());
        }
    }

    #[test]
    fn json_is_read_back(case in case()) {
        let json = format("json");
        let text = json.write(&sheet_of(&case.grid, &case.symbols, &case.values)).unwrap();
        let sheet = read(json, &text)?;
        prop_assert_eq!(&*sheet.grid, &case.grid);
        prop_assert_eq!(names(&sheet.symbols, &sheet.values()), names(&case.symbols, &case.values));
        prop_assert_eq!(detect(&text).unwrap().name(), "json", "{}", text);
    }

    #[test]
    fn candidates_are_read_back(
        size in prop::sample::select(vec![4_usize, 6, 9, 16]),
        masks in vec(any::<u32>(), 256),
    ) {
        let grid = Grid::new(size).unwrap();
        let symbols = if size > 9 { Symbols::digits_then_letters(size).unwrap() } else { Symbols::numbers_to(size) };
        // Two at least: one alone is a given.
        let group = |mask: &u32| (0..size).filter(|&i| i < 2 || mask >> i & 1 == 1).map(Symbol::new).collect::<Vec<_>>();
        let mut sheet = sheet_of(&grid, &symbols, &vec![None; size * size]);
        sheet.candidates = Some(masks[..size * size].iter().map(group).collect());
        for name in ["candidates", "sukaku"] {
            let text = format(name).write(&sheet).unwrap();
            let back = read(format(name), &text)?;
            prop_assert_eq!(&*back.symbols, &symbols);
            prop_assert_eq!(&back.candidates, &sheet.candidates, "{}", text);
            prop_assert!(back.givens.is_empty());
            // 64 characters are a grid of 8x8 first.
            prop_assert!(name == "sukaku" && size == 4 || detect(&text).unwrap().name() == name, "{}", text);
        }
    }

    #[test]
    fn givens_and_players_digits_are_read_back(kinds in vec((0..3_usize, 0..9_usize), 81)) {
        let (grid, symbols) = (Grid::new(9).unwrap(), Symbols::numbers_to(9));
        let pick = |kind: usize| kinds.iter().map(|&(k, i)| (k == kind).then(|| Symbol::new(i))).collect::<Vec<_>>();
        let mut sheet = sheet_of(&grid, &symbols, &pick(1));
        sheet.state = sheet_of(&grid, &symbols, &pick(2)).givens;
        let bare = |sheet: &Sheet| {
            let bare = |all: &[pencilmark_sudoku::Given]| all.iter().map(|given| (given.cell, given.symbol)).collect::<Vec<_>>();
            (bare(&sheet.givens), bare(&sheet.state))
        };
        for name in ["gnome", "opensudoku", "hodoku", "candidates", "sections"] {
            let text = format(name).write(&sheet).unwrap();
            let back = read(format(name), &text)?;
            prop_assert_eq!(bare(&back), bare(&sheet), "{}\n{}", name, text);
            if name != "candidates" {
                prop_assert_eq!(detect(&text).unwrap().name(), name, "{}", text);
            }
        }
    }

    #[test]
    fn mutated_texts_never_panic(case in case(), edits in vec((any::<prop::sample::Index>(), any::<char>(), 0..3_usize), 1..6)) {
        for format in FORMATS {
            let Ok(text) = format.write(&sheet_of(&case.grid, &case.symbols, &case.values)) else { continue };
            let mut text: Vec<char> = text.chars().collect();
            for (index, c, edit) in &edits {
                let at = index.index(text.len().max(1));
                match edit {
                    0 if at < text.len() => text[at] = *c,
                    1 if at < text.len() => { text.remove(at); }
                    _ => text.insert(at, *c),
                }
            }
            let text: String = text.into_iter().collect();
            let _ = detect(&text);
            if let Err(error) = format.parse(&text, 1, &mut Reading::new()) {
                let _ = (error.to_string(), error.report("p", &text));
            }
        }
    }

    #[test]
    fn a_picture_is_read_back(case in case(), high in any::<bool>()) {
        let size = case.grid.size();
        let grid = match case.grid.box_shape() {
            Some((height, width)) if high => Grid::with_box(size, width, height).unwrap(),
            _ => case.grid,
        };
        let text = render_text(&grid, &case.symbols, &case.values);
        prop_assert_eq!(detect(&text).unwrap().name(), "rows", "{}", text);
        let sheet = read(format("rows"), &text)?;
        prop_assert_eq!(&*sheet.grid, &grid, "{}", text);
        prop_assert_eq!(names(&sheet.symbols, &sheet.values()), names(&case.symbols, &case.values));
    }

    #[test]
    fn regions_are_read_back(order in Just((0..36).collect::<Vec<usize>>()).prop_shuffle()) {
        let regions: Vec<usize> = order.iter().map(|i| i / 6).collect();
        let grid = Grid::with_regions(6, &regions).unwrap();
        // Where no two neighbours share a region, there are lines around every cell, which show nothing.
        prop_assume!(grid.orthogonal_pairs().iter().any(|&(a, b)| grid.region(a) == grid.region(b)));
        let symbols = Symbols::numbers_to(6);
        let values: Vec<_> = order.iter().map(|&i| (i % 3 == 0).then(|| Symbol::new(i % 6))).collect();
        let jigsaw = format("jigsaw");
        let sheet = read(jigsaw, &jigsaw.write(&sheet_of(&grid, &symbols, &values)).unwrap())?;
        prop_assert_eq!(sheet.values(), values.clone());
        // Regions come in the order of their first cells; which cells belong together is what counts.
        let houses = |grid: &Grid| {
            let mut all: Vec<_> = grid.regions().iter().map(|house| house.cells.clone()).collect();
            all.sort();
            all
        };
        prop_assert_eq!(houses(&sheet.grid), houses(&grid));
        // A picture of regions that are no boxes is never taken for a plain puzzle.
        let picture = render_text(&grid, &symbols, &values);
        prop_assert!(detect(&picture).and_then(|format| format.parse(&picture, 1, &mut Reading::new())).is_err(), "{}", picture);
    }

    #[test]
    fn no_symbol_turns_into_another(
        size in prop::sample::select(vec![1_usize, 4, 9, 16, 24, 25]),
        hexadecimal in any::<bool>(),
        seed in vec(prop::option::weighted(0.9, 0_usize..1000), 625),
    ) {
        let grid = Grid::new(size).unwrap();
        let symbols = if hexadecimal { Symbols::hexadecimal(size) } else { Symbols::letters(size) }.unwrap();
        let values: Vec<_> = seed[..size * size].iter().map(|value| value.map(|i| Symbol::new(i % size))).collect();
        for format in FORMATS {
            let Ok(text) = format.write(&sheet_of(&grid, &symbols, &values)) else { continue };
            let Ok(sheets) = format.parse(&text, 1, &mut Reading::new()) else { continue };
            prop_assert_eq!(sheets.len(), 1);
            let (found, expected) = (names(&sheets[0].symbols, &sheets[0].values()), names(&symbols, &values));
            // A 0 beside no other blank is open, as everywhere.
            let same = |(found, expected): (&String, &String)| found == expected || (expected == "0" && found.is_empty());
            prop_assert!(found.iter().zip(&expected).all(same), "{}: {}", format.name(), text);
        }
    }

    #[test]
    fn nothing_panics(text in prop_oneof![
        any::<String>(),
        "[0-9.xX_*|+a-f, \t\r\n#%;:'=\\[\\]\u{2550}\u{2551}\u{feff}é漢-]{0,200}",
        "([0-9.]{4}\n){3,5}",
        "([1-4.] ?){14,18}\n?([1-4.]{16}\n){0,3}",
        "4\n1 2 3 4\n([0-4],[0-4] ?[0-5]?\n){0,4}",
    ], line in 0..3_usize) {
        let detected = detect(&text).map(|format| format.name());
        for format in FORMATS {
            let accepted = format.sniff(&text).is_ok();
            prop_assert!(accepted || detected != Ok(format.name()));
            if let Err(error) = format.parse(&text, line, &mut Reading::new()) {
                let _ = (error.to_string(), error.report("p", &text));
            }
            if format.extent() == Extent::Line {
                let _ = format.parse_line(&text, line, &mut Reading::with_box(2, 2));
            }
        }
    }
}
