//! Texts for the reader `fpuzzles-url`.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let format = pencilmark_sudoku_fuzz::named(pencilmark_killer::FORMATS, "fpuzzles-url");
    if pencilmark_sudoku_fuzz::check(format, bytes) { Corpus::Keep } else { Corpus::Reject }
});
