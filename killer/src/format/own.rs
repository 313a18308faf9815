//! Pencilmark's own JSON, which holds all there is of a sheet; `docs/pencilmark-json.md` describes it.

use std::sync::Arc;

use itertools::Itertools as _;
use pencilmark_sudoku::{
    Cell, Decline, ErrorKind, Extent, Format, Given, Grid, Json, JsonValue, ParseError, RULES, Reading, Rule, Sheet, Source, Symbol,
    Symbols, Unlisted, Unwritable, without_comments,
};
use serde_json::{Value as Wire, json};

use super::{cages_of, cells, shape};
use crate::cage::{Cage, Cages};

/// The version that is written, and the only one that is read.
const VERSION: i64 = 1;

/// A JSON object with the key `pencilmark`.
#[derive(Debug)]
pub(super) struct Own;

impl Format for Own {
    fn name(&self) -> &'static str {
        "pencilmark"
    }

    fn about(&self) -> &'static str {
        "Pencilmark's own JSON, which holds everything: see docs/pencilmark-json.md"
    }

    fn extent(&self) -> Extent {
        Extent::File
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        let text = without_comments(head);
        let text = text.trim_start();
        let ours = text.starts_with('{') && text.contains("\"pencilmark\"");
        if ours { Ok(()) } else { Err(Decline("is no JSON object with the key \"pencilmark\"".to_owned())) }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        let json = Json::parse(text, first_line)?;
        // A later version may have any shape: it is named first.
        let version = json.get("pencilmark").ok_or_else(|| json.wrong("no version").expected("the key \"pencilmark\""))?;
        if version.integer("version")? != VERSION {
            return Err(version.wrong("a version of this form that is not known").expected(VERSION));
        }
        shape::check(text, first_line)?;
        Ok(vec![sheet(&json, Source { format: self.name(), line: first_line }, reading)?])
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let (grid, symbols, size) = (&sheet.grid, &sheet.symbols, sheet.grid.size());
        let mut fields = vec![("pencilmark", json!(VERSION)), ("size", json!(size))];
        match grid.box_shape() {
            Some((height, width)) => fields.push(("boxes", json!([height, width]))),
            None => fields.push(("regions", rows(grid, |cell| json!(grid.region(cell) + 1)))),
        }
        fields.push(("symbols", symbols.iter().map(|symbol| symbols.name(symbol)).collect()));
        let names = |all: &[Given]| {
            let mut names = vec![Wire::Null; grid.cell_count()];
            all.iter().for_each(|given| names[given.cell.index()] = symbols.name(given.symbol).into());
            names
        };
        let mut givens = names(&sheet.givens);
        sheet.unlisted.iter().for_each(|given| givens[given.cell.index()] = given.name.clone().into());
        fields.push(("givens", rows(grid, |cell| givens[cell.index()].clone())));
        if !sheet.state.is_empty() {
            let state = names(&sheet.state);
            fields.push(("state", rows(grid, |cell| state[cell.index()].clone())));
        }
        if let Some(candidates) = &sheet.candidates {
            let of = |cell: Cell| candidates[cell.index()].iter().map(|&symbol| symbols.name(symbol)).collect();
            fields.push(("candidates", rows(grid, of)));
        }
        let cages: Vec<Wire> = cages_of(sheet).into_iter().flat_map(Cages::cages).map(|cage| wire_cage(cage, grid)).collect();
        if !cages.is_empty() {
            fields.push(("cages", cages.into()));
        }
        // A rule that has no name among RULES cannot be read back: it is left out.
        let known = |name: &String| RULES.iter().any(|rule| rule.name == name);
        let rules: Vec<String> = sheet.rules.iter().map(|rule| rule.name()).filter(known).collect();
        if !rules.is_empty() {
            fields.push(("rules", json!(rules)));
        }
        Ok(format!("{{\n{}\n}}\n", fields.iter().map(|(key, value)| format!("  \"{key}\": {}", shown(value))).join(",\n")))
    }
}

/// A value in one line, but lists of lists and objects with an item a line.
fn shown(value: &Wire) -> String {
    match value {
        Wire::Array(items) if items.iter().any(|item| item.is_array() || item.is_object()) => {
            format!("[\n{}\n  ]", items.iter().map(|item| format!("    {item}")).join(",\n"))
        }
        _ => value.to_string(),
    }
}

