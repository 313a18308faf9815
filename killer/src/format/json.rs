//! JSON with the place of each value, and the shortened JSON of SudokuPad. The usual parsers forget the places that errors need.

use std::iter::Peekable;
use std::str::Chars;

use pencilmark_sudoku::{ErrorKind, ParseError, Place, Reading, Sheet, Source};

/// Lists in lists beyond this are no puzzle, and would fill the call stack.
const DEPTH: usize = 64;

/// How a form takes its puzzle from JSON.
pub(super) type Read = fn(&Json, Source, &mut Reading) -> Result<Sheet, ParseError>;

/// A value and where it begins.
#[derive(Clone, Debug)]
pub(super) struct Json {
    pub(super) place: Place,
    pub(super) value: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl PartialEq for Json {
    fn eq(&self, other: &Json) -> bool {
        self.value == other.value
    }
}

impl Json {
    /// Reads a text that is one value. `first_line` is the number of its first line.
    pub(super) fn parse(text: &str, first_line: usize) -> Result<Json, ParseError> {
        let line = u32::try_from(first_line).unwrap_or(u32::MAX);
        Reader::new(text, Place { line, column: 1 }, false, false).whole()
    }

    /// The one puzzle of a text that is one value.
    pub(super) fn puzzle(text: &str, source: Source, reading: &mut Reading, read: Read) -> Result<Vec<Sheet>, ParseError> {
        Ok(vec![read(&Json::parse(text, source.line)?, source, reading)?])
    }

    /// Reads a text that was packed into another: all places are that of the packed text. Shortened JSON is read, too.
    pub(super) fn unpacked(text: &str, place: Place) -> Result<Json, ParseError> {
        Reader::new(text, place, true, false).whole().or_else(|error| Reader::new(text, place, true, true).whole().map_err(|_| error))
    }

    /// `malformed`, here.
    pub(super) fn wrong(&self, message: impl Into<String>) -> ParseError {
        ParseError::new(ErrorKind::Malformed, message).at(self.place).found(self.kind())
    }

    fn kind(&self) -> String {
        match &self.value {
            Value::Null => "null".to_owned(),
            Value::Bool(value) => value.to_string(),
            Value::Number(number) => number.to_string(),
            Value::Text(text) => format!("\"{text}\""),
            Value::List(_) => "a list".to_owned(),
            Value::Object(_) => "an object".to_owned(),
        }
    }

    pub(super) fn list(&self, what: &str) -> Result<&[Json], ParseError> {
        match &self.value {
            Value::List(items) => Ok(items),
            _ => Err(self.wrong(format!("no list of {what}")).expected(format!("a list of {what}"))),
        }
    }

    pub(super) fn object(&self, what: &str) -> Result<&[(String, Json)], ParseError> {
        match &self.value {
            Value::Object(fields) => Ok(fields),
            _ => Err(self.wrong(format!("no object with {what}")).expected(format!("an object with {what}"))),
        }
    }

    /// A whole number, as a number or in quotes.
    pub(super) fn integer(&self, what: &str) -> Result<i64, ParseError> {
        let number = match &self.value {
            // Beyond 2^53 not every number is there; no puzzle has any.
            Value::Number(number) if number.fract() == 0.0 && number.abs() < 9e15 => Some(*number as i64),
            Value::Text(text) => text.trim().parse().ok(),
            _ => None,
        };
        number.ok_or_else(|| {
            let error = ParseError::new(ErrorKind::BadNumber, format!("no {what}")).at(self.place);
            error.found(self.kind()).expected("a whole number")
        })
    }

    pub(super) fn text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    /// The field of an object.
    pub(super) fn get(&self, key: &str) -> Option<&Json> {
        let Value::Object(fields) = &self.value else { return None };
        fields.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Does it say nothing: null, false, an empty text, list or object?
    pub(super) fn is_void(&self) -> bool {
        match &self.value {
            Value::Null => true,
            Value::Bool(value) => !value,
            Value::Number(_) => false,
            Value::Text(text) => text.is_empty(),
            Value::List(items) => items.is_empty(),
            Value::Object(fields) => fields.is_empty(),
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
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
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
            Some(c) if c == self.quote => Value::Text(self.quoted()?),
            Some(',' | ']') if self.short => Value::Object(Vec::new()),
            Some(c) if is_word(c) || (self.short && c == '#') => self.bare(place)?,
            Some(c) => return Err(self.error("broken JSON").found(c).expected("a value")),
            None => return Err(self.error("the text ends within the JSON").expected("a value")),
        };
        Ok(Json { place, value })
    }

    fn fields(&mut self, depth: usize) -> Result<Value, ParseError> {
        self.next();
        let mut fields: Vec<(String, Json)> = Vec::new();
        if self.peek() == Some('}') {
            self.next();
            return Ok(Value::Object(fields));
        }
        loop {
            let key = match self.peek() {
                Some(c) if self.short && is_word(c) => self.word(),
                Some(c) if c == self.quote => self.quoted()?,
                Some(c) => return Err(self.error("broken JSON").found(c).expected("a key in double quotes")),
                None => return Err(self.error("the text ends within the JSON").expected("a key")),
            };
            if fields.iter().any(|(name, _)| *name == key) {
                return Err(self.error("a key twice in one object").found(key).expected("each key once"));
            }
            self.take(':', ":")?;
            let value = self.value(depth + 1)?;
            fields.push((key, value));
            if self.peek() != Some(',') {
                self.take('}', ", or }")?;
                return Ok(Value::Object(fields));
            }
            self.next();
        }
    }

    fn items(&mut self, depth: usize) -> Result<Value, ParseError> {
        self.next();
        let mut items = Vec::new();
        if self.peek() == Some(']') {
            self.next();
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.peek() != Some(',') {
                self.take(']', ", or ]")?;
                return Ok(Value::List(items));
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

    fn bare(&mut self, place: Place) -> Result<Value, ParseError> {
        let word = self.word();
        match (word.as_str(), self.short) {
            ("null", _) => return Ok(Value::Null),
            ("true", _) | ("t", true) => return Ok(Value::Bool(true)),
            ("false", _) | ("f", true) => return Ok(Value::Bool(false)),
            _ => {}
        }
        // JSON's numbers begin with a digit; a number of Rust may also be `inf` or `+1`.
        let digit = word.strip_prefix('-').unwrap_or(&word).starts_with(|c: char| c.is_ascii_digit() || (self.short && c == '.'));
        match word.parse::<f64>() {
            Ok(number) if digit && number.is_finite() => Ok(Value::Number(number)),
            _ if self.short => Ok(Value::Text(word)),
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
