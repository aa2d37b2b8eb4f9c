//! A board of triangles as an SVG document.

use ::svg::Document;
use ::svg::node::element::path::Data;
use ::svg::node::element::{Group, Path, Polygon, Title};

use super::svg::{MARGIN, color, paper, text_group, write};
use super::{Cell, Picture};

/// Half the side of a triangle, and its height.
const HALF: usize = 26;
const HEIGHT: usize = 45;

impl Picture {
    pub(super) fn document_of_triangles(&self) -> Document {
        let (width, height) =
            (self.across(self.columns + 1) + MARGIN, self.down(self.rows) + MARGIN);
        let title = match self.caption.is_empty() {
            true => format!("A board of {} rows of triangles", self.rows),
            false => self.caption.clone(),
        };
        Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .add(Title::new(title))
            .add(self.triangles())
            .add(self.lines_between_triangles())
            .add(self.labels_of_triangles())
    }

    fn across(&self, column: usize) -> usize {
        MARGIN + column * HALF
    }

    fn down(&self, row: usize) -> usize {
        MARGIN + row * HEIGHT
    }

    fn triangles_present(&self) -> impl Iterator<Item = (usize, usize, &Cell)> {
        let cells = self.cells.iter().enumerate();
        cells.filter_map(|(at, cell)| Some((at / self.columns, at % self.columns, cell.as_ref()?)))
    }

    /// Returns the corners of a triangle: the left and the right end of its level side, and the
    /// third corner.
    fn corners(&self, row: usize, column: usize) -> [(usize, usize); 3] {
        let (level, tip) = if points_up(row, column) { (row + 1, row) } else { (row, row + 1) };
        let corner = |column: usize, row: usize| (self.across(column), self.down(row));
        [corner(column, level), corner(column + 2, level), corner(column + 1, tip)]
    }

    fn triangles(&self) -> Group {
        let group = Group::new()
            .set("stroke", "#000000")
            .set("stroke-opacity", 0.15)
            .set("stroke-width", 1);
        self.triangles_present().fold(group, |group, (row, column, cell)| {
            let corners = self.corners(row, column).map(|(x, y)| format!("{x},{y}"));
            let fill =
                cell.shade.map_or_else(|| color(cell.region), |shade| paper(shade).to_owned());
            group.add(Polygon::new().set("points", corners.join(" ")).set("fill", fill))
        })
    }

    fn lines_between_triangles(&self) -> Path {
        let mut data = Data::new();
        for (row, column, cell) in self.triangles_present() {
            let [left, right, tip] = self.corners(row, column);
            let behind = if points_up(row, column) { Some(row + 1) } else { row.checked_sub(1) };
            let sides = [
                (behind, Some(column), left, right),
                (Some(row), column.checked_sub(1), left, tip),
                (Some(row), Some(column + 1), right, tip),
            ];
            for (row, column, from, to) in sides {
                if self.region(row, column) != Some(cell.region) {
                    data = data.move_to(from).line_to(to);
                }
            }
        }
        let line = Path::new().set("fill", "none").set("stroke", "#222222").set("stroke-width", 3);
        line.set("stroke-linecap", "round").set("d", data)
    }

    fn labels_of_triangles(&self) -> Group {
        let longest = self.cells.iter().flatten().map(Cell::width).max().unwrap_or(0);
        let group = text_group(HALF.min(HALF * 3 / 2 / longest.max(1)).max(1) * 3 / 4);
        self.triangles_present().fold(group, |group, (row, column, cell)| {
            let third = if points_up(row, column) { 2 } else { 1 };
            let (x, y) = (self.across(column + 1), self.down(row) + HEIGHT * third / 3);
            let labels = cell.content.iter().filter(|label| !label.text.trim().is_empty());
            labels.fold(group, |group, label| group.add(write(label, x, y)))
        })
    }
}

fn points_up(row: usize, column: usize) -> bool {
    (row + column).is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_of_two_regions_have_a_line_between_them() {
        let mut picture = Picture::triangular(2, 2);
        picture.set(0, 0, 0, "a");
        picture.set(0, 1, 0, "a");
        picture.set(1, 0, 1, "b");
        let document = picture.svg();
        assert_eq!(document.matches("<polygon").count(), 3);
        assert_eq!(document.matches("<text").count(), 3);
        // The two triangles of one region have four outer sides, and the third triangle has three.
        // The side between the regions is drawn twice.
        assert_eq!(document.matches('M').count(), 4 + 3);
        assert_eq!(picture.corners(0, 0), [(10, 55), (62, 55), (36, 10)]);
        assert_eq!(picture.corners(1, 0), [(10, 55), (62, 55), (36, 100)]);
    }
}
