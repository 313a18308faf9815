//! SudokuPad: JSON, and the codes `scl`, `fpuz` and `classic` in its addresses.
//!
//! What it shows are drawings, and rules are told in words: regions, cages and givens are read, and other drawings, which may or may not
//! carry a rule, give the warning `ignored_decoration`. A cage without a total is a drawing, too, unless its values must differ.

use std::sync::Arc;

use pencilmark_sudoku::{
    Cell, Decline, ErrorKind, Extent, Format, Given, Grid, Json, ParseError, Place, Reading, Rule, Sheet, Source, Symbols, TextLine,
    Unwritable, Warning, content_lines, without_comments,
};
use serde_json::{Value as Wire, json};

use super::whole::size_in_numbers;
use super::{cages_of, cells, fpuzzles, packed};
use crate::cage::{Cage, Cages};

/// The keys that we read, as they are and as they are shortened.
const SHORT: &[(&str, &str)] = &[("cells", "ce"), ("regions", "re"), ("cages", "ca"), ("value", "v")];

/// Drawings that may carry a rule, as they are and shortened.
const DRAWINGS: &[(&str, &str)] = &[("lines", "l"), ("arrows", "a"), ("overlays", "o"), ("underlays", "u")];

/// The JSON object.
#[derive(Debug)]
pub(super) struct SudokuPad;

/// A code, or an address that ends in one.
#[derive(Debug)]
pub(super) struct SudokuPadCode;

impl Format for SudokuPad {
    fn name(&self) -> &'static str {
        "sudokupad"
    }

    fn about(&self) -> &'static str {
        "the JSON of SudokuPad: cells, regions and cages; other drawings are left out"
    }

    fn extent(&self) -> Extent {
        Extent::File
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        let text = without_comments(head);
        let text = text.trim_start();
        let keys = ["\"cells\"", "\"regions\"", "\"cages\"", "\"cellSize\""];
        // Other forms have cells, too: this one has two of these keys.
        let ours = text.starts_with('{') && keys.iter().filter(|key| text.contains(**key)).count() >= 2;
        if ours { Ok(()) } else { Err(Decline("is no JSON object with cells and regions".to_owned())) }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        Json::puzzle(text, Source { format: self.name(), line: first_line }, reading, sheet)
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        wire(sheet, self.name()).map(|wire| format!("{wire}\n"))
    }
}

impl Format for SudokuPadCode {
    fn name(&self) -> &'static str {
        "sudokupad-code"
    }

    fn about(&self) -> &'static str {
        "a code of SudokuPad (scl..., fpuz..., classic...), or an address that ends in one"
    }

    fn extent(&self) -> Extent {
        Extent::Line
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        let line = content_lines(head, 1).next().map_or("", |line| line.text);
        let ours = match split(line) {
            Some(("classic", code, _)) => !code.is_empty() && code.bytes().all(|b| b.is_ascii_alphanumeric()),
            Some((_, code, _)) => packed::looks_packed(code),
            None => false,
        };
        if ours { Ok(()) } else { Err(Decline("has no code that begins with scl, fpuz or classic".to_owned())) }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        content_lines(text, first_line).map(|line| self.line(line, reading)).collect()
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        wire(sheet, self.name()).map(|wire| format!("scl{}\n", packed::pack(&wire.to_string())))
    }
}

impl SudokuPadCode {
    fn line(&self, line: TextLine<'_>, reading: &mut Reading) -> Result<Sheet, ParseError> {
        let source = Source { format: self.name(), line: line.number };
        let Some((kind, code, column)) = split(line.text) else {
            let error = ParseError::new(ErrorKind::Malformed, "no code of SudokuPad").on_line(line.number);
            return Err(error.expected("scl..., fpuz... or classic..."));
        };
        let place = Place { line: u32::try_from(line.number).unwrap_or(u32::MAX), column };
        if kind == "classic" {
            return classic(code, place, source, reading);
        }
        packed::puzzle(code, place, source, reading, if kind == "scl" { sheet } else { fpuzzles::sheet })
    }
}

