//! What is to be covered: items, options and colours, checked as they are added and stored as flat `u32` arrays.

mod error;

use std::sync::Arc;

use hashbrown::HashMap;

pub use self::error::ProblemError;

/// An item of a [`Problem`]: primary items come first, from 0, then the secondary ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId(pub(super) u32);

/// An option of a [`Problem`], numbered from 0 in the order in which options were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OptionId(pub(super) u32);

/// A colour that an option gives to a secondary item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub(super) u32);

impl ItemId {
    /// The item with this number. Whether a problem has it is checked where it is used.
    #[must_use]
    pub const fn new(index: u32) -> Self {
        Self(index)
    }

    /// The item's number, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl OptionId {
    /// The option with this number. Whether a problem has it is checked where it is used.
    #[must_use]
    pub const fn new(index: u32) -> Self {
        Self(index)
    }

    /// The option's number, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One item of one option. A colour of 0 means none; colours are stored as their number + 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) item: u32,
    pub(super) colour: u32,
}

/// The part of a problem that solvers read: no names. Shared, so that a solver can outlive the `Problem`.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) primary: u32,
    pub(super) items: u32,
    pub(super) colours: u32,
    /// Option `o` has the entries `starts[o]..starts[o + 1]`.
    starts: Vec<u32>,
    entries: Vec<Entry>,
}

impl Shape {
    pub(super) fn options(&self) -> u32 {
        // The constructor pushes the first start, and `push` keeps the count below u32::MAX.
        (self.starts.len() - 1) as u32
    }

    pub(super) fn option(&self, option: u32) -> &[Entry] {
        let o = option as usize;
        &self.entries[self.starts[o] as usize..self.starts[o + 1] as usize]
    }

    /// Options without a primary item are never chosen: no solver looks at them.
    pub(super) fn choosable(&self, option: u32) -> bool {
        self.option(option).iter().any(|entry| entry.item < self.primary)
    }

    /// The options that may be chosen, in order.
    pub(super) fn choosable_options(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.options()).filter(|&o| self.choosable(o))
    }
}

/// An exact cover problem: primary and secondary items, and options over them.
///
/// Built once and then handed to any number of solvers. Sizes are limited to `u32`: the sum of the option lengths must
/// stay under 2^31.
///
/// ```
/// use pencilmark_engine::exact_cover::{ItemId, Problem};
///
/// let mut problem = Problem::numbered(2, 1);
/// let (a, b, s) = (ItemId::new(0), ItemId::new(1), ItemId::new(2));
/// problem.option(&[a, b])?;
/// let red = problem.colour("red")?;
/// problem.coloured_option(&[(a, None), (s, Some(red))])?;
/// assert_eq!((problem.items(), problem.options()), (3, 2));
/// assert!(problem.option(&[a, b, a]).is_err(), "an item twice in an option");
/// # Ok::<(), pencilmark_engine::exact_cover::ProblemError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Problem {
    shape: Arc<Shape>,
    /// Empty for numbered problems, whose items are named by their numbers.
    names: Vec<String>,
    by_name: HashMap<String, u32>,
    colour_names: Vec<String>,
    by_colour: HashMap<String, u32>,
    /// `last_option[item]`: the last option checked that had the item, to find repetitions in linear time.
    last_option: Vec<u32>,
}

/// Entries and node numbers are `u32`; a margin is left for headers and spacers.
const MAX_ENTRIES: usize = 1 << 31;

impl Problem {
    /// A problem with these items and no options yet.
    ///
    /// # Errors
    ///
    /// [`ProblemError::BadName`] for a name that is empty or holds white space, `:` or `|` (Knuth's text could not
    /// carry it), [`ProblemError::RepeatedName`] for one that was given before.
    pub fn new<P, S>(primary: P, secondary: S) -> Result<Self, ProblemError>
    where
        P: IntoIterator,
        P::Item: Into<String>,
        S: IntoIterator,
        S::Item: Into<String>,
    {
        let mut problem = Self::numbered(0, 0);
        for name in primary {
            problem.add_item(name.into())?;
        }
        let primary = problem.names.len() as u32;
        for name in secondary {
            problem.add_item(name.into())?;
        }
        let items = problem.names.len() as u32;
        let shape = problem.shape_mut();
        shape.primary = primary;
        shape.items = items;
        problem.last_option = vec![u32::MAX; items as usize];
        Ok(problem)
    }

