//! A board as an SVG document.

use ::svg::Document;
use ::svg::node::element::path::Data;
use ::svg::node::element::{Circle, Group, Line, Path, Rectangle, Text, Title};

use super::{Cell, Mark, Picture, Role, Shade};

/// The side of a cell on a board without marks and on one with marks, and the margin around the
/// board.
const SIDE: usize = 40;
const SIDE_WITH_MARKS: usize = 60;
pub(super) const MARGIN: usize = 10;
/// The distance between the border of a cell and the places of its marks.
const PADDING: usize = 3;
/// The height of a line of the caption.
const LINE: usize = 18;

impl Picture {
    /// Returns the picture as a complete SVG document: the cells with their backgrounds, thick
    /// lines between regions, labels, marks, lines that connect cells or marks, and the caption.
    ///
    /// ```
    /// let mut picture = quadrille::puzzle::Picture::new(1, 2);
    /// picture.set(0, 0, 0, "left");
    /// picture.set(0, 1, 1, "right");
    /// assert!(picture.svg().starts_with("<svg"));
    /// ```
    #[must_use]
    pub fn svg(&self) -> String {
        write_document(&self.document())
    }

    pub(super) fn document(&self) -> Document {
        if self.is_triangular {
            return self.document_of_triangles();
        }
        let (width, board) = (self.place(self.columns) + MARGIN, self.place(self.rows) + MARGIN);
        // A letter of the caption is about 7.5 units wide.
        let caption = wrap(&self.caption, (width - 2 * MARGIN) * 2 / 15);
        let height = board + caption.len() * LINE;
        let title = match self.caption.is_empty() {
            true => format!("A board of {} by {}", self.rows, self.columns),
            false => self.caption.clone(),
        };
        let mut document = Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .add(Title::new(title))
            .add(self.squares())
            .add(self.lines());
        if !self.joints.is_empty() {
            document = document.add(self.lines_between_cells());
        }
        document = document.add(self.labels());
        if self.has_marks() {
            document = document.add(self.marks());
        }
        if !self.links.is_empty() {
            document = document.add(self.lines_between_marks());
        }
        if !caption.is_empty() {
            let group = Group::new()
                .set("font-family", "sans-serif")
                .set("font-size", 14)
                .set("fill", "#222222");
            let line = |(at, line): (usize, String)| {
                Text::new(line).set("x", MARGIN).set("y", board + at * LINE + LINE / 2)
            };
            document =
                document.add(caption.into_iter().enumerate().map(line).fold(group, Group::add));
        }
        document
    }

    fn has_marks(&self) -> bool {
        self.cells.iter().flatten().any(|cell| cell.is_marked)
    }

    fn side(&self) -> usize {
        if self.has_marks() { SIDE_WITH_MARKS } else { SIDE }
    }

    /// Returns the coordinate at which a row or a column begins.
    fn place(&self, number: usize) -> usize {
        MARGIN + number * self.side()
    }

    /// Iterates over the cells that are present, with the coordinates of their upper left corners.
    fn placed(&self) -> impl Iterator<Item = (usize, usize, &Cell)> {
        let place = |at: usize| (self.place(at % self.columns), self.place(at / self.columns));
        self.cells.iter().enumerate().filter_map(move |(at, cell)| {
            let (x, y) = place(at);
            Some((x, y, cell.as_ref()?))
        })
    }

    fn squares(&self) -> Group {
        // The faint stroke shows the cells of a region, and closes the gaps that some viewers leave
        // between squares.
        let group = Group::new()
            .set("stroke", "#000000")
            .set("stroke-opacity", 0.15)
            .set("stroke-width", 1);
        let side = self.side();
        self.placed().fold(group, |group, (x, y, cell)| {
            let square =
                Rectangle::new().set("x", x).set("y", y).set("width", side).set("height", side);
            group.add(square.set(
                "fill",
                cell.shade.map_or_else(|| color(cell.region), |shade| paper(shade).to_owned()),
            ))
        })
    }

