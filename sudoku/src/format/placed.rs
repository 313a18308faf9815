//! JSON with the place of each value, and the shortened JSON of SudokuPad. The usual parsers forget the places that errors need.

use std::iter::Peekable;
use std::str::Chars;

use hashbrown::HashSet;

use super::Reading;
use super::text::without_comments;
use crate::error::{ErrorKind, ParseError};
use crate::sheet::{Place, Sheet, Source};

/// Lists in lists beyond this are no puzzle, and would fill the call stack.
const DEPTH: usize = 64;

/// A value of a JSON text, and where it begins.
///
/// ```
/// use pencilmark_sudoku::Json;
/// let json = Json::parse("{\n  \"size\": 9\n}", 1)?;
/// let size = json.get("size").expect("it is there");
/// assert_eq!((size.integer("size")?, size.place.line, size.place.column), (9, 2, 11));
/// # Ok::<(), pencilmark_sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Json {
    /// Where it begins.
    pub place: Place,
    /// The value.
    pub value: JsonValue,
}

/// What a JSON text says at a place.
#[derive(Clone, Debug, PartialEq)]
pub enum JsonValue {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Number(f64),
    /// A text, without its quotes.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// The fields of an object, each key once, in the order of the text.
    Object(Vec<(String, Json)>),
}

impl PartialEq for Json {
    fn eq(&self, other: &Json) -> bool {
        self.value == other.value
    }
}

impl Json {
    /// Reads a text that is one value, between comments perhaps. `first_line` is the number of its first line.
    ///
    /// Errors: `malformed`.
    pub fn parse(text: &str, first_line: usize) -> Result<Json, ParseError> {
        let line = u32::try_from(first_line).unwrap_or(u32::MAX);
        Reader::new(&without_comments(text), Place { line, column: 1 }, false, false).whole()
    }

    /// The one puzzle of a text that is one value, as `read` takes it from that.
    pub fn puzzle(
        text: &str,
        source: Source,
        reading: &mut Reading,
        read: fn(&Json, Source, &mut Reading) -> Result<Sheet, ParseError>,
    ) -> Result<Vec<Sheet>, ParseError> {
        Ok(vec![read(&Json::parse(text, source.line)?, source, reading)?])
    }

    /// Reads a text that was packed into another: all places are that of the packed text. Shortened JSON is read, too.
    ///
    /// Errors: `malformed`.
    pub fn unpacked(text: &str, place: Place) -> Result<Json, ParseError> {
        Reader::new(text, place, true, false).whole().or_else(|error| Reader::new(text, place, true, true).whole().map_err(|_| error))
    }

    /// The error `malformed` about this value.
    pub fn wrong(&self, message: impl Into<String>) -> ParseError {
        ParseError::new(ErrorKind::Malformed, message).at(self.place).found(self.kind())
    }

    fn kind(&self) -> String {
        match &self.value {
            JsonValue::Null => "null".to_owned(),
            JsonValue::Bool(value) => value.to_string(),
            JsonValue::Number(number) => number.to_string(),
            JsonValue::Text(text) => format!("\"{text}\""),
            JsonValue::List(_) => "a list".to_owned(),
            JsonValue::Object(_) => "an object".to_owned(),
        }
    }

    /// The items of a list of something.
    ///
    /// Errors: `malformed`.
    pub fn list(&self, what: &str) -> Result<&[Json], ParseError> {
        match &self.value {
            JsonValue::List(items) => Ok(items),
            _ => Err(self.wrong(format!("no list of {what}")).expected(format!("a list of {what}"))),
        }
    }

    /// The fields of an object with something.
    ///
    /// Errors: `malformed`.
    pub fn object(&self, what: &str) -> Result<&[(String, Json)], ParseError> {
        match &self.value {
            JsonValue::Object(fields) => Ok(fields),
            _ => Err(self.wrong(format!("no object with {what}")).expected(format!("an object with {what}"))),
        }
    }

