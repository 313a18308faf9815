//! A saved game of GNOME Sudoku: JSON with the cells that hold something, by row and column from 0.

use serde_json::{Value, json};

use super::json::value;
use super::marks::{self, Marks};
use super::{Decline, Extent, Format, Reading, Unwritable};
use crate::error::{ErrorKind, ParseError};
use crate::grid::Cell;
use crate::sheet::{Place, Sheet, Source, Warning};
use crate::symbols::Symbols;

/// The size of all its grids.
const SIZE: usize = 9;

/// A saved game; what is not fixed is the player's.
#[derive(Debug)]
pub(crate) struct Gnome;

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
        let keys = ["\"cells\"", "\"position\"", "\"fixed\""];
        let object = head.trim_start_matches('\u{feff}').trim_start().starts_with('{');
        if object && keys.iter().all(|key| head.contains(key)) { Ok(()) } else { Decline::new("no cells with position and fixed") }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        let game = value(text, first_line)?;
        let fault = |kind, message: String| Err(ParseError::new(kind, message));
        let Some(cells) = game.get("cells").and_then(Value::as_array) else {
            return fault(ErrorKind::BadSymbol, "a game without cells".to_owned());
        };
        let grid = reading.grid(SIZE).map_err(|error| ParseError::from_grid(&error))?;
        let mut marks = Marks::new(grid, marks::symbols(SIZE, reading, first_line)?);
        let mut seen = [false; SIZE * SIZE];
        let mut noted = Vec::new();
        for (number, cell) in (1..).zip(cells) {
            let side = |index: usize| cell.get("position")?.get(index)?.as_u64().filter(|at| *at < SIZE as u64);
            let (Some(row), Some(column)) = (side(0), side(1)) else {
                return fault(ErrorKind::CellOutOfRange, format!("entry {number} of cells has no position of 0 to 8 and 0 to 8"));
            };
            let at = row as usize * SIZE + column as usize;
            if std::mem::replace(&mut seen[at], true) {
                return fault(ErrorKind::CellGivenTwice, format!("entry {number} of cells is r{}c{} again", row + 1, column + 1));
            }
            if cell.get("earmarks").and_then(Value::as_array).is_some_and(|marks| !marks.is_empty()) {
                noted.push(Cell::new(at));
            }
            let digit = match cell.get("value") {
                None | Some(Value::Null) => 0,
                Some(value) => match value.as_u64() {
                    Some(digit) => digit,
                    None => return fault(ErrorKind::BadNumber, format!("entry {number} of cells has a value that is no digit")),
                },
            };
            if digit == 0 {
                continue;
            }
            let symbol = marks.symbol(&digit.to_string(), Place::default()).map_err(|mut error| {
                (error.line, error.column) = (None, None);
                error.message = format!("entry {number} of cells holds {}", error.message);
                error
            })?;
            if cell.get("fixed").and_then(Value::as_bool).unwrap_or(false) {
                marks.give(Cell::new(at), symbol, Place::default());
            } else {
                marks.play(Cell::new(at), symbol, Place::default());
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