    fn lines(&self) -> Path {
        let mut data = Data::new();
        for row in 0..=self.rows {
            for (from, length) in runs(self.columns, |column| self.line_above(row, column)) {
                data = data
                    .move_to((self.place(from), self.place(row)))
                    .horizontal_line_by(length * self.side());
            }
        }
        for column in 0..=self.columns {
            for (from, length) in runs(self.rows, |row| self.line_left(row, column)) {
                data = data
                    .move_to((self.place(column), self.place(from)))
                    .vertical_line_by(length * self.side());
            }
        }
        let line = Path::new().set("fill", "none").set("stroke", "#222222").set("stroke-width", 3);
        line.set("stroke-linecap", "round").set("d", data)
    }

    fn labels(&self) -> Group {
        let labels = || {
            let cells = self.placed().filter(|(.., cell)| !cell.is_marked);
            cells.flat_map(|(x, y, cell)| cell.content.iter().map(move |label| (x, y, label)))
        };
        let longest = labels().map(|(.., label)| label.text.chars().count()).max().unwrap_or(0);
        let side = self.side();
        // A letter is about 0.6 times as wide as the font size.
        let size = (side / 2).min(side * 3 / 2 / longest.max(1)).max(1);
        let group = text_group(size);
        labels()
            .filter(|(.., label)| !label.text.trim().is_empty())
            .fold(group, |group, (x, y, label)| group.add(write(label, x + side / 2, y + side / 2)))
    }

    /// Returns the number of places for marks in a row of a cell.
    fn marks_in_a_row(&self) -> usize {
        let marks = self
            .cells
            .iter()
            .flatten()
            .filter(|cell| cell.is_marked)
            .flat_map(|cell| &cell.content);
        let places = marks.map(|mark| mark.place + 1).max().unwrap_or(1).max(self.rows);
        (1..).find(|side| side * side >= places).unwrap_or(1)
    }

    /// Returns the centre of a mark in a cell with this upper left corner.
    fn middle(&self, x: usize, y: usize, place: usize) -> (usize, usize) {
        let in_a_row = self.marks_in_a_row();
        let along = |number: usize| {
            PADDING + (2 * number + 1) * (self.side() - 2 * PADDING) / (2 * in_a_row)
        };
        (x + along(place % in_a_row), y + along(place / in_a_row))
    }

    fn marks(&self) -> Group {
        let size = self.side() * 3 / 4 / self.marks_in_a_row();
        let marked = self.placed().filter(|(.., cell)| cell.is_marked);
        let marks =
            marked.flat_map(|(x, y, cell)| cell.content.iter().map(move |mark| (x, y, mark)));
        marks.fold(text_group(size), |mut group, (x, y, mark)| {
            let (x, y) = self.middle(x, y, mark.place);
            if let Some(color) = highlight(mark.role) {
                group = group.add(
                    Circle::new()
                        .set("cx", x)
                        .set("cy", y)
                        .set("r", size * 2 / 3)
                        .set("fill", color),
                );
            }
            let group = group.add(write(mark, x, y));
            match mark.role {
                Role::Removed => {
                    let half = size / 2;
                    let line = Line::new()
                        .set("x1", x - half)
                        .set("y1", y + half)
                        .set("x2", x + half)
                        .set("y2", y - half);
                    group.add(line.set("stroke", "#b00020").set("stroke-width", 2))
                }
                _ => group,
            }
        })
    }

    fn lines_between_cells(&self) -> Path {
        let middle = |number: usize| self.place(number) + self.side() / 2;
        let data = self.joints.iter().fold(Data::new(), |data, joint| {
            let [from, to] = joint.map(|(row, column)| (middle(column), middle(row)));
            data.move_to(from).line_to(to)
        });
        let line = Path::new().set("fill", "none").set("stroke", "#1d4ed8").set("stroke-width", 5);
        line.set("stroke-linecap", "round").set("d", data)
    }

