//! f-puzzles: a JSON object, as a file of its own or packed into an address.
//!
//! A value without `given` is the player's. `givenPencilMarks` belong to the puzzle and are read as candidates; `centerPencilMarks` and
//! `cornerPencilMarks` are the player's notes and left alone. A key that may carry a rule we lack is an error, so is one that is unknown.

use std::sync::Arc;

use pencilmark_sudoku::{
    Cell, Decline, ErrorKind, Extent, Format, Given, Grid, Json, ParseError, Place, RULES, Reading, Rule, Sheet, Source, Symbol, Symbols,
    Unwritable, content_lines, without_comments,
};
use serde_json::{Map, Value as Wire, json};

use super::whole::size_in_numbers;
use super::{cages_of, cells, packed};
use crate::cage::{Cage, Cages};

/// Drawings, texts and settings: nothing that a solution depends on.
const DECORATION: &[&str] = &[
    "title",
    "author",
    "ruleset",
    "rules",
    "info",
    "text",
    "line",
    "rectangle",
    "circle",
    "cage",
    "solution",
    "successMessage",
    "metadata",
    "highlightConflicts",
    "hideclock",
    "fogofwar",
    "foglight",
    "disabledlogic",
    "truecandidatesoptions",
    "msgcorrect",
    "msgincorrect",
];

/// Keys that are rules of the whole grid, and the names of these among [`RULES`]. One that isn't there (yet) is an unsupported rule; so
/// a rule that is added under its name here is read and written at once.
const WHOLE_GRID: &[(&str, &str)] = &[
    ("antiknight", "anti-knight"),
    ("antiking", "anti-king"),
    ("nonconsecutive", "non-consecutive"),
    ("disjointgroups", "disjoint-groups"),
    // These two are `diagonals` where both are true.
    ("diagonal+", "diagonal-up"),
    ("diagonal-", "diagonal-down"),
];

/// A JSON object.
#[derive(Debug)]
pub(super) struct FPuzzles;

/// The same packed: an address with `?load=`, or what stands after it.
#[derive(Debug)]
pub(super) struct FPuzzlesUrl;

impl Format for FPuzzles {
    fn name(&self) -> &'static str {
        "fpuzzles"
    }

    fn about(&self) -> &'static str {
        "the JSON of f-puzzles: size, grid, killercage and rules"
    }

    fn extent(&self) -> Extent {
        Extent::File
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        let text = without_comments(head);
        let text = text.trim_start();
        // The grid of other JSON formats holds numbers or texts, this one's objects.
        let objects = text.split_once("\"grid\"").is_some_and(|(_, rest)| {
            let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ':' || c == '[');
            rest.starts_with('{') || rest.is_empty()
        });
        match text.starts_with('{') && !text.contains("\"pencilmark\"") {
            false => Err(Decline("is no JSON object".to_owned())),
            true if objects => Ok(()),
            true => Err(Decline("has no grid of objects".to_owned())),
        }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        Json::puzzle(text, Source { format: self.name(), line: first_line }, reading, sheet)
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        wire(sheet, self.name()).map(|wire| format!("{wire:#}\n"))
    }
}

impl Format for FPuzzlesUrl {
    fn name(&self) -> &'static str {
        "fpuzzles-url"
    }

    fn about(&self) -> &'static str {
        "an address of f-puzzles (?load=...), or the packed text alone"
    }

    fn extent(&self) -> Extent {
        Extent::Line
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        let Some(line) = content_lines(head, 1).next() else { return Err(Decline("is empty".to_owned())) };
        let (code, _) = code(line.text);
        // Packed JSON always begins with these, which stand for `{"`.
        let begins = code.starts_with("N4Ig");
        if begins && packed::looks_packed(code) { Ok(()) } else { Err(Decline("has no packed JSON after ?load=".to_owned())) }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        let read = |line: pencilmark_sudoku::TextLine<'_>| {
            let (code, column) = code(line.text);
            let place = Place { line: u32::try_from(line.number).unwrap_or(u32::MAX), column };
            packed::puzzle(code, place, Source { format: self.name(), line: line.number }, reading, sheet)
        };
        content_lines(text, first_line).map(read).collect()
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        wire(sheet, self.name()).map(|wire| format!("https://f-puzzles.com/?load={}\n", packed::pack(&wire.to_string())))
    }
}

/// The packed text of a line, and the column where it begins.
fn code(line: &str) -> (&str, u32) {
    let start = line.find("load=").map_or(line.len() - line.trim_start().len(), |at| at + "load=".len());
    let code = line[start..].trim_end();
    (code.split(['&', '#']).next().unwrap_or(code), line[..start].chars().count() as u32 + 1)
}

