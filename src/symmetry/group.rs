//! A group of symmetries, and its elements.

use num_bigint::BigUint;

use super::graph::Vertices;
use super::labelling::Labelling;
use crate::ids::{Color, ItemId, OptionId};

/// A symmetry of a problem: a permutation of its items, its options, and the colors of its items.
///
/// ```
/// let problem: quadrille::Problem = "a b c\na b\nb c\nb\n".parse()?;
/// let symmetries = problem.symmetries();
/// let [mirror] = symmetries.generators() else { panic!("there is one") };
/// let item = |name| problem.item(name).unwrap();
/// assert_eq!(mirror.item(item("a")), Some(item("c")));
/// assert_eq!(mirror.item_cycles(), [[item("a"), item("c")]]);
/// # Ok::<(), quadrille::format::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    pub(super) vertices: Vertices,
    /// The image of each vertex.
    pub(super) image: Box<[u32]>,
}

impl Symmetry {
    fn image(&self, vertex: usize) -> usize {
        self.image[vertex] as usize
    }

    /// Returns the image of an item, or `None` if the problem has no such item.
    #[must_use]
    pub fn item(&self, item: ItemId) -> Option<ItemId> {
        let is_there = item.index() < self.vertices.items;
        is_there.then(|| ItemId::new(self.image(item.index()) as u32))
    }

    /// Returns the image of an option, or `None` if the problem has no such option.
    #[must_use]
    pub fn option(&self, option: OptionId) -> Option<OptionId> {
        let Vertices { items, options, .. } = self.vertices;
        let is_there = option.index() < options;
        is_there.then(|| OptionId::new((self.image(items + option.index()) - items) as u32))
    }

    /// Returns the image of an item with a color, or `None` if no option gives it this color.
    ///
    /// ```
    /// let problem: quadrille::Problem = "a b | x\na x:red\nb x:green\n".parse()?;
    /// let symmetries = problem.symmetries();
    /// let x = problem.item("x").unwrap();
    /// let [red, green] = [0, 1].map(quadrille::Color::new);
    /// assert_eq!(symmetries.generators()[0].color(x, red), Some((x, green)));
    /// # Ok::<(), quadrille::format::ParseError>(())
    /// ```
    #[must_use]
    pub fn color(&self, item: ItemId, color: Color) -> Option<(ItemId, Color)> {
        let Vertices { items, options, pairs } = &self.vertices;
        let vertex = self.vertices.pair(item, color)?;
        Some(pairs[self.image(vertex as usize) - items - options])
    }

    /// Returns the cycles of items of length two or more. Each cycle begins with its smallest item,
    /// and the cycles are in the order of these items.
    #[must_use]
    pub fn item_cycles(&self) -> Vec<Vec<ItemId>> {
        self.cycles(0, self.vertices.items, ItemId::new)
    }

    /// Returns the cycles of options of length two or more.
    #[must_use]
    pub fn option_cycles(&self) -> Vec<Vec<OptionId>> {
        self.cycles(self.vertices.items, self.vertices.options, OptionId::new)
    }

    /// Returns the cycles among `count` vertices from `first` on.
    fn cycles<T>(&self, first: usize, count: usize, id: impl Fn(u32) -> T) -> Vec<Vec<T>> {
        let mut is_done = vec![false; count];
        let mut cycles = Vec::new();
        for start in 0..count {
            let mut cycle = Vec::new();
            let mut at = start;
            while !std::mem::replace(&mut is_done[at], true) {
                cycle.push(id(at as u32));
                at = self.image(first + at) - first;
            }
            if cycle.len() > 1 {
                cycles.push(cycle);
            }
        }
        cycles
    }
}

/// A group of symmetries of a problem. It may lack some symmetries if items were held fixed, if the
/// search was ended early, or if the caller gave the [generators](Self::generated_by).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetries {
    pub(super) vertices: Vertices,
    pub(super) generators: Vec<Symmetry>,
    pub(super) order: BigUint,
    pub(super) is_complete: bool,
    /// For each vertex, the smallest vertex of its orbit.
    pub(super) orbits: Box<[u32]>,
}

impl Symmetries {
    pub(super) fn new(vertices: Vertices, labelling: &Labelling, is_complete: bool) -> Self {
        let generators = labelling.generators().iter();
        let generators = generators
            .map(|image| Symmetry { vertices: vertices.clone(), image: image.clone() })
            .collect();
        Self {
            generators,
            order: labelling.indices().map(BigUint::from).product(),
            is_complete,
            orbits: labelling.orbits(),
            vertices,
        }
    }

    /// Returns symmetries that generate the group: each element is a product of these.
    #[must_use]
    pub fn generators(&self) -> &[Symmetry] {
        &self.generators
    }

    /// Returns the order of the group: the number of its elements, including the identity. If the
    /// search was ended early, this is only a lower bound.
    #[must_use]
    pub fn order(&self) -> &BigUint {
        &self.order
    }

    /// True if these are certainly all symmetries, or all that fix the items given to
    /// [`SymmetrySearch::fixing`](super::SymmetrySearch::fixing). False if the search was ended
    /// early or the generators were given; then there may be more.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the smallest vertex of the orbit of each vertex of the problem's graph.
    pub(super) fn orbits(&self) -> &[u32] {
        &self.orbits
    }

    pub(super) fn option_count(&self) -> usize {
        self.vertices.options
    }

    /// Returns the images of the options under each generator.
    pub(super) fn option_generators(&self) -> Vec<Box<[u32]>> {
        let Vertices { items, options, .. } = self.vertices;
        let of_options = |generator: &Symmetry| {
            let images = generator.image[items..items + options].iter();
            images.map(|image| image - items as u32).collect()
        };
        self.generators.iter().map(of_options).collect()
    }

    /// Returns the orbits of the items: symmetries map an item to all items of its orbit, and to no
    /// others. Each orbit is sorted, and the orbits are in the order of their first items.
    ///
    /// ```
    /// let problem: quadrille::Problem = "a b c\na b\nb c\nb\n".parse()?;
    /// let orbits = problem.symmetries().item_orbits();
    /// let names = |orbit: &[quadrille::ItemId]| -> Vec<_> {
    ///     orbit.iter().filter_map(|&item| problem.name(item)).collect()
    /// };
    /// assert_eq!(orbits.iter().map(|orbit| names(orbit)).collect::<Vec<_>>(), [vec!["a", "c"], vec!["b"]]);
    /// # Ok::<(), quadrille::format::ParseError>(())
    /// ```
    #[must_use]
    pub fn item_orbits(&self) -> Vec<Vec<ItemId>> {
        self.sets(0, self.vertices.items, ItemId::new)
    }

    /// Returns the orbits of the options, each sorted, in the order of their first options.
    #[must_use]
    pub fn option_orbits(&self) -> Vec<Vec<OptionId>> {
        self.sets(self.vertices.items, self.vertices.options, OptionId::new)
    }

    /// Returns the orbits of `count` vertices from `first` on.
    fn sets<T>(&self, first: usize, count: usize, id: impl Fn(u32) -> T) -> Vec<Vec<T>> {
        let mut sets = Vec::new();
        let mut set_of = vec![0; count];
        for at in 0..count {
            let least = self.orbits[first + at] as usize - first;
            if least == at {
                set_of[at] = sets.len();
                sets.push(Vec::new());
            }
            sets[set_of[least]].push(id(at as u32));
        }
        sets
    }
}