    /// A problem whose items have no names but their numbers: `0`, `1` and so on, the secondary ones last.
    ///
    /// # Panics
    ///
    /// When there are more than 2^31 items.
    #[must_use]
    pub fn numbered(primary: u32, secondary: u32) -> Self {
        let items = primary.checked_add(secondary).filter(|&n| (n as usize) < MAX_ENTRIES);
        let items = items.expect("at most 2^31 items");
        Self {
            shape: Arc::new(Shape { primary, items, colours: 0, starts: vec![0], entries: Vec::new() }),
            names: Vec::new(),
            by_name: HashMap::new(),
            colour_names: Vec::new(),
            by_colour: HashMap::new(),
            last_option: vec![u32::MAX; items as usize],
        }
    }

    fn add_item(&mut self, name: String) -> Result<(), ProblemError> {
        check_name(&name)?;
        if self.names.len() + 1 >= MAX_ENTRIES {
            return Err(ProblemError::TooLarge);
        }
        let id = self.names.len() as u32;
        if self.by_name.insert(name.clone(), id).is_some() {
            return Err(ProblemError::RepeatedName { name });
        }
        self.names.push(name);
        Ok(())
    }

    fn shape_mut(&mut self) -> &mut Shape {
        // Solvers made earlier keep the options they were made with.
        Arc::make_mut(&mut self.shape)
    }

    /// Adds an option without colours. An empty slice is legal: such an option is never chosen.
    ///
    /// # Errors
    ///
    /// [`ProblemError::UnknownItem`], [`ProblemError::RepeatedItem`] (an item twice in the option),
    /// [`ProblemError::TooLarge`]. The problem is unchanged then.
    pub fn option(&mut self, items: &[ItemId]) -> Result<OptionId, ProblemError> {
        self.push(items.iter().map(|item| (item.0, 0)))
    }

    /// Adds an option in which secondary items may have colours.
    ///
    /// # Errors
    ///
    /// As [`option`](Self::option), and [`ProblemError::ColouredPrimary`], [`ProblemError::UnknownColour`].
    pub fn coloured_option(&mut self, items: &[(ItemId, Option<Colour>)]) -> Result<OptionId, ProblemError> {
        self.push(items.iter().map(|&(item, colour)| (item.0, colour.map_or(0, |c| c.0.saturating_add(1)))))
    }

    /// Adds an option by names, each `item` or `item:colour`; new colours are made on the way.
    ///
    /// # Errors
    ///
    /// As [`coloured_option`](Self::coloured_option), and [`ProblemError::BadName`] for an unusable colour.
    pub fn option_named(&mut self, items: &[&str]) -> Result<OptionId, ProblemError> {
        let mut entries = Vec::with_capacity(items.len());
        for &word in items {
            let (name, colour) = word.split_once(':').map_or((word, None), |(name, colour)| (name, Some(colour)));
            let item = self.item(name).ok_or_else(|| ProblemError::UnknownItem { name: name.to_owned() })?;
            let colour = match colour {
                None => 0,
                Some(_) if item.0 < self.shape.primary => {
                    return Err(ProblemError::ColouredPrimary { name: name.to_owned() });
                }
                Some(colour) => self.colour(colour)?.0 + 1,
            };
            entries.push((item.0, colour));
        }
        self.push(entries.into_iter())
    }

