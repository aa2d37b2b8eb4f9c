//! The covers of a problem up to isomorphism.

use std::borrow::Cow;
use std::iter::FusedIterator;

use num_bigint::BigUint;

use crate::count::Count;
use crate::engine::AnyEngine;
use crate::engine::classes::CoverClasses;
use crate::ids::{ItemId, OptionId};
use crate::problem::{Cover, Problem, UnknownOption};
use crate::search::{Cube, Engine, Stats, Step, advance_by_methods};
use crate::solve::cube_classes::{CubeClass, CubeClasses};
use crate::solve::kept::KeptCovers;
use crate::symmetry::{Elements, Symmetries, Symmetry, SymmetryError, SymmetrySearch};

use super::{Limits, Watch};

/// The maximum number of images of options under all elements of a small group.
const MOST_IMAGES: usize = 1_000_000;

/// The maximum number of partial covers that are sorted into classes under a small group.
const MOST_CUBES: usize = 100_000;

/// The approximate number of edges that a search for a canonical form visits in the time that an
/// engine takes for a node.
const EDGES: u64 = 16;

impl Problem {
    /// Iterates over the covers up to isomorphism, lazily: returns one cover of each class of
    /// covers that [symmetries](crate::symmetry) of the problem map to each other.
    ///
    /// ```
    /// use quadrille::puzzle::{Puzzle, queens::Queens};
    /// let queens = Queens::new(8)?;
    /// let classes: Vec<_> = queens.problem().distinct().collect();
    /// assert_eq!(classes.len(), 12);
    /// // Each class has eight solutions, except one class of four that a half-turn preserves.
    /// assert_eq!(classes.iter().filter(|class| class.orbit_size == 4_u32.into()).count(), 1);
    /// assert_eq!(classes.iter().map(|class| &class.orbit_size).sum::<num_bigint::BigUint>(), 92_u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distinct(&self) -> Distinct {
        Distinct::new(self)
    }
}

/// A cover that represents all covers isomorphic to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistinctCover {
    /// The cover.
    pub cover: Cover,
    /// The number of covers isomorphic to it, including itself.
    pub orbit_size: BigUint,
    /// The number of symmetries that map the cover to itself. Multiplied by the size of the orbit,
    /// it gives the number of all symmetries.
    pub stabilizer_order: BigUint,
}

/// A lazy iterator over the covers of a problem up to isomorphism.
///
/// Every run on the same processor returns the same covers in the same order. If the group has few
/// elements, the memory does not grow with the number of covers. Otherwise the search takes about
/// 20 to 40 bytes for each class of partial covers that it has seen.
///
/// ```
/// use quadrille::puzzle::{Puzzle, steiner::Steiner};
/// let systems = Steiner::new(13)?;
/// let mut distinct = systems.problem().distinct();
/// let orders: Vec<_> = distinct.by_ref().map(|class| class.stabilizer_order).collect();
/// assert_eq!(orders.len(), 2);
/// assert!(orders.contains(&39_u32.into()) && orders.contains(&6_u32.into()));
/// assert_eq!(distinct.covers_so_far(), &1_197_504_000_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "the search does nothing until the next cover is requested"]
pub struct Distinct {
    problem: Problem,
    /// The chosen options, in increasing order.
    chosen: Vec<OptionId>,
    way: Way,
    order: Option<BigUint>,
    limits: Limits,
    watch: Watch,
    found: u64,
    covers: BigUint,
    last: Step,
    current: Option<DistinctCover>,
    /// The nodes of the search for the group, or 0 until it has ended.
    nodes: u64,
}

#[derive(Clone, Debug)]
enum Way {
    /// The search for the group.
    Group(Box<Start>),
    /// The search by classes of partial covers, for a large group.
    Classes(Box<CoverClasses>),
    /// The search of one cube of each class of cubes, for a small group. It keeps the covers that
    /// no symmetry maps to a lexicographically smaller cover of the cube.
    Cubes(Box<Cubes>),
}

#[derive(Clone, Debug)]
struct Start {
    images: usize,
    group: Group,
}

/// The group of symmetries: two covers are isomorphic if one of these maps one cover to the other.
#[derive(Clone, Debug)]
enum Group {
    /// All symmetries that preserve the set of chosen options and fix the fixed items.
    Found(Box<SymmetrySearch>),
    /// The group that given symmetries generate, with its elements.
    Given(Box<Symmetries>, Elements),
}

