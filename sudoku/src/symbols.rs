//! The symbols of a puzzle: n different names in order, and what numbers they stand for.

use std::fmt;

use hashbrown::HashMap;

/// The largest number that may be a symbol.
pub const MAX_NUMBER: i32 = 9999;

/// A symbol, by its index among the [`Symbols`] of its puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

impl Symbol {
    /// The symbol with this index.
    pub fn new(index: usize) -> Self {
        Symbol(u32::try_from(index).expect("a puzzle has fewer than 2^32 symbols"))
    }

    /// Its index, counted from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why these are no symbols of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymbolsError {
    /// Two of them are the same; the case of letters and leading zeros do not count.
    Duplicate {
        /// The name, as listed the second time.
        name: String,
        /// The index where it stands the second time.
        index: usize,
    },
    /// One is a number below 0 or above [`MAX_NUMBER`].
    BadNumber {
        /// The number, as listed.
        name: String,
        /// The index where it stands.
        index: usize,
    },
}

impl fmt::Display for SymbolsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Duplicate { name, .. } => write!(f, "symbol {name} is listed twice"),
            Self::BadNumber { name, .. } => {
                write!(f, "symbol {name} is out of range: numbers may be 0 to {MAX_NUMBER}")
            }
        }
    }
}

impl std::error::Error for SymbolsError {}

/// The different symbols of a puzzle, in order.
#[derive(Clone, Debug)]
pub struct Symbols {
    names: Vec<String>,
    /// By name in upper case.
    index: HashMap<String, Symbol>,
    numbers: Option<Vec<i32>>,
    single_characters: bool,
}

impl PartialEq for Symbols {
    fn eq(&self, other: &Self) -> bool {
        self.names == other.names
    }
}

impl Eq for Symbols {}

impl Symbols {
    /// The numbers `1..=size`.
    pub fn numbers_to(size: usize) -> Self {
        Self::list((1..=size).map(|number| number.to_string())).expect("numbers differ")
    }

    /// The numbers `0..size`.
    pub fn numbers_from_zero(size: usize) -> Self {
        Self::list((0..size).map(|number| number.to_string())).expect("numbers differ")
    }

    /// The characters of `characters`, in upper case: `0123456789ABCDEF`.
    pub fn characters(characters: &str) -> Result<Self, SymbolsError> {
        Self::list(characters.chars().map(|c| c.to_uppercase().to_string()))
    }

    /// The first `size` of `1` to `9` and `A` to `Z`: up to G for 16. `None` above 35.
    pub fn digits_then_letters(size: usize) -> Option<Self> {
        Self::prefix("123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", size)
    }

    /// The first `size` of `0` to `9` and `A` to `Z`: up to F for 16. `None` above 36.
    pub fn hexadecimal(size: usize) -> Option<Self> {
        Self::prefix("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", size)
    }

    /// The first `size` letters: up to P for 16, to Y for 25. `None` above 26.
    pub fn letters(size: usize) -> Option<Self> {
        Self::prefix("ABCDEFGHIJKLMNOPQRSTUVWXYZ", size)
    }

    fn prefix(alphabet: &str, size: usize) -> Option<Self> {
        Some(Self::characters(alphabet.get(..size)?).expect("characters differ"))
    }

    /// Any names, in this order; they are written as listed here, and read whatever the case of their letters.
    pub fn list<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Result<Self, SymbolsError> {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let whole = |name: &String| name.strip_prefix('-').unwrap_or(name).bytes().all(|b| b.is_ascii_digit());
        let numeric = names.iter().all(|name| whole(name) && name.bytes().any(|b| b.is_ascii_digit()));
        let mut numbers = numeric.then(Vec::new);
        let mut index = HashMap::with_capacity(names.len());
        for (i, name) in names.iter().enumerate() {
            if let Some(numbers) = &mut numbers {
                let number = name.parse().ok().filter(|number| (0..=MAX_NUMBER).contains(number));
                let Some(number) = number else {
                    return Err(SymbolsError::BadNumber { name: name.clone(), index: i });
                };
                numbers.push(number);
            }
            if index.insert(key(name), Symbol::new(i)).is_some() {
                return Err(SymbolsError::Duplicate { name: name.clone(), index: i });
            }
        }
        let single_characters = names.iter().all(|name| name.chars().nth(1).is_none());
        Ok(Symbols { names, index, numbers, single_characters })
    }