    fn push(&mut self, entries: impl Iterator<Item = (u32, u32)> + Clone) -> Result<OptionId, ProblemError> {
        let id = self.shape.options();
        for (item, colour) in entries.clone() {
            if item >= self.shape.items {
                return Err(ProblemError::UnknownItem { name: item.to_string() });
            }
            if colour != 0 && item < self.shape.primary {
                return Err(ProblemError::ColouredPrimary { name: self.name(ItemId(item)) });
            }
            if colour > self.shape.colours {
                return Err(ProblemError::UnknownColour { number: colour - 1 });
            }
        }
        let mut fault = None;
        let mut length = 0;
        for (item, _) in entries.clone() {
            length += 1;
            if self.last_option[item as usize] == id {
                fault = Some(ProblemError::RepeatedItem { name: self.name(ItemId(item)) });
                break;
            }
            self.last_option[item as usize] = id;
        }
        // Headers, entries and a spacer for each option must all be countable in 31 bits.
        let nodes = self.shape.entries.len() + length + self.shape.items as usize + id as usize + 4;
        if fault.is_none() && nodes >= MAX_ENTRIES {
            fault = Some(ProblemError::TooLarge);
        }
        if let Some(fault) = fault {
            // The number will be used again: forget which items this attempt touched.
            for (item, _) in entries {
                self.last_option[item as usize] = u32::MAX;
            }
            return Err(fault);
        }
        let shape = self.shape_mut();
        shape.entries.extend(entries.map(|(item, colour)| Entry { item, colour }));
        shape.starts.push(shape.entries.len() as u32);
        Ok(OptionId(id))
    }

    /// The colour of this name, made if it is new.
    ///
    /// # Errors
    ///
    /// [`ProblemError::BadName`] as for items.
    pub fn colour(&mut self, name: &str) -> Result<Colour, ProblemError> {
        if let Some(&colour) = self.by_colour.get(name) {
            return Ok(Colour(colour));
        }
        check_name(name)?;
        if self.colour_names.len() + 2 >= MAX_ENTRIES {
            return Err(ProblemError::TooLarge);
        }
        let colour = self.colour_names.len() as u32;
        self.colour_names.push(name.to_owned());
        self.by_colour.insert(name.to_owned(), colour);
        self.shape_mut().colours = colour + 1;
        Ok(Colour(colour))
    }

    /// The item of this name.
    #[must_use]
    pub fn item(&self, name: &str) -> Option<ItemId> {
        if self.names.is_empty() {
            let item: u32 = name.parse().ok()?;
            // "007" is no name of item 7.
            return (item < self.shape.items && item.to_string() == name).then_some(ItemId(item));
        }
        self.by_name.get(name).map(|&item| ItemId(item))
    }

    /// The name of an item (its number, if the problem is [`numbered`](Self::numbered)).
    ///
    /// # Panics
    ///
    /// When the problem has names and no such item.
    #[must_use]
    pub fn name(&self, item: ItemId) -> String {
        if self.names.is_empty() { item.0.to_string() } else { self.names[item.index()].clone() }
    }

    /// The name of a colour of this problem.
    ///
    /// # Panics
    ///
    /// When the problem has no such colour.
    #[must_use]
    pub fn colour_name(&self, colour: Colour) -> &str {
        &self.colour_names[colour.0 as usize]
    }

    /// The number of primary items; they are the items `0..primary`.
    #[must_use]
    pub fn primary(&self) -> usize {
        self.shape.primary as usize
    }

    /// The number of items, primary and secondary.
    #[must_use]
    pub fn items(&self) -> usize {
        self.shape.items as usize
    }

    /// The number of options, with those that are never chosen.
    #[must_use]
    pub fn options(&self) -> usize {
        self.shape.options() as usize
    }

    /// The items of an option with their colours, in the order given.
    ///
    /// # Panics
    ///
    /// When the problem has no such option.
    pub fn option_items(&self, option: OptionId) -> impl Iterator<Item = (ItemId, Option<Colour>)> + '_ {
        self.shape.option(option.0).iter().map(|entry| (ItemId(entry.item), entry.colour.checked_sub(1).map(Colour)))
    }

    pub(super) fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }
}

fn check_name(name: &str) -> Result<(), ProblemError> {
    let bad = name.is_empty() || name.chars().any(|c| c.is_whitespace() || c == ':' || c == '|');
    if bad { Err(ProblemError::BadName { name: name.to_owned() }) } else { Ok(()) }
}
