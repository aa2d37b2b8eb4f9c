//! The plan of a count: the orientation of the grid, and the orbits of the splits of its first
//! stack.

use super::super::join::boxes::{Fillings, Lookup};
use super::splits::{Split, orders, starts, transposed};
use super::symmetry::Symmetry;
use super::view::View;

/// Splits that symmetries of the position map to each other. Each of them is in the same number of
/// covers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orbit {
    /// The index of the split that stands for the others.
    pub(super) first: u32,
    /// The number of splits.
    pub(super) len: u32,
}

/// A step of the path to a split from the first one of its orbit.
#[derive(Clone, Copy, Debug)]
struct Member {
    orbit: u32,
    /// Another split, and a generator that maps it to this one. The first split has no generator.
    before: u32,
    generator: Option<u8>,
}

/// An orientation of the grid (three bands and three stacks in some order), and the orbits of the
/// splits of its first stack.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    is_transposed: bool,
    bands: [usize; 3],
    stacks: [usize; 3],
    /// The fillings of the boxes of each band.
    pub(super) boxes: [[Fillings; 3]; 3],
    /// All splits of the first stack, in the order of their parts.
    pub(super) splits: Vec<Split>,
    pub(super) orbits: Vec<Orbit>,
    members: Vec<Member>,
    /// The symmetries that generate the orbits.
    generators: Vec<Symmetry>,
    /// The splits of the other two stacks. If splits differ only in the order of equal columns, one
    /// of them is kept.
    pub(super) second: Vec<Split>,
    pub(super) third: Vec<Split>,
    /// The equal columns in each of the other two stacks.
    pub(super) equal: [Vec<usize>; 2],
}

impl Plan {
    /// Returns the plan of a view with its cheapest order of stacks.
    pub(super) fn new(mut view: View) -> Self {
        let stacks = view.cheapest.stacks;
        let mut plan = Self {
            is_transposed: view.is_transposed,
            bands: view.bands,
            stacks,
            boxes: view.boxes.map(|boxes| stacks.map(|stack| boxes[stack].clone())),
            splits: std::mem::take(&mut view.splits[stacks[0]]),
            orbits: Vec::new(),
            members: Vec::new(),
            generators: Vec::new(),
            second: std::mem::take(&mut view.reduced[stacks[1]]),
            third: std::mem::take(&mut view.reduced[stacks[2]]),
            equal: [1, 2].map(|at| view.equal[stacks[at]].clone()),
        };
        plan.find_orbits(&view.cheapest.group.generators);
        plan
    }

    /// Finds the orbits of the splits of the first stack, split by split and generator by
    /// generator.
    fn find_orbits(&mut self, generators: &[Symmetry]) {
        let mut part_of = [0, 1, 2].map(|_| Lookup::default());
        for (part_of, boxes) in part_of.iter_mut().zip(&self.boxes) {
            for (part, &columns) in (0..).zip(&boxes[0].parts) {
                part_of.replace(columns, part);
            }
        }
        // Generators with the same effect on splits count once. Those without effect do not count.
        let mut actions: Vec<Action> = Vec::new();
        for generator in generators {
            let action = self.action(generator, &part_of);
            if !action.is_identity() && !actions.contains(&action) {
                actions.push(action);
                self.generators.push(*generator);
            }
        }
        let starts = starts(self.splits.iter().map(|split| split[0]), self.boxes[0][0].parts.len());
        let find = |split: &Split| {
            let part = usize::from(split[0]);
            let range = starts[part] as usize..starts[part + 1] as usize;
            range.start + self.splits[range].partition_point(|other| other < split)
        };
        const UNKNOWN: u32 = u32::MAX;
        let unknown = Member { orbit: UNKNOWN, before: 0, generator: None };
        let mut members = vec![unknown; self.splits.len()];
        let mut queue = Vec::new();
        for first in 0..self.splits.len() {
            if members[first].orbit != UNKNOWN {
                continue;
            }
            let orbit = self.orbits.len() as u32;
            members[first].orbit = orbit;
            queue.clear();
            queue.push(first);
            let mut at = 0;
            while let Some(&before) = queue.get(at) {
                at += 1;
                for (generator, action) in (0..).zip(&actions) {
                    let image = find(&action.image(&self.splits[before]));
                    if members[image].orbit == UNKNOWN {
                        let generator = Some(generator);
                        members[image] = Member { orbit, before: before as u32, generator };
                        queue.push(image);
                    }
                }
            }
            self.orbits.push(Orbit { first: first as u32, len: queue.len() as u32 });
        }
        self.members = members;
    }

