//! A saved game of GNOME Sudoku: JSON with the cells that hold something, by row and column from 0.

use serde_json::{Value, json};

use super::marks::{self, Marks};
use super::text::without_comments;
use super::{Decline, Extent, Format, Json, JsonValue, Reading, Unwritable};
use crate::error::{ErrorKind, ParseError};
use crate::grid::Cell;
use crate::sheet::{Sheet, Source, Warning};
use crate::symbols::Symbols;

/// The size of all its grids.
const SIZE: usize = 9;

/// A saved game; what is not fixed is the player's.
#[derive(Debug)]
pub(crate) struct Gnome;

/// The cell of an entry, by row and column from 0.
fn position(at: &Json) -> Result<Cell, ParseError> {
    let position = at.get("position").ok_or_else(|| at.wrong("a cell without position").expected("the key \"position\""))?;
    let sides = position.list("row and column")?.iter().map(|side| side.integer("row or column")).collect::<Result<Vec<_>, _>>()?;
    let inside = |side: i64| usize::try_from(side).ok().filter(|side| *side < SIZE);
    match sides[..] {
        [row, column] => match (inside(row), inside(column)) {
            (Some(row), Some(column)) => Ok(Cell::new(row * SIZE + column)),
            _ => {
                let error = ParseError::new(ErrorKind::CellOutOfRange, "a cell outside the grid").at(position.place);
                Err(error.found(format!("[{row}, {column}]")).expected(format!("rows and columns of 0 to {}", SIZE - 1)))
            }
        },
        _ => Err(position.wrong("no cell").expected("[row, column]")),
    }
}

impl Format for Gnome {
    fn name(&self) -> &'static str {
        "gnome"
    }

    fn about(&self) -> &'static str {
        "a saved game of GNOME Sudoku (JSON, 9x9)"
    }

    fn extent(&self) -> Extent {
        Extent::File
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        // A game without any digit has no cells.
        let has = |keys: &[&str]| keys.iter().all(|key| head.contains(key));
        let ours = has(&["\"cells\"", "\"position\"", "\"fixed\""]) || has(&["\"cells\"", "\"difficulty_category\""]);
        if ours && without_comments(head).trim_start().starts_with('{') { Ok(()) } else { Decline::new("no cells with position and fixed") }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        let game = Json::parse(text, first_line)?;
        let cells = game.get("cells").ok_or_else(|| game.wrong("a game without cells").expected("the key \"cells\""))?;
        let grid = reading.grid(SIZE).map_err(|error| ParseError::from_grid(&error).at(cells.place))?;
        let mut marks = Marks::new(grid, marks::symbols(SIZE, reading, first_line)?);
        let mut seen = [false; SIZE * SIZE];
        let mut noted = Vec::new();
        for at in cells.list("cells")? {
            at.object("position and value")?;
            let cell = position(at)?;
            if std::mem::replace(&mut seen[cell.index()], true) {
                let error = ParseError::new(ErrorKind::CellGivenTwice, "a cell that was there already").at(at.place);
                return Err(error.found(format!("r{}c{}", cell.index() / SIZE + 1, cell.index() % SIZE + 1)).expected("each cell once"));
            }
            if at.get("earmarks").is_some_and(|marks| !marks.is_void()) {
                noted.push(cell);
            }
            let Some(value) = at.get("value").filter(|value| value.value != JsonValue::Null) else { continue };
            let digit = value.integer("value of a cell")?;
            if digit == 0 {
                continue;
            }
            let symbol = marks.symbol(&digit.to_string(), value.place)?;
            if at.get("fixed").is_some_and(|fixed| fixed.value == JsonValue::Bool(true)) {
                marks.give(cell, symbol, value.place);
            } else {
                marks.play(cell, symbol, value.place);
            }
        }
        let mut sheet = marks.sheet(Source { format: self.name(), line: first_line });
        if !noted.is_empty() {
            sheet.warnings.push(Warning { kind: "notes_left_out", message: "the player's earmarks are left out".to_owned(), cells: noted });
        }
        Ok(vec![sheet])
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        if sheet.grid.size() != SIZE || *sheet.symbols != Symbols::numbers_to(SIZE) {
            let reason = format!("a grid of size {} with the symbols {}", sheet.grid.size(), sheet.symbols);
            return Err(Unwritable { format: self.name(), reason });
        }
        let all = sheet.givens.iter().map(|given| (given, true)).chain(sheet.state.iter().map(|given| (given, false)));
        let mut all: Vec<_> = all.collect();
        all.sort_by_key(|(given, _)| given.cell);
        let cell = |(given, fixed): &(&crate::sheet::Given, bool)| {
            let at = given.cell.index();
            json!({"position": [at / SIZE, at % SIZE], "value": given.symbol.index() + 1, "fixed": fixed, "earmarks": []})
        };
        let cells: Vec<Value> = all.iter().map(cell).collect();
        Ok(format!("{:#}\n", json!({"difficulty_category": "custom", "time_elapsed": 0.0, "cells": cells})))
    }
}
