//! Constraint strings of Interactive Sudoku Solver: `.Cage~12~R1C1~R1C2.~R3C4_5`, on any number of lines.
//!
//! Numbers in the names of cells are single digits, letters from 10 on; decimal ones are read, too. A given of several values is what is
//! still possible in a cell. `.Or` and what it groups is no rule here: it is left out as a whole or not at all.

use std::sync::Arc;

use itertools::Itertools as _;
use pencilmark_sudoku::{
    Cell, Decline, ErrorKind, Extent, Format, Given, Grid, MAX_SIZE, ParseError, Place, RULES, Reading, Rule, Sheet, Source, Symbol,
    Symbols, Unwritable, Warning, content_lines,
};

use super::whole::{place, size_in_numbers};
use super::{cages_of, cells::cage};
use crate::cage::{Cage, Cages};

/// The size where no item names another.
const USUAL: usize = 9;

/// Items that are rules of the whole grid, with their arguments, and the names of these among [`RULES`].
const WHOLE_GRID: &[(&str, &[&str], &str)] = &[
    ("AntiKnight", &[], "anti-knight"),
    ("AntiKing", &[], "anti-king"),
    ("AntiConsecutive", &[], "non-consecutive"),
    ("Diagonal", &["1"], "diagonal-up"),
    ("Diagonal", &["-1"], "diagonal-down"),
];

/// A text of items.
#[derive(Debug)]
pub(super) struct Iss;

/// `.Name~argument~argument`
struct Item<'t> {
    name: &'t str,
    place: Place,
    /// Each with its place.
    arguments: Vec<(&'t str, Place)>,
}

impl Item<'_> {
    fn wrong(&self, message: &str, expected: &str) -> ParseError {
        ParseError::new(ErrorKind::Malformed, message).at(self.place).found(format!(".{}", self.name)).expected(expected)
    }
}

