//! `render`: the pictures are looked at, element by element.

use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::events::Event;

use crate::run::{ONE, SOLUTION, run, run_with};

/// The side of a cell.
const CELL: f64 = 64.0;

/// An element: its class, its attributes, and its text.
#[derive(Debug, Default)]
struct Element {
    class: String,
    attributes: HashMap<String, String>,
    text: String,
}

impl Element {
    fn number(&self, name: &str) -> f64 {
        self.attributes[name].parse().unwrap_or_else(|_| panic!("{self:?}: {name} is a number"))
    }

    /// Row and column of the cell that it stands in.
    fn cell(&self) -> (usize, usize) {
        ((self.number("y") / CELL) as usize, (self.number("x") / CELL) as usize)
    }
}

/// The elements of a drawing; it is well-formed, or this panics.
fn elements(svg: &str) -> Vec<Element> {
    let mut reader = Reader::from_str(svg);
    let (mut found, mut depth): (Vec<Element>, usize) = (Vec::new(), 0);
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(start) | Event::Empty(start) => {
                depth += usize::from(!svg[..reader.buffer_position() as usize].ends_with("/>"));
                let mut element = Element::default();
                for attribute in start.attributes() {
                    let attribute = attribute.expect("an attribute");
                    element.attributes.insert(attribute.key.as_ref().to_owned(), attribute.value.into_owned());
                }
                element.class = element.attributes.get("class").cloned().unwrap_or_default();
                found.push(element);
            }
            Event::Text(text) => {
                if let Some(last) = found.last_mut() {
                    last.text += text.trim();
                }
            }
            Event::GeneralRef(name) => {
                found.last_mut().expect("text is inside").text += &format!("&{};", &*name);
            }
            Event::End(_) => depth -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0, "all elements end");
    found
}

fn of<'e>(elements: &'e [Element], class: &'e str) -> impl Iterator<Item = &'e Element> {
    elements.iter().filter(move |element| element.class.split(' ').any(|word| word == class))
}

/// What stands in the cells of the elements of a class, in row-major order, `.` where nothing does.
fn grid(elements: &[Element], class: &str, size: usize) -> String {
    let mut cells = vec!["."; size * size];
    for element in of(elements, class) {
        let (row, column) = element.cell();
        assert_eq!(std::mem::replace(&mut cells[row * size + column], &element.text), ".", "one digit a cell");
    }
    cells.concat()
}

/// The numbers of a path.
fn numbers(path: &str) -> Vec<f64> {
    path.split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-')
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().expect("a number"))
        .collect()
}

#[test]
fn digits_stand_in_their_cells() {
    let plain = elements(&run_with("render - --to svg", ONE).out);
    assert_eq!(grid(&plain, "given", 9), ONE);
    assert_eq!(of(&plain, "solved").count(), 0);
    let solved = elements(&run_with("render - --to svg --solution", ONE).out);
    assert_eq!(grid(&solved, "given", 9), ONE);
    let rest: String = ONE.chars().zip(SOLUTION.chars()).map(|(given, found)| if given == '.' { found } else { '.' }).collect();
    assert_eq!(grid(&solved, "solved", 9), rest);
}

#[test]
fn thick_lines_run_around_boxes() {
    let drawn = elements(&run_with("render - --to svg", ONE).out);
    let thick = of(&drawn, "thick").next().expect("regions have borders");
    let mut expected = String::new();
    for line in [0, 192, 384, 576] {
        expected += &format!("M0 {line}h576");
    }
    for line in [0, 192, 384, 576] {
        expected += &format!("M{line} 0v576");
    }
    assert_eq!(thick.attributes["d"], expected);
}

