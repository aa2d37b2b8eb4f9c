//! A problem made smaller before it is searched, and the way back.

mod originals;
mod rules;

use std::ops::RangeInclusive;

use super::Problem;
use crate::ids::{ItemId, OptionId};
use rules::Rules;

pub use originals::Originals;

impl Problem {
    /// A smaller problem with the same covers, once they are [mapped back](Reduced::originals_of).
    /// Four rules are applied until none has anything to do, or until [`Reduced::WORK`] is done:
    ///
    /// - An item that needs all options that it has left *forces* them into every cover; with
    ///   bounds `1..=1` that is an item with one option. What they cover is gone, and so are the
    ///   options that they exclude.
    /// - An option that *starves* an item, because it excludes so many others that the item has
    ///   fewer than it needs, is removed (as in Knuth's DLX-PRE).
    /// - Of options that are *the same* in what is left to be covered, color by color and at the
    ///   same cost, one stands for all of them, if they exclude each other. If all that they have
    ///   in common is items with bounds above 1 and colors, two of them can be in one cover, and
    ///   they are left alone.
    /// - A secondary item is dropped if no two options exclude each other there.
    ///
    /// The forced options come off the bounds of their items. Names, colors and costs stay as they
    /// are.
    ///
    /// ```
    /// use quadrille::{Fate, OptionId, Problem};
    /// let mut builder = Problem::builder();
    /// builder.primary(["a", "b", "c", "d"])?;
    /// for option in ["a", "a b", "b c", "c d", "d", "c d", "a b d"] {
    ///     builder.option(option.split(' '))?;
    /// }
    /// let problem = builder.build()?;
    /// let reduced = problem.reduce();
    /// let fate = |option| reduced.fate(OptionId::new(option));
    /// assert_eq!(fate(6), Fate::Starves { item: problem.item("c").ok_or("no c")? }); // `a b d` leaves no option for `c`
    /// assert_eq!(fate(3), fate(5)); // `c d` twice
    /// assert_eq!(reduced.problem().option_count(), 5);
    /// let covers: Vec<_> = reduced.solutions().collect();
    /// assert_eq!(covers.len(), 3); // `a`, `b c`, `d`; and `a b` with one or the other `c d`
    /// assert!(covers.iter().all(|cover| problem.check(cover).is_ok()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reduce(&self) -> Reduced {
        self.reduce_with(&[], Reduced::WORK)
    }

    /// The same for the covers that contain every option of the prefix: these are forced first.
    /// `work` limits how many items of options are looked at for options that starve an item and
    /// for those that are the same; forced options take time proportional to the problem and are
    /// not limited. With less work the problem is less small, and the covers are the same.
    ///
    /// # Panics
    /// If the problem lacks an option of the prefix.
    ///
    /// ```
    /// use quadrille::{OptionId, Problem, Reduced};
    /// let mut builder = Problem::builder();
    /// builder.primary(["a", "b"])?;
    /// for option in ["a", "b", "a b", "b"] {
    ///     builder.option(option.split(' '))?;
    /// }
    /// let problem = builder.build()?;
    /// let reduced = problem.reduce_with(&[OptionId::new(0)], Reduced::WORK);
    /// assert_eq!(reduced.problem().option_count(), 0); // `a`, and `b` or `b`: all is forced
    /// assert_eq!(reduced.solutions().count(), 2);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    #[must_use]
    pub fn reduce_with(&self, prefix: &[OptionId], work: u64) -> Reduced {
        Rules::new(self, work).apply(prefix)
    }
}

/// A smaller problem, what has become of the options of the original one, and the way back; made by
/// [`Problem::reduce`].
#[derive(Clone, Debug)]
pub struct Reduced {
    problem: Problem,
    /// For each option of `problem`, the original options that it stands for.
    originals: Vec<Box<[OptionId]>>,
    forced: Vec<Box<[OptionId]>>,
    /// By original option.
    fates: Box<[Fate]>,
    has_no_cover: bool,
}

/// What has become of an option of the original problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fate {
    /// It is in the smaller problem as this option, which may stand for others as well.
    Kept(OptionId),
    /// It is in every cover, or one that is the same is in its place.
    Forced,
    /// It has no primary item, so it is in no cover.
    NotChoosable,
    /// It cannot be together with this forced option.
    Excluded {
        /// The forced option, by its number in the original problem.
        by: OptionId,
    },
    /// If it were chosen, this item would have fewer options than it needs.
    Starves {
        /// The item, by its number in the original problem.
        item: ItemId,
    },
    /// It was left when it turned out that the problem has no cover.
    NoCover,
}