/// The puzzle in an object.
pub(super) fn sheet(json: &Json, source: Source, reading: &mut Reading) -> Result<Sheet, ParseError> {
    let fields = json.object("size and grid")?;
    let missing = |key: &str| json.wrong(format!("no {key}")).expected(format!("the key \"{key}\""));
    let size_at = json.get("size").ok_or_else(|| missing("size"))?;
    let stated = size_at.integer("size")?;
    // Before the rows are counted: no rows at all would be right.
    let size = usize::try_from(stated).ok().filter(|size| *size > 0).ok_or_else(|| {
        let error = ParseError::new(ErrorKind::BadSize, "a size that no grid has").at(size_at.place);
        error.found(stated).expected("1 or more")
    })?;
    let rows = json.get("grid").ok_or_else(|| missing("grid"))?;
    let cells_at = cells_of(rows, size)?;
    let grid = grid(size, size_at, &cells_at, reading)?;
    let symbols = Symbols::numbers_to(size);
    let (mut givens, mut state, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
    let mut candidates: Option<Vec<Vec<Symbol>>> = None;
    for (cell, at) in grid.cells().zip(&cells_at) {
        if let Some(value) = at.get("value").filter(|value| !value.is_void() && value.integer("value") != Ok(0)) {
            let given = Given { cell, symbol: symbol(value, size)?, place: value.place };
            let of_the_puzzle = at.get("given").is_some_and(|given| !given.is_void());
            if of_the_puzzle { givens.push(given) } else { state.push(given) }
        }
        if let Some(marks) = at.get("givenPencilMarks").filter(|marks| !marks.is_void()) {
            let marks = marks.list("candidates")?.iter().filter(|mark| !mark.is_void());
            let mut marks: Vec<Symbol> = marks.map(|mark| symbol(mark, size)).collect::<Result<_, _>>()?;
            marks.sort_unstable();
            marks.dedup();
            candidates.get_or_insert_with(|| vec![symbols.iter().collect(); grid.cell_count()])[cell.index()] = marks;
        }
    }
    let mut rules: Vec<Arc<dyn Rule>> = Vec::new();
    let mut cages = Vec::new();
    let both = ["diagonal+", "diagonal-"].map(|key| json.get(key).is_some_and(|value| !value.is_void())) == [true; 2];
    for (key, value) in fields.iter().filter(|(_, value)| !value.is_void()) {
        let named = match key.as_str() {
            "size" | "grid" => continue,
            "killercage" => {
                for at in value.list("cages")? {
                    cages.push(cage(at, &grid, &symbols, reading)?);
                }
                continue;
            }
            // Cells that differ: a cage without a total.
            "extraregion" => {
                for at in value.list("regions")? {
                    cages.push(Cage { total: None, ..cage(at, &grid, &symbols, reading)? });
                }
                continue;
            }
            "diagonal-" if both => continue,
            "diagonal+" if both => Some("diagonals"),
            key if DECORATION.contains(&key) => continue,
            key => WHOLE_GRID.iter().find(|(known, _)| *known == key).map(|(_, name)| *name),
        };
        match named.and_then(|name| RULES.iter().find(|rule| rule.name == name)) {
            Some(rule) => rules.push((rule.make)()),
            None => warnings.push(reading.leave_out(key, value.place)?),
        }
    }
    if !cages.is_empty() {
        rules.push(Arc::new(Cages::new(cages)));
    }
    Ok(Sheet { state, candidates, rules, warnings, ..Sheet::new(grid, Arc::new(symbols), givens, source) })
}

/// The objects of all cells in reading order.
fn cells_of(rows: &Json, size: usize) -> Result<Vec<&Json>, ParseError> {
    let all = rows.list("rows")?;
    if all.len() != size {
        let error = ParseError::new(ErrorKind::RowCount, "not as many rows as the size says").at(rows.place);
        return Err(error.found(all.len()).expected(size));
    }
    let mut cells = Vec::new();
    for row in all {
        let of_row = row.list("cells")?;
        if of_row.len() != size {
            let error = ParseError::new(ErrorKind::RowLength, "not as many cells in a row as the size says").at(row.place);
            return Err(error.found(of_row.len()).expected(size));
        }
        for cell in of_row {
            cell.object("value and given")?;
            cells.push(cell);
        }
    }
    Ok(cells)
}

/// The usual boxes, or the regions that cells name; cells that name none are in their box.
fn grid(size: usize, size_at: &Json, cells: &[&Json], reading: &mut Reading) -> Result<Arc<Grid>, ParseError> {
    let failed = |error| ParseError::from_grid(&error).at(size_at.place);
    let usual = reading.grid(size);
    let label = |(index, at): (usize, &&Json)| match (at.get("region").filter(|region| !region.is_void()), &usual) {
        (Some(region), _) => match region.integer("region")? {
            number if (0..size as i64).contains(&number) => Ok(number as usize),
            number => {
                let error = ParseError::new(ErrorKind::BadNumber, "no region of this grid").at(region.place);
                Err(error.found(number).expected(format!("0 to {}", size - 1)))
            }
        },
        (None, Ok(usual)) => Ok(usual.region(Cell::new(index))),
        (None, Err(error)) => Err(failed(error.clone())),
    };
    let labels: Vec<usize> = cells.iter().enumerate().map(label).collect::<Result<_, _>>()?;
    match usual {
        Ok(usual) if usual.cells().zip(&labels).all(|(cell, label)| usual.region(cell) == *label) => Ok(usual),
        _ => Grid::with_regions(size, &labels).map(Arc::new).map_err(failed),
    }
}

pub(super) fn symbol(at: &Json, size: usize) -> Result<Symbol, ParseError> {
    match at.integer("value")? {
        number if (1..=size as i64).contains(&number) => Ok(Symbol::new(number as usize - 1)),
        number => {
            let error = ParseError::new(ErrorKind::BadSymbol, "no symbol of this puzzle").at(at.place);
            Err(error.found(number).expected(format!("1 to {size}")))
        }
    }
}

fn cage(at: &Json, grid: &Grid, symbols: &Symbols, reading: &Reading) -> Result<Cage, ParseError> {
    at.object("cells and value")?;
    let list = at.get("cells").ok_or_else(|| at.wrong("a cage without the key \"cells\""))?;
    let cells = list.list("cells")?.iter().map(|name| cells::named(name, grid)).collect::<Result<_, _>>()?;
    let total = at.get("value").filter(|value| !value.is_void() && value.text().is_none_or(|text| !text.trim().is_empty()));
    let total = total.map(|value| value.integer("total of a cage")).transpose()?;
    cells::cage(total, cells, at.place, grid, symbols, reading)
}

/// A sheet as an object.
fn wire(sheet: &Sheet, format: &'static str) -> Result<Wire, Unwritable> {
    let (grid, size) = (&sheet.grid, size_in_numbers(sheet, format)?);
    let mut cells = vec![Map::new(); grid.cell_count()];
    let usual = Grid::new(size);
    if usual.as_ref() != Ok(grid) {
        grid.cells().zip(&mut cells).for_each(|(cell, at)| _ = at.insert("region".to_owned(), grid.region(cell).into()));
    }
    for given in &sheet.state {
        cells[given.cell.index()].insert("value".to_owned(), (given.symbol.index() + 1).into());
    }
    for given in &sheet.givens {
        let at = &mut cells[given.cell.index()];
        at.insert("value".to_owned(), (given.symbol.index() + 1).into());
        at.insert("given".to_owned(), true.into());
    }
    for (at, marks) in cells.iter_mut().zip(sheet.candidates.iter().flatten()) {
        if marks.len() < size {
            let marks: Vec<usize> = marks.iter().map(|mark| mark.index() + 1).collect();
            at.insert("givenPencilMarks".to_owned(), marks.into());
        }
    }
    let rows: Vec<&[Map<String, Wire>]> = cells.chunks(size).collect();
    let mut wire = json!({ "size": size, "grid": rows });
    // Values in its cages differ: others cannot be written, and are left out.
    let cages: Vec<Wire> =
        cages_of(sheet).into_iter().flat_map(Cages::cages).filter(|cage| !cage.repeats).map(|cage| wire_cage(cage, grid)).collect();
    if !cages.is_empty() {
        wire["killercage"] = cages.into();
    }
    for rule in &sheet.rules {
        let name = rule.name();
        let keys: &[&str] = if name == "diagonals" { &["diagonal+", "diagonal-"] } else { &[] };
        let one = WHOLE_GRID.iter().filter(|(_, known)| *known == name).map(|(key, _)| key);
        keys.iter().chain(one).for_each(|key| wire[*key] = true.into());
    }
    Ok(wire)
}

fn wire_cage(cage: &Cage, grid: &Grid) -> Wire {
    let cells: Vec<String> = cage.cells.iter().map(|&cell| grid.name(cell).to_uppercase()).collect();
    match cage.total {
        Some(total) => json!({ "cells": cells, "value": total.to_string() }),
        None => json!({ "cells": cells }),
    }
}
