//! The builder of a [`Problem`].

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::entry::{AsEntry, AsName, EntryRef, ItemRef, NameRef};
use super::item_range::ItemRange;
use super::names::Names;
use super::{BuildError, Data, Problem};
use crate::ids::{Color, ItemId, OptionId};

/// A builder of a [`Problem`]: declare the primary items, then the secondary items, then add
/// options.
///
/// Items are identified by name, by number, or by both. A call with invalid input returns an error
/// and leaves the builder unchanged.
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
    /// The color of each entry, as in [`Data`], but without trailing default values until
    /// [`build`](Builder::build).
    entry_colors: Vec<u32>,
    colors: Names<Color>,
    bounds: Vec<(u32, u32)>,
    costs: Vec<i64>,
    /// The sum of the absolute values of the costs.
    total_cost: u64,
    /// For each item, 0 or the number, counted from 1, of an option that contains it. The items of
    /// the option being added have its number, so repeated items are detected without a search.
    last_option: Vec<u32>,
}

/// The maximum sum of the absolute values of all costs.
const MOST_COSTS: u64 = i64::MAX.unsigned_abs();

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    /// Returns a builder without items or options, as [`Problem::builder`] does.
    #[must_use]
    pub fn new() -> Self {
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

    /// Declares primary items with these names, and returns their ids. Their numbers follow those
    /// of the earlier items. An integer as a name stands for its decimal form.
    ///
    /// # Errors
    /// [`BuildError::DuplicateName`] if a name is in use, [`BuildError::PrimaryAfterSecondary`] if
    /// a secondary item has been declared, [`BuildError::TooLarge`] if the problem would exceed its
    /// limits. In each case none of the items is declared.
    pub fn primary<N: AsName>(
        &mut self,
        names: impl IntoIterator<Item = N>,
    ) -> Result<ItemRange, BuildError> {
        self.bounded(names, 1..=1)
    }

    /// Declares primary items with these names and with bounds. The number of chosen options that
    /// contain such an item must lie within the bounds.
    ///
    /// # Errors
    /// As for [`primary`](Self::primary), and [`BuildError::BadBounds`] if the bounds are empty
    /// or the upper bound is 0.
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
    pub fn bounded<N: AsName>(
        &mut self,
        names: impl IntoIterator<Item = N>,
        bounds: RangeInclusive<u32>,
    ) -> Result<ItemRange, BuildError> {
        let bounds = checked(bounds)?;
        self.declare_all(names.into_iter().map(Some), Some(bounds))
    }

    /// Declares `count` primary items that have a number but no name.
    ///
    /// # Errors
    /// [`BuildError::PrimaryAfterSecondary`] if a secondary item has been declared,
    /// [`BuildError::TooLarge`] if the problem would exceed its limits.
    pub fn unnamed_primary(&mut self, count: usize) -> Result<ItemRange, BuildError> {
        self.unnamed_bounded(count, 1..=1)
    }

    /// Declares `count` primary items that have bounds and a number but no name.
    ///
    /// # Errors
    /// As for [`unnamed_primary`](Self::unnamed_primary), and [`BuildError::BadBounds`] if the
    /// bounds are empty or the upper bound is 0.
    pub fn unnamed_bounded(
        &mut self,
        count: usize,
        bounds: RangeInclusive<u32>,
    ) -> Result<ItemRange, BuildError> {
        let bounds = checked(bounds)?;
        self.declare_unnamed(count, Some(bounds))
    }

    /// Declares secondary items with these names. Their numbers follow those of the earlier items.
    ///
    /// # Errors
    /// [`BuildError::DuplicateName`] if a name is in use, [`BuildError::TooLarge`] if the problem
    /// would exceed its limits. In each case none of the items is declared.
    pub fn secondary<N: AsName>(
        &mut self,
        names: impl IntoIterator<Item = N>,
    ) -> Result<ItemRange, BuildError> {
        self.declare_all(names.into_iter().map(Some), None)
    }

    /// Declares `count` secondary items that have a number but no name.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`] if the problem would exceed its limits.
    pub fn unnamed_secondary(&mut self, count: usize) -> Result<ItemRange, BuildError> {
        self.declare_unnamed(count, None)
    }

    /// Declares the first items of the problem: primary items with the names 1, 2, 3 and so on. The
    /// names take no memory until one of them is read.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`] if the problem would exceed its limits.
    pub(crate) fn numbered_primary(&mut self, count: u32) -> Result<ItemRange, BuildError> {
        debug_assert!(self.last_option.is_empty(), "these items are the first");
        let items = self.unnamed_primary(count as usize)?;
        self.names.number(count);
        Ok(items)
    }

    fn declare_unnamed(
        &mut self,
        count: usize,
        bounds: Option<(u32, u32)>,
    ) -> Result<ItemRange, BuildError> {
        // `declare_all` would first declare the items that fit.
        if count >= Problem::MAX_SIZE {
            return Err(BuildError::TooLarge);
        }
        self.declare_all((0..count).map(|_| None::<&str>), bounds)
    }

    /// Declares all of these items, or none if there is an error.
    fn declare_all<N: AsName>(
        &mut self,
        names: impl Iterator<Item = Option<N>>,
        bounds: Option<(u32, u32)>,
    ) -> Result<ItemRange, BuildError> {
        let (items, primary) = (self.last_option.len(), self.primary);
        for name in names {
            let name = name.as_ref().map(AsName::as_name);
            if let Err(error) = self.declare(name.as_ref().map(NameRef::text), bounds) {
                self.last_option.truncate(items);
                self.primary = primary;
                cut(&mut self.bounds, items, (1, 1));
                self.names.truncate(items);
                return Err(error);
            }
        }
        Ok(ItemRange(items as u32..self.last_option.len() as u32))
    }

    /// Declares one item. It is primary if it has bounds.
    fn declare(
        &mut self,
        name: Option<Cow<'_, str>>,
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
            && !self.names.insert(id, &name)
        {
            return Err(BuildError::DuplicateName(name.into_owned()));
        }
        self.last_option.push(0);
        if let Some(bounds) = bounds {
            self.primary += 1;
            put(&mut self.bounds, items, bounds, (1, 1));
        }
        Ok(())
    }

    /// Adds an option that covers these items, and returns its number. An entry is an item, by name
    /// or by [`ItemId`], or a pair of an item and a color: see [`AsEntry`].
    ///
    /// # Errors
    /// [`BuildError::UnknownItem`] if an item was not declared, [`BuildError::ColorInName`] if a
    /// color is written after the name of an item, [`BuildError::RepeatedItem`] if an item occurs
    /// twice, [`BuildError::ColorOnPrimary`] if a primary item has a color,
    /// [`BuildError::TooLarge`] if the problem would exceed its limits. In each case the option is
    /// not added.
    pub fn option<E: AsEntry>(
        &mut self,
        entries: impl IntoIterator<Item = E>,
    ) -> Result<OptionId, BuildError> {
        self.option_with_cost(entries, 0)
    }

    /// Adds an option that covers these items at this cost, and returns its number.
    ///
    /// # Errors
    /// As for [`option`](Self::option), and [`BuildError::CostTooLarge`] if the absolute values
    /// of all costs add up to more than [`i64::MAX`].
    pub fn option_with_cost<E: AsEntry>(
        &mut self,
        entries: impl IntoIterator<Item = E>,
        cost: i64,
    ) -> Result<OptionId, BuildError> {
        self.add_option(entries, cost, |builder, entry| builder.entry(entry.as_entry()))
    }

    /// Adds an option. Calls `add` to add each of its entries.
    pub(super) fn add_option<E>(
        &mut self,
        entries: impl IntoIterator<Item = E>,
        cost: i64,
        mut add: impl FnMut(&mut Self, E) -> Result<(), BuildError>,
    ) -> Result<OptionId, BuildError> {
        self.forget_unfinished();
        let (start, colors) = (self.entries.len(), self.colors.len());
        let added = entries.into_iter().try_for_each(|entry| add(self, entry)).and_then(|()| {
            // Options need a separate limit, because an option without items adds no entry.
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

    /// Removes the entries of an earlier call whose iterator panicked.
    fn forget_unfinished(&mut self) {
        self.forget_entries(self.starts.last().map_or(0, |&end| end as usize));
    }

    fn forget_entries(&mut self, start: usize) {
        for item in self.entries.drain(start..) {
            self.last_option[item.index()] = 0;
        }
        cut(&mut self.entry_colors, start, 0);
    }

    #[inline]
    fn entry(&mut self, EntryRef { item, color }: EntryRef<'_>) -> Result<(), BuildError> {
        let known = match item {
            ItemRef::Name(name) => self.names.find(&name.text()),
            ItemRef::Id(id) => (id.index() < self.last_option.len()).then_some(id),
        };
        match known {
            Some(id) => self.add_entry(id, color, || item.to_string()),
            None => Err(self.unknown(item.to_string())),
        }
    }

    /// Adds an entry to the option being added. Errors name the item by `label`.
    pub(super) fn add_entry(
        &mut self,
        id: ItemId,
        color: Option<NameRef<'_>>,
        label: impl FnOnce() -> String,
    ) -> Result<(), BuildError> {
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
            let color = self.color(&color.text());
            put(&mut self.entry_colors, self.entries.len(), color.get() + 1, 0);
        }
        self.last_option[id.index()] = this;
        self.entries.push(id);
        Ok(())
    }

    /// Returns the error for an item that was not declared.
    fn unknown(&self, label: String) -> BuildError {
        match label.split_once(':') {
            Some((item, color)) if !color.is_empty() && self.names.find(item).is_some() => {
                BuildError::ColorInName { item: item.to_owned(), color: color.to_owned() }
            }
            _ => BuildError::UnknownItem(label),
        }
    }

    /// Returns the color with this name, and adds it if it is new.
    fn color(&mut self, name: &str) -> Color {
        self.colors.find(name).unwrap_or_else(|| {
            // There are no more colors than entries, so the number fits.
            let color = Color::new(self.colors.len() as u32);
            self.colors.insert(color, name);
            color
        })
    }

    /// Returns the finished problem.
    ///
    /// # Errors
    /// None at present, because every earlier call has validated its input. The `Result` allows for
    /// future checks of the whole problem.
    pub fn build(mut self) -> Result<Problem, BuildError> {
        self.forget_unfinished();
        // Adds the trailing default values that were left out.
        fill(&mut self.bounds, self.primary as usize, (1, 1));
        fill(&mut self.entry_colors, self.entries.len(), 0);
        fill(&mut self.costs, self.starts.len() - 1, 0);
        Ok(Problem::from(Data {
            primary: self.primary,
            items: self.last_option.len() as u32,
            names: self.names,
            starts: self.starts.into(),
            entries: self.entries.into(),
            entry_colors: self.entry_colors.into(),
            colors: self.colors,
            bounds: self.bounds.into(),
            costs: self.costs.into(),
        }))
    }
}

/// Returns the two bounds if they allow some number other than 0.
fn checked(bounds: RangeInclusive<u32>) -> Result<(u32, u32), BuildError> {
    let is_empty = bounds.is_empty();
    let (low, high) = bounds.into_inner();
    if is_empty || high == 0 { Err(BuildError::BadBounds { low, high }) } else { Ok((low, high)) }
}

/// Sets the value at an index at or after the end. Default values are not stored until a value
/// other than the default follows them.
fn put<T: Copy + PartialEq>(values: &mut Vec<T>, place: usize, value: T, default: T) {
    if value != default {
        values.resize(place, default);
        values.push(value);
    }
}

/// Removes the values from an index on, and then trailing default values.
fn cut<T: Copy + PartialEq>(values: &mut Vec<T>, end: usize, default: T) {
    if end < values.len() {
        values.truncate(end);
        values.truncate(values.iter().rposition(|value| *value != default).map_or(0, |at| at + 1));
    }
}

/// Extends an array to its full length with default values. An empty array stays empty: all its
/// values are the default.
fn fill<T: Copy>(values: &mut Vec<T>, len: usize, default: T) {
    if !values.is_empty() {
        values.resize(len, default);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_calls_leave_no_trace() {
        let mut builder = Problem::builder();
        builder.primary(["a"]).unwrap();
        builder.bounded(["b", "a"], 0..=2).unwrap_err();
        builder.primary(["b"]).unwrap();
        builder.secondary(["x"]).unwrap();
        builder.option(["a", "x"]).unwrap();
        builder.option([("x", "red"), ("y", "red")]).unwrap_err();
        builder.option(["b"]).unwrap();
        let problem = builder.build().unwrap();
        assert!(!problem.has_bounds() && !problem.has_colors(), "{problem}");
    }

    #[test]
    fn an_iterator_that_panics_leaves_no_entries() {
        let mut builder = Problem::builder();
        builder.primary(["a", "b"]).unwrap();
        let unwound = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let entries = ["a", "b"].into_iter().inspect(|&item| assert_eq!(item, "a"));
            builder.option(entries)
        }));
        assert!(unwound.is_err());
        let problem = builder.build().unwrap();
        assert_eq!((problem.option_count(), problem.entry_count()), (0, 0));
    }

    #[test]
    fn a_refused_option_leaves_no_trace() {
        let mut builder = Problem::builder();
        builder.primary(["a", "b"]).unwrap();
        assert_eq!(builder.option(["a", "zzz"]), Err(BuildError::UnknownItem("zzz".into())));
        assert_eq!(
            builder.option(["a:b"]).unwrap_err().to_string().split_once(": "),
            Some(("there is no item `a:b`", "a color is given as a pair, `(\"a\", \"b\")`"))
        );
        assert_eq!(builder.option(["c:b"]), Err(BuildError::UnknownItem("c:b".into())));
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
    fn names_are_strings_of_any_kind_and_integers() {
        let mut builder = Builder::new();
        let numbers = builder.primary(1..=2).unwrap();
        assert_eq!(numbers.clone().collect::<Vec<_>>(), [ItemId::new(0), ItemId::new(1)]);
        builder.primary(vec![String::from("a")]).unwrap();
        builder.primary(&[Cow::Borrowed("b")]).unwrap();
        builder.primary([&String::from("c")]).unwrap();
        assert_eq!(builder.primary([-1_i64]).unwrap().get(0), Some(ItemId::new(5)));
        let rest = builder.unnamed_secondary(2).unwrap();
        assert!(rest.contains(ItemId::new(6)) && !rest.contains(ItemId::new(5)));
        assert_eq!((rest.len(), rest.get(1), rest.get(2)), (2, Some(ItemId::new(7)), None));
        assert_eq!(builder.primary([1_u8]), Err(BuildError::PrimaryAfterSecondary));
        assert_eq!(builder.secondary([2_usize]), Err(BuildError::DuplicateName("2".into())));

        builder.option([1, 2]).unwrap();
        builder.option(["1", "2"]).unwrap();
        builder.option(vec![String::from("a"), String::from("b")]).unwrap();
        builder.option(&[Cow::Borrowed("c")]).unwrap();
        builder.option([(-1, None)]).unwrap();
        builder.option([(ItemId::new(0), None), (ItemId::new(6), Some(7))]).unwrap();
        builder.option([("1", Some("red")), ("2", None)]).unwrap_err();
        builder.option([(ItemId::new(1), "7"), (ItemId::new(6), "7")]).unwrap_err();
        builder.option([(ItemId::new(6), 7), (ItemId::new(7), 8)]).unwrap();
        assert_eq!(builder.option([3]), Err(BuildError::UnknownItem("3".into())));
        let problem = builder.build().unwrap();
        let texts: Vec<_> =
            problem.options().map(|(option, _)| problem.option_text(option)).collect();
        assert_eq!(texts, ["1 2", "1 2", "a b", "c", "-1", "1 #6:7", "#6:7 #7:8"]);
        assert_eq!(problem.to_string().lines().next(), Some("1 2 a b c -1 | #6 #7"));
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
        let mut ended = 2..=2;
        ended.next();
        assert_eq!(builder.bounded(["a"], ended), Err(BuildError::BadBounds { low: 2, high: 2 }));
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
