//! Texts to begin with: some sheets in every format that can hold them, and the puzzles that tests read.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use pencilmark_sudoku::{Cell, Diagonals, Format, Given, Grid, Place, Reading, Sheet, Symbol, Symbols};

/// Sheets that show what formats can hold, without cages.
pub fn sheets() -> Vec<Sheet> {
    let plain = |grid: Grid, symbols: Symbols| {
        let (cells, size) = (grid.cell_count(), grid.size());
        let value = |cell: usize| (cell % 3 == 0).then(|| Symbol::new((cell * 7 + cell / size) % size));
        Sheet::of_values(Arc::new(grid), Arc::new(symbols), &(0..cells).map(value).collect::<Vec<_>>())
    };
    let usual = |size| plain(Grid::new(size).expect("it has boxes"), Symbols::numbers_to(size));
    let mut all: Vec<Sheet> = [4, 6, 9, 16].into_iter().map(usual).collect();
    all.push(plain(Grid::new(16).expect("it has boxes"), Symbols::hexadecimal(16).expect("16 symbols")));
    all.push(plain(Grid::with_box(6, 3, 2).expect("boxes fit"), Symbols::letters(6).expect("6 symbols")));
    let jigsaw = [0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 2, 1, 3, 3, 3, 3];
    all.push(plain(Grid::with_regions(4, &jigsaw).expect("four regions of four"), Symbols::numbers_to(4)));
    all.push(Sheet { rules: vec![Arc::new(Diagonals)], ..usual(9) });
    let mut played = usual(9);
    played.state.push(Given { cell: Cell::new(1), symbol: Symbol::new(4), place: Place::default() });
    all.push(played);
    let mut pencilled = usual(4);
    let group = |cell: usize| (0..4).filter(|&i| i != cell % 4).map(Symbol::new).collect();
    pencilled.candidates = Some((0..16).map(group).collect());
    pencilled.givens.clear();
    all.push(pencilled);
    all
}

/// Writes seeds into a folder for each format below `corpus`: the sheets, and the texts among `texts` that the format reads.
pub fn write(formats: &[&dyn Format], sheets: &[Sheet], texts: &Path, corpus: &Path) -> io::Result<()> {
    let mut files: Vec<_> = fs::read_dir(texts)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort();
    let texts: Vec<String> = files.iter().filter_map(|path| fs::read_to_string(path).ok()).collect();
    for format in formats {
        let folder = corpus.join(format.name());
        fs::create_dir_all(&folder)?;
        let written = sheets.iter().filter_map(|sheet| format.write(sheet).ok());
        let read = texts.iter().filter(|text| format.parse(text, 1, &mut Reading::new()).is_ok()).cloned();
        for (number, text) in written.chain(read).filter(|text| text.len() < 5_000).enumerate() {
            fs::write(folder.join(format!("seed-{number}")), text)?;
        }
    }
    Ok(())
}

/// Exact cover problems in both forms.
const COVERS: [&str; 3] =
    ["a b c | s\na s:red\nb c\na b\nc s:red\n", "| a comment\np q x | y\np q\nx y:1\np x y\n", "0 1 1 0\n1 0 0 1\n1 1 0 0\n"];

/// Writes seeds for the readers of exact cover problems.
pub fn write_covers(corpus: &Path) -> io::Result<()> {
    let folder = corpus.join("cover");
    fs::create_dir_all(&folder)?;
    (0..).zip(COVERS).try_for_each(|(number, text)| fs::write(folder.join(format!("seed-{number}")), text))
}
