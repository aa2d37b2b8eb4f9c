//! A problem whose options carry values.

mod keyed;

use std::collections::HashMap;
use std::ops::{Deref, RangeInclusive};

use super::{AsEntry, AsName, BuildError, Builder, ItemRange, Problem};
use crate::ids::OptionId;

pub use keyed::{AsKeyEntry, KeyedBuilder};

/// A [`Problem`] in which each option carries a value, such as a placement or an appointment. It
/// derefs to the problem. [`values`](Self::values) returns the values of a cover, so the caller
/// needs no table from options to their meanings.
///
/// ```
/// use quadrille::Model;
/// // Who brings what: everyone brings one thing, everything is brought once.
/// let mut builder = Model::builder();
/// builder.primary(["Ann", "Bob", "bread", "wine"])?;
/// for (who, what) in [("Ann", "bread"), ("Ann", "wine"), ("Bob", "bread")] {
///     builder.option((who, what), [who, what])?;
/// }
/// let model = builder.build()?;
/// let cover = model.first().ok_or("no way")?;
/// let mut plan: Vec<_> = model.values(&cover).collect();
/// assert_eq!(plan, [&("Ann", "wine"), &("Bob", "bread")]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model<V> {
    problem: Problem,
    /// The value of each option.
    values: Vec<V>,
}

impl<V> Model<V> {
    /// Returns a builder of a new model, without items or options.
    #[must_use]
    pub fn builder() -> ModelBuilder<V> {
        ModelBuilder { builder: Problem::builder(), values: Vec::new() }
    }

    /// Returns a builder of a new model, in which values of type `K` stand for the items.
    #[must_use]
    pub fn keyed_builder<K>() -> KeyedBuilder<K, V> {
        KeyedBuilder { model: Self::builder(), items: HashMap::new() }
    }

    /// Returns the value of an option.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn value(&self, option: OptionId) -> &V {
        &self.values[self.problem.at(option)]
    }

    /// Iterates over the values of the options of a cover, in the order of the slice.
    ///
    /// ```
    /// let mut builder = quadrille::Model::builder();
    /// builder.primary(["a", "b"])?;
    /// builder.option("left", ["a"])?;
    /// builder.option("right", ["b"])?;
    /// let model = builder.build()?;
    /// let mut solutions = model.solutions();
    /// while let Some(cover) = solutions.next_cover() {
    ///     println!("{:?}", model.values(cover).collect::<Vec<_>>()); // in the order of the search
    /// }
    /// # assert_eq!(solutions.count_so_far(), 1);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// If the problem lacks one of the options. The panic occurs when its value is read.
    pub fn values(&self, cover: &[OptionId]) -> impl ExactSizeIterator<Item = &V> {
        cover.iter().map(|&option| self.value(option))
    }

    /// Returns the problem without the values.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }
}

impl<V> Deref for Model<V> {
    type Target = Problem;

    fn deref(&self) -> &Problem {
        &self.problem
    }
}

/// A builder of a [`Model`]: a [`Builder`] with a value for each option.
#[derive(Clone, Debug)]
pub struct ModelBuilder<V> {
    builder: Builder,
    values: Vec<V>,
}

impl<V> ModelBuilder<V> {
    /// Declares primary items: see [`Builder::primary`].
    ///
    /// # Errors
    /// As for [`Builder::primary`].
    pub fn primary<N: AsName>(
        &mut self,
        names: impl IntoIterator<Item = N>,
    ) -> Result<ItemRange, BuildError> {
        self.builder.primary(names)
    }

    /// Declares primary items with bounds: see [`Builder::bounded`].
    ///
    /// # Errors
    /// As for [`Builder::bounded`].
    pub fn bounded<N: AsName>(
        &mut self,
        names: impl IntoIterator<Item = N>,
        bounds: RangeInclusive<u32>,
    ) -> Result<ItemRange, BuildError> {
        self.builder.bounded(names, bounds)
    }

    /// Declares secondary items: see [`Builder::secondary`].
    ///
    /// # Errors
    /// As for [`Builder::secondary`].
    pub fn secondary<N: AsName>(
        &mut self,
        names: impl IntoIterator<Item = N>,
    ) -> Result<ItemRange, BuildError> {
        self.builder.secondary(names)
    }

    /// Declares primary items without names: see [`Builder::unnamed_primary`].
    ///
    /// # Errors
    /// As for [`Builder::unnamed_primary`].
    pub fn unnamed_primary(&mut self, count: usize) -> Result<ItemRange, BuildError> {
        self.builder.unnamed_primary(count)
    }

    /// Declares primary items with bounds and without names: see [`Builder::unnamed_bounded`].
    ///
    /// # Errors
    /// As for [`Builder::unnamed_bounded`].
    pub fn unnamed_bounded(
        &mut self,
        count: usize,
        bounds: RangeInclusive<u32>,
    ) -> Result<ItemRange, BuildError> {
        self.builder.unnamed_bounded(count, bounds)
    }

    /// Declares secondary items without names: see [`Builder::unnamed_secondary`].
    ///
    /// # Errors
    /// As for [`Builder::unnamed_secondary`].
    pub fn unnamed_secondary(&mut self, count: usize) -> Result<ItemRange, BuildError> {
        self.builder.unnamed_secondary(count)
    }

    /// Adds an option that covers these items and carries this value.
    ///
    /// # Errors
    /// As for [`Builder::option`].
    pub fn option<E: AsEntry>(
        &mut self,
        value: V,
        entries: impl IntoIterator<Item = E>,
    ) -> Result<OptionId, BuildError> {
        self.option_with_cost(value, entries, 0)
    }

    /// Adds an option that covers these items at this cost, and carries this value.
    ///
    /// # Errors
    /// As for [`Builder::option_with_cost`].
    pub fn option_with_cost<E: AsEntry>(
        &mut self,
        value: V,
        entries: impl IntoIterator<Item = E>,
        cost: i64,
    ) -> Result<OptionId, BuildError> {
        let option = self.builder.option_with_cost(entries, cost)?;
        self.values.push(value);
        Ok(option)
    }

    /// Returns the finished model.
    ///
    /// # Errors
    /// As for [`Builder::build`].
    pub fn build(self) -> Result<Model<V>, BuildError> {
        Ok(Model { problem: self.builder.build()?, values: self.values })
    }
}