    fn lines_between_marks(&self) -> Group {
        let group =
            Group::new().set("stroke", "#5b2a86").set("stroke-width", 2).set("stroke-opacity", 0.7);
        self.links.iter().fold(group.set("fill", "none"), |group, link| {
            let [(x1, y1), (x2, y2)] = link.ends.map(|(row, column, place)| {
                let (x, y) = self.middle(self.place(column), self.place(row), place);
                (x as f64, y as f64)
            });
            // The line is slightly curved, to pass beside marks between its ends, and to separate
            // two lines that lead in opposite directions between the same marks.
            let bend = 0.12;
            let (x, y) = ((x1 + x2) / 2.0 - bend * (y2 - y1), (y1 + y2) / 2.0 + bend * (x2 - x1));
            let data =
                Data::new().move_to((x1, y1)).quadratic_curve_to((x.round(), y.round(), x2, y2));
            let line = Path::new().set("d", data);
            group.add(if link.is_dashed { line.set("stroke-dasharray", "4 4") } else { line })
        })
    }
}

/// Writes a document, with U+FFFD for each character that XML does not allow, even as a reference.
pub(super) fn write_document(document: &Document) -> String {
    let is_forbidden = |c: char| {
        c < ' ' && !matches!(c, '\t' | '\n' | '\r') || matches!(c, '\u{FFFE}' | '\u{FFFF}')
    };
    format!("{document}\n").replace(is_forbidden, "\u{FFFD}")
}

pub(super) fn text_group(size: usize) -> Group {
    Group::new()
        .set("font-family", "sans-serif")
        .set("font-size", size)
        .set("text-anchor", "middle")
        .set("fill", "#222222")
}

/// Writes a label with its centre at this point.
pub(super) fn write(label: &Mark, x: usize, y: usize) -> Text {
    // `dy` is about half the height of a letter. Some viewers do not support `dominant-baseline`.
    let text = Text::new(label.text.trim()).set("x", x).set("y", y).set("dy", "0.35em");
    match label.role {
        Role::Given | Role::Placed => text.set("font-weight", "bold"),
        Role::Found => text.set("fill", "#1d4ed8"),
        _ => text,
    }
}

/// Returns the color of the circle behind a mark, if there is one.
fn highlight(role: Role) -> Option<&'static str> {
    match role {
        Role::Evidence => Some("#9be39b"),
        Role::Contrast => Some("#9cc4ff"),
        Role::Removed => Some("#ffb3b3"),
        Role::Placed => Some("#ffd24d"),
        Role::Plain | Role::Given | Role::Found => None,
    }
}

pub(super) fn paper(shade: Shade) -> &'static str {
    match shade {
        Shade::Paper => "#ffffff",
        Shade::First => "#fff3cf",
        Shade::Second => "#e3ecff",
    }
}

/// Splits a text into lines of at most this number of characters; a longer word gets its own line.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Returns the maximal runs of wanted numbers below `end`: the first number and the length of each.
fn runs(end: usize, wanted: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in (0..end).filter(|&number| wanted(number)) {
        match runs.last_mut() {
            Some((from, length)) if *from + *length == number => *length += 1,
            _ => runs.push((number, 1)),
        }
    }
    runs
}