/// One cube of each class of cubes, searched one after another.
#[derive(Clone, Debug)]
struct Cubes {
    engine: AnyEngine,
    elements: Elements,
    /// The cubes not yet begun, with the next cube at the end.
    open: Vec<CubeClass>,
    /// The symmetries that preserve the current cube.
    stabilizer: Elements,
    is_begun: bool,
    /// The work on the cubes that are done.
    done: Stats,
    /// The number of symmetries for each permutation of options.
    kernel: BigUint,
    sorted: Vec<OptionId>,
}

impl Distinct {
    fn new(problem: &Problem) -> Self {
        match Self::of(problem, &[], &[]) {
            Ok(distinct) => distinct,
            Err(_) => unreachable!("there are no options to check"),
        }
    }

    /// Returns the covers that contain all of these options, up to the symmetries that preserve the
    /// set of options and each of the fixed items.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks one of the options.
    ///
    /// ```
    /// use quadrille::solve::Distinct;
    /// let problem: quadrille::Problem = "a b c\na b\nb c\na\nb\nc\n".parse()?;
    /// assert_eq!(problem.distinct().count(), 2);
    /// let fixed = problem.item("a").expect("it is there");
    /// assert_eq!(Distinct::of(&problem, &[], &[fixed])?.count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(
        problem: &Problem,
        chosen: &[OptionId],
        fixed: &[ItemId],
    ) -> Result<Self, UnknownOption> {
        Cube::from(chosen).check(problem.option_count())?;
        let search = SymmetrySearch::keeping(problem, fixed, chosen);
        Ok(Self::begin(problem, chosen, Group::Found(Box::new(search))))
    }

    /// Returns the covers that contain all of these options, up to those products of the given
    /// symmetries that preserve the set of options. For pieces that may be turned but not
    /// reflected, pass the turns.
    ///
    /// # Errors
    /// [`SymmetryError`] if the problem lacks one of the options, if one of the symmetries is not a
    /// symmetry of this problem, or if they have too many products to list.
    ///
    /// ```
    /// use quadrille::puzzle::{Puzzle, queens::Queens};
    /// use quadrille::solve::Distinct;
    /// use quadrille::symmetry::Symmetry;
    /// let queens = Queens::new(6)?;
    /// let problem = queens.problem();
    /// let is_turn = |symmetry: &&Symmetry| symmetry.option_cycles().iter().any(|c| c.len() == 4);
    /// let generators: Vec<Symmetry> =
    ///     problem.symmetries().generators().iter().filter(is_turn).cloned().collect();
    /// // The one solution and its reflection.
    /// assert_eq!(problem.distinct().count(), 1);
    /// assert_eq!(Distinct::within(problem, &[], &generators)?.count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within(
        problem: &Problem,
        chosen: &[OptionId],
        generators: &[Symmetry],
    ) -> Result<Self, SymmetryError> {
        Cube::from(chosen).check(problem.option_count())?;
        let group = Symmetries::generated_by(problem, generators)?;
        let elements = Elements::new(&group, MOST_IMAGES).ok_or(SymmetryError::TooLarge)?;
        Ok(Self::begin(problem, chosen, Group::Given(Box::new(group), elements)))
    }

    fn begin(problem: &Problem, chosen: &[OptionId], group: Group) -> Self {
        let mut chosen = chosen.to_vec();
        chosen.sort_unstable();
        chosen.dedup();
        let start = Start { images: MOST_IMAGES, group };
        Self {
            problem: problem.clone(),
            chosen,
            way: Way::Group(Box::new(start)),
            order: None,
            limits: Limits::none(),
            watch: Watch::new(),
            found: 0,
            covers: BigUint::ZERO,
            last: Step::Paused,
            current: None,
            nodes: 0,
        }
    }

    /// Returns the same search with these limits, which replace any others. Covers and nodes are
    /// counted from the start of the search. Isomorphic covers count as one.
    pub fn limited(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self.watch = Watch::new();
        self
    }

    /// Returns the same search with another limit for small groups: all elements together have at
    /// most this number of images of options. With a larger group, unless it was given, the search
    /// is by classes.
    // Tests compare both ways.
    #[doc(hidden)]
    pub fn with_images(mut self, images: usize) -> Self {
        if let Way::Group(start) = &mut self.way {
            start.images = images;
        }
        self
    }

    /// Searches for the next cover within the limits, but stops after about `nodes` nodes. So the
    /// caller can do other work during a long search. See
    /// [`Solutions::advance`](crate::Solutions::advance).
    pub fn advance(&mut self, nodes: u64) -> Step {
        if self.last == Step::Exhausted {
            return Step::Exhausted;
        }
        self.last = Step::Paused;
        let nodes = nodes.min(self.limits.nodes.saturating_sub(self.nodes()));
        if self.found >= self.limits.covers || nodes == 0 {
            return Step::Paused;
        }
        let limits = self.limits.clone();
        let mut watch = self.watch;
        let step = watch.run(&limits, nodes, |nodes| {
            let step = self.search(nodes);
            (step != Step::Paused).then_some(step)
        });
        self.watch = watch;
        self.last = step.unwrap_or(Step::Paused);
        if self.last == Step::Cover {
            self.found += 1;
            self.covers += self.current.as_ref().map_or(&BigUint::ZERO, |cover| &cover.orbit_size);
        }
        self.last
    }

    /// Searches until a cover is found, about `nodes` nodes are entered, or no cover is left.
    fn search(&mut self, nodes: u64) -> Step {
        let last = self.nodes().saturating_add(nodes);
        loop {
            let left = last.saturating_sub(self.nodes());
            if left == 0 {
                return Step::Paused;
            }
            match &mut self.way {
                Way::Group(start) => {
                    if !start.group.advance(left) {
                        return Step::Paused;
                    }
                    self.nodes += start.group.nodes();
                    (self.way, self.order) = start.way(&self.problem, &self.chosen);
                }
                Way::Classes(search) => {
                    let step = search.advance(left.saturating_mul(EDGES));
                    if step == Step::Cover {
                        let (order, (cover, stabilizer)) = (search.order(), search.cover());
                        self.current = Some(DistinctCover {
                            cover: cover.clone(),
                            orbit_size: order / stabilizer,
                            stabilizer_order: stabilizer.clone(),
                        });
                    }
                    return step;
                }
                Way::Cubes(cubes) => {
                    match cubes.advance(left) {
                        Step::Exhausted => return Step::Exhausted,
                        // The next cube is begun, or all nodes are entered.
                        Step::Paused => continue,
                        Step::Cover => {}
                    }
                    if let Some(((cover, stabilizer), order)) =
                        cubes.current().zip(self.order.as_ref())
                    {
                        let orbit_size = order / &stabilizer;
                        self.current =
                            Some(DistinctCover { cover, orbit_size, stabilizer_order: stabilizer });
                        return Step::Cover;
                    }
                }
            }
        }
    }

    /// Returns the last cover found, or `None` before the first.
    #[must_use]
    pub fn current(&self) -> Option<&DistinctCover> {
        self.current.as_ref()
    }

    /// Returns the order of the group of symmetries, or `None` before it is known. Two covers are
    /// isomorphic if one of these symmetries maps one cover to the other. The order is known before
    /// the first cover is found.
    #[must_use]
    pub fn order(&self) -> Option<&BigUint> {
        self.order.as_ref()
    }

    /// Returns the problems whose covers determine the number of classes, so the classes need not
    /// be listed. Returns `None` before the [order](Self::order) is known, if the group is large or
    /// has more than 32 conjugacy classes, or if the problem has bounds.
    #[must_use]
    pub fn kept_covers(&self) -> Option<KeptCovers> {
        match &self.way {
            Way::Cubes(cubes) => KeptCovers::new(&self.problem, &self.chosen, &cubes.elements),
            Way::Group(_) | Way::Classes(_) => None,
        }
    }

    /// Returns the number of classes found so far, exact if the search is exhausted.
    #[must_use]
    pub fn count_so_far(&self) -> Count {
        if self.is_exhausted() { self.found.into() } else { Count::at_least(self.found) }
    }

    /// Returns the number of all covers of the classes found so far: the sum of the sizes of their
    /// orbits. At the end it is the number of all covers that contain the chosen options.
    #[must_use]
    pub fn covers_so_far(&self) -> &BigUint {
        &self.covers
    }

    /// True if there are certainly no more covers.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.last == Step::Exhausted
    }

    /// True if a limit ended the last step. Then it is unknown whether there are more covers.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.last == Step::Paused
            && (self.found >= self.limits.covers
                || self.nodes() >= self.limits.nodes
                || self.watch.is_over())
    }

    fn nodes(&self) -> u64 {
        self.stats().nodes
    }

    /// Returns the work done since the start. In a search with a large group, a node is a partial
    /// cover whose canonical form is computed.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut stats = Stats { nodes: self.nodes, updates: 0 };
        match &self.way {
            Way::Group(start) => stats.nodes += start.group.nodes(),
            Way::Classes(search) => stats.nodes += search.nodes(),
            Way::Cubes(cubes) => {
                stats += cubes.done;
                stats += cubes.engine.stats();
            }
        }
        stats
    }
}