    /// A whole number, as a number or in quotes.
    ///
    /// Errors: `bad_number`.
    pub fn integer(&self, what: &str) -> Result<i64, ParseError> {
        let number = match &self.value {
            // Beyond 2^53 not every number is there; no puzzle has any.
            JsonValue::Number(number) if number.fract() == 0.0 && number.abs() < 9e15 => Some(*number as i64),
            JsonValue::Text(text) => text.trim().parse().ok(),
            _ => None,
        };
        number.ok_or_else(|| {
            let error = ParseError::new(ErrorKind::BadNumber, format!("no {what}")).at(self.place);
            error.found(self.kind()).expected("a whole number")
        })
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        if let JsonValue::Text(text) = &self.value { Some(text) } else { None }
    }

    /// The field of an object.
    pub fn get(&self, key: &str) -> Option<&Json> {
        let JsonValue::Object(fields) = &self.value else { return None };
        fields.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Does it say nothing: null, false, an empty text, list or object?
    pub fn is_void(&self) -> bool {
        match &self.value {
            JsonValue::Null => true,
            JsonValue::Bool(value) => !value,
            JsonValue::Number(_) => false,
            JsonValue::Text(text) => text.is_empty(),
            JsonValue::List(items) => items.is_empty(),
            JsonValue::Object(fields) => fields.is_empty(),
        }
    }
}

struct Reader<'t> {
    chars: Peekable<Chars<'t>>,
    place: Place,
    /// Do places stay where they are?
    packed: bool,
    /// Shortened: keys and colours without quotes, `t` and `f`, nothing for `{}`, and single quotes where there are no double ones.
    short: bool,
    quote: char,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, place: Place, packed: bool, short: bool) -> Reader<'t> {
        let quote = if short && !text.contains('"') { '\'' } else { '"' };
        Reader { chars: text.chars().peekable(), place, packed, short, quote }
    }

    fn whole(mut self) -> Result<Json, ParseError> {
        let value = self.value(0)?;
        match self.peek() {
            None => Ok(value),
            Some(c) => Err(self.error("something after the end of the JSON").found(c)),
        }
    }

    fn error(&self, message: &str) -> ParseError {
        ParseError::new(ErrorKind::Malformed, message).at(self.place)
    }

    fn next(&mut self) -> Option<char> {
        let c = self.chars.next()?;
        if self.packed {
            return Some(c);
        }
        if c == '\n' || (c == '\r' && self.chars.peek() != Some(&'\n')) {
            self.place = Place { line: self.place.line.saturating_add(1), column: 1 };
        } else {
            self.place.column = self.place.column.saturating_add(1);
        }
        Some(c)
    }

    /// The next character that is no blank.
    fn peek(&mut self) -> Option<char> {
        while self.chars.peek().is_some_and(|c| c.is_whitespace()) {
            self.next();
        }
        self.chars.peek().copied()
    }

    fn take(&mut self, wanted: char, instead: &str) -> Result<(), ParseError> {
        match self.peek() {
            Some(c) if c == wanted => {
                self.next();
                Ok(())
            }
            Some(c) => Err(self.error("broken JSON").found(c).expected(instead)),
            None => Err(self.error("the text ends within the JSON").expected(instead)),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Json, ParseError> {
        let first = self.peek();
        let place = self.place;
        if depth > DEPTH {
            return Err(self.error("lists and objects too deep in each other").expected(format!("at most {DEPTH} levels")));
        }
        let value = match first {
            Some('{') => self.fields(depth)?,
            Some('[') => self.items(depth)?,
            Some(c) if c == self.quote => JsonValue::Text(self.quoted()?),
            Some(',' | ']') if self.short => JsonValue::Object(Vec::new()),
            Some(c) if is_word(c) || (self.short && c == '#') => self.bare(place)?,
            Some(c) => return Err(self.error("broken JSON").found(c).expected("a value")),
            None => return Err(self.error("the text ends within the JSON").expected("a value")),
        };
        Ok(Json { place, value })
    }

    fn fields(&mut self, depth: usize) -> Result<JsonValue, ParseError> {
        self.next();
        let mut fields: Vec<(String, Json)> = Vec::new();
        let mut keys = HashSet::new();
        if self.peek() == Some('}') {
            self.next();
            return Ok(JsonValue::Object(fields));
        }
        loop {
            let key = match self.peek() {
                Some(c) if self.short && is_word(c) => self.word(),
                Some(c) if c == self.quote => self.quoted()?,
                Some(c) => return Err(self.error("broken JSON").found(c).expected("a key in double quotes")),
                None => return Err(self.error("the text ends within the JSON").expected("a key")),
            };
            if !keys.insert(key.clone()) {
                return Err(self.error("a key twice in one object").found(key).expected("each key once"));
            }
            self.take(':', ":")?;
            let value = self.value(depth + 1)?;
            fields.push((key, value));
            if self.peek() != Some(',') {
                self.take('}', ", or }")?;
                return Ok(JsonValue::Object(fields));
            }
            self.next();
        }
    }

    fn items(&mut self, depth: usize) -> Result<JsonValue, ParseError> {
        self.next();
        let mut items = Vec::new();
        if self.peek() == Some(']') {
            self.next();
            return Ok(JsonValue::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.peek() != Some(',') {
                self.take(']', ", or ]")?;
                return Ok(JsonValue::List(items));
            }
            self.next();
        }
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(&c) = self.chars.peek() {
            if !is_word(c) && c != '#' {
                break;
            }
            word.push(c);
            self.next();
        }
        word
    }

    fn bare(&mut self, place: Place) -> Result<JsonValue, ParseError> {
        let word = self.word();
        match (word.as_str(), self.short) {
            ("null", _) => return Ok(JsonValue::Null),
            ("true", _) | ("t", true) => return Ok(JsonValue::Bool(true)),
            ("false", _) | ("f", true) => return Ok(JsonValue::Bool(false)),
            _ => {}
        }
        // JSON's numbers begin with a digit; a number of Rust may also be `inf` or `+1`.
        let digit = word.strip_prefix('-').unwrap_or(&word).starts_with(|c: char| c.is_ascii_digit() || (self.short && c == '.'));
        match word.parse::<f64>() {
            Ok(number) if digit && number.is_finite() => Ok(JsonValue::Number(number)),
            _ if self.short => Ok(JsonValue::Text(word)),
            _ => Err(ParseError::new(ErrorKind::Malformed, "broken JSON").at(place).found(word).expected("a value")),
        }
    }

    fn quoted(&mut self) -> Result<String, ParseError> {
        let start = self.place;
        self.next();
        let mut text = String::new();
        loop {
            match self.next() {
                Some(c) if c == self.quote => return Ok(text),
                Some('\\') => text.push(self.escaped()?),
                Some(c) => text.push(c),
                None => return Err(ParseError::new(ErrorKind::Malformed, "a text without its closing quote").at(start)),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, ParseError> {
        match self.next() {
            Some(c @ ('"' | '\\' | '/' | '\'')) => Ok(c),
            Some('b') => Ok('\u{8}'),
            Some('f') => Ok('\u{c}'),
            Some('n') => Ok('\n'),
            Some('r') => Ok('\r'),
            Some('t') => Ok('\t'),
            Some('u') => {
                let unit = self.unit()?;
                if !(0xd800..0xdc00).contains(&unit) {
                    return Ok(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
                }
                // The second half of a pair follows, if the text is in order; a half alone is no character.
                if self.chars.peek() != Some(&'\\') {
                    return Ok(char::REPLACEMENT_CHARACTER);
                }
                self.next();
                if self.next() != Some('u') {
                    return Err(self.error("half a character in a text"));
                }
                let low = self.unit()?.wrapping_sub(0xdc00) & 0x3ff;
                Ok(char::from_u32(0x10000 + ((unit - 0xd800) << 10) + low).unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            _ => Err(self.error("no escape that JSON knows").expected("one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u")),
        }
    }

    fn unit(&mut self) -> Result<u32, ParseError> {
        (0..4).try_fold(0, |unit, _| {
            let digit = self.next().and_then(|c| c.to_digit(16));
            digit.map(|digit| unit * 16 + digit).ok_or_else(|| self.error("no number after \\u").expected("four hexadecimal digits"))
        })
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.' | '_')
}
