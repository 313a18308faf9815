//! Writes the seeds of all targets into `corpus/`.

use std::path::Path;

use pencilmark_sudoku_fuzz::seeds;

fn main() -> std::io::Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    seeds::write(pencilmark_killer::FORMATS, &pencilmark_killer_fuzz::sheets(), &here.join("../../tests/cases"), &here.join("corpus"))
}
