//! One step of reasoning, with its evidence.

use std::fmt;

use super::{Candidate, Cells, Digits, Link, Position, Technique};
use crate::sudoku::{Digit, House, Map};

/// A step of reasoning: its evidence and its conclusion. It displays as a sentence.
///
/// ```
/// use quadrille::sudoku::logic::{Explanation, Settings};
/// let puzzle = "005176000400000001000800309100000090503000807090000004207008000600000003000429700".parse()?;
/// let first = Explanation::new(&puzzle, Settings::default()).next().ok_or("there is a step")?;
/// assert_eq!(first.to_string(), "Naked single: r3c1 can only be 7, the last candidate left there.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// The technique.
    pub technique: Technique,
    /// The cells of the pattern.
    pub cells: Cells,
    /// The digits of the pattern.
    pub digits: Digits,
    /// The houses of the pattern: those in which the digits have no other places, or that cells of
    /// the pattern share.
    pub houses: Vec<House>,
    /// The other houses of the pattern: for example, the house that a locked candidate is removed
    /// from, or the covering lines of a fish.
    pub covers: Vec<House>,
    /// The candidates of a wing, a chain or a coloring, and those that stand out in other patterns.
    pub links: Vec<Link>,
    /// The candidate that is true.
    pub placed: Option<Candidate>,
    /// The candidates that are false, sorted by digit, without those that `placed` excludes.
    pub removed: Vec<Candidate>,
}

impl Deduction {
    /// Returns a deduction with these digits and cells, and no conclusion yet.
    pub(super) fn new(technique: Technique, cells: Cells, digits: Digits) -> Self {
        let (houses, covers, links, removed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { technique, cells, digits, houses, covers, links, placed: None, removed }
    }

    /// Adds the removal of a digit from some cells. Returns `None` if there are no such cells.
    pub(super) fn removing(self, digit: Digit, cells: Cells) -> Option<Self> {
        self.removing_each(Digits::one(digit), |_| cells)
    }

    /// Adds the removal of each of these digits from some cells. Returns `None` if there are no
    /// such cells.
    pub(super) fn removing_each(
        self,
        digits: Digits,
        cells: impl Fn(Digit) -> Cells,
    ) -> Option<Self> {
        let of = |digit| cells(digit).into_iter().map(move |cell| cell.with(digit));
        let removed: Vec<Candidate> = digits.into_iter().flat_map(of).collect();
        (!removed.is_empty()).then_some(Self { removed, ..self })
    }

    pub(super) fn houses(self, houses: impl IntoIterator<Item = House>) -> Self {
        Self { houses: houses.into_iter().collect(), ..self }
    }

    pub(super) fn covers(self, covers: impl IntoIterator<Item = House>) -> Self {
        Self { covers: covers.into_iter().collect(), ..self }
    }

    /// Adds a link for each candidate of some cells. These links follow from no other link.
    pub(super) fn marking(mut self, position: &Position, cells: Cells, holds: bool) -> Self {
        self.links.extend(cells.into_iter().flat_map(|cell| {
            let link = move |digit| Link { candidate: cell.with(digit), holds, from: None };
            position.digits(cell).into_iter().map(link)
        }));
        self
    }

    /// Returns the cells of the links that hold, or of those that do not.
    pub(super) fn linked(&self, holds: bool) -> Cells {
        let links = self.links.iter().filter(|link| link.holds == holds);
        links.map(|link| link.candidate.cell).collect()
    }

    /// Returns the digits of the links that hold, or of those that do not.
    pub(super) fn linked_digits(&self, holds: bool) -> Digits {
        let links = self.links.iter().filter(|link| link.holds == holds);
        links.map(|link| link.candidate.digit).collect()
    }

    /// Returns the same step in the image of the puzzle under a map. Houses and removed candidates
    /// are sorted again.
    ///
    /// ```
    /// use quadrille::sudoku::logic::{Explanation, Settings};
    /// use quadrille::sudoku::{Digit, Grid, Map};
    /// let puzzle: Grid = "005176000400000001000800309100000090503000807090000004207008000600000003000429700".parse()?;
    /// let order = [0, 2, 1, 3, 4, 5, 6, 7, 8];
    /// let digits = [9, 8, 7, 6, 5, 4, 3, 2, 1].map(|digit| Digit::new(digit).unwrap());
    /// let map = Map::new(false, order, order, digits).ok_or("no map")?;
    /// let first = Explanation::new(&puzzle, Settings::default()).next().ok_or("there is a step")?;
    /// // The first step gives r3c1 the digit 7.
    /// assert_eq!(first.mapped(&map).to_string(), "Naked single: r2c1 can only be 3, the last candidate left there.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn mapped(&self, map: &Map) -> Self {
        let houses = |houses: &[House]| {
            let mut houses: Vec<House> = houses.iter().map(|&house| map.house(house)).collect();
            houses.sort_unstable();
            houses
        };
        let mut removed: Vec<Candidate> =
            self.removed.iter().map(|removed| removed.mapped(map)).collect();
        removed.sort_by_key(|removed| (removed.digit, removed.cell));
        let link = |link: &Link| Link { candidate: link.candidate.mapped(map), ..*link };
        Self {
            technique: self.technique,
            cells: self.cells.into_iter().map(|cell| cell.mapped(map)).collect(),
            digits: self.digits.into_iter().map(|digit| map.digit(digit)).collect(),
            houses: houses(&self.houses),
            covers: houses(&self.covers),
            links: self.links.iter().map(link).collect(),
            placed: self.placed.map(|placed| placed.mapped(map)),
            removed,
        }
    }

    /// Returns the removed candidates as the end of a sentence:
    /// `3 is removed from r1c2 and r1c9, 5 and 7 from r1c4`.
    pub(super) fn removal(&self) -> String {
        let by_digit = self.removed.chunk_by(|a, b| a.digit == b.digit);
        let cells_of =
            |group: &[Candidate]| group.iter().map(|candidate| candidate.cell).collect::<Cells>();
        let by_digit: Vec<(Digit, Cells)> =
            by_digit.map(|group| (group[0].digit, cells_of(group))).collect();
        // Consecutive digits that are removed from the same cells are named together.
        let groups = by_digit.chunk_by(|a, b| a.1 == b.1).enumerate().map(|(at, group)| {
            let digits: Digits = group.iter().map(|&(digit, _)| digit).collect();
            let verb = match (at, digits.len()) {
                (0, 1) => " is removed",
                (0, _) => " are removed",
                _ => "",
            };
            format!("{digits}{verb} from {}", group[0].1)
        });
        groups.collect::<Vec<_>>().join(", ")
    }
}

/// Displays a sentence: the name of the technique, the pattern, and the conclusion.
impl fmt::Display for Deduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.technique.name();
        write!(f, "{}{}: {}.", name[..1].to_uppercase(), &name[1..], self.technique.tell(self))
    }
}

impl Position {
    /// Applies a deduction.
    pub fn apply(&mut self, deduction: &Deduction) {
        for &removed in &deduction.removed {
            self.remove(removed);
        }
        if let Some(placed) = deduction.placed {
            self.place(placed);
        }
    }
}
