//! What every fuzz target of a reader checks, and the seeds that it begins with.

pub mod seeds;

use std::collections::BTreeMap;

use pencilmark_sudoku::{Format, Grid, Reading, Sheet, Symbol};

/// The format of that name.
///
/// # Panics
///
/// If there is none.
pub fn named(formats: &[&'static dyn Format], name: &str) -> &'static dyn Format {
    formats.iter().copied().find(|format| format.name() == name).unwrap_or_else(|| panic!("there is no format {name}"))
}

/// Reads some bytes as a text in a format; false if they are no text.
///
/// # Panics
///
/// If a sheet that was read is written and read back as another one, or not at all.
pub fn check(format: &dyn Format, bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let _ = format.sniff(text);
    for mut reading in [Reading::new(), Reading::with_box(2, 3).lenient()] {
        for sheet in read(format, text, &mut reading) {
            write(format, &sheet);
        }
    }
    // What the options add to a sheet the format need not hold.
    for sheet in read(format, text, &mut Reading::new().lenient().with_repeats()) {
        let _ = format.write(&sheet);
    }
    true
}

fn read(format: &dyn Format, text: &str, reading: &mut Reading) -> Vec<Sheet> {
    let sheets = format.parse(text, 1, reading).unwrap_or_else(|error| {
        drop((error.to_string(), error.report("p", text)));
        Vec::new()
    });
    for sheet in &sheets {
        for rule in &sheet.rules {
            drop((rule.name(), rule.diagnose(sheet), rule.warnings(sheet), rule.marks(&sheet.grid)));
        }
    }
    sheets
}

fn write(format: &dyn Format, sheet: &Sheet) {
    let Ok(written) = format.write(sheet) else { return };
    // Not all formats hold the shape of boxes, so whoever reads it back says it, as for any text; one with regions of its own has said it.
    let mut reading = sheet.grid.box_shape().map_or_else(Reading::new, |(height, width)| Reading::with_box(height, width)).lenient();
    let back = format.parse(&written, 1, &mut reading).unwrap_or_else(|error| panic!("{}\n{sheet:?}", error.report("p", &written)));
    assert_eq!(back.len(), 1, "one puzzle was written:\n{written}");
    assert_eq!(Seen::of(&back[0]), Seen::of(sheet), "{written}");
}

/// What somebody who reads a sheet sees of it. Where it was read does not count, nor do symbols that stand nowhere: some formats guess
/// them.
#[derive(Debug, PartialEq)]
struct Seen {
    regions: Vec<Vec<usize>>,
    givens: BTreeMap<usize, String>,
    state: BTreeMap<usize, String>,
    candidates: Vec<Vec<String>>,
    rules: Vec<String>,
}

impl Seen {
    fn of(sheet: &Sheet) -> Seen {
        let name = |symbol: Symbol| sheet.symbols.name(symbol).to_owned();
        let mut givens: BTreeMap<usize, String> = sheet.givens.iter().map(|given| (given.cell.index(), name(given.symbol))).collect();
        givens.extend(sheet.unlisted.iter().map(|given| (given.cell.index(), given.name.clone())));
        let mut rules: Vec<String> = sheet.rules.iter().map(|rule| format!("{rule:?}")).collect();
        rules.sort_unstable();
        Seen {
            regions: regions(&sheet.grid),
            givens,
            state: sheet.state.iter().map(|given| (given.cell.index(), name(given.symbol))).collect(),
            candidates: sheet.candidates.iter().flatten().map(|group| group.iter().map(|&symbol| name(symbol)).collect()).collect(),
            rules,
        }
    }
}

fn regions(grid: &Grid) -> Vec<Vec<usize>> {
    let mut regions: Vec<Vec<usize>> = grid.regions().iter().map(|region| region.cells.iter().map(|cell| cell.index()).collect()).collect();
    regions.sort_unstable();
    regions
}