/// Returns the color of a region. The hues of consecutive regions differ by the golden angle, so
/// regions with close numbers have distinct colors. Some viewers do not support `hsl(...)`, so the
/// color is given in red, green and blue.
pub(super) fn color(region: u32) -> String {
    const GOLDEN_ANGLE: f64 = 137.507_764;
    let hue = (40.0 + f64::from(region) * GOLDEN_ANGLE) % 360.0;
    let (saturation, lightness) = (0.62, if region.is_multiple_of(2) { 0.78 } else { 0.70 });
    let amplitude = saturation * (1.0 - lightness);
    let channel = |shift: f64| {
        let k = (shift + hue / 30.0) % 12.0;
        let value: f64 = lightness - amplitude * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        (value * 255.0).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", channel(0.0), channel(8.0), channel(4.0))
}

#[cfg(test)]
mod tests {
    use super::super::{Paper, sheet};
    use super::*;
    use ::svg::node::element::tag::Type;
    use ::svg::parser::Event;

    /// Counts the elements of each name in a document, which must be well formed.
    fn elements(document: &str) -> Vec<(String, usize)> {
        let mut counts: Vec<(String, usize)> = Vec::new();
        let mut open = Vec::new();
        for event in ::svg::read(document).unwrap() {
            match event {
                Event::Tag(name, Type::End, _) => assert_eq!(open.pop().as_deref(), Some(name)),
                Event::Tag(name, kind, _) => {
                    if kind == Type::Start {
                        open.push(name.to_owned());
                    }
                    match counts.iter_mut().find(|(known, _)| known == name) {
                        Some((_, count)) => *count += 1,
                        None => counts.push((name.to_owned(), 1)),
                    }
                }
                Event::Error(error) => panic!("{error}"),
                _ => {}
            }
        }
        assert!(open.is_empty());
        counts
    }

    #[test]
    fn a_document_has_a_square_a_cell_and_a_text_a_label() {
        let mut picture = Picture::new(2, 3);
        for (row, column, region, label) in
            [(0, 0, 0, "<&>"), (0, 1, 0, ""), (1, 1, 1, "b"), (1, 2, 1, "c")]
        {
            picture.set(row, column, region, label);
        }
        let document = picture.svg();
        let expected = [("svg", 1), ("title", 1), ("g", 2), ("rect", 4), ("path", 1), ("text", 3)];
        let elements = elements(&document);
        for (name, count) in expected {
            assert!(elements.contains(&(name.to_owned(), count)), "{name}: {elements:?}");
        }
        assert_eq!(elements.len(), expected.len());
        assert!(document.contains("viewBox=\"0 0 140 100\""));
        assert!(document.contains("&lt;&amp;&gt;") && !document.contains("<&>"), "{document}");
    }

    #[test]
    fn characters_that_xml_forbids_are_replaced() {
        let forbidden = "\0\x01\x08\x0B\x0C\x0E\x1B\x1F\u{FFFE}\u{FFFF}";
        let text = format!("a{forbidden}\t\u{7F}é\u{FFFD}z");
        let replaced = format!("a{}\t\u{7F}é\u{FFFD}z", "\u{FFFD}".repeat(10));
        for mut picture in [Picture::new(1, 1), Picture::triangular(1, 1)] {
            picture.set(0, 0, 0, &*text);
            picture.caption(text.replace('\t', ""));
            let page = sheet(&[picture.clone()], 1, &text, Paper::A4);
            for document in [picture.svg(), page] {
                assert!(!document.contains(|c| forbidden.contains(c)), "{document:?}");
                assert!(document.contains(&replaced), "{document:?}");
            }
        }
    }

    #[test]
    fn marks_links_and_a_caption() {
        let mut picture = Picture::new(4, 4);
        picture.set(0, 0, 0, "1");
        picture.shade(0, 0, Shade::First);
        let roles = [Role::Plain, Role::Evidence, Role::Removed, Role::Placed];
        let marks = roles.into_iter().enumerate().map(|(place, role)| Mark {
            text: (place + 1).to_string(),
            place,
            role,
        });
        picture.set_marks(1, 2, 0, marks);
        picture.link((1, 2, 0), (1, 2, 3), true);
        picture.caption("a caption that is too long for one line of a board of so few cells");
        let elements = elements(&picture.svg());
        for (name, count) in
            [("circle", 3), ("line", 1), ("path", 2), ("text", 1 + 4 + 3), ("rect", 2)]
        {
            assert!(elements.contains(&(name.to_owned(), count)), "{name}: {elements:?}");
        }
        assert!(
            picture.svg().contains("fill=\"#fff3cf\"")
                && picture.svg().contains("stroke-dasharray")
        );
        // A cell has two marks in a row.
        assert_eq!(picture.middle(100, 100, 3), (143, 143));
    }

    #[test]
    fn an_empty_board_is_a_document() {
        assert_eq!(elements(&Picture::new(0, 0).svg()).len(), 4);
    }

    #[test]
    fn colors_of_neighbouring_regions_differ() {
        assert_eq!(color(0), "#ead2a4");
        let mut colors: Vec<String> = (0..100).map(color).collect();
        colors.sort();
        colors.dedup();
        assert_eq!(colors.len(), 100);
    }
}
