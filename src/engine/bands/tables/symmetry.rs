//! The symmetries of a position.
//!
//! A symmetry permutes rows, columns and digits, maps bands to bands and stacks to stacks, and maps
//! the position to itself. The symmetries that keep a stack in its place form a group. The code
//! finds this group as a chain of stabilizers (Sims, "Computational methods in the study of
//! permutation groups", 1970). The chain fixes the lines of the grid, rows and columns, one after
//! another. For each line, a search finds the lines to which this line can go while the lines
//! before it stay. The symmetries found, with exchanges of equal digits, generate the group.

use super::super::join::cells::{ALL, Cells};
use crate::arrays::inverse;

/// A permutation of rows, columns and digits. Row `r` goes to `rows[r]`, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    pub(super) rows: [u8; 9],
    pub(super) columns: [u8; 9],
    pub(super) digits: [u8; 9],
}

impl Symmetry {
    pub(super) const IDENTITY: Self = {
        let same = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        Self { rows: same, columns: same, digits: same }
    };

    /// Returns the permutation that applies this one and then another.
    pub(super) fn then(&self, next: &Self) -> Self {
        let both = |one: &[u8; 9], two: &[u8; 9]| one.map(|at| two[usize::from(at)]);
        Self {
            rows: both(&self.rows, &next.rows),
            columns: both(&self.columns, &next.columns),
            digits: both(&self.digits, &next.digits),
        }
    }

    pub(super) fn inverse(&self) -> Self {
        let [rows, columns, digits] = [self.rows, self.columns, self.digits].map(inverse);
        Self { rows, columns, digits }
    }

    /// Returns the image of a full grid with digits counted from 0.
    pub(super) fn apply(&self, grid: &[u8; 81]) -> [u8; 81] {
        let mut image = [0; 81];
        for (cell, &digit) in grid.iter().enumerate() {
            let (row, column) = (self.rows[cell / 9], self.columns[cell % 9]);
            image[usize::from(9 * row + column)] = self.digits[usize::from(digit)];
        }
        image
    }
}

/// The symmetries that keep a stack in its place.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) generators: Vec<Symmetry>,
    /// The number of symmetries found. Some may be missing if a search was abandoned.
    pub(super) order: f64,
}

/// The number of steps after which the search for one symmetry is abandoned. The symmetries found
/// then still form a group, but it may be smaller.
const STEPS: u32 = 2_000;

/// The number of lines of a grid: first the rows, then the columns, which begin at `COLUMNS`.
const LINES: usize = 18;
const COLUMNS: usize = 9;

impl Group {
    /// Finds the symmetries of a position that keep a stack in its place.
    pub(super) fn new(cells: &Cells, stack: usize) -> Self {
        // The columns of the stack come first, with rows in between. The cells where they meet then
        // soon rule out images of lines.
        let mut columns = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|column| COLUMNS + column);
        columns.rotate_left(3 * stack);
        let lines: [usize; LINES] =
            std::array::from_fn(|at| if at % 2 == 0 { columns[at / 2] } else { at / 2 });
        let mut generators: Vec<Symmetry> = Vec::new();
        let mut order = 1.0;
        for fixed in (0..LINES).rev() {
            let line = lines[fixed];
            let mut is_refuted = [false; LINES];
            for image in 0..LINES {
                let orbit = orbit(&generators, image);
                if orbit[line] || (0..LINES).any(|other| orbit[other] && is_refuted[other]) {
                    continue;
                }
                match MappingSearch::run(cells, &lines, fixed, image) {
                    Some(symmetry) => generators.push(symmetry),
                    None => is_refuted[image] = true,
                }
            }
            order *= orbit(&generators, line).iter().filter(|is_in| **is_in).count() as f64;
        }
        // Digits that are candidates of the same cells can be exchanged.
        let mut equal = [1.0; 9];
        for digit in 0..9 {
            let is_equal =
                |other: &usize| cells.iter().all(|cell| cell >> digit & 1 == cell >> *other & 1);
            if let Some(other) = (0..digit).rev().find(is_equal) {
                let mut exchange = Symmetry::IDENTITY;
                exchange.digits.swap(digit, other);
                generators.push(exchange);
                equal[digit] = equal[other] + 1.0;
            }
            order *= equal[digit];
        }
        Self { generators, order }
    }
}

/// Returns the lines to which the generators can move a line.
fn orbit(generators: &[Symmetry], line: usize) -> [bool; LINES] {
    let mut is_in = [false; LINES];
    is_in[line] = true;
    let mut new = vec![line];
    while let Some(line) = new.pop() {
        for generator in generators {
            let image = match line.checked_sub(COLUMNS) {
                Some(column) => COLUMNS + usize::from(generator.columns[column]),
                None => usize::from(generator.rows[line]),
            };
            if !std::mem::replace(&mut is_in[image], true) {
                new.push(image);
            }
        }
    }
    is_in
}