    /// Returns the effect of a symmetry on the splits of the first stack.
    fn action(&self, symmetry: &Symmetry, part_of: &[Lookup; 3]) -> Action {
        let mut names = vec![0_u32; 512];
        for (set, named) in (0_u32..).zip(&mut names) {
            for (digit, &name) in symmetry.digits.iter().enumerate() {
                *named |= (set >> digit & 1) << name;
            }
        }
        let to = self.bands.map(|band| {
            let image = usize::from(symmetry.rows[3 * band]) / 3;
            self.bands.iter().position(|&other| other == image).unwrap_or(0)
        });
        let parts = [0, 1, 2].map(|role| {
            let image = |&columns: &u32| {
                let mut image = 0;
                for column in 0..3 {
                    let place = symmetry.columns[3 * self.stacks[0] + column] % 3;
                    let set = columns >> (9 * column) & 511;
                    image |= names[set as usize] << (9 * place);
                }
                part_of[to[role]].get(image)
            };
            self.boxes[role][0].parts.iter().map(image).collect()
        });
        Action { to, parts }
    }

    /// Returns the split that stands for an orbit.
    pub(super) fn split(&self, orbit: usize) -> Split {
        self.splits[self.orbits[orbit].first as usize]
    }

    /// Returns the number of covers that each cover in the sum of an orbit represents.
    pub(super) fn weight(&self, orbit: usize) -> u128 {
        u128::from(self.orbits[orbit].len) * self.orders() as u128
    }

    /// Returns the number of orders of equal columns in the other two stacks.
    pub(super) fn orders(&self) -> usize {
        self.equal.iter().map(|equal| orders(equal).count()).product()
    }

    /// Returns the split with this number among the splits of an orbit.
    pub(super) fn member(&self, orbit: usize, number: usize) -> Option<usize> {
        let is_in_orbit = |&split: &usize| self.members[split].orbit as usize == orbit;
        (0..self.splits.len()).filter(is_in_orbit).nth(number)
    }

    /// Returns the orbit of a split, and its number among the splits of the orbit.
    pub(super) fn orbit_of(&self, split: usize) -> (usize, usize) {
        let orbit = self.members[split].orbit;
        let before = self.members[..split].iter().filter(|member| member.orbit == orbit).count();
        (orbit as usize, before)
    }

    /// Returns a symmetry that maps the first split of an orbit to this split of the orbit.
    pub(super) fn symmetry(&self, mut split: usize) -> Symmetry {
        let mut symmetry = Symmetry::IDENTITY;
        while let Member { before, generator: Some(generator), .. } = self.members[split] {
            symmetry = self.generators[usize::from(generator)].then(&symmetry);
            split = before as usize;
        }
        symmetry
    }

    /// Returns the cell at a row and a column of a box in the [turned](Self::turned) grid.
    pub(super) fn cell(&self, role: usize, stack: usize, row: usize, column: usize) -> usize {
        9 * (3 * self.bands[role] + row) + 3 * self.stacks[stack] + column
    }

    /// Returns the grid, transposed if this orientation is. A second call undoes this.
    pub(super) fn turned(&self, grid: &[u8; 81]) -> [u8; 81] {
        if self.is_transposed { transposed(grid) } else { *grid }
    }

    /// Returns the approximate number of products to add up.
    pub(super) fn work(&self) -> f64 {
        let products = self.second.len() as f64 * self.third.len() as f64;
        self.orbits.len() as f64 * (products + 1e5)
    }
}

/// The effect of a symmetry on the splits of the first stack: the images of the bands and of the
/// parts.
#[derive(Debug, PartialEq, Eq)]
struct Action {
    to: [usize; 3],
    parts: [Vec<u16>; 3],
}

impl Action {
    fn image(&self, split: &Split) -> Split {
        let mut image = [0; 3];
        for role in 0..3 {
            image[self.to[role]] = self.parts[role][usize::from(split[role])];
        }
        image
    }

    fn is_identity(&self) -> bool {
        let is_same = |parts: &Vec<u16>| parts.iter().zip(0..).all(|(&part, at)| part == at);
        self.to == [0, 1, 2] && self.parts.iter().all(is_same)
    }
}
