//! Which symbols a puzzle uses and which of its characters is the blank, found from all its cells together.

use hashbrown::HashMap;

use super::Reading;
use crate::error::{ErrorKind, ParseError};
use crate::grid::Cell;
use crate::sheet::{Given, Place};
use crate::symbols::{MAX_NUMBER, Symbols, key};

/// What is written in a cell, and where. Empty for an empty field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    pub(crate) place: Place,
}

/// Whether cells may have more than one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spacing {
    /// Each character is a cell.
    Compact,
    /// Cells stand between blanks or commas.
    Spaced,
}

/// The usual ways to name n symbols.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Alphabet {
    NumbersFromOne,
    NumbersFromZero,
    DigitsThenLetters,
    Hexadecimal,
    Letters,
    /// In upper case, in order.
    List(Vec<String>),
}

impl Alphabet {
    /// The symbols for a grid of this size; `None` if there are too few.
    pub(crate) fn symbols(&self, size: usize) -> Option<Symbols> {
        match self {
            Self::NumbersFromOne => Some(Symbols::numbers_to(size)),
            Self::NumbersFromZero => Some(Symbols::numbers_from_zero(size)),
            Self::DigitsThenLetters => Symbols::digits_then_letters(size),
            Self::Hexadecimal => Symbols::hexadecimal(size),
            Self::Letters => Symbols::letters(size),
            Self::List(names) => Symbols::list(names.iter().cloned()).ok(),
        }
    }

    /// In words, for an error.
    fn describe(&self, symbols: &Symbols) -> String {
        let last = symbols.len() - 1;
        let name = |i| symbols.name(crate::symbols::Symbol::new(i));
        match self {
            Self::DigitsThenLetters if last > 8 => format!("1 to 9, A to {}", name(last)),
            Self::Hexadecimal if last > 9 => format!("0 to 9, A to {}", name(last)),
            Self::List(_) => format!("one of {symbols}"),
            _ => format!("{} to {}", name(0), name(last)),
        }
    }
}

/// The blank that a token is, if it is one: the kinds are `. 0 _ * - X ?` and, for an empty field, a space.
pub(crate) fn blank(text: &str) -> Option<char> {
    match text {
        "" => Some(' '),
        "x" | "X" => Some('X'),
        "." | "_" | "*" | "-" | "?" => text.chars().next(),
        _ if text.bytes().all(|b| b == b'0') => Some('0'),
        _ => None,
    }
}

/// Whether a token may be a cell of any puzzle at all.
pub(crate) fn plausible(text: &str) -> bool {
    blank(text).is_some() || is_letter(text) || (text.len() <= 4 && is_number(text))
}

pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// One letter that stays one in upper case.
fn is_letter(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() && c.to_uppercase().count() == 1) && chars.next().is_none()
}

/// How often something occurs, and where first.
#[derive(Clone, Copy, Debug)]
struct Seen {
    count: usize,
    first: Place,
}

fn see<K: std::hash::Hash + Eq>(seen: &mut HashMap<K, Seen>, key: K, first: Place) {
    seen.entry(key).or_insert(Seen { count: 0, first }).count += 1;
}

/// Everything that stands in the cells of one puzzle.
struct Survey {
    size: usize,
    spacing: Spacing,
    /// By kind of blank.
    blanks: HashMap<char, Seen>,
    /// By name in upper case.
    words: HashMap<String, Seen>,
}