impl Group {
    /// Continues the search for the group for up to `nodes` nodes. Returns true when the group is
    /// known.
    fn advance(&mut self, nodes: u64) -> bool {
        match self {
            Self::Found(search) => search.advance(nodes) == Step::Exhausted,
            Self::Given(..) => true,
        }
    }

    fn nodes(&self) -> u64 {
        match self {
            Self::Found(search) => search.nodes(),
            Self::Given(..) => 0,
        }
    }
}

impl Start {
    /// Returns the method that suits the group, and the order of the group.
    fn way(&self, problem: &Problem, chosen: &[OptionId]) -> (Way, Option<BigUint>) {
        let Self { images, group } = self;
        let (group, elements) = match group {
            Group::Found(search) => {
                let group = search.symmetries();
                // With a larger group, even one option usually has too many images.
                let is_small = *group.order() <= BigUint::from(*images);
                let elements = is_small.then(|| Elements::new(&group, *images)).flatten();
                (Cow::Owned(group), elements)
            }
            Group::Given(group, elements) => (Cow::Borrowed(&**group), Some(elements.clone())),
        };
        let Some(elements) = elements else {
            let classes = CoverClasses::new(problem, chosen, &group);
            return (Way::Classes(Box::new(classes)), Some(group.order().clone()));
        };
        let kernel = group.order() / elements.len();
        // A group found by search already preserves the chosen options.
        let elements = elements.keeping(chosen);
        let order = Some(&kernel * elements.len());
        let classes = match chosen.is_empty() && elements.len() > 1 {
            true => CubeClasses::best(problem, &group, &elements, MOST_CUBES),
            false => None,
        };
        let mut open = match classes {
            Some(classes) => classes.classes,
            None => vec![CubeClass { cube: chosen.into(), stabilizer: elements.clone() }],
        };
        open.reverse();
        let engine = AnyEngine::suited(problem);
        let cubes = Cubes {
            engine,
            open,
            stabilizer: elements.clone(),
            elements,
            is_begun: false,
            done: Stats::default(),
            kernel,
            sorted: Vec::new(),
        };
        (Way::Cubes(Box::new(cubes)), order)
    }
}