fn rows(grid: &Grid, of: impl Fn(Cell) -> Wire) -> Wire {
    grid.rows().iter().map(|row| row.cells.iter().map(|&cell| of(cell)).collect::<Wire>()).collect()
}

fn wire_cage(cage: &Cage, grid: &Grid) -> Wire {
    let mut wire = json!({ "cells": cage.cells.iter().map(|&cell| grid.name(cell)).collect::<Vec<_>>() });
    if let Some(total) = cage.total {
        wire["total"] = total.into();
    }
    if cage.repeats {
        wire["repeats"] = true.into();
    }
    wire
}

/// The field of an object, unless it is null.
fn field<'j>(json: &'j Json, key: &str) -> Option<&'j Json> {
    json.get(key).filter(|field| field.value != JsonValue::Null)
}

fn sheet(json: &Json, source: Source, reading: &mut Reading) -> Result<Sheet, ParseError> {
    let size_at = json.get("size").ok_or_else(|| json.wrong("no size"))?;
    let size = usize::try_from(size_at.integer("size")?).unwrap_or(0);
    let grid = grid(json, size, size_at, reading)?;
    let symbols = match field(json, "symbols") {
        Some(at) => listed(at, size)?,
        None => Symbols::numbers_to(size),
    };
    let lookup = |at: &Json| {
        let name = at.text().unwrap_or_default();
        symbols.lookup(name).ok_or_else(|| Unlisted { cell: Cell::new(0), name: name.to_owned(), place: at.place })
    };
    let bad = |unlisted: &Unlisted| ParseError { help: None, ..unlisted.error(&symbols) };
    let (mut givens, mut unlisted, mut state) = (Vec::new(), Vec::new(), Vec::new());
    for (cell, at) in by_cell(json, "givens", &grid)? {
        match lookup(at) {
            _ if at.value == JsonValue::Null => {}
            Ok(symbol) => givens.push(Given { cell, symbol, place: at.place }),
            // Another number is a puzzle without a solution, a word among numbers is a slip.
            Err(other) if symbols.numbers().is_some() && other.name.parse::<u32>().is_ok() => unlisted.push(Unlisted { cell, ..other }),
            Err(other) => return Err(bad(&other)),
        }
    }
    for (cell, at) in by_cell(json, "state", &grid)?.into_iter().filter(|(_, at)| at.value != JsonValue::Null) {
        if givens.iter().any(|given: &Given| given.cell == cell) || unlisted.iter().any(|given: &Unlisted| given.cell == cell) {
            let error = ParseError::new(ErrorKind::CellGivenTwice, "a digit of the player's in a cell with a given").at(at.place);
            return Err(error.found(at.text().unwrap_or_default()).expected("null"));
        }
        state.push(Given { cell, symbol: lookup(at).map_err(|other| bad(&other))?, place: at.place });
    }
    let marks = |at: &Json| -> Result<Vec<Symbol>, ParseError> {
        let mut marks: Vec<Symbol> =
            at.list("symbols")?.iter().map(|at| lookup(at).map_err(|other| bad(&other))).collect::<Result<_, _>>()?;
        marks.sort_unstable();
        marks.dedup();
        Ok(marks)
    };
    let candidates = match field(json, "candidates") {
        Some(_) => Some(by_cell(json, "candidates", &grid)?.into_iter().map(|(_, at)| marks(at)).collect::<Result<_, _>>()?),
        None => None,
    };
    let mut warnings = Vec::new();
    let mut rules: Vec<Arc<dyn Rule>> = Vec::new();
    for at in field(json, "rules").map_or(Ok(&[][..]), |at| at.list("names"))? {
        let name = at.text().unwrap_or_default();
        match RULES.iter().find(|rule| rule.name == name) {
            Some(rule) => rules.push((rule.make)()),
            None => warnings.push(reading.leave_out(name, at.place)?),
        }
    }
    let listed = field(json, "cages").map_or(Ok(&[][..]), |at| at.list("cages"))?;
    let cages: Vec<Cage> = listed.iter().map(|at| cage(at, &grid, &symbols, reading)).collect::<Result<_, _>>()?;
    // Where 0 is a symbol, a total of 0 might be meant as one.
    if symbols.numbers().is_some_and(|numbers| numbers.contains(&0)) {
        let zero = |(at, cage): &(&Json, &Cage)| cage.total.is_none() && field(at, "total").is_some();
        warnings.extend(listed.iter().zip(&cages).filter(zero).map(|(_, cage)| cage.without_total(&grid)));
    }
    if !cages.is_empty() {
        rules.push(Arc::new(Cages::new(cages)));
    }
    Ok(Sheet { unlisted, state, candidates, rules, warnings, ..Sheet::new(grid, Arc::new(symbols), givens, source) })
}