/// Marks a line, a band or a stack that has no image yet.
const NONE: usize = usize::MAX;

struct MappingSearch<'a> {
    cells: &'a Cells,
    lines: &'a [usize; LINES],
    /// The images of the lines, and of the three bands and the three stacks.
    images: [usize; LINES],
    chutes: [usize; 6],
    steps: u32,
}

impl<'a> MappingSearch<'a> {
    /// Returns a symmetry that keeps the first `fixed` lines and maps the next one to `image`, if
    /// one is found.
    fn run(
        cells: &'a Cells,
        lines: &'a [usize; LINES],
        fixed: usize,
        image: usize,
    ) -> Option<Symmetry> {
        let stack = lines[0] / 3;
        let mut chutes = [NONE; 6];
        chutes[stack] = stack;
        let mut search = Self { cells, lines, images: [NONE; LINES], chutes, steps: 0 };
        let mut domains = [ALL; 9];
        for &line in &lines[..fixed] {
            domains = search.place(line, line, &domains)?;
        }
        domains = search.place(lines[fixed], image, &domains)?;
        search.extend(fixed + 1, &domains)
    }

    /// Gives a line an image. Returns the digits to which each digit can still go, or `None` if
    /// this image is impossible.
    fn place(&mut self, line: usize, image: usize, domains: &[u16; 9]) -> Option<[u16; 9]> {
        let is_column = line >= COLUMNS;
        if is_column != (image >= COLUMNS) || self.images.contains(&image) {
            return None;
        }
        // A band goes to a band, and a stack to a stack.
        let (chute, to) = (line / 3, image / 3);
        if self.chutes[chute] != to && (self.chutes[chute] != NONE || self.chutes.contains(&to)) {
            return None;
        }
        let mut domains = *domains;
        let cell = |line: usize, other: usize| {
            self.cells
                [if is_column { 9 * other + line - COLUMNS } else { 9 * line + other - COLUMNS }]
        };
        let others = if is_column { 0..COLUMNS } else { COLUMNS..LINES };
        for other in others.filter(|&other| self.images[other] != NONE) {
            let (from, to) = (cell(line, other), cell(image, self.images[other]));
            if from.count_ones() != to.count_ones() {
                return None;
            }
            for (digit, domain) in domains.iter_mut().enumerate() {
                *domain &= if from >> digit & 1 == 1 { to } else { ALL ^ to };
                if *domain == 0 {
                    return None;
                }
            }
        }
        self.images[line] = image;
        self.chutes[chute] = to;
        Some(domains)
    }

    /// Assigns images to the line at index `at` and to all later lines.
    fn extend(&mut self, at: usize, domains: &[u16; 9]) -> Option<Symmetry> {
        let Some(&line) = self.lines.get(at) else { return self.symmetry(domains) };
        // The line itself is tried first, so the symmetry moves few lines.
        let lines = if line >= COLUMNS { COLUMNS..LINES } else { 0..COLUMNS };
        let images = std::iter::once(line).chain(lines.filter(|&image| image != line));
        let before = (self.images, self.chutes);
        for image in images {
            self.steps += 1;
            if self.steps > STEPS {
                return None;
            }
            if let Some(domains) = self.place(line, image, domains)
                && let Some(symmetry) = self.extend(at + 1, &domains)
            {
                return Some(symmetry);
            }
            (self.images, self.chutes) = before;
        }
        None
    }

    /// Returns the symmetry once all lines have images. Digits that can still go to the same digit
    /// are candidates of the same cells, so their images can be assigned in any order.
    fn symmetry(&self, domains: &[u16; 9]) -> Option<Symmetry> {
        let mut symmetry = Symmetry::IDENTITY;
        let mut left = ALL;
        for (digit, &domain) in domains.iter().enumerate() {
            // The digit goes to itself if possible.
            let free = domain & left;
            let own = free & 1 << digit;
            let image = if own == 0 { free } else { own };
            if image == 0 {
                return None;
            }
            symmetry.digits[digit] = image.trailing_zeros() as u8;
            left &= !(1 << symmetry.digits[digit]);
        }
        for line in 0..COLUMNS {
            symmetry.rows[line] = self.images[line] as u8;
            symmetry.columns[line] = (self.images[COLUMNS + line] - COLUMNS) as u8;
        }
        Some(symmetry)
    }
}
