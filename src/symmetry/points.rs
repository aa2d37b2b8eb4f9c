//! Points: a few objects that a group permutes. The points of an item identify it.
//!
//! The items of many problems are pairs made from fewer objects: an edge of a complete graph has
//! two vertices, and a cell of a Latin square has a row and a column. The group by itself
//! determines these objects. It acts on the ordered pairs of items. An orbit of pairs can be
//! divided into blocks that the group permutes, and a block is a point *of* the items that are
//! first in one of its pairs. For example, the pairs of edges with a common vertex are divided by
//! that vertex.
//!
//! To find blocks, the search joins two pairs, and all pairs that must then be joined: M. D.
//! Atkinson, "An algorithm for finding the blocks of a permutation group", Mathematics of
//! Computation 29 (1975).

use std::collections::HashMap;

use super::orbits::Orbits;

/// The maximum numbers of pairs of items, of pairs in an orbit, and of steps, in all and for each
/// entry of the problem. A step takes about 5 nanoseconds. Designs, squares and factorizations need
/// at most 2 million steps. The limit for each entry soon ends the search in a small problem
/// without points.
const MOST_PAIRS: usize = 1 << 18;
const MOST_IN_ORBIT: usize = 1 << 15;
const MOST_STEPS: usize = 1 << 22;
const STEPS_OF_ENTRY: usize = 1 << 11;

/// The approximate number of steps that take as long as computing one key of an item.
const STEPS_OF_KEY: usize = 16;

/// For each orbit, fewer than twice `TRIES` attempts are made to join its first pair with another.
/// For each division, fewer than twice `TRIES_OF_BLOCKS` are made to join its first block.
const TRIES: usize = 12;
const TRIES_OF_BLOCKS: usize = 64;

/// Points such that each item has a different set of points.
#[derive(Clone, Debug, Default)]
pub(super) struct Points {
    pub(super) count: usize,
    /// The points of each item, sorted.
    pub(super) of_items: Vec<Vec<u32>>,
    /// The number of the orbit of each point.
    pub(super) classes: Vec<u32>,
    /// Larger blocks, as pairs of a point and a block that contains it. The numbers of blocks
    /// follow those of the points.
    pub(super) blocks: Vec<(u32, u32)>,
    pub(super) block_classes: Vec<u32>,
}

/// A division of an orbit of pairs into blocks.
#[derive(Debug)]
struct System {
    orbit: usize,
    /// The block of each pair. Blocks are numbered in the order of their first pairs.
    block_of: Vec<u32>,
    count: usize,
    /// The blocks of each item, sorted.
    of_items: Vec<Vec<u32>>,
    /// The image of each block under each generator.
    images: Vec<Vec<u32>>,
}

/// Returns points for a group that is given by permutations of `items` items, if it finds fewer
/// points than items within the limits. The problem has `entries` entries.
pub(super) fn find(generators: &[Vec<u32>], items: usize, entries: usize) -> Option<Points> {
    if items < 4 || items * items > MOST_PAIRS || generators.is_empty() {
        return None;
    }
    let steps = MOST_STEPS.min(STEPS_OF_ENTRY * entries);
    let number_of = vec![0; items * items];
    let mut search = PointSearch { generators, items, steps, systems: Vec::new(), number_of };
    let mut orbits = search.orbits();
    orbits.sort_by_key(Vec::len);
    let mut keys = vec![0; items];
    for (number, pairs) in orbits.iter().enumerate() {
        let before = search.systems.len();
        search.divide(number, pairs);
        let new = before..search.systems.len();
        // Systems can be chosen only if all systems together tell the items apart.
        if new.map(|system| search.refine(&mut keys, system)).last() == Some(items)
            && let Some(chosen) = search.choose()
        {
            return Some(search.points(&chosen));
        }
        if search.steps == 0 {
            break;
        }
    }
    None
}

struct PointSearch<'a> {
    generators: &'a [Vec<u32>],
    items: usize,
    steps: usize,
    systems: Vec<System>,
    /// The number of each pair of the current orbit in that orbit. The numbers at the places of
    /// other pairs have no meaning.
    number_of: Vec<u32>,
}

