//! What a worker has written and nobody has seen so far: results and notes, in the order in which they are to appear.

use std::fmt::Display;

use crate::notes::Notes;

/// Where a part of a draft goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// To the results.
    Results,
    /// To standard output as pictures, when the results go elsewhere.
    Screen,
    /// To standard error.
    Notes,
    /// The same, but only if it is another remark than the last.
    Remark,
}

/// Some output, in one buffer.
#[derive(Debug)]
pub(crate) struct Draft {
    notes: Notes,
    text: Vec<u8>,
    /// The parts by their beginnings.
    parts: Vec<(Target, usize)>,
    /// Was there a puzzle? Then the output begins, though nothing may have been written.
    pub(crate) begun: bool,
    /// How many puzzles were answered.
    pub(crate) puzzles: u64,
}

impl Draft {
    pub(crate) fn new(notes: Notes) -> Draft {
        Draft { notes, text: Vec::new(), parts: Vec::new(), begun: false, puzzles: 0 }
    }

    /// The end of the text, to add to.
    #[inline]
    fn at(&mut self, target: Target) -> &mut Vec<u8> {
        if self.parts.last().is_none_or(|&(last, _)| last != target || target == Target::Remark) {
            self.parts.push((target, self.text.len()));
        }
        &mut self.text
    }

    /// Where results are added.
    #[inline]
    pub(crate) fn results(&mut self) -> &mut Vec<u8> {
        self.at(Target::Results)
    }

    /// Where pictures are added.
    pub(crate) fn screen(&mut self) -> &mut Vec<u8> {
        self.at(Target::Screen)
    }

    /// A note, unless quiet.
    pub(crate) fn say(&mut self, note: impl Display) {
        let notes = self.notes;
        notes.add_note(note, self.at(Target::Notes));
    }

    /// What is said only when it changes.
    pub(crate) fn remark(&mut self, note: impl Display) {
        let notes = self.notes;
        notes.add_note(note, self.at(Target::Remark));
    }

    /// A warning, unless quiet.
    pub(crate) fn warn(&mut self, warning: impl Display) {
        let notes = self.notes;
        notes.add_warning(warning, self.at(Target::Notes));
    }

    /// An error.
    pub(crate) fn error(&mut self, error: impl Display) {
        let notes = self.notes;
        notes.add_error(error, self.at(Target::Notes));
    }

    /// The report of an error.
    pub(crate) fn report(&mut self, report: &str) {
        let notes = self.notes;
        notes.add_report(report, self.at(Target::Notes));
    }

    /// Its parts.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (Target, &[u8])> {
        let ends = self.parts.iter().skip(1).map(|&(_, start)| start).chain([self.text.len()]);
        self.parts.iter().zip(ends).map(|(&(target, start), end)| (target, &self.text[start..end]))
    }

    /// How much text there is.
    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    /// Is there nothing to tell?
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty() && !self.begun && self.puzzles == 0
    }

    /// Empties it.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.parts.clear();
        (self.begun, self.puzzles) = (false, 0);
    }

    /// Adds all of another, which is empty then.
    pub(crate) fn append(&mut self, other: &mut Draft) {
        if self.is_empty() {
            std::mem::swap(self, other);
            return;
        }
        for (target, text) in other.parts() {
            self.at(target).extend_from_slice(text);
        }
        self.begun |= other.begun;
        self.puzzles += other.puzzles;
        other.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ColorChoice;

    #[test]
    fn parts_stay_in_order() {
        let mut draft = Draft::new(Notes::new(ColorChoice::Never, false));
        draft.results().extend_from_slice(b"one ");
        draft.results().extend_from_slice(b"two");
        draft.error("three");
        let mut more = Draft::new(Notes::new(ColorChoice::Never, true));
        more.say("nobody hears this");
        more.error("four");
        more.results().extend_from_slice(b"five");
        more.puzzles = 2;
        draft.append(&mut more);
        assert!(more.is_empty() && draft.puzzles == 2);
        let parts: Vec<_> = draft.parts().map(|(target, text)| (target, std::str::from_utf8(text).unwrap())).collect();
        assert_eq!(parts, [(Target::Results, "one two"), (Target::Notes, "error: three\nerror: four\n"), (Target::Results, "five")]);
    }
}
