//! Writes the XML of KSudoku.

use std::any::Any;
use std::fmt::Write as _;

use itertools::Itertools as _;
use pencilmark_sudoku::{Cell, Diagonal, Diagonals, Sheet, Unwritable};

use crate::cage::{Cage, Cages};
use crate::format::cages_of;
use crate::format::whole::size_in_numbers;

/// The character of the value with this index; there is none beyond `z`.
pub(super) fn letter(index: usize) -> Option<char> {
    u8::try_from(index).ok().filter(|index| *index < 25).map(|index| char::from(b'b' + index))
}

/// The groups of a sheet beyond rows, columns and square blocks: regions, and diagonals.
fn groups(sheet: &Sheet, blocks: bool) -> Vec<Vec<Cell>> {
    let grid = &sheet.grid;
    let mut groups = Vec::new();
    // Rows that are regions, too, say nothing more.
    if !blocks && grid.box_shape() != Some((1, grid.size())) {
        groups.extend(grid.regions().iter().map(|house| house.cells.clone()));
    }
    let [falling, rising] = grid.diagonals();
    for rule in &sheet.rules {
        let rule: &dyn Any = &**rule;
        let (both, one) = (rule.is::<Diagonals>(), rule.downcast_ref::<Diagonal>());
        if both || one == Some(&Diagonal::Falling) {
            groups.push(falling.cells.clone());
        }
        if both || one == Some(&Diagonal::Rising) {
            groups.push(rising.cells.clone());
        }
    }
    groups
}

fn list(cells: &[Cell]) -> String {
    cells.iter().map(|cell| cell.index()).join(" ")
}

/// A sheet as XML. Mathdoku's cages may hold a value twice, those of a killer not: a sheet with both loses one kind.
pub(super) fn text(sheet: &Sheet, format: &'static str) -> Result<String, Unwritable> {
    let (grid, size) = (&sheet.grid, size_in_numbers(sheet, format)?);
    if letter(size - 1).is_none() {
        return Err(Unwritable { format, reason: format!("a grid of size {size}") });
    }
    let side = size.isqrt();
    let blocks = side * side == size && grid.box_shape() == Some((side, side));
    let mut cliques = groups(sheet, blocks);
    let cages = cages_of(sheet).map_or(&[][..], Cages::cages);
    let (bare, summed): (Vec<&Cage>, Vec<&Cage>) = cages.iter().partition(|cage| cage.total.is_none());
    cliques.extend(bare.iter().filter(|cage| cage.cells.len() == size && !cage.repeats).map(|cage| cage.cells.clone()));
    let mathdoku = summed.iter().any(|cage| cage.repeats);
    let kept = summed.into_iter().filter(|cage| cage.repeats == mathdoku || cage.cells.len() == 1).collect_vec();

    let mut xml = "<!DOCTYPE ksudoku>\n<ksudoku>\n <game had-help=\"0\" msecs-elapsed=\"0\">\n  <puzzle>\n".to_owned();
    let mut line = |text: std::fmt::Arguments<'_>| writeln!(xml, "{text}").expect("strings take everything");
    if blocks && cliques.is_empty() && kept.is_empty() {
        line(format_args!("   <graph order=\"{size}\" type=\"sudoku\" specific-type=\"Plain\"/>"));
    } else {
        let kind = match (mathdoku, kept.is_empty()) {
            (true, _) => "Mathdoku",
            (false, false) => "KillerSudoku",
            (false, true) if blocks => "XSudoku",
            (false, true) => "Jigsaw",
        };
        let count = 2 * size + if blocks { size } else { 0 } + cliques.len();
        line(format_args!(
            "   <graph order=\"{size}\" type=\"custom\" specific-type=\"{kind}\" name=\"{kind}\" ncliques=\"{count}\" sizeX=\"{size}\" sizeY=\"{size}\" sizeZ=\"1\">"
        ));
        line(format_args!("    <sudokugroups at=\"0\" withblocks=\"{}\"/>", u8::from(blocks)));
        for cells in &cliques {
            line(format_args!("    <clique size=\"{}\">{}</clique>", cells.len(), list(cells)));
        }
        for cage in kept {
            let (operator, total) = (if cage.cells.len() == 1 { 0 } else { 4 }, cage.total.unwrap_or_default());
            let (count, cells) = (cage.cells.len(), list(&cage.cells));
            line(format_args!("    <cage operator=\"{operator}\" value=\"{total}\" size=\"{count}\"> {cells} </cage>"));
        }
        line(format_args!("   </graph>"));
    }
    let value = |symbol: Option<pencilmark_sudoku::Symbol>| symbol.and_then(|symbol| letter(symbol.index())).unwrap_or('_');
    line(format_args!("   <values>{}</values>\n  </puzzle>\n  <history>", sheet.values().into_iter().map(value).join("")));
    for digit in &sheet.state {
        line(format_args!("   <simple-event index=\"{}\" value=\"{}\"/>", digit.cell.index(), digit.symbol.index() + 1));
    }
    line(format_args!("  </history>\n </game>\n</ksudoku>"));
    Ok(xml)
}
