//! A count of covers by classes: usually, only one of several isomorphic subproblems is searched.
//!
//! Subproblems that differ only in the names of items and options have the same number of covers.
//! So a cache stores this number under the hash of the canonical form (`key.rs`). From each orbit
//! of the options of an item, only one option is tried, and its number of covers is multiplied by
//! the size of the orbit. `src/symmetry/README.md` describes the method, its speed, and the
//! problems for which a [`Counter`](crate::Counter) uses it.

mod key;
mod listing;
mod partial;
mod subproblem;

use std::collections::HashMap;

use num_bigint::BigUint;

use crate::problem::Problem;
use crate::search::Cube;
use crate::symmetry::{Goal, Graph, Labelling, MarkedGraph, Symmetries};
use key::KeyHasher;
pub(crate) use listing::CoverClasses;
use subproblem::{Branch, Options, Subproblem};

/// The largest number of remaining options with which a subproblem is searched without its
/// canonical form, because that takes less time. `src/symmetry/README.md` compares other limits.
const FEW: usize = 32;

/// The number of nodes after which the search for a canonical form is abandoned. The subproblem is
/// then searched without it.
const MOST_NODES: u64 = 1 << 14;
/// The number of nodes of the search for a canonical form in one step.
const NODES: u64 = 64;

/// The approximate number of bytes of an entry of the cache: a key, a number, and a share of the
/// free slots of the table.
const ENTRY: usize = 128;

/// A count of covers by classes of subproblems. It can be interrupted.
#[derive(Clone, Debug)]
pub struct ClassSearch {
    options: Options,
    hasher: KeyHasher,
    /// A graph with marked items, if there is one and the remaining items determine a subproblem.
    marked: Option<MarkedGraph>,
    /// The graph of a subproblem, if `marked` is `None`.
    graph: Graph,
    /// The items that `marked` marks: the remaining items, or the others if those are fewer.
    marks: Vec<u32>,
    labelling: Labelling,
    /// The numbers of covers of the finished classes.
    cache: HashMap<u128, BigUint>,
    /// The maximum number of entries in the cache.
    entries: usize,
    /// The bit of the keys that decides which half of the entries is dropped next.
    drop_bit: u32,
    /// The subproblems on the path.
    frames: Vec<Frame>,
    next: Next,
    /// The order of the group of the first subproblem, once it is known.
    order: Option<BigUint>,
    few: usize,
    nodes: u64,
    /// The number of edges visited by the searches for canonical forms before the current one.
    visited: u64,
}

#[derive(Clone, Debug)]
struct Frame {
    rest: Subproblem,
    /// The key, if the canonical form is known.
    key: Option<u128>,
    branches: Vec<Branch>,
    /// The number of branches that are done or being searched.
    begun: usize,
    /// The sum, over the finished branches, of the number of covers times the size of the orbit.
    sum: BigUint,
}

#[derive(Clone, Debug)]
enum Next {
    /// Enter a subproblem. `None` is a dead end.
    Enter(Option<Subproblem>),
    /// Continue with the canonical form of a subproblem.
    Label(Subproblem),
    /// Continue with the next branch of the last frame.
    Branch,
    /// Add the number of covers of a branch.
    Leave(BigUint),
    Done,
}

impl ClassSearch {
    /// Starts to count the covers of a cube, or returns `None` if the problem has bounds. `group`
    /// has the symmetries of the problem.
    pub fn new(problem: &Problem, cube: &Cube, group: &Symmetries) -> Option<Self> {
        if problem.has_bounds() {
            return None;
        }
        let mut options = Options::new(problem);
        let whole = options.cube(cube);
        // Without secondary items and excluded options, an option is left if and only if all of its
        // items are. So the remaining items determine the subproblem.
        let is_known = problem.primary_count() == problem.item_count() && cube.excluded.is_empty();
        let marked = if is_known { MarkedGraph::of_items(problem, group) } else { None };
        Some(Self {
            options,
            hasher: KeyHasher::new(),
            marked,
            graph: Graph::default(),
            marks: Vec::new(),
            labelling: Labelling::default(),
            cache: HashMap::new(),
            entries: usize::MAX,
            drop_bit: 0,
            frames: Vec::new(),
            next: Next::Enter(whole),
            order: None,
            few: FEW,
            nodes: 0,
            visited: 0,
        })
    }

    /// Sets the number of options above which a subproblem gets a canonical form. With the default,
    /// small problems have none.
    pub fn set_few(&mut self, options: usize) {
        self.few = options;
    }

    /// Limits the cache to about this many bytes.
    pub fn limit_memory(&mut self, bytes: usize) {
        self.entries = (bytes / ENTRY).max(1);
        self.drop_entries();
    }

    /// Drops about half of the entries while there are too many. Their classes are counted again
    /// if needed.
    fn drop_entries(&mut self) {
        while self.cache.len() > self.entries {
            let bit = self.drop_bit;
            self.cache.retain(|key, _| key >> bit & 1 == 0);
            self.cache.shrink_to_fit();
            // New entries have either value of this bit, so any bit can be next.
            self.drop_bit = (bit + 1) % u128::BITS;
        }
    }

    /// Searches until the end, or until about this many edges have been visited. Returns true at
    /// the end.
    pub fn advance(&mut self, edges: u64) -> bool {
        let last = self.work().saturating_add(edges);
        while self.work() < last && !self.is_done() {
            self.step();
        }
        self.is_done()
    }

    /// True if the count has ended.
    pub fn is_done(&self) -> bool {
        matches!(self.next, Next::Done)
    }