    /// How many there are: the size of the grid.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Symbol> + use<> {
        (0..self.names.len() as u32).map(Symbol)
    }

    /// The symbol of this name, whatever the case of its letters; `07` is `7`.
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        self.index.get(name).or_else(|| self.index.get(&key(name))).copied()
    }

    /// The name to write.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.index()]
    }

    /// The symbols as numbers, in their order, if each is a whole number of 0 to [`MAX_NUMBER`].
    pub fn numbers(&self) -> Option<&[i32]> {
        self.numbers.as_deref()
    }

    /// The values that stand for the symbols in the model, in their order: their numbers, or else `1..=n`.
    pub fn values(&self) -> Vec<i32> {
        self.numbers.clone().unwrap_or_else(|| (1..=self.len() as i32).collect())
    }

    /// Whether each is a single character, so that a row can be written without blanks between.
    pub fn single_characters(&self) -> bool {
        self.single_characters
    }

    /// How many characters the longest has.
    pub fn width(&self) -> usize {
        self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0)
    }
}

/// All names in a row, with blanks between where one has more than one character.
impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names.join(if self.single_characters { "" } else { " " }))
    }
}

/// The form of a name by which it is looked up: upper case, numbers without leading zeros.
pub(crate) fn key(name: &str) -> String {
    if !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit()) {
        let digits = name.trim_start_matches('0');
        return if digits.is_empty() { "0".to_owned() } else { digits.to_owned() };
    }
    name.to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_make_them() {
        assert_eq!(Symbols::numbers_to(12).to_string(), "1 2 3 4 5 6 7 8 9 10 11 12");
        assert_eq!(Symbols::numbers_from_zero(4).to_string(), "0123");
        assert_eq!(Symbols::digits_then_letters(16).unwrap().to_string(), "123456789ABCDEFG");
        assert_eq!(Symbols::hexadecimal(16).unwrap().to_string(), "0123456789ABCDEF");
        assert_eq!(Symbols::letters(25).unwrap().to_string(), "ABCDEFGHIJKLMNOPQRSTUVWXY");
        assert_eq!(Symbols::characters("taco").unwrap().to_string(), "TACO");
        assert_eq!(Symbols::letters(27), None);
        assert_eq!(Symbols::digits_then_letters(36), None);
    }

    #[test]
    fn case_does_not_matter_when_read() {
        let symbols = Symbols::list(["fox", "Hen"]).unwrap();
        assert_eq!(symbols.lookup("HEN"), Some(Symbol::new(1)));
        assert_eq!(symbols.lookup("cat"), None);
        assert_eq!(symbols.name(Symbol::new(1)), "Hen");
        assert_eq!(Symbols::list(["10", "7"]).unwrap().lookup("007"), Some(Symbol::new(1)));
    }

    #[test]
    fn numbers_are_values_and_names_are_ranks() {
        assert_eq!(Symbols::list(["10", "7", "26"]).unwrap().values(), [10, 7, 26]);
        assert_eq!(Symbols::list(["7", "A"]).unwrap().values(), [1, 2]);
        assert_eq!(Symbols::list(["A", "B"]).unwrap().numbers(), None);
        assert_eq!(Symbols::list(["0", "9999"]).unwrap().numbers(), Some(&[0, 9999][..]));
    }

    #[test]
    fn faults_have_an_index() {
        let duplicate = |name: &str| Err(SymbolsError::Duplicate { name: name.to_owned(), index: 1 });
        assert_eq!(Symbols::list(["a", "A"]), duplicate("A"));
        assert_eq!(Symbols::list(["1", "01"]), duplicate("01"));
        for name in ["10000", "-1", "99999999999999999999"] {
            assert_eq!(Symbols::list(["1", name]), Err(SymbolsError::BadNumber { name: name.to_owned(), index: 1 }));
        }
        insta::assert_snapshot!(
            Symbols::list(["-3"]).unwrap_err(),
            @"symbol -3 is out of range: numbers may be 0 to 9999"
        );
    }
}
