//! Classic puzzles on a line of bytes, read straight to candidates: for streams, in which making sheets takes longer than solving.
//!
//! Nothing here judges a line. What is not beyond doubt is left to the readers that make sheets, and name what is wrong.

use crate::bitboard::Candidates;

/// The digits, as candidates have them.
const ALL: u16 = 511;

/// What no cell holds.
const STRANGE: u16 = 1 << 15;

/// The zero as a blank.
const ZERO: u16 = 1 << 10;

/// The blanks that need no thought; each has a bit of its own above the digits.
const BLANKS: [u8; 6] = *b".0_*-?";

/// What a byte says of a cell: a digit is itself, a blank all digits and the bit of its kind.
const CELLS: [u16; 256] = {
    let mut cells = digits();
    let mut kind = 0;
    while kind < BLANKS.len() {
        cells[BLANKS[kind] as usize] = ALL | 1 << (9 + kind);
        kind += 1;
    }
    cells
};

/// What a byte says among the candidates of a cell: a digit is one, `.` and `0` are none.
const MARKS: [u16; 256] = {
    let mut marks = digits();
    marks[b'.' as usize] = 0;
    marks[b'0' as usize] = 0;
    marks
};

const fn digits() -> [u16; 256] {
    let mut sets = [STRANGE; 256];
    let mut digit = 1;
    while digit <= 9 {
        sets[b'0' as usize + digit] = 1 << (digit - 1);
        digit += 1;
    }
    sets
}

/// The first `N` bytes of a line, if that is all, or blanks follow and then no more than a plain remark.
fn first_word<const N: usize>(line: &[u8]) -> Option<&[u8; N]> {
    let (word, rest) = line.split_first_chunk()?;
    match rest {
        [] => Some(word),
        [b' ' | b'\t', remark @ ..] if remark.is_ascii() => Some(word),
        _ => None,
    }
}

/// A line of 81 cells: the digits 1 to 9, and blanks of one kind.
pub(super) fn cells(line: &[u8]) -> Option<Candidates> {
    let word = first_word::<81>(line)?;
    let mut sets = word.map(|byte| CELLS[usize::from(byte)]);
    let seen = sets.iter().fold(0, |seen, set| seen | set);
    let kinds = seen & !ALL;
    // As many zeros as a symbol has places: the grid may be full, with 0 as a symbol.
    let full = kinds == ZERO && sets.iter().filter(|&&set| set & ZERO != 0).count() == 9;
    if seen & STRANGE != 0 || kinds.count_ones() > 1 || full {
        return None;
    }
    sets.iter_mut().for_each(|set| *set &= ALL);
    Some(sets)
}

/// A line of nine characters for each of 81 cells: a digit for a candidate, `.` or `0` for one that is out.
pub(super) fn candidates(line: &[u8]) -> Option<Candidates> {
    let word = first_word::<729>(line)?;
    let mut wrong = 0;
    let mut sets = [0; 81];
    for (set, group) in sets.iter_mut().zip(word.as_chunks::<9>().0) {
        let (mut any, mut sum) = (0, 0);
        for &byte in group {
            let mark = MARKS[usize::from(byte)];
            any |= mark;
            sum += mark & ALL;
        }
        // Powers of two add up to their union unless one comes twice.
        wrong |= any & STRANGE | (any ^ sum) & !STRANGE;
        *set = any;
    }
    (wrong == 0).then_some(sets)
}