/// The kind of code at the end of a line, the code itself and its column.
fn split(line: &str) -> Option<(&'static str, &str, u32)> {
    // Base64 may hold a slash: an address is told by its beginning, and ends its own path with `sudokupad.app/`, or with its former name.
    let ends = ["puzzleid=", "sudokupad.app/sudoku/", "sudokupad.app/", "crackingthecryptic.com/sudoku/", "crackingthecryptic.com/"];
    let address = ends.iter().find_map(|end| line.find(end).map(|at| at + end.len()));
    let start = address.unwrap_or(line.len() - line.trim_start().len());
    let text = line[start..].split(['?', '&', '#']).next().unwrap_or_default().trim_end();
    let kinds = [("fpuzzles", "fpuz"), ("fpuz", "fpuz"), ("scl", "scl"), ("classic", "classic")];
    let (prefix, kind) = kinds.into_iter().find(|(prefix, _)| text.starts_with(prefix))?;
    let column = line[..start].chars().count() + prefix.len() + 1;
    Some((kind, &text[prefix.len()..], column as u32))
}

/// A classic puzzle: each of `0-9A-Za-z` is a digit, 0 for an open cell, plus ten times the number of open cells after it.
fn classic(code: &str, place: Place, source: Source, reading: &mut Reading) -> Result<Sheet, ParseError> {
    let grid = reading.grid(9).map_err(|error| ParseError::from_grid(&error).at(place))?;
    let mut givens = Vec::new();
    let mut cell = 0;
    for (at, c) in code.chars().enumerate() {
        let place = Place { column: place.column + at as u32, ..place };
        let number = match c {
            '0'..='9' => c as usize - '0' as usize,
            'A'..='Z' => c as usize - 'A' as usize + 10,
            'a'..='z' => c as usize - 'a' as usize + 36,
            _ => {
                let error = ParseError::new(ErrorKind::BadSymbol, "no character of such a code").at(place);
                return Err(error.found(c).expected("0 to 9, A to Z or a to z"));
            }
        };
        if number % 10 > 0 && cell < 81 {
            givens.push(Given { cell: Cell::new(cell), symbol: pencilmark_sudoku::Symbol::new(number % 10 - 1), place });
        }
        cell += 1 + number / 10;
    }
    if cell != 81 {
        let error = ParseError::new(ErrorKind::RowLength, "a code for too few or too many cells").at(place);
        return Err(error.found(cell).expected(81));
    }
    Ok(Sheet::new(grid, Arc::new(Symbols::numbers_to(9)), givens, source))
}

/// A field under its name or its short one.
fn field<'j>(json: &'j Json, key: &str) -> Option<&'j Json> {
    let short = SHORT.iter().chain(DRAWINGS).find(|(long, _)| *long == key).map(|(_, short)| *short);
    json.get(key).or_else(|| json.get(short?)).filter(|field| !field.is_void())
}

fn sheet(json: &Json, source: Source, reading: &mut Reading) -> Result<Sheet, ParseError> {
    json.object("cells, regions and cages")?;
    let rows_at = field(json, "cells").ok_or_else(|| json.wrong("no cells").expected("the key \"cells\""))?;
    let rows = rows_at.list("rows")?;
    let size = rows.len();
    let mut warnings = Vec::new();
    let mut warn = |kind, message: String| warnings.push(Warning { kind, message, cells: Vec::new() });
    // Any grid of that size will do to name cells.
    let plain = Grid::with_box(size, 1, size).map_err(|error| ParseError::from_grid(&error).at(rows_at.place))?;
    let grid = match field(json, "regions") {
        Some(at) => regions(at, &plain, reading)?,
        None => {
            warn("usual_boxes", "the text has no regions: the usual boxes are taken".to_owned());
            reading.grid(size).map_err(|error| ParseError::from_grid(&error).at(rows_at.place))?
        }
    };
    let symbols = Symbols::numbers_to(size);
    let mut givens = Vec::new();
    for (row, at) in rows.iter().enumerate() {
        let of_row = at.list("cells")?;
        if of_row.len() != size {
            let error = ParseError::new(ErrorKind::RowLength, "not as many cells in a row as there are rows").at(at.place);
            return Err(error.found(of_row.len()).expected(size));
        }
        for (column, at) in of_row.iter().enumerate() {
            at.object("value")?;
            if let Some(value) = field(at, "value") {
                givens.push(Given { cell: grid.cell(row, column), symbol: fpuzzles::symbol(value, size)?, place: value.place });
            }
        }
    }
    let mut rules: Vec<Arc<dyn Rule>> = Vec::new();
    let mut cages = Vec::new();
    for at in field(json, "cages").map_or(Ok(&[][..]), |at| at.list("cages"))? {
        at.object("cells and value")?;
        // Titles and the like are written as cages without cells.
        let Some(cells_at) = field(at, "cells") else { continue };
        let total = field(at, "value").and_then(|value| value.integer("total").ok());
        let unique = at.get("unique");
        if total.is_none() && unique.is_none_or(Json::is_void) {
            warn("ignored_decoration", format!("the cage on line {} has no total: it is taken for a drawing", at.place.line));
            continue;
        }
        let cells = cells_at.list("cells")?.iter().map(|at| position(at, &grid)).collect::<Result<_, _>>()?;
        let repeating = Reading::new().with_repeats();
        let repeats = unique.is_some_and(Json::is_void);
        cages.push(cells::cage(total, cells, at.place, &grid, &symbols, if repeats { &repeating } else { reading })?);
    }
    if !cages.is_empty() {
        rules.push(Arc::new(Cages::new(cages)));
    }
    for (key, _) in DRAWINGS.iter().filter(|(key, _)| field(json, key).is_some()) {
        warn("ignored_decoration", format!("the {key} are left out: if they carry a rule, solutions may break it"));
    }
    Ok(Sheet { rules, warnings, ..Sheet::new(grid, Arc::new(symbols), givens, source) })
}

