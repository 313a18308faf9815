//! KSudoku's saved games and puzzles: XML with a graph (which cells differ, which add up), values, and the history of the game.
//!
//! Cells are numbered along the rows here. KSudoku's own window goes down the columns: it shows a grid that it reads or writes mirrored at
//! the diagonal from the top left, which is the same puzzle.

mod graph;
mod write;

use std::sync::Arc;

use pencilmark_sudoku::{
    Cell, Decline, ErrorKind, Extent, Format, Given, ParseError, Place, Reading, Sheet, Source, Symbol, Symbols, Unwritable, Warning,
    XmlElement, XmlElements,
};

use graph::Graph;

/// XML of KSudoku.
#[derive(Debug)]
pub(super) struct KSudoku;

impl Format for KSudoku {
    fn name(&self) -> &'static str {
        "ksudoku"
    }

    fn about(&self) -> &'static str {
        "XML of KSudoku: plain, jigsaw, diagonal and killer puzzles on one grid"
    }

    fn extent(&self) -> Extent {
        Extent::File
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        if head.contains("<ksudoku") { Ok(()) } else { Err(Decline("no <ksudoku>".to_owned())) }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        let mut puzzle = Puzzle::default();
        for element in XmlElements::new(text, first_line) {
            puzzle.take(element?)?;
        }
        Ok(vec![puzzle.sheet(Source { format: self.name(), line: first_line }, reading)?])
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        write::text(sheet, self.name())
    }
}

/// What the elements say so far.
#[derive(Default)]
struct Puzzle {
    graph: Option<Graph>,
    values: Option<XmlElement>,
    events: Vec<XmlElement>,
}

impl Puzzle {
    fn take(&mut self, element: XmlElement) -> Result<(), ParseError> {
        let twice = |element: &XmlElement, what| {
            Err(element.wrong(ErrorKind::Malformed, format!("a second {what}, and a file of KSudoku holds one puzzle")))
        };
        match &*element.name {
            "graph" if self.graph.is_some() => return twice(&element, "graph"),
            "graph" => self.graph = Some(Graph::new(&element)?),
            "values" if self.values.is_some() => return twice(&element, "list of values"),
            "values" => self.values = Some(element),
            "simple-event" => self.events.push(element),
            "sudokugroups" | "roxdokugroups" | "clique" | "cage" => match &mut self.graph {
                Some(graph) => graph.take(&element)?,
                None => return Err(element.wrong(ErrorKind::Malformed, format!("a {} outside a graph", element.name))),
            },
            _ => {}
        }
        Ok(())
    }

    fn sheet(self, source: Source, reading: &mut Reading) -> Result<Sheet, ParseError> {
        let missing = |what: &str| ParseError::new(ErrorKind::Malformed, format!("no puzzle of KSudoku: it has no {what}"));
        let graph = self.graph.ok_or_else(|| missing("graph").expected("<graph ...>"))?;
        let values = self.values.ok_or_else(|| missing("values").expected("<values>...</values>"))?;
        let size = graph.size();
        let symbols = Arc::new(Symbols::numbers_to(size));
        let mut warnings = Vec::new();
        let (grid, rules) = graph.finish(&symbols, reading, &mut warnings)?;
        let givens = givens(&values, size)?;
        let (state, noted) = state(&self.events, &givens, size)?;
        if !noted.is_empty() {
            warnings.push(Warning { kind: "notes_left_out", message: "the player's markers are left out".to_owned(), cells: noted });
        }
        Ok(Sheet { rules, state, warnings, ..Sheet::new(grid, symbols, givens, source) })
    }
}

/// A character a cell: `b` is 1, `c` is 2 and so on, `_` is open.
fn givens(values: &XmlElement, size: usize) -> Result<Vec<Given>, ParseError> {
    let place = values.place;
    let characters: Vec<char> = values.text.chars().filter(|c| !c.is_whitespace()).collect();
    if characters.len() != size * size {
        let error = values.wrong(ErrorKind::RowLength, "not as many values as the graph has cells");
        return Err(error.found(characters.len()).expected(size * size));
    }
    let mut givens = Vec::new();
    for (index, &c) in characters.iter().enumerate() {
        let number = match c {
            '_' => continue,
            'b'..='z' => c as usize - 'a' as usize,
            _ => usize::MAX,
        };
        if number > size {
            let error = values.wrong(ErrorKind::BadSymbol, format!("no value of this puzzle in cell {index}")).found(c);
            return Err(error.expected(format!("_, or b to {}", write::letter(size - 1).unwrap_or('z'))));
        }
        givens.push(Given { cell: Cell::new(index), symbol: Symbol::new(number - 1), place });
    }
    Ok(givens)
}

/// The player's digits after all events, and the cells that hold markers.
fn state(events: &[XmlElement], givens: &[Given], size: usize) -> Result<(Vec<Given>, Vec<Cell>), ParseError> {
    /// What a player leaves in a cell.
    #[derive(Clone, Copy)]
    enum Left {
        Nothing,
        Digit(Symbol, Place),
        Markers,
    }
    let mut cells = vec![Left::Nothing; size * size];
    for event in events {
        let index = number(event, "index", "an event")?;
        let at = usize::try_from(index).ok().and_then(|index| cells.get_mut(index));
        let Some(left) = at else {
            let error = event.wrong(ErrorKind::CellOutOfRange, "an event in a cell outside the grid").found(index);
            return Err(error.expected(format!("0 to {}", size * size - 1)));
        };
        *left = match (event.attribute("markers"), event.attribute("value")) {
            (Some(markers), _) if markers.contains('1') => Left::Markers,
            (Some(_), _) => Left::Nothing,
            (None, _) => match number(event, "value", "an event")? {
                0 => Left::Nothing,
                value if (1..=size as i64).contains(&value) => Left::Digit(Symbol::new(value as usize - 1), event.place),
                value => {
                    let error = event.wrong(ErrorKind::BadSymbol, "a value that is none of this puzzle's").found(value);
                    return Err(error.expected(format!("0 to {size}")));
                }
            },
        };
    }
    let (mut state, mut noted) = (Vec::new(), Vec::new());
    let open = |cell: Cell| !givens.iter().any(|given| given.cell == cell);
    for (index, left) in cells.into_iter().enumerate() {
        let cell = Cell::new(index);
        match left {
            Left::Digit(symbol, place) if open(cell) => state.push(Given { cell, symbol, place }),
            Left::Markers if open(cell) => noted.push(cell),
            _ => {}
        }
    }
    Ok((state, noted))
}

/// The number that an attribute of an element holds; `what` is the element in words.
///
/// Errors: `malformed`, `bad_number`.
fn number(element: &XmlElement, key: &str, what: &str) -> Result<i64, ParseError> {
    let text = element.attribute(key).ok_or_else(|| element.wrong(ErrorKind::Malformed, format!("{what} without {key}")))?;
    text.trim()
        .parse()
        .map_err(|_| element.wrong(ErrorKind::BadNumber, format!("{what} whose {key} is no number")).found(text).expected("a whole number"))
}

#[cfg(test)]
mod tests;