impl Survey {
    fn of(tokens: &[Token<'_>], size: usize, spacing: Spacing) -> Self {
        let mut survey = Survey { size, spacing, blanks: HashMap::new(), words: HashMap::new() };
        for token in tokens {
            match blank(token.text) {
                Some(kind) => see(&mut survey.blanks, kind, token.place),
                None => see(&mut survey.words, key(token.text), token.place),
            }
        }
        if survey.x_is_symbol() {
            survey.take_as_symbol('X');
        }
        if survey.zero_is_symbol() {
            survey.take_as_symbol('0');
        }
        survey
    }

    fn take_as_symbol(&mut self, blank: char) {
        if let Some(seen) = self.blanks.remove(&blank) {
            self.words.insert(blank.to_string(), seen);
        }
    }

    /// Whether the grid is full if `blank` is a symbol: n symbols, each n times.
    fn full_with(&self, blank: char) -> bool {
        let counts = self.words.values().chain(self.blanks.get(&blank));
        self.words.len() + 1 == self.size && counts.into_iter().all(|seen| seen.count == self.size)
    }

    /// `x` is a blank among digits, but a symbol of the alphabets that reach it.
    fn x_is_symbol(&self) -> bool {
        if !self.blanks.contains_key(&'X') {
            return false;
        }
        let reached = if self.words.keys().all(|word| is_letter(word)) {
            self.size >= 24 || self.words.len() + 1 == self.size
        } else {
            self.size >= 33
        };
        self.full_with('X') || (reached && self.blanks.len() > 1)
    }

    /// `0` is a symbol where `.` is the blank and 0 is among n different symbols, or where the grid is full.
    /// One of the n may be missing: with two missing, they could be swapped in any solution.
    fn zero_is_symbol(&self) -> bool {
        if !self.blanks.contains_key(&'0') {
            return false;
        }
        let below_size = |word: &String| match word.parse::<usize>() {
            Ok(number) => number < self.size,
            Err(_) => Symbols::hexadecimal(self.size).is_some_and(|symbols| symbols.lookup(word).is_some()),
        };
        let strangers = self.words.iter().filter(|(word, _)| !below_size(word)).map(|(_, seen)| seen.count).sum::<usize>();
        // A `G` among the symbols from 0 to F is the fault, not every 0.
        let few = strangers == 0 || (self.size > 10 && strangers * 2 < self.blanks[&'0'].count);
        let among_n = self.words.len() + 2 >= self.size && few;
        self.full_with('0') || (among_n && self.blanks.len() == 2 && self.blanks.contains_key(&'.'))
    }

    /// Two kinds of blank in one puzzle are an error at the first of the second kind.
    fn check_blanks(&self) -> Result<(), ParseError> {
        let mut kinds: Vec<(char, Seen)> = self.blanks.iter().map(|(&kind, &seen)| (kind, seen)).collect();
        kinds.sort_by_key(|(_, seen)| (seen.first.line, seen.first.column));
        let name = |kind: char| {
            if kind == ' ' { "an empty field".to_owned() } else { kind.to_string() }
        };
        match kinds[..] {
            [(usual, _), (other, seen), ..] => Err(ParseError::new(ErrorKind::BadSymbol, "a second kind of blank in one puzzle")
                .at(seen.first)
                .found(name(other))
                .expected(format!("{} for every open cell", name(usual)))
                .help("mark all open cells the same way")),
            _ => Ok(()),
        }
    }

    fn alphabet(&self) -> Alphabet {
        let mut words = self.words.keys().map(String::as_str);
        let letters = self.words.keys().any(|word| is_letter(word));
        let one_each = words.all(|word| word.chars().nth(1).is_none());
        if self.spacing == Spacing::Compact || (one_each && letters) { self.fewest_strangers() } else { self.numbers() }
    }

    /// The usual characters, or letters if these leave fewer cells over: a digit among many letters is the fault, not they.
    fn fewest_strangers(&self) -> Alphabet {
        let usual = self.characters();
        let strangers = |alphabet: &Alphabet| {
            let symbols = alphabet.symbols(self.size);
            let none = |word: &str| symbols.as_ref().is_none_or(|symbols| symbols.lookup(word).is_none());
            self.words.iter().filter(|(word, _)| none(word)).map(|(_, seen)| seen.count).sum::<usize>()
        };
        match strangers(&usual) {
            0 => usual,
            left if left > strangers(&Alphabet::Letters) => Alphabet::Letters,
            _ => usual,
        }
    }

    fn characters(&self) -> Alphabet {
        let size = self.size;
        if self.words.contains_key("0") {
            return if size <= 10 { Alphabet::NumbersFromZero } else { Alphabet::Hexadecimal };
        }
        let letters: Vec<&String> = self.words.keys().filter(|word| is_letter(word)).collect();
        let digits = self.words.keys().any(|word| is_number(word));
        let only_letters = !digits && letters.len() == self.words.len();
        if only_letters && !letters.is_empty() {
            let first = Symbols::letters(size);
            if first.is_some_and(|first| letters.iter().all(|letter| first.lookup(letter).is_some())) {
                return Alphabet::Letters;
            }
            if letters.len() == size {
                return self.list(|a, b| a.cmp(b));
            }
        }
        match size {
            ..=9 => Alphabet::NumbersFromOne,
            17..=26 if !digits => Alphabet::Letters,
            _ => Alphabet::DigitsThenLetters,
        }
    }

    fn numbers(&self) -> Alphabet {
        let value = |word: &str| word.parse::<usize>().unwrap_or(usize::MAX);
        let numbers: Vec<usize> = self.words.keys().filter(|word| is_number(word)).map(|word| value(word)).collect();
        let zero = self.words.contains_key("0");
        let least = usize::from(!zero);
        let outside = numbers.iter().filter(|&&number| number >= self.size + least).count();
        // A list of its own only if nothing else can be meant: one wrong number is a slip, not a list.
        let full = self.words.values().all(|seen| seen.count == self.size);
        let listed = numbers.len() == self.size && numbers.len() == self.words.len();
        if listed && outside > 0 && (full || outside * 2 >= self.size) {
            return self.list(|a, b| value(a).cmp(&value(b)));
        }
        if zero { Alphabet::NumbersFromZero } else { Alphabet::NumbersFromOne }
    }

    fn list(&self, order: impl Fn(&str, &str) -> std::cmp::Ordering) -> Alphabet {
        let mut words: Vec<String> = self.words.keys().cloned().collect();
        words.sort_by(|a, b| order(a, b));
        Alphabet::List(words)
    }
}

/// The givens in `tokens`, the cells of a grid of this size in row-major order, and the symbols they are of.
pub(crate) fn givens(
    tokens: &[Token<'_>],
    size: usize,
    spacing: Spacing,
    reading: &mut Reading,
) -> Result<(std::sync::Arc<Symbols>, Vec<Given>), ParseError> {
    let survey = Survey::of(tokens, size, spacing);
    let alphabet = survey.alphabet();
    let Some(symbols) = reading.symbols(size, &alphabet) else {
        // Words that are no numbers of this size, or numbers among characters: the first that fits nothing is named.
        let stranger = tokens.iter().find(|t| blank(t.text).is_none() && t.text.parse::<usize>().is_ok_and(|n| n == 0 || n > size));
        if let (Some(token), true) = (stranger, size <= 35) {
            return Err(ParseError::new(ErrorKind::BadSymbol, "no symbol of this puzzle")
                .at(token.place)
                .found(token.text)
                .expected(format!("1 to {size}")));
        }
        let error = ParseError::new(ErrorKind::BadSize, "too large a grid for symbols of one character");
        let place = tokens.first().map_or(Place::default(), |token| token.place);
        return Err(error.at(place).found(size).expected("at most 35").help("write numbers with blanks between"));
    };
    let mut givens = Vec::new();
    for (cell, token) in tokens.iter().enumerate() {
        if blank(token.text).is_some_and(|kind| survey.blanks.contains_key(&kind)) {
            continue;
        }
        let Some(symbol) = symbols.lookup(token.text) else {
            let too_large = is_number(token.text) && token.text.parse().map_or(true, |number: i32| number > MAX_NUMBER);
            let kind = if too_large { ErrorKind::BadNumber } else { ErrorKind::BadSymbol };
            return Err(ParseError::new(kind, "no symbol of this puzzle")
                .at(token.place)
                .found(token.text)
                .expected(format!("{} or a blank", alphabet.describe(&symbols)))
                .help("open cells are written as one of . 0 _ * - x ?"));
        };
        givens.push(Given { cell: Cell::new(cell), symbol, place: token.place });
    }
    survey.check_blanks()?;
    Ok((symbols, givens))
}
