//! Writes the seeds of all targets into `corpus/`.

use std::path::Path;

use pencilmark_sudoku_fuzz::seeds;

fn main() -> std::io::Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    seeds::write(pencilmark_sudoku::FORMATS, &seeds::sheets(), &here.join("../../tests/cases"), &here.join("corpus"))?;
    seeds::write_covers(&here.join("corpus"))
}