impl PointSearch<'_> {
    /// Returns the orbits of ordered pairs of different items, except those above `MOST_IN_ORBIT`.
    fn orbits(&self) -> Vec<Vec<(u32, u32)>> {
        let mut is_seen = vec![false; self.items * self.items];
        let mut orbits = Vec::new();
        for first in 0..self.items as u32 {
            for second in (0..self.items as u32).filter(|&second| second != first) {
                let mut orbit = vec![(first, second)];
                let mut done = 0;
                if std::mem::replace(&mut is_seen[self.place(first, second)], true) {
                    continue;
                }
                while done < orbit.len() {
                    let (a, b) = orbit[done];
                    done += 1;
                    for generator in self.generators {
                        let image = (generator[a as usize], generator[b as usize]);
                        let seen = &mut is_seen[self.place(image.0, image.1)];
                        if !std::mem::replace(seen, true) {
                            orbit.push(image);
                        }
                    }
                }
                if orbit.len() <= MOST_IN_ORBIT {
                    orbits.push(orbit);
                }
            }
        }
        orbits
    }

    fn place(&self, a: u32, b: u32) -> usize {
        a as usize * self.items + b as usize
    }

    /// Finds divisions of an orbit into fewer blocks than there are items.
    fn divide(&mut self, orbit: usize, pairs: &[(u32, u32)]) {
        for (number, &(a, b)) in pairs.iter().enumerate() {
            let place = self.place(a, b);
            self.number_of[place] = number as u32;
        }
        let images = self.generators.iter().map(|generator| {
            let image = |&(a, b): &(u32, u32)| (generator[a as usize], generator[b as usize]);
            pairs.iter().map(image).map(|(a, b)| self.number_of[self.place(a, b)]).collect()
        });
        let whole = System {
            orbit,
            block_of: (0..pairs.len() as u32).collect(),
            count: pairs.len(),
            of_items: Vec::new(),
            images: images.collect(),
        };
        let mut open: Vec<System> = self.coarser(&whole, pairs, TRIES);
        while let Some(system) = open.pop() {
            let is_same =
                |known: &System| known.orbit == orbit && known.block_of == system.block_of;
            if self.systems.iter().any(is_same) {
                continue;
            }
            open.extend(self.coarser(&system, pairs, TRIES_OF_BLOCKS));
            self.systems.push(system);
        }
        self.systems.retain(|system| system.count < self.items);
    }

    /// Returns the divisions that result from joining the first block with another one, for some of
    /// the other blocks. Divisions into one block are left out.
    fn coarser(&mut self, from: &System, pairs: &[(u32, u32)], tries: usize) -> Vec<System> {
        let stride = ((from.count - 1) / tries).max(1);
        let mut found: Vec<System> = Vec::new();
        let mut sets = Orbits::default();
        for other in (1..from.count).step_by(stride) {
            if self.steps == 0 {
                break;
            }
            self.join(&mut sets, from, other as u32);
            let mut number_of = vec![u32::MAX; from.count];
            let mut count = 0;
            for block in 0..from.count as u32 {
                let name = sets.find(block) as usize;
                if number_of[name] == u32::MAX {
                    number_of[name] = count;
                    count += 1;
                }
                number_of[block as usize] = number_of[name];
            }
            if count == 1 {
                continue;
            }
            let block_of: Vec<u32> =
                from.block_of.iter().map(|&block| number_of[block as usize]).collect();
            if found.iter().any(|known| known.block_of == block_of) {
                continue;
            }
            let mut of_items = vec![Vec::new(); self.items];
            for (&(item, _), &block) in pairs.iter().zip(&block_of) {
                of_items[item as usize].push(block);
            }
            for blocks in &mut of_items {
                blocks.sort_unstable();
                blocks.dedup();
            }
            let images = from.images.iter().map(|images| {
                let mut of_blocks = vec![0; count as usize];
                for (block, &image) in images.iter().enumerate() {
                    of_blocks[number_of[block] as usize] = number_of[image as usize];
                }
                of_blocks
            });
            let images = images.collect();
            found.push(System {
                orbit: from.orbit,
                block_of,
                count: count as usize,
                of_items,
                images,
            });
        }
        found
    }

    /// Joins the first block with another one, and then the images of all joined blocks.
    fn join(&mut self, sets: &mut Orbits, from: &System, other: u32) {
        sets.clear(from.count);
        let mut joined: Vec<u32> = sets.join(0, other).into_iter().collect();
        while let Some(block) = joined.pop() {
            let name = sets.find(block);
            for images in &from.images {
                joined.extend(sets.join(images[block as usize], images[name as usize]));
            }
            self.steps = self.steps.saturating_sub(from.images.len());
        }
    }

    /// Returns systems such that each item has a different set of blocks, if those found have fewer
    /// blocks in all than there are items. None of the returned systems can be left out.
    fn choose(&mut self) -> Option<Vec<usize>> {
        let mut by_count: Vec<usize> = (0..self.systems.len()).collect();
        by_count.sort_by_key(|&number| {
            let system = &self.systems[number];
            (system.count, system.of_items.iter().map(Vec::len).sum::<usize>())
        });
        let mut chosen = Vec::new();
        let (mut keys, mut sets) = (vec![0; self.items], 1);
        for system in by_count {
            let more = self.refine(&mut keys, system);
            if more > sets {
                chosen.push(system);
                sets = more;
            }
            if sets == self.items {
                break;
            }
        }
        if sets < self.items {
            return None;
        }
        for at in (0..chosen.len()).rev() {
            let without: Vec<usize> = [&chosen[..at], &chosen[at + 1..]].concat();
            let mut keys = vec![0; self.items];
            let sets = without.iter().map(|&system| self.refine(&mut keys, system)).last();
            if sets == Some(self.items) {
                chosen = without;
            }
        }
        let count: usize = chosen.iter().map(|&system| self.systems[system].count).sum();
        (count < self.items).then_some(chosen)
    }

    /// Gives items new keys. Two items have the same key if they had the same key before and have
    /// the same blocks in this system, and only then. Returns the number of different keys.
    fn refine(&mut self, keys: &mut [u32], system: usize) -> usize {
        let mut seen = HashMap::new();
        for (key, blocks) in keys.iter_mut().zip(&self.systems[system].of_items) {
            let next = seen.len() as u32;
            *key = *seen.entry((*key, blocks.as_slice())).or_insert(next);
        }
        self.steps = self.steps.saturating_sub(STEPS_OF_KEY * self.items);
        seen.len()
    }

    fn points(&self, chosen: &[usize]) -> Points {
        let mut points = Points { of_items: vec![Vec::new(); self.items], ..Points::default() };
        let mut larger: Vec<(usize, usize)> = Vec::new();
        for &number in chosen {
            let system = &self.systems[number];
            let first = points.count as u32;
            for (all, of_item) in points.of_items.iter_mut().zip(&system.of_items) {
                all.extend(of_item.iter().map(|block| first + block));
            }
            system.add_classes(&mut points.classes);
            for (coarse, other) in self.systems.iter().enumerate() {
                if other.orbit == system.orbit
                    && other.count < system.count
                    && other.contains(system)
                {
                    larger.push((number, coarse));
                }
            }
            points.count += system.count;
        }
        let mut next = points.count as u32;
        for (fine, coarse) in larger {
            let before = chosen.iter().take_while(|&&number| number != fine);
            let first: usize = before.map(|&number| self.systems[number].count).sum();
            let (fine, coarse) = (&self.systems[fine], &self.systems[coarse]);
            let begin = points.blocks.len();
            for (&block, &in_block) in fine.block_of.iter().zip(&coarse.block_of) {
                points.blocks.push((first as u32 + block, next + in_block));
            }
            points.blocks[begin..].sort_unstable();
            points.blocks.dedup();
            coarse.add_classes(&mut points.block_classes);
            next += coarse.count as u32;
        }
        points
    }
}

impl System {
    /// True if each block of `finer` is a part of a block of this system.
    fn contains(&self, finer: &Self) -> bool {
        let mut block_of = vec![u32::MAX; finer.count];
        finer.block_of.iter().zip(&self.block_of).all(|(&fine, &block)| {
            let known = &mut block_of[fine as usize];
            if *known == u32::MAX {
                *known = block;
            }
            *known == block
        })
    }

    /// Adds the number of the orbit of each block.
    fn add_classes(&self, classes: &mut Vec<u32>) {
        let mut orbits = Orbits::default();
        orbits.clear(self.count);
        for images in &self.images {
            orbits.join_images(images);
        }
        let first = classes.iter().max().map_or(0, |class| class + 1);
        classes.extend((0..self.count as u32).map(|block| first + orbits.find(block)));
    }
}
