//! XML as formats need it: its elements in the order in which they begin, each with its place, its attributes and its text.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::error::{ErrorKind, ParseError};
use crate::sheet::Place;

/// An element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlElement {
    /// The name of its tag.
    pub name: String,
    /// Where it begins.
    pub place: Place,
    /// The text after its tag, up to the next one.
    pub text: String,
    attributes: Vec<(String, String)>,
}

impl XmlElement {
    fn new(tag: &BytesStart<'_>, place: Place) -> Result<XmlElement, ParseError> {
        let mut attributes = Vec::new();
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| broken(error, place))?;
            let value = quick_xml::escape::unescape(&attribute.value).map_err(|error| broken(error, place))?;
            attributes.push((attribute.key.as_ref().to_owned(), value.into_owned()));
        }
        Ok(XmlElement { name: tag.name().as_ref().to_owned(), place, text: String::new(), attributes })
    }

    /// The value of an attribute, if there is one of that name.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| &**value)
    }

    /// An error about this element.
    pub fn wrong(&self, kind: ErrorKind, message: impl Into<String>) -> ParseError {
        ParseError::new(kind, message).at(self.place)
    }
}

fn broken(error: impl std::fmt::Display, place: Place) -> ParseError {
    ParseError::new(ErrorKind::Malformed, format!("no XML: {error}")).at(place)
}

/// The elements of a text.
///
/// ```
/// use pencilmark_sudoku::XmlElements;
/// let texts: Vec<String> = XmlElements::new("<a>1<b c='2'/></a>", 1).map(|element| element.unwrap().text).collect();
/// assert_eq!(texts, ["1", ""]);
/// ```
#[derive(Debug)]
pub struct XmlElements<'t> {
    text: &'t str,
    xml: Reader<&'t [u8]>,
    /// The element whose text is being gathered.
    open: Option<XmlElement>,
    /// How many elements have begun and not ended.
    depth: usize,
    /// Places are found from here on, the beginning of a line: from the start each time would take squares of the lines.
    seen: usize,
    line: usize,
    done: bool,
}

impl<'t> XmlElements<'t> {
    /// The elements of a text whose first line has the number `first_line`.
    pub fn new(text: &'t str, first_line: usize) -> Self {
        // The parser passes over it, too, but then counts from behind it.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        XmlElements { text, xml: Reader::from_str(text), open: None, depth: 0, seen: 0, line: first_line, done: false }
    }

    /// The place of a byte, none of which may lie before that of an earlier call.
    fn place(&mut self, byte: u64) -> Place {
        let mut at = usize::try_from(byte).unwrap_or(self.text.len()).clamp(self.seen, self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let passed = &self.text[self.seen..at];
        if let Some(end) = passed.rfind('\n') {
            self.line += passed.matches('\n').count();
            self.seen += end + 1;
        }
        Place::new(self.line, self.text[self.seen..at].chars().count() + 1)
    }

    /// Reads one event further; gives the element that it ends the text of.
    fn step(&mut self) -> Result<Option<XmlElement>, ParseError> {
        let at = self.xml.buffer_position();
        let event = self.xml.read_event().map_err(|error| {
            let place = self.place(self.xml.error_position());
            broken(error, place)
        })?;
        match event {
            Event::Start(tag) => {
                self.depth += 1;
                let element = XmlElement::new(&tag, self.place(at))?;
                return Ok(self.open.replace(element));
            }
            Event::Empty(tag) => {
                let element = XmlElement::new(&tag, self.place(at))?;
                return Ok(self.open.replace(element));
            }
            Event::End(_) => {
                self.depth = self.depth.saturating_sub(1);
                return Ok(self.open.take());
            }
            Event::Text(text) => self.push(&text.xml10_content()),
            Event::CData(text) => self.push(&text.xml10_content()),
            Event::GeneralRef(reference) => {
                let named = quick_xml::escape::resolve_predefined_entity(&reference);
                let character = reference.resolve_char_ref().map_err(|error| broken(error, self.place(at)))?;
                match (named, character) {
                    (Some(text), _) => self.push(text),
                    (None, Some(c)) => self.push(c.encode_utf8(&mut [0; 4])),
                    (None, None) => return Err(broken("an entity that is not defined", self.place(at))),
                }
            }
            Event::Eof => {
                self.done = true;
                if self.depth > 0 {
                    return Err(broken("the text ends within an element", self.place(at)));
                }
                return Ok(self.open.take());
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
        Ok(None)
    }

    fn push(&mut self, text: &str) {
        if let Some(element) = &mut self.open {
            element.text.push_str(text);
        }
    }
}

impl Iterator for XmlElements<'_> {
    type Item = Result<XmlElement, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.done {
            match self.step() {
                Ok(None) => {}
                Ok(Some(element)) => return Some(Ok(element)),
                Err(error) => {
                    self.done = true;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<XmlElement>, ParseError> {
        XmlElements::new(text, 1).collect()
    }

    #[test]
    fn elements_come_in_order_with_their_places() {
        let text = "\u{feff}<?xml version=\"1.0\"?>\n<!DOCTYPE a>\n<a>\r\n  <b c=\"&lt;&#65;\" d='2'>x<!-- y -->&amp;<![CDATA[<z>]]></b>\n<e/>t</a>";
        let all = read(text).unwrap();
        let seen: Vec<_> = all.iter().map(|e| (&*e.name, (e.place.line, e.place.column), e.text.trim())).collect();
        assert_eq!(seen, [("a", (3, 1), ""), ("b", (4, 3), "x&<z>"), ("e", (5, 1), "t")]);
        assert_eq!((all[1].attribute("c"), all[1].attribute("d"), all[1].attribute("e")), (Some("<A"), Some("2"), None));
    }

    #[test]
    fn broken_texts_are_errors_with_a_place() {
        for text in
            ["<a>\n<b></a>", "<a>\n<b>", "<a>\n<b c>", "<a>\n<b c='&x;'/></a>", "<a>\n&x;</a>", "<a>\n<b", "<a>\n<b c='1' c='2'/></a>"]
        {
            let error = read(text).unwrap_err();
            assert_eq!((error.kind, error.line), (ErrorKind::Malformed, Some(2)), "{text}: {error}");
        }
    }
}
