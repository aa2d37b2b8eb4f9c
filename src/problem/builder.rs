//! The builder of a [`Problem`].

use std::ops::RangeInclusive;

use super::names::Names;
use super::{BuildError, Problem};
use crate::ids::{Color, ItemId, OptionId};

/// A builder of a [`Problem`]: declare the primary items, then the secondary items, then add
/// options.
///
/// Items are identified by name, by number, or by both. Invalid input is an error of the call that
/// passes it, and leaves the builder as it was before that call.
///
/// ```
/// use quadrille::{BuildError, ItemId, Problem};
/// let mut builder = Problem::builder();
/// builder.primary(["a", "b"])?;
/// builder.unnamed_primary(1)?; // item 2
/// builder.secondary(["x"])?; // item 3
/// builder.option(["a", "x"])?;
/// builder.option([ItemId::new(1), ItemId::new(2)])?;
/// assert_eq!(builder.option(["a", "a"]), Err(BuildError::RepeatedItem("a".into())));
/// let problem = builder.build()?;
/// assert_eq!((problem.item_count(), problem.primary_count(), problem.option_count()), (4, 3, 2));
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    primary: u32,
    names: Names<ItemId>,
    starts: Vec<u32>,
    entries: Vec<ItemId>,
    /// Like the fields of [`Problem`] with the same names, except that trailing default values are
    /// left out until [`build`](Builder::build).
    entry_colors: Vec<u32>,
    colors: Names<Color>,
    bounds: Vec<(u32, u32)>,
    costs: Vec<i64>,
    /// The sum of the absolute values of the costs.
    total_cost: u64,
    /// For each item, one more than the number of the last option that contains it. This finds
    /// repeated items without a search.
    last_option: Vec<u32>,
}

/// A reference to an item of an option, by name (`&str`) or by number ([`ItemId`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemRef<'a> {
    /// The item of that name.
    Name(&'a str),
    /// The item of that number.
    Id(ItemId),
}

impl<'a> From<&'a str> for ItemRef<'a> {
    fn from(name: &'a str) -> Self {
        Self::Name(name)
    }
}

impl<'a> From<&&'a str> for ItemRef<'a> {
    fn from(name: &&'a str) -> Self {
        Self::Name(name)
    }
}

impl<'a> From<&'a String> for ItemRef<'a> {
    fn from(name: &'a String) -> Self {
        Self::Name(name)
    }
}

impl From<ItemId> for ItemRef<'_> {
    fn from(id: ItemId) -> Self {
        Self::Id(id)
    }
}

impl From<&ItemId> for ItemRef<'_> {
    fn from(id: &ItemId) -> Self {
        Self::Id(*id)
    }
}

/// A reference to a color, by name or by number. A number stands for the name that is its decimal
/// form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorRef<'a> {
    /// The color of that name.
    Name(&'a str),
    /// The color whose name is this number.
    Number(u32),
}

impl<'a> From<&'a str> for ColorRef<'a> {
    fn from(name: &'a str) -> Self {
        Self::Name(name)
    }
}

impl<'a> From<&'a String> for ColorRef<'a> {
    fn from(name: &'a String) -> Self {
        Self::Name(name)
    }
}

impl From<u32> for ColorRef<'_> {
    fn from(number: u32) -> Self {
        Self::Number(number)
    }
}

/// An entry of an option: an item, with or without a color. An item alone converts to an entry
/// without color, and so does a pair of an item and `None`. A pair of an item and a color converts
/// to an entry with that color.
///
/// ```
/// let mut builder = quadrille::Problem::builder();
/// builder.primary(["a"])?;
/// builder.secondary(["x", "y"])?;
/// builder.option(["a", "y"])?;
/// builder.option([("a", None), ("x", Some("red"))])?;
/// builder.option([("x", 3), ("y", 4)])?; // without a primary item: in no cover
/// assert_eq!(builder.build()?.option_count(), 3);
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryRef<'a> {
    /// The item.
    pub item: ItemRef<'a>,
    /// The color of the item, if the option gives it one.
    pub color: Option<ColorRef<'a>>,
}

