//! A graph with the symmetries of a problem, in which a set of options or of items is marked.
//!
//! A symmetry maps one set to another if and only if their marked graphs are isomorphic. The graph
//! need not be that of the problem: any graph on which the group acts, and which has no other
//! automorphisms, is suitable. A small graph takes less time. So these graphs are tried in order,
//! but only the last if options have colors, and only the first three for sets of items:
//!
//! 1. Points (`points.rs`) without edges, if each permutation within their orbits is a symmetry.
//! 2. Points and larger blocks, each block adjacent to the points that it contains.
//! 3. Points and items, each item adjacent to its points.
//! 4. Items, adjacent if an option has both.
//! 5. The graph of the whole problem.
//!
//! The group acts on each of these graphs by construction. No two symmetries act in the same way if
//! each item has its own set of vertices and no two options have the same items. So a graph is
//! suitable if its group has the same order.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use num_bigint::BigUint;

use super::graph::{Graph, of_problem};
use super::group::Symmetries;
use super::invariant::mixed;
use super::labelling::{Goal, Labelling};
use super::orbits::Orbits;
use super::points::{self, Points};
use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;

/// The maximum number of edges between items, with those of each option counted separately.
const MOST_EDGES: usize = 1 << 16;

/// The maximum number of nodes of the search for the group of a graph.
const MOST_NODES: u64 = 1 << 12;

/// The graph of a problem with a set of marked elements, which are options or items.
#[derive(Clone, Debug)]
pub(crate) struct MarkedGraph {
    /// The graph without marks: the class of each vertex, and the edges.
    classes: Vec<u32>,
    edges: Vec<(u32, u32)>,
    /// The vertices of each element that can be marked, and the number of its orbit.
    elements: Lists,
    orbit_of: Vec<u32>,
    /// True if each element has two vertices, and is marked by an edge between them.
    has_edges: bool,
    /// The graph with marks.
    graph: Graph,
    with_marks: (Vec<u32>, Vec<(u32, u32)>),
    /// The number of marked elements of each orbit.
    sizes: Vec<u32>,
    /// The number of each vertex in the canonical form.
    ranks: Vec<u32>,
    images: Images,
}

