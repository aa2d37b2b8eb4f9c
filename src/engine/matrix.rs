//! A problem compiled for filtering, and the steps that every search on flat arrays of options
//! takes: to make the root, to choose an option, and to choose all those that are forced.

use std::ops::Range;
use std::sync::Arc;

use super::masks::Masks;
use super::simd::filter::{
    Arrays, AtLeast, Mask, MaskFilter, Span, is_empty, lowest, meet, union, without,
};
use super::simd::tokens::Portable;
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::search::{Cube, UnknownOption, Unsupported};

/// See the head of this file. Any number of searches can share it.
#[derive(Debug)]
pub(super) struct Matrix<const W: usize> {
    pub(super) masks: Masks,
    option_count: usize,
    /// What each option has and what it kills.
    options: Box<[Exclusion<W>]>,
    /// The bits of primary items.
    pub(super) primary: Mask<W>,
    /// In how many words the bits are counted.
    counted: usize,
}

#[derive(Clone, Copy, Debug)]
struct Exclusion<const W: usize> {
    has: Mask<W>,
    kills: Mask<W>,
}

/// Which bits are of interest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    /// Those of the items that are to be covered.
    Primary,
    All,
}

/// What is left to be solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Residue<const W: usize> {
    /// The options that are left.
    pub(super) span: Span,
    /// The primary items that are to be covered.
    pub(super) need: Mask<W>,
    /// Of the bits that are counted; what it says of others is not to be relied on.
    pub(super) at_least: AtLeast<W>,
}

impl<const W: usize> Residue<W> {
    pub(super) const NOTHING: Self =
        Self { span: Span { start: 0, len: 0 }, need: [0; W], at_least: AtLeast::NONE };

    /// Whether some item that is to be covered has no option left.
    #[inline(always)]
    pub(super) fn is_hopeless(&self) -> bool {
        !is_empty(&without(&self.need, &self.at_least.one))
    }

    /// The item with the fewest options, of which all have two at least.
    #[inline(always)]
    pub(super) fn item<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &Arrays<W>,
        matrix: &Matrix<W>,
    ) -> Option<usize> {
        // No closure: it is not always inlined, and is then compiled for the registers that all
        // machines have. That made pentominoes take three times as long.
        match lowest(&without(&self.need, &self.at_least.three)) {
            Some(item) => Some(item),
            None => arrays.rarest(isa, self.span, &self.need, matrix.counted),
        }
    }
}

impl<const W: usize> Matrix<W> {
    pub(super) fn new(masks: Masks, problem: &Problem, counted: Counted) -> Self {
        let mut primary = [0; W];
        (0..masks.primary).for_each(|item| primary[item / 64] |= 1 << (item % 64));
        Self {
            option_count: problem.option_count(),
            options: (0..masks.len())
                .map(|at| Exclusion {
                    has: widened(masks.has(at)),
                    kills: widened(masks.kills(at)),
                })
                .collect(),
            primary,
            counted: if counted == Counted::All { W } else { masks.primary.div_ceil(64) },
            masks,
        }
    }

    /// The bits of each secondary item that has several.
    pub(super) fn codes(&self) -> Box<[Mask<W>]> {
        let mask = |bits: &Range<usize>| {
            bits.clone().fold([0; W], |mut mask: Mask<W>, bit| {
                mask[bit / 64] |= 1 << (bit % 64);
                mask
            })
        };
        self.masks.codes.iter().map(mask).collect()
    }

    /// How many options the problem has.
    pub(super) fn option_count(&self) -> usize {
        self.option_count
    }

    /// All options, in arrays to which a search adds what is left of them.
    pub(super) fn arrays(&self) -> Arrays<W> {
        Arrays::new(self.options.iter().map(|option| option.has))
    }

