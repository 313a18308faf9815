//! JSON packed for an address: lz-string in base64, within bounds.

use pencilmark_sudoku::{ErrorKind, Json, ParseError, Place, Reading, Sheet, Source};

/// How many characters a packed text may unpack to. Real puzzles with all their drawings stay below a tenth of it.
const LIMIT: usize = 4 << 20;

/// How a form takes its puzzle from JSON.
pub(super) type Read = fn(&Json, Source, &mut Reading) -> Result<Sheet, ParseError>;

/// The puzzle of a packed text that stands at a place.
pub(super) fn puzzle(code: &str, place: Place, source: Source, reading: &mut Reading, read: Read) -> Result<Sheet, ParseError> {
    read(&Json::unpacked(&unpack(code, place)?, place)?, source, reading)
}

/// What `code` was packed from. `place` is where it stands.
///
/// Errors: `malformed`, `too_large`.
fn unpack(code: &str, place: Place) -> Result<String, ParseError> {
    let code = plain(code);
    let broken = || ParseError::new(ErrorKind::Malformed, "no lz-string in base64, or only a part of one").at(place);
    let length = unpacked_length(&code).ok_or_else(broken)?;
    if length > LIMIT {
        let error = ParseError::new(ErrorKind::TooLarge, "a packed text that unpacks to far more than a puzzle").at(place);
        return Err(error.expected(format!("at most {LIMIT} characters")));
    }
    let units = lz_str::decompress_from_base64(&code).ok_or_else(broken)?;
    String::from_utf16(&units).map_err(|_| broken())
}

/// Packs a text.
pub(super) fn pack(text: &str) -> String {
    lz_str::compress_to_base64(text)
}

/// Undoes what addresses do to base64: `%2B`, blanks for `+`, and the variant with `-` and `_`.
fn plain(code: &str) -> String {
    let code = code.trim().replace("%2B", "+").replace("%2b", "+").replace("%2F", "/").replace("%2f", "/");
    let code = code.replace("%3D", "=").replace("%3d", "=").replace([' ', '-'], "+").replace('_', "/");
    code.trim_end_matches('=').to_owned()
}

/// Whether a text is made of the characters of packed texts.
pub(super) fn looks_packed(text: &str) -> bool {
    text.len() >= 16 && plain(text).bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/'))
}

/// The length of what a code unpacks to, capped just above [`LIMIT`]: the crate unpacks without a bound, and a few thousand characters
/// can stand for gigabytes. Walks through the codes as the unpacker does, but keeps only the length of each entry of its dictionary.
fn unpacked_length(code: &str) -> Option<usize> {
    let mut bits = code.bytes().flat_map(|byte| {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        (0..6).rev().map(move |shift| usize::from(six >> shift & 1))
    });
    if code.bytes().any(|b| !b.is_ascii_alphanumeric() && !matches!(b, b'+' | b'/')) {
        return None;
    }
    let mut read = |count: usize| (0..count).try_fold(0_usize, |number, at| Some(number | bits.next()? << at));
    let literal = |code: usize| if code == 0 { 8 } else { 16 };
    match read(2)? {
        2 => return Some(0),
        3 => return None,
        first => read(literal(first))?,
    };
    // The first three are the codes for a narrow character, a wide one and the end.
    let mut lengths = vec![0, 0, 0, 1_usize];
    let (mut total, mut before) = (1, 1);
    let (mut width, mut room) = (3, 4_usize);
    let grow = |width: &mut usize, room: &mut usize| {
        *room -= 1;
        if *room == 0 {
            *room = 1 << *width;
            *width += 1;
        }
    };
    while total <= LIMIT {
        let mut code = read(width)?;
        match code {
            2 => return Some(total),
            0 | 1 => {
                read(literal(code))?;
                code = lengths.len();
                lengths.push(1);
                grow(&mut width, &mut room);
            }
            _ => {}
        }
        let length = match lengths.get(code) {
            Some(&length) => length,
            None if code == lengths.len() => before + 1,
            None => return None,
        };
        total += length;
        lengths.push(before + 1);
        before = length;
        grow(&mut width, &mut room);
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_is_what_comes_out() {
        for text in [
            "a",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "{\"size\": 9, \"grid\": [[{}, {}, {\"value\": 3}]]}",
            "äöü漢字漢字漢字",
            &"abcab".repeat(999),
        ] {
            let code = plain(&pack(text));
            assert_eq!(unpacked_length(&code), Some(text.encode_utf16().count()), "{text}");
            assert_eq!(unpack(&code, Place::default()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn a_bomb_is_refused() {
        let code = pack(&"a".repeat(LIMIT + 1));
        assert!(code.len() < 10_000);
        assert_eq!(unpack(&code, Place::default()).unwrap_err().kind, ErrorKind::TooLarge);
    }
}