fn cage(at: &Json, grid: &Grid, symbols: &Symbols, reading: &Reading) -> Result<Cage, ParseError> {
    let cells = at.get("cells").ok_or_else(|| at.wrong("a cage without cells"))?.list("cells")?;
    let cells = cells.iter().map(|name| cells::named(name, grid)).collect::<Result<_, _>>()?;
    let total = field(at, "total").map(|total| total.integer("total of a cage")).transpose()?;
    let repeating = Reading::new().with_repeats();
    let repeats = field(at, "repeats").is_some_and(|repeats| !repeats.is_void());
    cells::cage(total, cells, at.place, grid, symbols, if repeats { &repeating } else { reading })
}

/// The boxes that were asked for; else regions, boxes, or the usual boxes.
fn grid(json: &Json, size: usize, size_at: &Json, reading: &mut Reading) -> Result<Arc<Grid>, ParseError> {
    let failed = |at: &Json, error| ParseError::from_grid(&error).at(at.place);
    let boxes = field(json, "boxes").filter(|_| reading.box_shape().is_none());
    match (field(json, "regions"), boxes) {
        (Some(at), Some(_)) => Err(at.wrong("both boxes and regions").expected("one of them")),
        (Some(at), None) => {
            let mut labels = Vec::new();
            for row in at.list("rows")? {
                for label in row.list("numbers of regions")? {
                    labels.push(usize::try_from(label.integer("number of a region")?).unwrap_or(0));
                }
            }
            Grid::with_regions(size, &labels).map(Arc::new).map_err(|error| failed(at, error))
        }
        (None, Some(at)) => {
            let sides = at.list("height and width")?.iter().map(|side| side.integer("side")).collect::<Result<Vec<_>, _>>()?;
            let [height, width] = sides[..] else { return Err(at.wrong("no height and width").expected("two numbers")) };
            let [height, width] = [height, width].map(|side| usize::try_from(side).unwrap_or(0));
            Grid::with_box(size, height, width).map(Arc::new).map_err(|error| failed(at, error))
        }
        (None, None) => reading.grid(size).map_err(|error| failed(size_at, error)),
    }
}

fn listed(at: &Json, size: usize) -> Result<Symbols, ParseError> {
    let names = at.list("symbols")?;
    if names.len() != size {
        let error = ParseError::new(ErrorKind::SymbolCount, "not as many symbols as a row has cells").at(at.place);
        return Err(error.found(names.len()).expected(size));
    }
    Symbols::list(names.iter().map(|name| name.text().unwrap_or_default())).map_err(|error| {
        use pencilmark_sudoku::SymbolsError::{BadNumber, Duplicate};
        let (kind, index) = match &error {
            Duplicate { index, .. } => (ErrorKind::DuplicateSymbol, *index),
            BadNumber { index, .. } => (ErrorKind::BadNumber, *index),
            _ => (ErrorKind::Malformed, 0),
        };
        ParseError::new(kind, error.to_string()).at(names[index].place)
    })
}

/// What a field of rows says of each cell; nothing if it is absent.
fn by_cell<'j>(json: &'j Json, key: &str, grid: &Grid) -> Result<Vec<(Cell, &'j Json)>, ParseError> {
    let Some(at) = field(json, key) else { return Ok(Vec::new()) };
    let count = |at: &Json, kind, found: usize| {
        let error = ParseError::new(kind, format!("not as many rows or cells in {key} as the size says")).at(at.place);
        if found == grid.size() { Ok(()) } else { Err(error.found(found).expected(grid.size())) }
    };
    let rows = at.list("rows")?;
    count(at, ErrorKind::RowCount, rows.len())?;
    let mut cells = Vec::new();
    for row in rows {
        let of_row = row.list("cells")?;
        count(row, ErrorKind::RowLength, of_row.len())?;
        cells.extend(of_row);
    }
    Ok(grid.cells().zip(cells).collect())
}