    /// The residue at the root of a cube, whose chosen options are put into `chosen`; `None` if it
    /// can have no cover.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    pub(super) fn root(
        &self,
        arrays: &mut Arrays<W>,
        cube: &Cube,
        chosen: &mut Vec<OptionId>,
    ) -> Result<Option<Residue<W>>, UnknownOption> {
        cube.check(self.option_count)?;
        let mut need = self.primary;
        let mut killed = [0; W];
        for &option in &cube.chosen {
            if chosen.contains(&option) {
                continue;
            }
            let Some(at) = self.masks.position(option) else { return Ok(None) };
            let Exclusion { has, kills } = self.options[at];
            if cube.excluded.contains(&option) || meet(&has, &killed) {
                return Ok(None);
            }
            killed = union(&killed, &kills);
            need = without(&need, &has);
            chosen.push(option);
        }
        let (span, at_least) = self.filter_all(arrays, &cube.excluded, &killed);
        Ok(Some(Residue { span, need, at_least }))
    }

    /// The options that do not meet `killed` and are not excluded, behind all options.
    fn filter_all(
        &self,
        arrays: &mut Arrays<W>,
        excluded: &[OptionId],
        killed: &Mask<W>,
    ) -> (Span, AtLeast<W>) {
        let all = self.masks.len();
        let mut excluded: Vec<usize> =
            excluded.iter().filter_map(|&option| self.masks.position(option)).collect();
        excluded.sort_unstable();
        excluded.dedup();
        // The runs between the excluded ones, one behind the other.
        let (mut span, mut at_least) = (Span { start: all, len: 0 }, AtLeast::NONE);
        let mut from = 0;
        for to in excluded.into_iter().chain([all]) {
            let run = Span { start: from, len: to - from };
            let (left, of_run) = Portable.filter(arrays, run, span.end(), killed, self.counted);
            span.len += left.len;
            at_least = at_least.and_of(&of_run);
            from = to + 1;
        }
        (span, at_least)
    }

    /// The option at a place of the arrays.
    #[inline(always)]
    pub(super) fn option(&self, arrays: &Arrays<W>, at: usize) -> OptionId {
        self.masks.options[arrays.name(at)]
    }

    /// The items that are to be covered when the option at a place of the arrays is chosen.
    #[inline(always)]
    pub(super) fn need_after(&self, arrays: &Arrays<W>, need: &Mask<W>, at: usize) -> Mask<W> {
        without(need, &self.options[arrays.name(at)].has)
    }

    /// What is left of a residue when the option at a place is chosen. It lies behind the residue
    /// in the arrays.
    #[inline(always)]
    pub(super) fn choose<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &mut Arrays<W>,
        span: Span,
        need: &Mask<W>,
        at: usize,
    ) -> Residue<W> {
        let Exclusion { has, kills } = self.options[arrays.name(at)];
        self.filter(isa, arrays, span, span.end(), without(need, &has), &kills)
    }

    /// The options of a span that do not meet `killed`, from a place of the arrays on.
    #[inline(always)]
    pub(super) fn filter<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &mut Arrays<W>,
        span: Span,
        to: usize,
        need: Mask<W>,
        killed: &Mask<W>,
    ) -> Residue<W> {
        if is_empty(&need) {
            return Residue { need, ..Residue::NOTHING };
        }
        let (span, at_least) = isa.filter(arrays, span, to, killed, self.counted);
        Residue { span, need, at_least }
    }

    /// Chooses all options that are the only ones of an item, until there are none, and puts them
    /// into `chosen`; false if that is a dead end. `updates` grows by the options looked at.
    #[inline(always)]
    pub(super) fn force<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &mut Arrays<W>,
        residue: &mut Residue<W>,
        chosen: &mut Vec<OptionId>,
        updates: &mut u64,
    ) -> bool {
        loop {
            let Residue { span, need, at_least } = *residue;
            if residue.is_hopeless() {
                return false;
            }
            let mut forced = without(&need, &at_least.two);
            if is_empty(&forced) {
                return true;
            }
            let (mut killed, mut covered) = ([0; W], [0; W]);
            while let Some(item) = lowest(&forced) {
                let Some(at) = isa.find(arrays, span, span.start, item) else { return false };
                let option = arrays.name(at);
                let Exclusion { has, kills } = self.options[option];
                if meet(&has, &killed) {
                    return false;
                }
                killed = union(&killed, &kills);
                covered = union(&covered, &has);
                forced = without(&forced, &has);
                chosen.push(self.masks.options[option]);
            }
            *updates += span.len as u64;
            // What was filtered is not looked at again: it is overwritten.
            *residue =
                self.filter(isa, arrays, span, span.start, without(&need, &covered), &killed);
        }
    }
}

/// A mask with as many words as this search has.
pub(super) fn widened<const W: usize>(words: &[u64]) -> Mask<W> {
    let mut mask = [0; W];
    mask[..words.len()].copy_from_slice(words);
    mask
}

/// A matrix whose masks have as many words as they need.
#[derive(Clone, Debug)]
pub(super) enum AnyMatrix {
    One(Arc<Matrix<1>>),
    Two(Arc<Matrix<2>>),
    Three(Arc<Matrix<3>>),
    Four(Arc<Matrix<4>>),
    Six(Arc<Matrix<6>>),
    Eight(Arc<Matrix<8>>),
}

/// Does the same with whichever kind of matrix, or of search on one, it is:
/// `with_words!(AnyMatrix, any, matrix => ...)`.
macro_rules! with_words {
    ($kind:ident, $any:expr, $one:ident => $do:expr) => {
        match $any {
            $kind::One($one) => $do,
            $kind::Two($one) => $do,
            $kind::Three($one) => $do,
            $kind::Four($one) => $do,
            $kind::Six($one) => $do,
            $kind::Eight($one) => $do,
        }
    };
}

/// Makes a search on a matrix of the same kind: `for_words!(AnySearch, any, matrix => ...)`.
macro_rules! for_words {
    ($kind:ident, $any:expr, $matrix:ident => $make:expr) => {
        match $any {
            AnyMatrix::One($matrix) => $kind::One($make),
            AnyMatrix::Two($matrix) => $kind::Two($make),
            AnyMatrix::Three($matrix) => $kind::Three($make),
            AnyMatrix::Four($matrix) => $kind::Four($make),
            AnyMatrix::Six($matrix) => $kind::Six($make),
            AnyMatrix::Eight($matrix) => $kind::Eight($make),
        }
    };
}

pub(super) use {for_words, with_words};

impl AnyMatrix {
    /// The largest number of bits that a mask can have.
    pub(super) const MAX_BITS: usize = 512;

    /// # Errors
    /// [`Unsupported`] if an item has bounds other than exactly one, or there are too many items.
    pub(super) fn new(problem: &Problem, counted: Counted) -> Result<Self, Unsupported> {
        let masks = Masks::new(problem, Self::MAX_BITS)?;
        Ok(match masks.words {
            0..=1 => Self::One(Arc::new(Matrix::new(masks, problem, counted))),
            2 => Self::Two(Arc::new(Matrix::new(masks, problem, counted))),
            3 => Self::Three(Arc::new(Matrix::new(masks, problem, counted))),
            4 => Self::Four(Arc::new(Matrix::new(masks, problem, counted))),
            5..=6 => Self::Six(Arc::new(Matrix::new(masks, problem, counted))),
            _ => Self::Eight(Arc::new(Matrix::new(masks, problem, counted))),
        })
    }
}