impl Format for Iss {
    fn name(&self) -> &'static str {
        "iss"
    }

    fn about(&self) -> &'static str {
        "constraint strings of Interactive Sudoku Solver: .Cage~12~R1C1~R1C2.~R3C4_5"
    }

    fn extent(&self) -> Extent {
        Extent::File
    }

    fn sniff(&self, head: &str) -> Result<(), Decline> {
        let line = content_lines(head, 1).next().map_or("", |line| line.text.trim());
        // Rows of givens may begin with a dot, but go on with another, a digit or a blank; letters are symbols of larger grids.
        let item = line.strip_prefix('.').map(|rest| rest.split('.').next().unwrap_or(""));
        let named = |item: &str| {
            let name = item.split('~').next().unwrap_or("");
            item.contains('~')
                || (name.len() > 2 && name.starts_with(|c: char| c.is_ascii_uppercase()) && name.contains(char::is_lowercase))
        };
        if item.is_some_and(named) { Ok(()) } else { Err(Decline("first line does not begin like .Name~ or .~".to_owned())) }
    }

    fn parse(&self, text: &str, first_line: usize, reading: &mut Reading) -> Result<Vec<Sheet>, ParseError> {
        let mut warnings = Vec::new();
        let items = ungrouped(items(text, first_line)?, reading, &mut warnings)?;
        let Some(first) = items.first() else {
            return Err(ParseError::new(ErrorKind::EmptyInput, "no puzzle: there is no item").expected(".Name~argument~argument"));
        };
        let source = Source { format: self.name(), line: first.place.line as usize };
        let (grid, mut cages) = grid(&items, reading)?;
        let size = grid.size();
        let symbols = Symbols::numbers_to(size);
        let mut givens: Vec<Given> = Vec::new();
        let mut candidates: Option<Vec<Vec<Symbol>>> = None;
        let mut rules: Vec<Arc<dyn Rule>> = Vec::new();
        let mut whole: Vec<&str> = Vec::new();
        for item in &items {
            match item.name {
                "Shape" | "Jigsaw" | "NoBoxes" => {}
                "" => {
                    for &(argument, at) in &item.arguments {
                        let (cell, values) = given(argument, at, &grid)?;
                        if let [symbol] = values[..] {
                            if givens.iter().any(|given| given.cell == cell && given.symbol != symbol) {
                                let error = ParseError::new(ErrorKind::CellGivenTwice, "a cell with two givens").at(at);
                                return Err(error.found(argument).expected("one given a cell"));
                            }
                            givens.retain(|given| given.cell != cell);
                            givens.push(Given { cell, symbol, place: at });
                        } else {
                            let all = candidates.get_or_insert_with(|| vec![symbols.iter().collect(); grid.cell_count()]);
                            all[cell.index()].retain(|symbol| values.contains(symbol));
                        }
                    }
                }
                "Cage" => {
                    let Some((&(total, at), cells)) = item.arguments.split_first() else {
                        return Err(item.wrong("a cage without a total", ".Cage~total~R1C1~R1C2"));
                    };
                    let total = total.parse::<i64>().map_err(|_| {
                        ParseError::new(ErrorKind::BadNumber, "no total of a cage").at(at).found(total).expected("a number, or 0 for none")
                    })?;
                    let cells = cells.iter().map(|&(name, at)| cell(name, at, &grid)).collect::<Result<_, _>>()?;
                    cages.push(cage(Some(total), cells, item.place, &grid, &symbols, reading)?);
                }
                name => {
                    let fits = |arguments: &[&str]| arguments.iter().copied().eq(item.arguments.iter().map(|&(argument, _)| argument));
                    match WHOLE_GRID.iter().find(|(known, arguments, _)| *known == name && fits(arguments)) {
                        Some((_, _, rule)) if whole.contains(rule) => {}
                        Some((_, _, rule)) => whole.push(rule),
                        None => warnings.push(reading.leave_out(name, item.place)?),
                    }
                }
            }
        }
        // Both diagonals are one rule here.
        if ["diagonal-up", "diagonal-down"].iter().all(|name| whole.contains(name)) {
            whole.retain(|name| !name.starts_with("diagonal-"));
            whole.push("diagonals");
        }
        rules.extend(whole.iter().filter_map(|name| RULES.iter().find(|rule| rule.name == *name)).map(|rule| (rule.make)()));
        if !cages.is_empty() {
            rules.push(Arc::new(Cages::new(cages)));
        }
        if let Some(all) = &mut candidates {
            settle(all, &mut givens, items[0].place);
        }
        let says =
            |marks: &Vec<Symbol>, cell| marks.len() < size && !givens.iter().any(|given| given.cell == cell && marks[..] == [given.symbol]);
        let candidates = candidates.filter(|all| all.iter().zip(grid.cells()).any(|(marks, cell)| says(marks, cell)));
        givens.sort_unstable_by_key(|given| given.cell.index());
        Ok(vec![Sheet { candidates, rules, warnings, ..Sheet::new(grid, Arc::new(symbols), givens, source) }])
    }

    fn write(&self, sheet: &Sheet) -> Result<String, Unwritable> {
        let (grid, size) = (&sheet.grid, size_in_numbers(sheet, self.name())?);
        let cannot = |reason: String| Unwritable { format: self.name(), reason };
        // Beyond that there are no digits for rows and columns.
        if size > 35 {
            return Err(cannot("a grid of more than 35 rows".to_owned()));
        }
        let digit = |number: usize| char::from_digit(number as u32, 36).expect("there are 35 rows at most");
        let name = |cell: Cell| format!("R{}C{}", digit(grid.row(cell) + 1), digit(grid.column(cell) + 1));
        let mut text = String::new();
        if size != USUAL {
            text += &format!(".Shape~{size}x{size}\n");
        }
        if Grid::new(size).as_ref() != Ok(grid) {
            let regions: String = grid.cells().map(|cell| digit(grid.region(cell))).collect();
            text += &format!(".NoBoxes.Jigsaw~{regions}\n");
        }
        for rule in &sheet.rules {
            let of_rule = rule.name();
            let fits = |known: &str| known == of_rule || (of_rule == "diagonals" && known.starts_with("diagonal-"));
            for (item, arguments, _) in WHOLE_GRID.iter().filter(|(_, _, known)| fits(known)) {
                text += &format!(".{}\n", std::iter::once(item).chain(*arguments).join("~"));
            }
        }
        // Values in its cages differ: others cannot be written, and are left out.
        for cage in cages_of(sheet).map_or(&[][..], Cages::cages).iter().filter(|cage| !cage.repeats) {
            text += &format!(".Cage~{}~{}\n", cage.total.unwrap_or(0), cage.cells.iter().map(|&cell| name(cell)).join("~"));
        }
        let mut givens: Vec<String> =
            sheet.givens.iter().map(|given| format!("~{}_{}", name(given.cell), given.symbol.index() + 1)).collect();
        for (cell, marks) in grid.cells().zip(sheet.candidates.iter().flatten()) {
            let given = sheet.givens.iter().find(|given| given.cell == cell);
            let list = || format!("~{}_{}", name(cell), marks.iter().map(|mark| mark.index() + 1).join("_"));
            match given {
                Some(given) if marks.contains(&given.symbol) => {}
                Some(_) if marks.len() < 2 => return Err(cannot("a given that is no candidate of its cell".to_owned())),
                None if marks.is_empty() => return Err(cannot("a cell without candidates".to_owned())),
                None if marks.len() == size => {}
                _ => givens.push(list()),
            }
        }
        if !givens.is_empty() {
            text += &format!(".{}\n", givens.concat());
        }
        // A text of nothing would be no puzzle.
        if text.is_empty() {
            text = format!(".Shape~{size}x{size}\n");
        }
        Ok(text)
    }
}

