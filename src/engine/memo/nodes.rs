//! The nodes on the path to the current one, in the form that suits the problem: as spans of arrays
//! of options; as lists of option numbers if there are very many options ([`Wide`]); or as the bits
//! and counts of [`Sparse`] if each option excludes few others.

use std::sync::Arc;

use super::sparse::{Lists, Sparse};
use super::wide::Wide;
use crate::engine::matrix::{Matrix, Node};
use crate::engine::simd::filter::{
    Arrays, AtLeast, Mask, MaskFilter, Span, is_empty, lowest, without,
};
use crate::ids::OptionId;
use crate::search::{Cube, UnknownOption};

/// The form of the nodes of a problem.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// The problem as lists, if it is sparse.
    pub(super) lists: Option<Arc<Lists>>,
    /// The smallest number of options of a wide node.
    pub(super) wide: usize,
}

/// The smallest number of options of a wide node, unless a test sets another.
const WIDE: usize = 1 << 16;

impl Form {
    pub(super) fn new<const W: usize>(matrix: &Matrix<W>) -> Self {
        Self { lists: Lists::new(matrix).map(Arc::new), wide: WIDE }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Nodes<const W: usize> {
    /// All options, followed by the remaining options of the root and of each node on the path to
    /// the current one. If the root can be wide, only the options of the nodes that are not wide.
    arrays: Arrays<W>,
    wide: Wide,
    /// The bits of each secondary item with more than one bit.
    codes: Box<[Mask<W>]>,
    /// The nodes, if the problem is sparse. The start of a span is then the level of its node, and
    /// the arrays hold no nodes below the root.
    sparse: Option<Sparse>,
}

/// The largest number of components that are found one by one at a node in the arrays. Finding them
/// one by one is faster if there are few, as in most problems, but takes quadratic time for many.
const FEW_COMPONENTS: usize = 4;

impl<const W: usize> Nodes<W> {
    /// Returns an empty path.
    pub(super) fn new(matrix: &Matrix<W>, form: &Form) -> Self {
        let sparse = form.lists.as_ref().map(Sparse::new);
        let is_wide = sparse.is_none() && matrix.masks.len() >= form.wide;
        Self {
            arrays: if is_wide { Arrays::new([].into_iter()) } else { matrix.arrays() },
            wide: Wide::new(if is_wide { form.wide } else { usize::MAX }),
            codes: matrix.codes(),
            sparse,
        }
    }

    pub(super) fn clear(&mut self) {
        self.arrays = Arrays::new([].into_iter());
        self.wide = Wide::new(usize::MAX);
        self.sparse = None;
    }

    pub(super) fn bytes(&self) -> usize {
        self.arrays.bytes() + self.wide.bytes() + self.sparse.as_ref().map_or(0, Sparse::bytes)
    }

    /// Begins with the root of a cube: see [`Matrix::root`].
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    pub(super) fn root(
        &mut self,
        matrix: &Matrix<W>,
        cube: &Cube,
        chosen: &mut Vec<OptionId>,
    ) -> Result<Option<Node<W>>, UnknownOption> {
        if self.wide.is_used() {
            let Some((need, killed)) = matrix.prefix(cube, chosen)? else { return Ok(None) };
            let excluded = cube.excluded.iter();
            let excluded = excluded.filter_map(|&option| matrix.masks.position(option)).collect();
            let Self { arrays, wide, .. } = self;
            return Ok(Some(wide.root(matrix, arrays, need, &killed, excluded)));
        }
        let root = matrix.root(&mut self.arrays, cube, chosen)?;
        let (Some(Node { span, need, .. }), Some(sparse)) = (root, &mut self.sparse) else {
            return Ok(root);
        };
        let options = (span.start..span.end()).map(|at| self.arrays.name(at));
        Ok(Some(of_level(0, need, sparse.begin(options, &need))))
    }

    /// Chooses the options that are the only option of an item: see [`Matrix::force`].
    #[inline(always)]
    pub(super) fn force<S: MaskFilter>(
        &mut self,
        isa: S,
        matrix: &Matrix<W>,
        node: &mut Node<W>,
        chosen: &mut Vec<OptionId>,
        updates: &mut u64,
    ) -> bool {
        let Some(sparse) = &mut self.sparse else {
            let Self { arrays, wide, .. } = self;
            return wide.force(matrix, arrays, node, chosen, updates)
                && (wide.has(node.span) || matrix.force(isa, arrays, node, chosen, updates));
        };
        let level = node.span.start;
        let mut is_open = !node.is_dead_end();
        while is_open && let Some(option) = sparse.forced(level, &node.need) {
            chosen.push(matrix.masks.options[option]);
            let need = without(&node.need, matrix.has(option));
            is_open = sparse.force(level, option, &need, updates);
            *node = of_level(level, need, is_open);
        }
        is_open
    }

    /// Returns the item to branch on: the first of the items with the fewest options.
    #[inline(always)]
    pub(super) fn item<S: MaskFilter>(
        &self,
        isa: S,
        matrix: &Matrix<W>,
        node: &Node<W>,
    ) -> Option<usize> {
        match &self.sparse {
            Some(sparse) => sparse.item(node.span.start, &node.need),
            None if self.wide.has(node.span) => self.wide.item(matrix, node.span, &node.need),
            None => node.item(isa, &self.arrays, matrix),
        }
    }

    /// Returns the index at which the search for the options of an item begins.
    #[inline(always)]
    pub(super) fn first(&self, span: Span, item: usize) -> usize {
        match &self.sparse {
            Some(sparse) => sparse.first(item),
            None => span.start,
        }
    }

    /// Returns the first index from `at` on whose option contains the item and remains at the node
    /// with this span.
    #[inline(always)]
    pub(super) fn find<S: MaskFilter>(
        &self,
        isa: S,
        matrix: &Matrix<W>,
        span: Span,
        at: usize,
        item: usize,
    ) -> Option<usize> {
        match &self.sparse {
            Some(sparse) => sparse.find(span.start, at, item),
            None if self.wide.has(span) => self.wide.find(matrix, span, at, item),
            None => isa.find(&self.arrays, span, at, item),
        }
    }

    /// Returns the option at an index that [`find`](Self::find) returned for a span.
    #[inline(always)]
    pub(super) fn option(&self, span: Span, at: usize) -> usize {
        match &self.sparse {
            Some(sparse) => sparse.option(at),
            None if self.wide.has(span) => self.wide.option(at),
            None => self.arrays.name(at),
        }
    }

    /// Returns the child of a node after choosing the option at an index. The parent has this span
    /// and these items to be covered. `updates` grows by the number of options filtered or
    /// excluded.
    #[inline(always)]
    pub(super) fn choose<S: MaskFilter>(
        &mut self,
        isa: S,
        matrix: &Matrix<W>,
        (span, need): (Span, &Mask<W>),
        at: usize,
        updates: &mut u64,
    ) -> Node<W> {
        if let Some(sparse) = &mut self.sparse {
            let option = sparse.option(at);
            let need = without(need, matrix.has(option));
            let is_open = sparse.choose(span.start, option, &need, updates);
            return of_level(span.start + 1, need, is_open);
        }
        let Self { arrays, wide, .. } = self;
        let node = if wide.has(span) {
            let option = wide.option(at);
            let need = without(need, matrix.has(option));
            wide.filter(matrix, arrays, span, span.end(), need, matrix.kills(option))
        } else {
            matrix.choose(isa, arrays, span, need, at)
        };
        *updates += if is_empty(&node.need) { 0 } else { span.len as u64 };
        node
    }

    /// Returns the child of a node with only the options of a component. The parent has this span
    /// and these items to be covered.
    #[inline(always)]
    pub(super) fn restrict<S: MaskFilter>(
        &mut self,
        isa: S,
        matrix: &Matrix<W>,
        (span, need): (Span, &Mask<W>),
        component: Mask<W>,
        updates: &mut u64,
    ) -> Node<W> {
        if let Some(sparse) = &mut self.sparse {
            sparse.restrict(span.start, component, updates);
            return of_level(span.start + 1, component, true);
        }
        *updates += span.len as u64;
        let others = without(need, &component);
        if self.wide.has(span) {
            let Self { arrays, wide, .. } = self;
            return wide.filter(matrix, arrays, span, span.end(), component, &others);
        }
        matrix.filter(isa, &mut self.arrays, span, span.end(), component, &others)
    }

    /// Adds the components of a node, each as a mask of its items. Components have no common item.
    #[inline(always)]
    pub(super) fn components(
        &mut self,
        matrix: &Matrix<W>,
        node: &Node<W>,
        components: &mut Vec<Mask<W>>,
    ) {
        let before = components.len();
        let Node { span, mut need, .. } = *node;
        if self.wide.has(span) {
            let found = |component| components.push(component);
            return self.wide.components(matrix, span, &need, &self.codes, found);
        }
        while let Some(item) = lowest(&need) {
            let component = match &mut self.sparse {
                Some(sparse) => sparse.connected(span.start, item),
                None if components.len() == before + FEW_COMPONENTS => {
                    let found = |component| components.push(component);
                    self.arrays.components(span, &need, &self.codes, found);
                    break;
                }
                None => self.arrays.connected(span, item, &need, &self.codes),
            };
            need = without(&need, &component);
            components.push(component);
        }
    }
}

/// Returns the sparse node at a level.
#[inline(always)]
fn of_level<const W: usize>(level: usize, need: Mask<W>, is_open: bool) -> Node<W> {
    let one = if is_open { need } else { [0; W] };
    let at_least = AtLeast { one, ..AtLeast::NONE };
    Node { span: Span { start: level, len: 0 }, need, at_least }
}
