//! A problem whose options stand for things of the caller's.

use std::ops::{Deref, RangeInclusive};

use super::{BuildError, Builder, Cover, EntryRef, Problem};
use crate::ids::OptionId;

/// A [`Problem`] whose options carry a value each: a placement, an appointment, whatever choosing
/// the option means. It derefs to the problem, and gives the values back with each cover, so that
/// nobody has to keep a table beside it.
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
    /// By option.
    values: Vec<V>,
}

impl<V> Model<V> {
    /// Starts a new model, without items and without options.
    #[must_use]
    pub fn builder() -> ModelBuilder<V> {
        ModelBuilder { builder: Problem::builder(), values: Vec::new() }
    }

    /// The value that an option carries.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn value(&self, option: OptionId) -> &V {
        &self.values[option.index()]
    }

    /// The values of the options of a cover, in the order of the options.
    pub fn values(&self, cover: &Cover) -> impl ExactSizeIterator<Item = &V> {
        cover.iter().map(|&option| self.value(option))
    }

    /// The problem without the values.
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

/// Builds a [`Model`]: a [`Builder`] whose options come with a value.
#[derive(Clone, Debug)]
pub struct ModelBuilder<V> {
    builder: Builder,
    values: Vec<V>,
}

impl<V> ModelBuilder<V> {
    /// See [`Builder::primary`].
    ///
    /// # Errors
    /// Those of [`Builder::primary`].
    pub fn primary<S: AsRef<str>>(
        &mut self,
        names: impl IntoIterator<Item = S>,
    ) -> Result<(), BuildError> {
        self.builder.primary(names)
    }

    /// See [`Builder::bounded`].
    ///
    /// # Errors
    /// Those of [`Builder::bounded`].
    pub fn bounded<S: AsRef<str>>(
        &mut self,
        names: impl IntoIterator<Item = S>,
        bounds: RangeInclusive<u32>,
    ) -> Result<(), BuildError> {
        self.builder.bounded(names, bounds)
    }

    /// See [`Builder::secondary`].
    ///
    /// # Errors
    /// Those of [`Builder::secondary`].
    pub fn secondary<S: AsRef<str>>(
        &mut self,
        names: impl IntoIterator<Item = S>,
    ) -> Result<(), BuildError> {
        self.builder.secondary(names)
    }

    /// See [`Builder::unnamed_primary`].
    ///
    /// # Errors
    /// Those of [`Builder::unnamed_primary`].
    pub fn unnamed_primary(&mut self, count: usize) -> Result<(), BuildError> {
        self.builder.unnamed_primary(count)
    }

    /// See [`Builder::unnamed_bounded`].
    ///
    /// # Errors
    /// Those of [`Builder::unnamed_bounded`].
    pub fn unnamed_bounded(
        &mut self,
        count: usize,
        bounds: RangeInclusive<u32>,
    ) -> Result<(), BuildError> {
        self.builder.unnamed_bounded(count, bounds)
    }

    /// See [`Builder::unnamed_secondary`].
    ///
    /// # Errors
    /// Those of [`Builder::unnamed_secondary`].
    pub fn unnamed_secondary(&mut self, count: usize) -> Result<(), BuildError> {
        self.builder.unnamed_secondary(count)
    }

    /// Adds an option that covers these items and carries this value.
    ///
    /// # Errors
    /// Those of [`Builder::option`].
    pub fn option<'a, I>(&mut self, value: V, entries: I) -> Result<OptionId, BuildError>
    where
        I: IntoIterator,
        I::Item: Into<EntryRef<'a>>,
    {
        self.option_with_cost(value, entries, 0)
    }

    /// Adds an option that covers these items at this cost, and carries this value.
    ///
    /// # Errors
    /// Those of [`Builder::option_with_cost`].
    pub fn option_with_cost<'a, I>(
        &mut self,
        value: V,
        entries: I,
        cost: u64,
    ) -> Result<OptionId, BuildError>
    where
        I: IntoIterator,
        I::Item: Into<EntryRef<'a>>,
    {
        let option = self.builder.option_with_cost(entries, cost)?;
        self.values.push(value);
        Ok(option)
    }

    /// The finished model.
    ///
    /// # Errors
    /// Those of [`Builder::build`].
    pub fn build(self) -> Result<Model<V>, BuildError> {
        Ok(Model { problem: self.builder.build()?, values: self.values })
    }
}