#[test]
fn cages_run_inside_their_cells_and_beside_each_other() {
    let drawn = elements(&run("render overlapping.txt --to svg").out);
    // Total, first cell and the rectangle around each, in cells.
    let cages = [
        ("9", (0, 0), [0, 0, 2, 2]),
        ("12", (0, 2), [2, 0, 5, 1]),
        ("4", (0, 5), [5, 0, 6, 1]),
        ("12", (1, 1), [1, 1, 3, 3]),
        ("10", (1, 3), [3, 1, 5, 3]),
        ("7", (4, 4), [4, 4, 6, 5]),
        ("3", (2, 1), [1, 2, 2, 4]),
        ("13", (1, 1), [1, 1, 3, 4]),
    ];
    let (outlines, totals): (Vec<_>, Vec<_>) = (of(&drawn, "cage").collect(), of(&drawn, "total").collect());
    assert_eq!((outlines.len(), totals.len()), (cages.len(), cages.len()));
    for ((outline, total), (text, cell, around)) in outlines.iter().zip(&totals).zip(cages) {
        assert_eq!((&*total.text, total.cell()), (text, cell));
        let points = numbers(&outline.attributes["d"]);
        let bound = |offset: usize, low: bool| {
            let along = points.iter().skip(offset).step_by(2).copied();
            if low { along.fold(f64::MAX, f64::min) } else { along.fold(f64::MIN, f64::max) }
        };
        let bounds = [bound(0, true), bound(1, true), bound(0, false), bound(1, false)];
        let inset = bounds[0] - f64::from(around[0]) * CELL;
        assert!((4.0..=20.0).contains(&inset), "{text}: {bounds:?}");
        let expected: Vec<f64> = (0..4).map(|i| f64::from(around[i]) * CELL + if i < 2 { inset } else { -inset }).collect();
        assert_eq!(bounds[..], expected, "{text}");
    }
    // These three share cells.
    let insets: Vec<f64> = [3, 6, 7].iter().map(|&i| numbers(&outlines[i].attributes["d"])[0] - CELL).collect();
    assert!(insets[0] != insets[1] && insets[0] != insets[2] && insets[1] != insets[2], "{insets:?}");
}

#[test]
fn candidates_stand_in_their_places() {
    let drawn = elements(&run("render overlapping.txt --to svg --candidates").out);
    let at = |cell| of(&drawn, "candidate").filter(|e| e.cell() == cell).map(|e| &*e.text).collect::<Vec<_>>().concat();
    // Propagation alone decides the first three, and leaves more elsewhere.
    assert_eq!((at((2, 1)), at((3, 1)), at((0, 5))), ("2".to_owned(), "1".to_owned(), "4".to_owned()));
    assert_eq!((at((5, 3)), at((5, 4))), ("12346".to_owned(), "12356".to_owned()));
    let place = |text: &str| of(&drawn, "candidate").find(|e| e.cell() == (5, 4) && e.text == text).expect("it is there");
    assert!(place("1").number("x") < place("2").number("x") && place("1").number("y") < place("5").number("y"));
    assert_eq!(place("2").number("x"), place("5").number("x"));
}

#[test]
fn diagonals_are_lines() {
    let drawn = elements(&run_with("render - --to svg --rule diagonals", ONE).out);
    let lines: Vec<Vec<f64>> = of(&drawn, "line").map(|line| numbers(&line.attributes["points"])).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!((lines[0][..2].to_vec(), lines[0][16..].to_vec()), (vec![32.0, 32.0], vec![544.0, 544.0]));
}

#[test]
fn the_players_digits_look_different() {
    let drawn = elements(&run("render player.sdk --to svg").out);
    // The player's 1 is wrong: the solution takes its place.
    let solved = elements(&run("render player.sdk --to svg --solution").out);
    assert_eq!((of(&solved, "state").count(), grid(&solved, "solved", 9).chars().next()), (0, SOLUTION.chars().next()));
    let given = elements(&run("render player.sdk --to svg --from-state").out);
    assert!(of(&drawn, "state").count() > 0 && of(&given, "state").count() == 0);
    assert_eq!(of(&given, "given").count(), of(&drawn, "given").count() + of(&drawn, "state").count());
}

#[test]
fn odd_symbols_are_escaped() {
    let drawn = elements(&run_with("render - --to svg", "4\n& < > \"\n0,0 &\n1,2 <\n").out);
    let texts: Vec<&str> = of(&drawn, "given").map(|element| &*element.text).collect();
    assert_eq!(texts, ["&amp;", "&lt;"]);
}

#[test]
fn one_svg_a_file_and_many_on_a_page() {
    let two = format!("{ONE}\n{SOLUTION}\n");
    let svg = run_with("render - --to svg", &two);
    assert_eq!((svg.code, &*svg.out), (Some(3), ""));
    let page = run_with("render - --to html", &two);
    assert_eq!((page.code, page.out.matches("<svg ").count(), page.out.matches("</html>").count()), (Some(0), 2, 1));
    let text = run_with("render -", &two);
    assert_eq!((text.code, text.out.matches("# <stdin>:").count()), (Some(0), 2));
}

#[test]
fn no_solution_is_said() {
    let ran = run("render none.txt --solution");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("no solution") && ran.out.starts_with('+'), "{}", ran.err);
}
