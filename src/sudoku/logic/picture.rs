//! Pictures of positions and steps.

use super::{Candidate, Cells, Deduction, Position, Technique};
use crate::puzzle::{Drawn, Picture, Role, Shade};
use crate::sudoku::puzzle::mark;

/// Draws the clues, the digits found, and the candidates of the other cells.
impl Drawn for Position {
    fn picture(&self) -> Picture {
        self.picture_with(|_| Role::Plain)
    }
}

impl Position {
    fn picture_with(&self, role: impl Fn(Candidate) -> Role) -> Picture {
        let mut picture = Picture::new(9, 9);
        for cell in Cells::ALL {
            let (row, column, region) = (cell.row(), cell.column(), cell.in_box() as u32);
            if let Some(digit) = self.grid().get(row, column) {
                picture.set(row, column, region, digit.to_string());
                let role = if self.given().contains(cell) { Role::Given } else { Role::Found };
                picture.set_role(row, column, role);
            } else {
                let marks = self.digits(cell).into_iter();
                let marks = marks.map(|digit| mark(digit, role(cell.with(digit))));
                picture.set_marks(row, column, region, marks);
            }
            picture.shade(row, column, Shade::Paper);
        }
        picture
    }
}

impl Deduction {
    /// Draws the step in the position in which it was found: its houses, its evidence, the
    /// candidates that it removes or places, and its sentence as the caption.
    ///
    /// ```
    /// use quadrille::sudoku::logic::{Explanation, Settings};
    /// let puzzle = "005176000400000001000800309100000090503000807090000004207008000600000003000429700".parse()?;
    /// let mut explanation = Explanation::new(&puzzle, Settings::default());
    /// let before = explanation.position().clone();
    /// let step = explanation.next().ok_or("there is a step")?;
    /// assert!(step.picture(&before).to_string().starts_with("+--"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn picture(&self, before: &Position) -> Picture {
        let mut picture = before.picture_with(|candidate| self.role(candidate));
        for (houses, shade) in [(&self.covers, Shade::Second), (&self.houses, Shade::First)] {
            let cells = houses.iter().flat_map(|house| house.cells());
            cells.for_each(|(row, column)| picture.shade(row, column, shade));
        }
        // A pattern without houses is shown by its cells.
        if self.houses.is_empty() {
            for cell in self.cells {
                picture.shade(cell.row(), cell.column(), Shade::First);
            }
        }
        let end = |candidate: Candidate| {
            (candidate.cell.row(), candidate.cell.column(), candidate.digit.index())
        };
        for link in &self.links {
            if let Some(from) = link.from.and_then(|from| self.links.get(from)) {
                // A weak link, from true to false, is dashed. In a coloring, both directions are
                // strong.
                let is_weak =
                    from.holds && !link.holds && self.technique != Technique::SimpleColoring;
                picture.link(end(from.candidate), end(link.candidate), is_weak);
            }
        }
        picture.caption(self.to_string());
        picture
    }

    fn role(&self, candidate: Candidate) -> Role {
        if self.placed == Some(candidate) {
            Role::Placed
        } else if self.removed.contains(&candidate) {
            Role::Removed
        } else if let Some(link) = self.links.iter().find(|link| link.candidate == candidate) {
            if link.holds { Role::Evidence } else { Role::Contrast }
        } else if (self.links.is_empty() || self.technique.marks_candidates())
            && self.cells.contains(candidate.cell)
            && self.digits.contains(candidate.digit)
        {
            Role::Evidence
        } else {
            Role::Plain
        }
    }
}