#[derive(Clone, Debug)]
struct Lists {
    /// List `l` is `numbers[starts[l]..starts[l + 1]]`.
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Lists {
    fn new(lists: &[Vec<u32>]) -> Self {
        let mut all = Self { starts: vec![0], numbers: Vec::new() };
        for list in lists {
            let first = all.numbers.len();
            all.numbers.extend_from_slice(list);
            all.numbers[first..].sort_unstable();
            all.starts.push(all.numbers.len() as u32);
        }
        all
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn get(&self, list: u32) -> &[u32] {
        let list = list as usize;
        &self.numbers[self.starts[list] as usize..self.starts[list + 1] as usize]
    }

    /// Returns the number of each list by its key, or `None` if two lists have the same key.
    fn by_key(&self) -> Option<ByKey> {
        let key =
            |list| self.get(list).iter().map(|&number| key(number)).fold(0, u64::wrapping_add);
        let numbers: ByKey = (0..self.len() as u32).map(|list| (key(list), list)).collect();
        (numbers.len() == self.len()).then_some(numbers)
    }
}

/// The number of each list by its key, which is the sum of the keys of its numbers. No two of these
/// lists have the same key, and an automorphism maps lists to lists, so the key of an image
/// identifies its list.
type ByKey = HashMap<u64, u32, BuildHasherDefault<KeyIsHash>>;

fn key(number: u32) -> u64 {
    mixed(u64::from(number) + 1)
}

/// A hasher that uses a key as its hash.
#[derive(Clone, Copy, Debug, Default)]
struct KeyIsHash(u64);

impl Hasher for KeyIsHash {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// The images of items and options under automorphisms of the graph.
#[derive(Clone, Debug)]
struct Images {
    /// The vertices of each item.
    items: Lists,
    item_of: ByKey,
    /// The items of each option, or its vertex in the graph of the whole problem.
    options: Lists,
    option_of: ByKey,
    has_option_vertices: bool,
    item_orbits: Orbits,
    option_orbits: Orbits,
    /// The key of the image of each vertex, and of each item.
    of_vertices: Vec<u64>,
    of_items: Vec<u64>,
}

impl Images {
    fn new(items: &[Vec<u32>], options: &[Vec<u32>], has_option_vertices: bool) -> Option<Self> {
        let (items, options) = (Lists::new(items), Lists::new(options));
        Some(Self {
            item_of: items.by_key()?,
            option_of: options.by_key()?,
            items,
            options,
            has_option_vertices,
            item_orbits: Orbits::default(),
            option_orbits: Orbits::default(),
            of_vertices: Vec::new(),
            of_items: Vec::new(),
        })
    }

    /// Finds the orbits of all items and of these options. The generators must preserve the set of
    /// these options.
    fn find_orbits(&mut self, options: &[u32], generators: &[Box<[u32]>]) {
        let Self { of_vertices, of_items, .. } = self;
        self.item_orbits.clear(self.items.len());
        self.option_orbits.clear(self.options.len());
        let key_of = |list: &[u32], keys: &[u64]| {
            list.iter().map(|&number| keys[number as usize]).fold(0, u64::wrapping_add)
        };
        for generator in generators {
            of_vertices.clear();
            of_vertices.extend(generator.iter().map(|&image| key(image)));
            of_items.clear();
            for item in 0..self.items.len() as u32 {
                let to = self.item_of[&key_of(self.items.get(item), of_vertices)];
                of_items.push(key(to));
                self.item_orbits.join(item, to);
            }
            let keys = if self.has_option_vertices { &*of_vertices } else { &*of_items };
            for &option in options {
                let to = self.option_of[&key_of(self.options.get(option), keys)];
                self.option_orbits.join(option, to);
            }
        }
    }
}

/// A graph without marks, and the vertices of items and options.
struct Candidate {
    classes: Vec<u32>,
    edges: Vec<(u32, u32)>,
    items: Vec<Vec<u32>>,
    options: Vec<Vec<u32>>,
    has_option_vertices: bool,
}

impl MarkedGraph {
    /// Returns a graph in which sets of options can be marked. The group must consist of all
    /// symmetries that fix given items and preserve a given set of options.
    pub(crate) fn of_options(problem: &Problem, group: &Symmetries) -> Self {
        let orbit_of = numbers(&group.option_orbits(), problem.option_count(), OptionId::index);
        let parts = Parts::new(problem, group);
        let of_problem = std::iter::once_with(|| Candidate::of_problem(problem, group));
        let candidates = parts.of_points().into_iter().chain(parts.of_items()).chain(of_problem);
        let graph = candidates.into_iter().find_map(|candidate| {
            let elements = Lists::new(&candidate.options);
            elements.by_key()?;
            candidate.graph(&parts, group, elements, orbit_of.clone())
        });
        graph.expect("in the graph of the problem each item and each option has its own vertex")
    }

    /// Returns a graph with points in which sets of items can be marked, if there is one.
    pub(crate) fn of_items(problem: &Problem, group: &Symmetries) -> Option<Self> {
        let parts = Parts::new(problem, group);
        parts.of_points().into_iter().find_map(|candidate| {
            let elements = Lists::new(&candidate.items);
            candidate.graph(&parts, group, elements, parts.item_classes.clone())
        })
    }

    /// Marks these elements and no others.
    pub(crate) fn mark(&mut self, elements: &[u32]) {
        let (classes, edges) = &mut self.with_marks;
        classes.clone_from(&self.classes);
        edges.clone_from(&self.edges);
        self.sizes.fill(0);
        let unmarked = self.classes.iter().max().map_or(0, |class| class + 1);
        for &element in elements {
            let class = self.orbit_of[element as usize];
            self.sizes[class as usize] += 1;
            match self.elements.get(element) {
                &[vertex] => classes[vertex as usize] += unmarked,
                &[a, b] if self.has_edges => edges.push((a, b)),
                vertices => {
                    let mark = classes.len() as u32;
                    classes.push(2 * unmarked + class);
                    edges.extend(vertices.iter().map(|&vertex| (mark, vertex)));
                }
            }
        }
        self.graph.set(classes.iter().copied(), edges);
    }

    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the number of marked elements of each orbit: two graphs with the same numbers have
    /// the same number of vertices of each class.
    pub(crate) fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// Records the places of the vertices in the canonical form, for [`Self::rank`].
    pub(crate) fn note_ranks(&mut self, labelling: &Labelling) {
        self.ranks.clear();
        self.ranks.resize(labelling.order().len(), 0);
        for (rank, &vertex) in labelling.order().iter().enumerate() {
            self.ranks[vertex as usize] = rank as u32;
        }
    }

    /// Returns the places of the vertices of an item in the canonical form, sorted: an isomorphism
    /// of marked graphs preserves them, up to symmetries that preserve the marks.
    pub(crate) fn rank(&self, item: u32) -> smallvec::SmallVec<[u32; 8]> {
        let vertices = self.images.items.get(item).iter();
        let mut ranks: smallvec::SmallVec<_> = vertices.map(|&v| self.ranks[v as usize]).collect();
        ranks.sort_unstable();
        ranks
    }

    /// Finds the orbits of items, and of these options, under the symmetries that preserve the
    /// marks. These symmetries must preserve the set of these options.
    pub(crate) fn find_orbits(&mut self, labelling: &Labelling, options: &[u32]) {
        self.images.find_orbits(options, labelling.generators());
    }

    /// Returns the smallest item of the orbit of an item.
    pub(crate) fn item_orbit(&mut self, item: u32) -> u32 {
        self.images.item_orbits.find(item)
    }

    /// Returns the smallest option of the orbit of an option.
    pub(crate) fn option_orbit(&mut self, option: u32) -> u32 {
        self.images.option_orbits.find(option)
    }
}

/// Returns the number of the orbit of each element.
fn numbers<T: Copy>(orbits: &[Vec<T>], len: usize, index: impl Fn(T) -> usize) -> Vec<u32> {
    let mut numbers = vec![0; len];
    for (number, orbit) in orbits.iter().enumerate() {
        orbit.iter().for_each(|&element| numbers[index(element)] = number as u32);
    }
    numbers
}

/// The data from which graphs are made.
struct Parts {
    items_of: Vec<Vec<u32>>,
    item_classes: Vec<u32>,
    points: Option<Points>,
    has_colors: bool,
}

impl Parts {
    fn new(problem: &Problem, group: &Symmetries) -> Self {
        let items = problem.item_count();
        let entries = |option| problem.entries(option);
        let has_colors =
            problem.options().any(|(option, _)| entries(option).any(|(_, color)| color.is_some()));
        let items_of = problem
            .options()
            .map(|(option, _)| entries(option).map(|(item, _)| item.get()).collect());
        let generators = group.generators().iter().map(|generator| -> Vec<u32> {
            let image = |item| generator.item(ItemId::new(item)).map_or(item, ItemId::get);
            (0..items as u32).map(image).collect()
        });
        let generators: Vec<_> = generators.collect();
        Self {
            items_of: items_of.collect(),
            item_classes: numbers(&group.item_orbits(), items, ItemId::index),
            points: if has_colors {
                None
            } else {
                points::find(&generators, items, problem.entry_count())
            },
            has_colors,
        }
    }

    fn of_points(&self) -> Vec<Candidate> {
        let Some(points) = &self.points else { return Vec::new() };
        let options = |of_items: &[Vec<u32>]| {
            let of_option = |items: &Vec<u32>| {
                let mut vertices: Vec<u32> =
                    items.iter().flat_map(|&item| &of_items[item as usize]).copied().collect();
                vertices.sort_unstable();
                vertices.dedup();
                vertices
            };
            self.items_of.iter().map(of_option).collect()
        };
        let above = points.classes.iter().max().map_or(0, |class| class + 1);
        let with = |others: &[u32]| -> Vec<u32> {
            let others = others.iter().map(|class| above + class);
            points.classes.iter().copied().chain(others).collect()
        };
        let alone = Candidate {
            classes: points.classes.clone(),
            edges: Vec::new(),
            items: points.of_items.clone(),
            options: options(&points.of_items),
            has_option_vertices: false,
        };
        let with_blocks = Candidate {
            classes: with(&points.block_classes),
            edges: points.blocks.clone(),
            items: alone.items.clone(),
            options: alone.options.clone(),
            has_option_vertices: false,
        };
        let first = points.count as u32;
        let items: Vec<Vec<u32>> =
            (0..self.item_classes.len() as u32).map(|item| vec![first + item]).collect();
        let edges = points.of_items.iter().enumerate().flat_map(|(item, of_item)| {
            of_item.iter().map(move |&point| (first + item as u32, point))
        });
        let with_items = Candidate {
            classes: with(&self.item_classes),
            edges: edges.collect(),
            options: options(&items),
            items,
            has_option_vertices: false,
        };
        vec![alone, with_blocks, with_items]
    }

    fn of_items(&self) -> Option<Candidate> {
        let pairs: usize = self.items_of.iter().map(|items| items.len() * items.len() / 2).sum();
        if pairs > MOST_EDGES || self.has_colors {
            return None;
        }
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for items in &self.items_of {
            for (at, &a) in items.iter().enumerate() {
                edges.extend(items[at + 1..].iter().map(|&b| (a.min(b), a.max(b))));
            }
        }
        edges.sort_unstable();
        edges.dedup();
        Some(Candidate {
            classes: self.item_classes.clone(),
            edges,
            items: (0..self.item_classes.len() as u32).map(|item| vec![item]).collect(),
            options: self.items_of.clone(),
            has_option_vertices: false,
        })
    }
}

impl Candidate {
    /// Returns the graph of the whole problem. Its classes are the orbits of the group.
    fn of_problem(problem: &Problem, group: &Symmetries) -> Self {
        let (graph, vertices) = of_problem(problem, &[]);
        let (items, options) = (vertices.items as u32, vertices.options as u32);
        let edges = (0..graph.len() as u32).flat_map(|vertex| {
            let neighbours = graph.neighbours(vertex).iter();
            neighbours.filter(move |&&other| vertex < other).map(move |&other| (vertex, other))
        });
        Self {
            classes: group.orbits().to_vec(),
            edges: edges.collect(),
            items: (0..items).map(|item| vec![item]).collect(),
            options: (items..items + options).map(|option| vec![option]).collect(),
            has_option_vertices: true,
        }
    }

    /// Returns the graph, if its group is the given one and its vertices identify items and
    /// options.
    fn graph(
        self,
        parts: &Parts,
        group: &Symmetries,
        elements: Lists,
        orbit_of: Vec<u32>,
    ) -> Option<MarkedGraph> {
        let Self { classes, edges, items, options, has_option_vertices } = self;
        let options = if has_option_vertices { &options } else { &parts.items_of };
        let images = Images::new(&items, options, has_option_vertices)?;
        let mut graph = Graph::default();
        graph.set(classes.iter().copied(), &edges);
        // Only smaller graphs are checked. The classes ensure that the graph of the whole problem
        // has this group, and searching for it could take a long time.
        if !has_option_vertices && !has_order(&graph, group.order()) {
            return None;
        }
        // An edge that serves as a mark must differ from all existing edges.
        let pair = |&(a, b): &(u32, u32)| {
            let (a, b) = (classes[a as usize], classes[b as usize]);
            (a.min(b), a.max(b))
        };
        let pairs: HashSet<_> = edges.iter().map(pair).collect();
        let has_edges = (0..elements.len() as u32).all(|element| {
            let &[a, b] = elements.get(element) else { return false };
            !pairs.contains(&pair(&(a, b)))
        });
        let orbits = orbit_of.iter().max().map_or(0, |class| class + 1);
        let mut marked = MarkedGraph {
            has_edges,
            sizes: vec![0; orbits as usize],
            classes,
            edges,
            elements,
            orbit_of,
            graph,
            with_marks: Default::default(),
            ranks: Vec::new(),
            images,
        };
        marked.mark(&[]);
        Some(marked)
    }
}

/// True if a short search shows that the group of a graph has this order.
fn has_order(graph: &Graph, order: &BigUint) -> bool {
    let mut labelling = Labelling::default();
    labelling.start(graph, Goal::Group);
    labelling.advance(graph, MOST_NODES)
        && labelling.indices().map(BigUint::from).product::<BigUint>() == *order
}