impl Cubes {
    fn begin(&mut self) -> bool {
        let Some(CubeClass { cube, stabilizer }) = self.open.pop() else { return false };
        self.stabilizer = stabilizer;
        self.done += self.engine.stats();
        let begun = self.engine.start_next(&cube);
        debug_assert!(begun.is_ok(), "the options are those of the problem");
        true
    }

    /// Searches for the next cover of the cubes. A step that begins a cube returns
    /// [`Step::Paused`].
    fn advance(&mut self, nodes: u64) -> Step {
        let step = if self.is_begun { self.engine.advance(nodes) } else { Step::Exhausted };
        if step == Step::Exhausted && self.begin() {
            self.is_begun = true;
            return Step::Paused;
        }
        step
    }

    /// Returns the current cover and the order of its stabilizer, if no symmetry maps it to a
    /// smaller cover of the cube.
    fn current(&mut self) -> Option<(Cover, BigUint)> {
        self.sorted.clear();
        self.sorted.extend_from_slice(self.engine.cover());
        self.sorted.sort_unstable();
        let stabilizer = self.stabilizer.of_least(&self.sorted)?;
        Some((Cover::from_sorted(&self.sorted), &self.kernel * stabilizer.len()))
    }
}

impl Iterator for Distinct {
    type Item = DistinctCover;

    fn next(&mut self) -> Option<DistinctCover> {
        loop {
            match self.advance(u64::MAX) {
                Step::Cover => return self.current.clone(),
                // A step estimates its number of nodes, so it can pause before a limit.
                Step::Paused if !self.is_cut_short() => {}
                Step::Paused | Step::Exhausted => return None,
            }
        }
    }
}

impl FusedIterator for Distinct {}

advance_by_methods!(for Distinct: stats -> Stats, count_so_far -> Count, is_cut_short -> bool);