impl<'a, I: Into<ItemRef<'a>>> From<I> for EntryRef<'a> {
    fn from(item: I) -> Self {
        Self { item: item.into(), color: None }
    }
}

impl<'a, I: Into<ItemRef<'a>>> From<(I, &'a str)> for EntryRef<'a> {
    fn from((item, color): (I, &'a str)) -> Self {
        Self { item: item.into(), color: Some(color.into()) }
    }
}

impl<'a, I: Into<ItemRef<'a>>> From<(I, u32)> for EntryRef<'a> {
    fn from((item, color): (I, u32)) -> Self {
        Self { item: item.into(), color: Some(color.into()) }
    }
}

impl<'a, I: Into<ItemRef<'a>>, C: Into<ColorRef<'a>>> From<(I, Option<C>)> for EntryRef<'a> {
    fn from((item, color): (I, Option<C>)) -> Self {
        Self { item: item.into(), color: color.map(Into::into) }
    }
}

/// The largest sum of the absolute values of all costs.
const MOST_COSTS: u64 = i64::MAX.unsigned_abs();

impl Builder {
    pub(super) fn new() -> Self {
        Self {
            primary: 0,
            names: Names::default(),
            starts: vec![0],
            entries: Vec::new(),
            entry_colors: Vec::new(),
            colors: Names::default(),
            bounds: Vec::new(),
            costs: Vec::new(),
            total_cost: 0,
            last_option: Vec::new(),
        }
    }

    /// Declares primary items with these names. Their numbers follow those of the items before
    /// them.
    ///
    /// # Errors
    /// [`BuildError::DuplicateName`] if a name is in use, [`BuildError::PrimaryAfterSecondary`] if
    /// a secondary item has been declared, [`BuildError::TooLarge`] if the problem would exceed its
    /// limits. In each case none of the items is declared.
    pub fn primary<S: AsRef<str>>(
        &mut self,
        names: impl IntoIterator<Item = S>,
    ) -> Result<(), BuildError> {
        self.bounded(names, 1..=1)
    }

    /// Declares primary items with these names and with bounds. The number of chosen options that
    /// contain such an item must lie within the bounds.
    ///
    /// # Errors
    /// Those of [`primary`](Self::primary), and [`BuildError::BadBounds`] if the bounds are empty
    /// or have upper bound 0.
    ///
    /// ```
    /// let mut builder = quadrille::Problem::builder();
    /// builder.bounded(["pair"], 2..=2)?;
    /// for _ in 0..4 {
    ///     builder.option(["pair"])?;
    /// }
    /// assert_eq!(builder.build()?.solutions().count(), 6); // two of four
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    pub fn bounded<S: AsRef<str>>(
        &mut self,
        names: impl IntoIterator<Item = S>,
        bounds: RangeInclusive<u32>,
    ) -> Result<(), BuildError> {
        let bounds = checked(bounds)?;
        self.declare_all(names.into_iter().map(Some), Some(bounds))
    }

    /// Declares `count` primary items that have a number but no name.
    ///
    /// # Errors
    /// [`BuildError::PrimaryAfterSecondary`] if a secondary item has been declared,
    /// [`BuildError::TooLarge`] if the problem would exceed its limits.
    pub fn unnamed_primary(&mut self, count: usize) -> Result<(), BuildError> {
        self.unnamed_bounded(count, 1..=1)
    }

    /// Declares `count` primary items that have bounds and a number but no name.
    ///
    /// # Errors
    /// Those of [`unnamed_primary`](Self::unnamed_primary), and [`BuildError::BadBounds`] if the
    /// bounds are empty or have upper bound 0.
    pub fn unnamed_bounded(
        &mut self,
        count: usize,
        bounds: RangeInclusive<u32>,
    ) -> Result<(), BuildError> {
        let bounds = checked(bounds)?;
        self.declare_unnamed(count, Some(bounds))
    }

    /// Declares secondary items with these names. Their numbers follow those of the items before
    /// them.
    ///
    /// # Errors
    /// [`BuildError::DuplicateName`] if a name is in use, [`BuildError::TooLarge`] if the problem
    /// would exceed its limits. In each case none of the items is declared.
    pub fn secondary<S: AsRef<str>>(
        &mut self,
        names: impl IntoIterator<Item = S>,
    ) -> Result<(), BuildError> {
        self.declare_all(names.into_iter().map(Some), None)
    }

    /// Declares `count` secondary items that have a number but no name.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`] if the problem would exceed its limits.
    pub fn unnamed_secondary(&mut self, count: usize) -> Result<(), BuildError> {
        self.declare_unnamed(count, None)
    }

    fn declare_unnamed(
        &mut self,
        count: usize,
        bounds: Option<(u32, u32)>,
    ) -> Result<(), BuildError> {
        // Checked here, because `declare_all` would first declare as many items as fit.
        if count >= Problem::MAX_SIZE {
            return Err(BuildError::TooLarge);
        }
        self.declare_all((0..count).map(|_| None::<&str>), bounds)
    }

    /// Declares all of these items, or none of them if there is an error.
    fn declare_all<S: AsRef<str>>(
        &mut self,
        names: impl Iterator<Item = Option<S>>,
        bounds: Option<(u32, u32)>,
    ) -> Result<(), BuildError> {
        let (items, primary) = (self.last_option.len(), self.primary);
        for name in names {
            if let Err(error) = self.declare(name.as_ref().map(AsRef::as_ref), bounds) {
                self.last_option.truncate(items);
                self.primary = primary;
                self.bounds.truncate(items);
                self.names.truncate(items);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Declares one item. It is primary if it has bounds.
    fn declare(
        &mut self,
        name: Option<&str>,
        bounds: Option<(u32, u32)>,
    ) -> Result<(), BuildError> {
        let items = self.last_option.len();
        if bounds.is_some() && (self.primary as usize) < items {
            return Err(BuildError::PrimaryAfterSecondary);
        }
        if items + self.entries.len() + 1 >= Problem::MAX_SIZE {
            return Err(BuildError::TooLarge);
        }
        let id = ItemId::new(items as u32);
        if let Some(name) = name
            && !self.names.insert(id, name)
        {
            return Err(BuildError::DuplicateName(name.to_owned()));
        }
        self.last_option.push(0);
        if let Some(bounds) = bounds {
            self.primary += 1;
            put(&mut self.bounds, items, bounds, (1, 1));
        }
        Ok(())
    }

    /// Adds an option that covers these items, and returns its number.
    ///
    /// # Errors
    /// [`BuildError::UnknownItem`] if an item was not declared, [`BuildError::RepeatedItem`] if an
    /// item is there twice, [`BuildError::ColorOnPrimary`] if a primary item has a color,
    /// [`BuildError::TooLarge`] if the problem would exceed its limits. In each case the option is
    /// not added.
    pub fn option<'a, I>(&mut self, entries: I) -> Result<OptionId, BuildError>
    where
        I: IntoIterator,
        I::Item: Into<EntryRef<'a>>,
    {
        self.option_with_cost(entries, 0)
    }

    /// Adds an option that covers these items at this cost, and returns its number.
    ///
    /// # Errors
    /// Those of [`option`](Self::option), and [`BuildError::CostTooLarge`] if the absolute values
    /// of all costs add up to more than [`i64::MAX`].
    pub fn option_with_cost<'a, I>(&mut self, entries: I, cost: i64) -> Result<OptionId, BuildError>
    where
        I: IntoIterator,
        I::Item: Into<EntryRef<'a>>,
    {
        // Removes the entries that are left over if the iterator of an earlier call panicked.
        self.forget_entries(self.starts.last().map_or(0, |&end| end as usize));
        let (start, colors) = (self.entries.len(), self.colors.len());
        let added =
            entries.into_iter().try_for_each(|entry| self.entry(entry.into())).and_then(|()| {
                // Options need a limit of their own, because an option without items adds no entry.
                if self.starts.len() >= Problem::MAX_SIZE {
                    return Err(BuildError::TooLarge);
                }
                let total = self.total_cost.checked_add(cost.unsigned_abs());
                total.filter(|&total| total <= MOST_COSTS).ok_or(BuildError::CostTooLarge)
            });
        match added {
            Ok(total_cost) => self.total_cost = total_cost,
            Err(error) => {
                self.forget_entries(start);
                self.colors.truncate(colors);
                return Err(error);
            }
        }
        let option = self.starts.len() - 1;
        put(&mut self.costs, option, cost, 0);
        self.starts.push(self.entries.len() as u32);
        Ok(OptionId::new(option as u32))
    }

    fn forget_entries(&mut self, start: usize) {
        for item in self.entries.drain(start..) {
            self.last_option[item.index()] = 0;
        }
        self.entry_colors.truncate(start);
    }

    fn entry(&mut self, EntryRef { item, color }: EntryRef<'_>) -> Result<(), BuildError> {
        let known = match item {
            ItemRef::Name(name) => self.names.find(name),
            ItemRef::Id(id) => (id.index() < self.last_option.len()).then_some(id),
        };
        let label = || match item {
            ItemRef::Name(name) => name.to_owned(),
            ItemRef::Id(id) => format!("#{id}"),
        };
        let Some(id) = known else {
            return Err(BuildError::UnknownItem(label()));
        };
        // The number of the option being added, counted from 1.
        let this = self.starts.len() as u32;
        if self.last_option[id.index()] == this {
            return Err(BuildError::RepeatedItem(label()));
        }
        if color.is_some() && id.get() < self.primary {
            return Err(BuildError::ColorOnPrimary(label()));
        }
        if self.last_option.len() + self.entries.len() + 1 >= Problem::MAX_SIZE {
            return Err(BuildError::TooLarge);
        }
        if let Some(color) = color {
            let color = match color {
                ColorRef::Name(name) => self.color(name),
                ColorRef::Number(number) => self.color(&number.to_string()),
            };
            put(&mut self.entry_colors, self.entries.len(), color.get() + 1, 0);
        }
        self.last_option[id.index()] = this;
        self.entries.push(id);
        Ok(())
    }

    /// Returns the color with this name, and adds it if it is new.
    fn color(&mut self, name: &str) -> Color {
        self.colors.find(name).unwrap_or_else(|| {
            // There are at most as many colors as entries, so the number fits.
            let color = Color::new(self.colors.len() as u32);
            self.colors.insert(color, name);
            color
        })
    }

    /// Returns the finished problem.
    ///
    /// # Errors
    /// None at present: every earlier call has validated its input. The `Result` leaves room for
    /// checks of the whole problem.
    pub fn build(mut self) -> Result<Problem, BuildError> {
        // Adds the trailing default values that were left out.
        fill(&mut self.bounds, self.primary as usize, (1, 1));
        fill(&mut self.entry_colors, self.entries.len(), 0);
        fill(&mut self.costs, self.starts.len() - 1, 0);
        Ok(Problem {
            primary: self.primary,
            items: self.last_option.len() as u32,
            names: self.names,
            starts: self.starts.into(),
            entries: self.entries.into(),
            entry_colors: self.entry_colors.into(),
            colors: self.colors,
            bounds: self.bounds.into(),
            costs: self.costs.into(),
        })
    }
}

/// Returns the two bounds if they allow some number other than 0.
fn checked(bounds: RangeInclusive<u32>) -> Result<(u32, u32), BuildError> {
    let (low, high) = bounds.into_inner();
    if low > high || high == 0 { Err(BuildError::BadBounds { low, high }) } else { Ok((low, high)) }
}

/// Sets the value at an index at or after the end. Default values are not stored until another
/// value follows them.
fn put<T: Copy + PartialEq>(values: &mut Vec<T>, place: usize, value: T, default: T) {
    if value != default {
        values.resize(place, default);
        values.push(value);
    }
}

/// Extends an array to its full length with default values. An empty array stays empty: it stands
/// for default values only.
fn fill<T: Copy>(values: &mut Vec<T>, len: usize, default: T) {
    if !values.is_empty() {
        values.resize(len, default);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_option_leaves_no_trace() {
        let mut builder = Problem::builder();
        builder.primary(["a", "b"]).unwrap();
        assert_eq!(builder.option(["a", "zzz"]), Err(BuildError::UnknownItem("zzz".into())));
        assert_eq!(builder.option(["a", "b"]), Ok(OptionId::new(0)));
        let nowhere = ItemId::new(2);
        assert_eq!(builder.option([nowhere]), Err(BuildError::UnknownItem("#2".into())));
        let problem = builder.build().unwrap();
        assert_eq!(problem.option_count(), 1);
        assert_eq!(problem.option(OptionId::new(0)), [ItemId::new(0), ItemId::new(1)]);
    }

    #[test]
    fn items_are_declared_in_order_and_once() {
        let mut builder = Problem::builder();
        builder.primary(["a"]).unwrap();
        builder.unnamed_secondary(2).unwrap();
        assert_eq!(builder.secondary(["a"]), Err(BuildError::DuplicateName("a".into())));
        assert_eq!(builder.primary(["b"]), Err(BuildError::PrimaryAfterSecondary));
        assert_eq!(builder.secondary(["t", "u", "t"]), Err(BuildError::DuplicateName("t".into())));
        assert_eq!(builder.unnamed_secondary(usize::MAX), Err(BuildError::TooLarge));
        builder.secondary(["s"]).unwrap();
        let problem = builder.build().unwrap();
        assert_eq!((problem.item_count(), problem.primary_count()), (4, 1));
        assert_eq!(problem.item("s"), Some(ItemId::new(3)));
        assert_eq!((problem.name(ItemId::new(0)), problem.name(ItemId::new(1))), (Some("a"), None));
        assert_eq!((problem.name(ItemId::new(9)), problem.item("b")), (None, None));
    }

    #[test]
    fn colors_bounds_and_costs_take_room_only_where_they_are_used() {
        let mut builder = Problem::builder();
        builder.primary(["a"]).unwrap();
        builder.bounded(["b"], 0..=2).unwrap();
        builder.primary(["c"]).unwrap();
        builder.secondary(["x", "y"]).unwrap();
        let plain = builder.option(["a", "x"]).unwrap();
        assert_eq!(builder.option([("a", "red")]), Err(BuildError::ColorOnPrimary("a".into())));
        assert_eq!(
            builder.option([("x", "blue"), ("z", "blue")]),
            Err(BuildError::UnknownItem("z".into()))
        );
        let colored = builder.option_with_cost([("b", None), ("y", Some("red"))], 7).unwrap();
        assert_eq!(builder.option_with_cost(["a"], i64::MIN), Err(BuildError::CostTooLarge));
        let last = builder.option(["c"]).unwrap();
        let problem = builder.build().unwrap();
        assert!(problem.has_colors() && problem.has_bounds() && problem.has_costs());
        let bounds = ["a", "b", "c", "x"].map(|name| problem.bounds(problem.item(name).unwrap()));
        assert_eq!(bounds, [Some(1..=1), Some(0..=2), Some(1..=1), None]);
        assert_eq!([plain, colored, last].map(|option| problem.cost(option)), [0, 7, 0]);
        assert_eq!(
            [plain, colored, last].map(|option| problem.option_text(option)),
            ["a x", "b y:red", "c"]
        );
        assert_eq!(
            problem.color_name(Color::new(0)),
            Some("red"),
            "the color of a refused option leaves no trace"
        );
        assert_eq!(problem.color_name(Color::new(1)), None);

        let mut builder = Problem::builder();
        assert_eq!(builder.bounded(["a"], 0..=0), Err(BuildError::BadBounds { low: 0, high: 0 }));
        #[allow(clippy::reversed_empty_ranges)]
        let reversed = 3..=2;
        assert_eq!(
            builder.unnamed_bounded(1, reversed),
            Err(BuildError::BadBounds { low: 3, high: 2 })
        );
        builder.primary(["a"]).unwrap();
        builder.option(["a"]).unwrap();
        let problem = builder.build().unwrap();
        assert!(!problem.has_colors() && !problem.has_bounds() && !problem.has_costs());
    }
}