    /// Returns the work so far, as the approximate number of edges visited.
    pub fn work(&self) -> u64 {
        self.visited + self.labelling.visited() + self.options.visited()
    }

    /// Returns the number of nodes: the subproblems whose canonical form was computed, and those
    /// that were searched without it.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the order of the group of the first subproblem, once it is known. The first
    /// subproblem is what the cube and all forced options leave of the problem. The order is 1 if
    /// this is so little that no canonical form is computed. It is a lower bound if the search for
    /// the canonical form was abandoned.
    pub fn order(&self) -> Option<&BigUint> {
        self.order.as_ref()
    }

    /// Returns the number of covers found so far: all of them at the end.
    pub fn count_so_far(&self) -> BigUint {
        let (mut count, mut is_within) = match &self.next {
            Next::Leave(count) => (count.clone(), true),
            Next::Branch => (BigUint::ZERO, false),
            Next::Enter(_) | Next::Label(_) | Next::Done => (BigUint::ZERO, true),
        };
        for frame in self.frames.iter().rev() {
            if is_within {
                count *= frame.current();
            }
            count += &frame.sum;
            is_within = true;
        }
        count
    }

    /// Returns the share of the search that is open. The options of an item count equally, and
    /// every subproblem counts as new.
    pub fn open(&self) -> f64 {
        let (mut open, mut share) = (0.0, 1.0);
        if self.is_done() {
            return 0.0;
        }
        for frame in &self.frames {
            let size = |branches: &[Branch]| branches.iter().map(|b| f64::from(b.1)).sum::<f64>();
            let all = size(&frame.branches);
            open += share * size(&frame.branches[frame.begun..]) / all;
            share *= f64::from(frame.current()) / all;
        }
        match self.next {
            Next::Enter(_) | Next::Label(_) => open + share,
            Next::Branch | Next::Leave(_) | Next::Done => open,
        }
    }

    fn step(&mut self) {
        self.next = match std::mem::replace(&mut self.next, Next::Done) {
            Next::Enter(None) => Next::Leave(BigUint::ZERO),
            Next::Enter(Some(rest)) => self.enter(rest),
            Next::Label(rest) => {
                let graph = self.marked.as_ref().map_or(&self.graph, MarkedGraph::graph);
                let is_known = self.labelling.advance(graph, NODES);
                if is_known || self.labelling.nodes() >= MOST_NODES {
                    self.label(rest, is_known)
                } else {
                    Next::Label(rest)
                }
            }
            Next::Branch => self.branch(),
            Next::Leave(count) => match self.frames.last_mut() {
                Some(frame) => {
                    frame.sum += count * frame.current();
                    Next::Branch
                }
                None => {
                    // This frame holds the sum, and the search never leaves it.
                    self.frames.push(Frame::done(count));
                    Next::Done
                }
            },
            Next::Done => Next::Done,
        };
    }

    fn enter(&mut self, rest: Subproblem) -> Next {
        if rest.options.len() <= self.few || !self.options.has_primary(&rest) {
            self.order.get_or_insert(1_u32.into());
            let mut count = 0;
            self.nodes += self.options.count_all(&rest, &mut count);
            return Next::Leave(count.into());
        }
        self.nodes += 1;
        self.visited += self.labelling.visited();
        if let Some(marked) = &mut self.marked {
            self.options.write_marks(&rest, &mut self.marks);
            marked.mark(&self.marks);
            self.labelling.start(marked.graph(), Goal::Form);
        } else {
            self.options.write_graph(&rest, &mut self.graph);
            self.labelling.start(&self.graph, Goal::Form);
        }
        Next::Label(rest)
    }

    /// Looks up a subproblem in the cache if its canonical form is known. Branches if it is not
    /// found.
    fn label(&mut self, rest: Subproblem, is_known: bool) -> Next {
        if self.order.is_none() {
            self.order = Some(self.labelling.indices().map(BigUint::from).product());
        }
        let key = is_known.then(|| {
            let primary = rest.items.iter().filter(|&&item| self.options.is_primary(item)).count();
            let sizes = [primary, rest.items.len(), rest.options.len()].map(|size| size as u32);
            let of_marks = self.marked.as_ref().map_or(&[][..], MarkedGraph::sizes);
            self.hasher.key(&[&sizes, of_marks].concat(), self.labelling.form())
        });
        if let Some(count) = key.and_then(|key| self.cache.get(&key)) {
            return Next::Leave(count.clone());
        }
        let branches = self.options.branches(&rest, self.marked.as_mut(), &mut self.labelling);
        self.frames.push(Frame { rest, key, branches, begun: 0, sum: BigUint::ZERO });
        Next::Branch
    }

    fn branch(&mut self) -> Next {
        let Some(frame) = self.frames.last_mut() else { return Next::Done };
        if let Some(&(option, _)) = frame.branches.get(frame.begun) {
            frame.begun += 1;
            return Next::Enter(self.options.choose(&frame.rest, option));
        }
        let Some(Frame { key, sum, .. }) = self.frames.pop() else { return Next::Done };
        if let Some(key) = key {
            self.cache.insert(key, sum.clone());
            self.drop_entries();
        }
        Next::Leave(sum)
    }
}

impl Frame {
    /// Returns a frame without branches that holds the total count.
    fn done(sum: BigUint) -> Self {
        Self { rest: Subproblem::default(), key: None, branches: Vec::new(), begun: 0, sum }
    }

    /// Returns the size of the orbit of the current branch, or 0 before the first branch.
    fn current(&self) -> u32 {
        self.begun.checked_sub(1).map_or(0, |at| self.branches[at].1)
    }
}