impl Reduced {
    /// How many items of options [`Problem::reduce`] looks at, at most, beyond forced options.
    pub const WORK: u64 = 100_000_000;

    fn without_cover(fates: Vec<Fate>) -> Self {
        let mut builder = Problem::builder();
        builder.unnamed_primary(1).expect("a problem can have an item");
        let problem = builder.build().expect("it is complete");
        Self {
            problem,
            originals: Vec::new(),
            forced: Vec::new(),
            fates: fates.into(),
            has_no_cover: true,
        }
    }

    /// The smaller problem: what is left of the items and of the options, in their order, each with
    /// what is left of it. If the original is known to have no cover, it is one item without
    /// options.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Whether the rules have found that the original problem has no cover. If they have not, there
    /// may be none all the same.
    #[must_use]
    pub fn has_no_cover(&self) -> bool {
        self.has_no_cover
    }

    /// The original options that an option of the smaller problem stands for, in order: one, or
    /// several that are the same.
    ///
    /// # Panics
    /// If the smaller problem has no such option.
    #[must_use]
    pub fn originals(&self, option: OptionId) -> &[OptionId] {
        &self.originals[option.index()]
    }

    /// The original options that are in every cover, in order; where several are the same, one of
    /// them is. There are none if there is no cover.
    pub fn forced(&self) -> impl ExactSizeIterator<Item = &[OptionId]> {
        self.forced.iter().map(|same| &**same)
    }

    /// What has become of an option of the original problem.
    ///
    /// # Panics
    /// If the original problem has no such option.
    #[must_use]
    pub fn fate(&self, option: OptionId) -> Fate {
        self.fates[option.index()]
    }

    /// What has become of each option of the original problem, in order.
    #[must_use]
    pub fn fates(&self) -> &[Fate] {
        &self.fates
    }

    /// Whether some option of the smaller problem stands for several, so that its covers do not all
    /// stand for equally many.
    pub(crate) fn has_same(&self) -> bool {
        self.originals.iter().any(|same| same.len() > 1)
    }

    /// The covers of the original problem that a cover of the smaller one stands for. Every cover
    /// of the original comes from exactly one of the smaller one.
    ///
    /// # Panics
    /// If the smaller problem lacks an option of the cover.
    ///
    /// ```
    /// let mut builder = quadrille::Problem::builder();
    /// builder.primary(["a"])?;
    /// builder.option(["a"])?;
    /// builder.option(["a"])?;
    /// let reduced = builder.build()?.reduce();
    /// let small = reduced.problem().first().expect("it has the empty cover");
    /// assert!(small.is_empty());
    /// assert_eq!(reduced.originals_of(&small).count(), 2);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    #[must_use]
    pub fn originals_of(&self, cover: &[OptionId]) -> Originals<'_> {
        Originals::new(self, cover)
    }
}

impl Problem {
    /// These options in their order, with those of their items that are wanted, in their order and
    /// with these bounds.
    fn part(
        &self,
        options: &[OptionId],
        is_wanted: impl Fn(ItemId) -> bool,
        bounds: impl Fn(ItemId) -> RangeInclusive<u32>,
    ) -> Self {
        const SMALLER: &str = "a part of a problem is no larger than it is";
        let mut builder = Self::builder();
        let mut numbers = vec![ItemId::default(); self.item_count()];
        let wanted = (0..self.items).map(ItemId::new).filter(|&item| is_wanted(item));
        for (item, number) in wanted.zip(0..) {
            numbers[item.index()] = ItemId::new(number);
            match (self.is_primary(item), self.name(item)) {
                (true, Some(name)) => builder.bounded([name], bounds(item)),
                (true, None) => builder.unnamed_bounded(1, bounds(item)),
                (false, Some(name)) => builder.secondary([name]),
                (false, None) => builder.unnamed_secondary(1),
            }
            .expect(SMALLER);
        }
        for &option in options {
            let entries = self.entries(option).filter(|&(item, _)| is_wanted(item));
            let entries = entries.map(|(item, color)| {
                (numbers[item.index()], color.and_then(|c| self.color_name(c)))
            });
            builder.option_with_cost(entries, self.cost(option)).expect(SMALLER);
        }
        builder.build().expect(SMALLER)
    }
}
