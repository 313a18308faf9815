//! Texts for the readers of exact cover problems: what is written is read back as the same problem.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use pencilmark_engine::exact_cover::{parse, parse_dlx, parse_matrix, write_dlx};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Ok(text) = std::str::from_utf8(bytes) else { return Corpus::Reject };
    for problem in [parse(text), parse_dlx(text), parse_matrix(text)] {
        match problem {
            Ok(problem) => {
                let Ok(written) = write_dlx(&problem) else { continue };
                let back = parse_dlx(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
                assert_eq!(write_dlx(&back).as_deref(), Ok(&*written));
                assert_eq!((back.items(), back.primary(), back.options()), (problem.items(), problem.primary(), problem.options()));
            }
            Err(error) => drop(error.to_string()),
        }
    }
    Corpus::Keep
});