/// What several lists leave of the candidates of a cell may be one: a given. And a given is the one candidate of its cell, unless the lists
/// contradict it.
fn settle(candidates: &mut [Vec<Symbol>], givens: &mut Vec<Given>, place: Place) {
    for (index, marks) in candidates.iter_mut().enumerate() {
        let cell = Cell::new(index);
        match (givens.iter().find(|given| given.cell == cell), &marks[..]) {
            (None, &[symbol]) => givens.push(Given { cell, symbol, place }),
            (Some(given), _) if marks.contains(&given.symbol) => *marks = vec![given.symbol],
            _ => {}
        }
    }
}

/// The items of all lines.
fn items(text: &str, first_line: usize) -> Result<Vec<Item<'_>>, ParseError> {
    let mut items = Vec::new();
    for line in content_lines(text, first_line) {
        let indent = line.text.chars().take_while(|c| c.is_whitespace()).count();
        let Some(rest) = line.text.trim().strip_prefix('.') else {
            let error = ParseError::new(ErrorKind::Malformed, "a line that begins with no item").at(place(line.number, indent + 1));
            return Err(error.found(line.text.trim().chars().next().unwrap_or(' ')).expected(".Name~argument~argument"));
        };
        let mut column = indent + 1;
        for item in rest.split('.') {
            let mut at = column + 1;
            let mut parts = item.split('~').map(|part| {
                let before = at + part.chars().take_while(|c| c.is_whitespace()).count();
                at += part.chars().count() + 1;
                (part.trim(), place(line.number, before))
            });
            let name = parts.next().map_or("", |(name, _)| name);
            let item_read = Item { name, place: place(line.number, column), arguments: parts.collect() };
            if name.is_empty() && item_read.arguments.is_empty() {
                return Err(item_read.wrong("an item without a name", ".Name~argument~argument"));
            }
            items.push(item_read);
            column += item.chars().count() + 1;
        }
    }
    Ok(items)
}

/// The items without `.And` and `.End`, which change nothing, and without `.Or` groups, if it was asked to leave these out.
fn ungrouped<'t>(items: Vec<Item<'t>>, reading: &Reading, warnings: &mut Vec<Warning>) -> Result<Vec<Item<'t>>, ParseError> {
    let (mut open, mut left_out, mut kept) = (Vec::new(), None, Vec::new());
    for item in items {
        match item.name {
            "Or" | "And" => {
                if item.name == "Or" && left_out.is_none() {
                    warnings.push(reading.leave_out("Or", item.place)?);
                    left_out = Some(open.len());
                }
                open.push(item);
            }
            "End" => {
                open.pop().ok_or_else(|| item.wrong("an end without a beginning", ".Or or .And before it"))?;
                left_out = left_out.filter(|depth| *depth < open.len());
            }
            _ if left_out.is_some() => {}
            _ => kept.push(item),
        }
    }
    match open.pop() {
        Some(item) => Err(item.wrong("a group without an end", ".End after it")),
        None => Ok(kept),
    }
}

