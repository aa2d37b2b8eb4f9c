//! Pictures side by side on a page, for printing.

use ::svg::Document;
use ::svg::node::element::{Group, Text, Title};

use super::Picture;
use super::svg::write_document;

/// The size of a page in millimetres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 216 by 279 millimetres, which is about 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Returns the width and the height in millimetres.
    #[must_use]
    pub const fn size(self) -> (usize, usize) {
        match self {
            Self::A4 => (210, 297),
            Self::Letter => (216, 279),
        }
    }
}

/// The margin of the page, the space between pictures and the height of the title, in millimetres.
const MARGIN: usize = 12;
const GAP: usize = 4;
const TITLE: usize = 10;

/// Returns a page with these pictures as a complete SVG document. A row has up to `columns`
/// pictures; 0 counts as 1. The pictures are as large as the page allows. An empty title takes no
/// space.
///
/// ```
/// use quadrille::puzzle::{Paper, Picture, sheet};
/// let mut picture = Picture::new(1, 1);
/// picture.set(0, 0, 0, "x");
/// let page = sheet(&[picture.clone(), picture], 2, "Two boards", Paper::A4);
/// assert!(page.starts_with("<svg") && page.contains("width=\"210mm\""));
/// ```
#[must_use]
pub fn sheet(pictures: &[Picture], columns: usize, title: &str, paper: Paper) -> String {
    let (width, height) = paper.size();
    let columns = columns.max(1);
    let rows = pictures.len().div_ceil(columns).max(1);
    let top = if title.is_empty() { MARGIN } else { MARGIN + TITLE };
    // Tenths of a millimetre, to avoid visible rounding.
    let tenths = |millimetres: usize| 10 * millimetres;
    let (across, down) =
        (tenths(width - 2 * MARGIN) / columns, tenths(height - top - MARGIN) / rows);
    let mut document = Document::new()
        .set("viewBox", (0, 0, tenths(width), tenths(height)))
        .set("width", format!("{width}mm"))
        .set("height", format!("{height}mm"));
    if !title.is_empty() {
        let text = Text::new(title).set("x", tenths(width) / 2).set("y", tenths(MARGIN + 5));
        let group = Group::new()
            .set("font-family", "sans-serif")
            .set("font-size", 60)
            .set("text-anchor", "middle")
            .set("fill", "#222222");
        document = document.add(Title::new(title)).add(group.add(text));
    }
    for (at, picture) in pictures.iter().enumerate() {
        // The `viewBox` of the picture keeps its proportions in this rectangle.
        let inner = picture
            .document()
            .set("x", tenths(MARGIN) + at % columns * across + tenths(GAP) / 2)
            .set("y", tenths(top) + at / columns * down + tenths(GAP) / 2)
            .set("width", across.saturating_sub(tenths(GAP)))
            .set("height", down.saturating_sub(tenths(GAP)));
        document = document.add(inner);
    }
    write_document(&document)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::svg::node::element::tag::Type;
    use ::svg::parser::Event;

    #[test]
    fn triangles_stay_triangles() {
        let page = sheet(&[Picture::triangular(2, 2)], 1, "", Paper::A4);
        assert!(page.contains("A board of 2 rows of triangles"), "{page}");
    }

    #[test]
    fn every_picture_has_a_rectangle_within_the_page_and_none_overlap() {
        for (number, columns) in [(1, 1), (5, 2), (6, 2), (12, 3), (3, 9)] {
            let mut picture = Picture::new(2, 2);
            picture.set(0, 0, 0, "1");
            let page = sheet(&vec![picture; number], columns, "A title", Paper::Letter);
            let mut places = Vec::new();
            for event in ::svg::read(&page).unwrap() {
                if let Event::Tag("svg", Type::Start, attributes) = event
                    && attributes.contains_key("x")
                {
                    places.push(
                        ["x", "y", "width", "height"]
                            .map(|name| attributes[name].parse::<usize>().unwrap()),
                    );
                }
            }
            assert_eq!(places.len(), number);
            for (at, [x, y, width, height]) in places.iter().enumerate() {
                assert!(x + width <= 2160 && y + height <= 2790 && *width > 0 && *height > 0);
                for [other_x, other_y, other_width, other_height] in &places[..at] {
                    assert!(
                        x >= &(other_x + other_width)
                            || y >= &(other_y + other_height)
                            || other_x >= &(x + width)
                    );
                }
            }
        }
    }
}