fn regions(at: &Json, plain: &Grid, reading: &mut Reading) -> Result<Arc<Grid>, ParseError> {
    let size = plain.size();
    let mut labels = vec![None; plain.cell_count()];
    for (label, region) in at.list("regions")?.iter().enumerate() {
        for place in region.list("cells")? {
            let cell = position(place, plain)?;
            if labels[cell.index()].replace(label).is_some() {
                let error = ParseError::new(ErrorKind::DuplicateCell, "a cell in two regions, or twice in one").at(place.place);
                return Err(error.found(plain.name(cell)).expected("each cell once"));
            }
        }
    }
    let Some(labels) = labels.iter().copied().collect::<Option<Vec<usize>>>() else {
        let count = labels.iter().flatten().count();
        let error = ParseError::new(ErrorKind::RegionSize, "regions that leave cells out").at(at.place);
        return Err(error.found(count).expected(plain.cell_count()));
    };
    let made = Grid::with_regions(size, &labels).map_err(|error| ParseError::from_grid(&error).at(at.place))?;
    // The usual boxes, in any order, are boxes.
    if let Ok(usual) = reading.grid(size) {
        let same = usual.regions().iter().all(|house| house.cells.iter().all(|&cell| made.region(cell) == made.region(house.cells[0])));
        if same {
            return Ok(usual);
        }
    }
    Ok(Arc::new(made))
}

/// The cell of a pair of row and column, counted from 0.
fn position(at: &Json, grid: &Grid) -> Result<Cell, ParseError> {
    let pair = at.list("a row and a column")?.iter().map(|number| number.integer("row or column")).collect::<Result<Vec<_>, _>>()?;
    let inside = |number: i64| usize::try_from(number).ok().filter(|&number| number < grid.size());
    match pair[..] {
        [row, column] => match (inside(row), inside(column)) {
            (Some(row), Some(column)) => Ok(grid.cell(row, column)),
            _ => {
                let error = ParseError::new(ErrorKind::CellOutOfRange, "a cell outside the grid").at(at.place);
                Err(error.found(format!("[{row}, {column}]")).expected(format!("rows and columns of 0 to {}", grid.size() - 1)))
            }
        },
        _ => Err(at.wrong("no cell").expected("[row, column]")),
    }
}

fn wire(sheet: &Sheet, format: &'static str) -> Result<Wire, Unwritable> {
    let (grid, size) = (&sheet.grid, size_in_numbers(sheet, format)?);
    let pair = |&cell: &Cell| json!([grid.row(cell), grid.column(cell)]);
    let mut cells = vec![json!({}); grid.cell_count()];
    sheet.givens.iter().for_each(|given| cells[given.cell.index()]["value"] = (given.symbol.index() + 1).into());
    let regions: Vec<Wire> = grid.regions().iter().map(|house| house.cells.iter().map(pair).collect()).collect();
    let cage = |cage: &Cage| {
        let mut wire = json!({ "cells": cage.cells.iter().map(pair).collect::<Wire>(), "unique": !cage.repeats });
        if let Some(total) = cage.total {
            wire["value"] = total.into();
        }
        wire
    };
    let cages: Vec<Wire> = cages_of(sheet).into_iter().flat_map(Cages::cages).map(cage).collect();
    Ok(json!({ "cells": cells.chunks(size).collect::<Vec<_>>(), "regions": regions, "cages": cages }))
}