/// The grid, and cages in place of the boxes where a text has both these and other regions.
fn grid(items: &[Item<'_>], reading: &mut Reading) -> Result<(Arc<Grid>, Vec<Cage>), ParseError> {
    let find = |name: &str| items.iter().find(|item| item.name == name);
    let mut size: usize = USUAL;
    let shape = find("Shape");
    if let Some(item) = shape {
        let sizes = match item.arguments[..] {
            [(argument, _)] => {
                argument.split_once('x').and_then(|(rows, columns)| Some((rows.parse::<usize>().ok()?, columns.parse::<usize>().ok()?)))
            }
            _ => None,
        };
        size = match sizes {
            Some((rows, columns)) if rows == columns && (1..=MAX_SIZE).contains(&rows) => rows,
            _ => {
                let error = ParseError::new(ErrorKind::BadSize, "no shape of a grid").at(item.place);
                return Err(error.found(item.arguments.iter().map(|(argument, _)| argument).join("~")).expected("NxN, as in 9x9"));
            }
        };
    }
    let no_boxes = find("NoBoxes");
    let jigsaw = find("Jigsaw");
    let at = jigsaw.or(no_boxes).or(shape).map_or(items[0].place, |item| item.place);
    let failed = |error| ParseError::from_grid(&error).at(at);
    let Some(jigsaw) = jigsaw else {
        // Rows in place of boxes say nothing new.
        let rows = || (0..size * size).map(|cell| cell / size).collect::<Vec<_>>();
        let grid = if no_boxes.is_some() { Grid::with_regions(size, &rows()).map(Arc::new) } else { reading.grid(size) };
        return Ok((grid.map_err(failed)?, Vec::new()));
    };
    // Older texts have the shape before the regions.
    let [.., (layout, at)] = jigsaw.arguments[..] else {
        return Err(jigsaw.wrong("a jigsaw without regions", ".Jigsaw~ and a character a cell"));
    };
    if layout.chars().count() != size * size {
        let error = ParseError::new(ErrorKind::RowLength, "not as many characters as cells").at(at);
        return Err(error.found(layout.chars().count()).expected(size * size));
    }
    let mut known = Vec::new();
    let labels: Vec<usize> = layout
        .chars()
        .map(|c| {
            known.iter().position(|known| *known == c).unwrap_or_else(|| {
                known.push(c);
                known.len() - 1
            })
        })
        .collect();
    let grid = Grid::with_regions(size, &labels).map(Arc::new).map_err(failed)?;
    // Without NoBoxes the boxes hold, too.
    let boxes = match (no_boxes, reading.grid(size)) {
        (None, Ok(usual)) => usual.regions().iter().map(|region| Cage::new(None, region.cells.clone())).collect(),
        _ => Vec::new(),
    };
    Ok((grid, boxes))
}

/// The cell that a text like `R1C2` names.
fn cell(name: &str, at: Place, grid: &Grid) -> Result<Cell, ParseError> {
    let malformed = || ParseError::new(ErrorKind::Malformed, "no cell").at(at).found(name).expected("R1C1 and so on");
    let letters: Vec<char> = name.chars().collect();
    let (row, column) = match letters[..] {
        // A digit each, with letters from 10 on; `C` is one of them.
        ['R' | 'r', row, 'C' | 'c', column] => {
            let digit = |c: char| c.to_digit(36).map(|digit| digit as usize).ok_or_else(malformed);
            (digit(row)?, digit(column)?)
        }
        _ => {
            let (row, column) = name.strip_prefix(['R', 'r']).and_then(|rest| rest.split_once(['C', 'c'])).ok_or_else(malformed)?;
            let number = |text: &str| text.parse::<usize>().map_err(|_| malformed());
            (number(row)?, number(column)?)
        }
    };
    let inside = 1..=grid.size();
    if inside.contains(&row) && inside.contains(&column) {
        return Ok(grid.cell(row - 1, column - 1));
    }
    let error = ParseError::new(ErrorKind::CellOutOfRange, "a cell outside the grid").at(at).found(name);
    Err(error.expected(format!("rows and columns of 1 to {}", grid.size())))
}

/// The cell and the values in a text like `R1C2_5`.
fn given(text: &str, at: Place, grid: &Grid) -> Result<(Cell, Vec<Symbol>), ParseError> {
    let mut parts = text.split('_');
    let cell = cell(parts.next().unwrap_or(""), at, grid)?;
    let symbol = |part: &str| match part.parse::<usize>() {
        Ok(number) if (1..=grid.size()).contains(&number) => Ok(Symbol::new(number - 1)),
        _ => {
            let error = ParseError::new(ErrorKind::BadSymbol, "no symbol of this puzzle").at(at);
            Err(error.found(part).expected(format!("1 to {}", grid.size())))
        }
    };
    let mut values: Vec<Symbol> = parts.map(symbol).collect::<Result<_, _>>()?;
    values.sort_unstable();
    values.dedup();
    if values.is_empty() {
        return Err(ParseError::new(ErrorKind::Malformed, "a given without a value").at(at).found(text).expected("R1C1_5"));
    }
    Ok((cell, values))
}

#[cfg(test)]
#[path = "iss_tests.rs"]
mod tests;
