//! The parts of a Python problem: a problem of the library, and the Python objects that name its
//! items, colors and options.

use std::collections::HashSet;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use quadrille::problem::{BuildError, Builder, EntryRef, ItemRef, NameRef};
use quadrille::{Diagram, ItemId, OptionId, Problem, Solver};

use super::labels::Labels;
use super::making::bounds;
use super::names::{Names, label};
use crate::error::value_error;
use crate::words::counted;

pub(crate) struct State {
    /// The items, with the primary items first.
    pub(crate) items: Names,
    pub(crate) primary: usize,
    pub(crate) colors: Names,
    /// The value of each option; `None` means its number.
    pub(crate) values: Vec<Option<Py<PyAny>>>,
    /// The builder, without names of items; `None` if the library made the problem and no option
    /// has been added since.
    builder: Option<Builder>,
    built: Option<Built>,
}

/// A problem that can be searched.
pub(crate) struct Built {
    pub(crate) problem: Arc<Problem>,
    /// The compiled form, made when it is first needed, and boxed because of its alignment.
    solver: Option<Box<Solver>>,
    pub(crate) labels: Py<Labels>,
    pub(crate) diagram: Option<Arc<Diagram>>,
}

impl Built {
    /// Returns a copy of the compiled form.
    pub(crate) fn solver(&mut self, py: Python<'_>) -> Solver {
        let problem = &self.problem;
        let solver = &mut self.solver;
        py.detach(|| Solver::clone(solver.get_or_insert_with(|| Box::new(Solver::new(problem)))))
    }
}

/// The numbers of the items of an option, each with the number of its color, if it has one.
pub(crate) type Entries = Vec<(u32, Option<u32>)>;

impl State {
    /// Returns a problem without options. `all_bounds` is a dict, and may lack items.
    pub(crate) fn new(
        primary: &Bound<'_, PyAny>,
        secondary: &Bound<'_, PyAny>,
        all_bounds: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = primary.py();
        let items = Names::new(py);
        let mut builder = Problem::builder();
        let declare = |name: &Bound<'_, PyAny>| match items.add(name)? {
            Some(_) => Ok(()),
            None => Err(value_error(BuildError::DuplicateName(label(name)?))),
        };
        for name in primary.try_iter()? {
            let name = name?;
            declare(&name)?;
            let (low, high) = match all_bounds {
                Some(all) if all.contains(&name)? => bounds(&all.get_item(&name)?)?,
                _ => (1, 1),
            };
            builder.unnamed_bounded(1, low..=high).map_err(value_error)?;
        }
        let primary = items.len(py);
        for name in secondary.try_iter()? {
            declare(&name?)?;
        }
        for name in all_bounds.map(|all| all.try_iter()).transpose()?.into_iter().flatten() {
            let name = name?;
            if items.find(&name)?.is_none_or(|item| item as usize >= primary) {
                return Err(value_error(format_args!(
                    "bounds for `{}`, which is not a primary item: declare it as one",
                    label(&name)?
                )));
            }
        }
        builder.unnamed_secondary(items.len(py) - primary).map_err(value_error)?;
        let (colors, values) = (Names::new(py), Vec::new());
        Ok(Self { items, primary, colors, values, builder: Some(builder), built: None })
    }

    /// Returns a problem without options. Its items are primary and named by their numbers.
    pub(crate) fn numbered(py: Python<'_>, items: usize) -> PyResult<Self> {
        let mut builder = Problem::builder();
        builder.unnamed_primary(items).map_err(value_error)?;
        let (items, colors, values) = (Names::numbers(py, items)?, Names::new(py), Vec::new());
        let primary = items.len(py);
        Ok(Self { items, primary, colors, values, builder: Some(builder), built: None })
    }

    /// Returns the state of a problem of the library, with its names.
    pub(crate) fn of(py: Python<'_>, problem: Problem) -> PyResult<Self> {
        let (items, colors) = (Names::new(py), Names::new(py));
        for item in 0..problem.item_count() {
            let name = problem.name(ItemId::new(item as u32));
            let name = name.map_or_else(|| format!("#{item}"), str::to_owned);
            items.add(name.into_pyobject(py)?.as_any())?;
        }
        while let Some(name) = problem.color_name(quadrille::Color::new(colors.len(py) as u32)) {
            colors.add(name.into_pyobject(py)?.as_any())?;
        }
        let (primary, options) = (problem.primary_count(), problem.option_count());
        let mut values = Vec::new();
        values.resize_with(options, || None);
        let mut state = Self { items, primary, colors, values, builder: None, built: None };
        state.built = Some(state.labelled(py, problem)?);
        Ok(state)
    }

    fn labelled(&self, py: Python<'_>, problem: Problem) -> PyResult<Built> {
        let labels = Labels::of(py, &self.values)?;
        Ok(Built { problem: Arc::new(problem), solver: None, labels, diagram: None })
    }

    /// Returns the finished problem. Builds it if `built` is `None`, as it is after `add`.
    pub(crate) fn built(&mut self, py: Python<'_>) -> PyResult<&mut Built> {
        if self.built.is_none() {
            let builder = self.builder.clone().unwrap_or_else(Problem::builder);
            let problem = builder.build().map_err(value_error)?;
            self.built = Some(self.labelled(py, problem)?);
        }
        self.built.as_mut().ok_or_else(|| PyValueError::new_err("the problem is empty"))
    }

    /// Returns the builder. A new one begins with the existing items and options.
    fn builder(&mut self) -> PyResult<&mut Builder> {
        if self.builder.is_none() {
            let problem = self.built.as_ref().map(|built| Arc::clone(&built.problem));
            let mut builder = Problem::builder();
            if let Some(problem) = problem {
                copy(&problem, &mut builder, |_| None, |_| None).map_err(value_error)?;
            }
            self.builder = Some(builder);
        }
        self.builder.as_mut().ok_or_else(|| PyValueError::new_err("the problem is empty"))
    }

    /// Adds an option and returns its number. An error leaves the problem unchanged.
    pub(crate) fn add(
        &mut self,
        entries: &Bound<'_, PyAny>,
        value: Option<Py<PyAny>>,
        cost: i64,
    ) -> PyResult<usize> {
        let py = entries.py();
        let colors = self.colors.len(py);
        let had_builder = self.builder.is_some();
        let added = self.entries(entries).and_then(|entries| {
            let refs = entries.iter().map(|&(item, color)| EntryRef {
                item: ItemRef::Id(ItemId::new(item)),
                color: color.map(|color| NameRef::Number(color.into())),
            });
            self.builder()?.option_with_cost(refs, cost).map_err(|error| self.explain(py, &error))
        });
        let Ok(option) = added else {
            self.colors.truncate(py, colors)?;
            if !had_builder {
                // The built problem stays, so the new builder must go: with a builder, `color`
                // takes the names of the problem's colors for numbers.
                self.builder = None;
            }
            return added.map(OptionId::index);
        };
        self.values.push(value);
        self.built = None;
        Ok(option.index())
    }

    /// Returns the numbers of an option's items and colors. Adds new colors.
    fn entries(&self, entries: &Bound<'_, PyAny>) -> PyResult<Entries> {
        entries.try_iter()?.map(|entry| self.entry(&entry?)).collect()
    }

    fn entry(&self, entry: &Bound<'_, PyAny>) -> PyResult<(u32, Option<u32>)> {
        // A pair of an item and a color, unless an item has this pair as its name.
        let pair = entry.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2);
        let known = match (self.items.find(entry), &pair) {
            // If a part of the pair cannot be hashed, an error is raised below.
            (Err(_), Some(_)) => None,
            (known, _) => known?,
        };
        if let Some(item) = known {
            return Ok((item, None));
        }
        let unknown = || self.unknown(entry);
        let (item, color) = pair.ok_or_else(unknown)?.extract::<(Bound<'_, _>, Bound<'_, _>)>()?;
        let number = self.items.find(&item)?.ok_or_else(unknown)?;
        if color.is_none() {
            return Ok((number, None));
        }
        let color = match self.colors.find(&color)? {
            Some(known) => known,
            None => self.colors.add(&color)?.unwrap_or_default(),
        };
        Ok((number, Some(color)))
    }

    /// Returns the library's error for an item that was not declared.
    fn unknown(&self, entry: &Bound<'_, PyAny>) -> PyErr {
        let label = match label(entry) {
            Ok(label) => label,
            Err(error) => return error,
        };
        let is_item = |name| {
            let known = self.items.find(PyString::new(entry.py(), name).as_any());
            known.is_ok_and(|known| known.is_some())
        };
        value_error(match label.split_once(':') {
            Some((item, color)) if !color.is_empty() && is_item(item) => {
                BuildError::ColorInName { item: item.to_owned(), color: color.to_owned() }
            }
            _ => BuildError::UnknownItem(label),
        })
    }

    /// Converts an error of the library, with the name of the item instead of its number.
    pub(crate) fn explain(&self, py: Python<'_>, error: &BuildError) -> PyErr {
        let named = |text: &str| {
            let number = text.strip_prefix('#').and_then(|number| number.parse().ok());
            let name = number.and_then(|number| self.items.get(py, number).ok());
            name.and_then(|name| label(&name).ok()).unwrap_or_else(|| text.to_owned())
        };
        value_error(match error {
            BuildError::RepeatedItem(item) => BuildError::RepeatedItem(named(item)),
            BuildError::ColorOnPrimary(item) => BuildError::ColorOnPrimary(named(item)),
            error => error.clone(),
        })
    }

    /// Returns the entries of an option as Python objects.
    pub(crate) fn option<'py>(
        &self,
        py: Python<'py>,
        problem: &Problem,
        option: OptionId,
    ) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for (item, color) in problem.entries(option) {
            let name = self.items.get(py, item.index())?;
            match color {
                Some(color) => {
                    list.append((name, self.colors.get(py, self.color(problem, color))?))?;
                }
                None => list.append(name)?,
            }
        }
        Ok(list)
    }

    /// Returns the number of a color in `colors`. A builder assigns numbers of its own, but the
    /// names of its colors are the numbers in `colors`.
    pub(crate) fn color(&self, problem: &Problem, color: quadrille::Color) -> usize {
        match &self.builder {
            Some(_) => problem.color_name(color).and_then(|name| name.parse().ok()),
            None => None,
        }
        .unwrap_or(color.index())
    }

    /// Returns the problem of the library with the names of items and colors, to write it as text.
    pub(crate) fn named(&mut self, py: Python<'_>) -> PyResult<Problem> {
        let text = |name: PyResult<Bound<'_, PyAny>>| {
            let name = name?;
            match name.cast::<PyString>() {
                Ok(text) => Ok(text.to_cow()?.into_owned()),
                // A tuple such as (1, 2) gets a name without blanks.
                Err(_) => Ok(name.str()?.to_cow()?.split_whitespace().collect()),
            }
        };
        let problem = Arc::clone(&self.built(py)?.problem);
        let texts = |names: &Names| {
            (0..names.len(py)).map(|number| text(names.get(py, number))).collect::<PyResult<_>>()
        };
        let (items, colors): (Vec<String>, Vec<String>) =
            (texts(&self.items)?, texts(&self.colors)?);
        let mut seen = HashSet::new();
        if let Some(text) = colors.iter().find(|&text| !seen.insert(text)) {
            return Err(value_error(format_args!(
                "two colors have the name `{text}` as text: give them names that differ"
            )));
        }
        let mut builder = Problem::builder();
        let color = |color| colors.get(self.color(&problem, color)).map(String::as_str);
        let item = |item: ItemId| items.get(item.index()).map(String::as_str);
        copy(&problem, &mut builder, item, color).map_err(value_error)?;
        builder.build().map_err(value_error)
    }
}

/// Adds the items and options of a problem to an empty builder. A color without a name is named by
/// its number.
fn copy<'a>(
    problem: &Problem,
    builder: &mut Builder,
    item_name: impl Fn(ItemId) -> Option<&'a str>,
    color_name: impl Fn(quadrille::Color) -> Option<&'a str>,
) -> Result<(), BuildError> {
    for item in (0..problem.item_count()).map(|item| ItemId::new(item as u32)) {
        match (problem.bounds(item), item_name(item)) {
            (Some(bounds), Some(name)) => builder.bounded([name], bounds)?,
            (Some(bounds), None) => builder.unnamed_bounded(1, bounds)?,
            (None, Some(name)) => builder.secondary([name])?,
            (None, None) => builder.unnamed_secondary(1)?,
        };
    }
    for (option, _) in problem.options() {
        let entries = problem.entries(option).map(|(item, color)| EntryRef {
            item: ItemRef::Id(item),
            color: color.map(|color| match color_name(color) {
                Some(name) => NameRef::Text(name),
                None => NameRef::Number(color.get().into()),
            }),
        });
        builder.option_with_cost(entries, problem.cost(option))?;
    }
    Ok(())
}

/// The arrays of a problem. Arrays of bytes contain 32-bit numbers in little-endian order.
pub(crate) struct Arrays<'a> {
    /// The number of entries of each option.
    pub(crate) lengths: &'a [u8],
    /// The item of each entry.
    pub(crate) items: &'a [u8],
    /// The color of each entry plus 1, or 0 without a color; empty if there are no colors.
    pub(crate) colors: &'a [u8],
    /// The cost of each option; empty if all are 0.
    pub(crate) costs: &'a [i64],
}

fn words(bytes: &[u8]) -> impl ExactSizeIterator<Item = u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
}

impl State {
    /// Adds all options that are given as arrays.
    pub(crate) fn extend(
        &mut self,
        py: Python<'_>,
        arrays: &Arrays<'_>,
        values: Option<Vec<Option<Py<PyAny>>>>,
    ) -> PyResult<()> {
        let mut items = words(arrays.items);
        let mut colors = words(arrays.colors);
        let count = words(arrays.lengths).len();
        let builder = self.builder()?;
        for (option, len) in words(arrays.lengths).enumerate() {
            let entries = items.by_ref().take(len as usize).map(|item| EntryRef {
                item: ItemRef::Id(ItemId::new(item)),
                color: colors
                    .next()
                    .and_then(|color| color.checked_sub(1))
                    .map(|color| NameRef::Number(color.into())),
            });
            let cost = arrays.costs.get(option).copied().unwrap_or(0);
            let added = builder.option_with_cost(entries, cost);
            if let Err(error) = added {
                return Err(self.explain(py, &error));
            }
        }
        match values {
            Some(values) if values.len() == count => {
                self.values.extend(values);
            }
            Some(values) => {
                return Err(PyValueError::new_err(format!(
                    "{} for {}: give one value for each option",
                    counted(values.len(), "value"),
                    counted(count, "option")
                )));
            }
            None => self.values.resize_with(self.values.len() + count, || None),
        }
        self.built = None;
        Ok(())
    }
}

impl State {
    /// Passes the Python objects to the garbage collector.
    pub(crate) fn traverse(
        &self,
        visit: &pyo3::gc::PyVisit<'_>,
    ) -> Result<(), pyo3::PyTraverseError> {
        self.items.traverse(visit)?;
        self.colors.traverse(visit)?;
        for value in self.values.iter().flatten() {
            visit.call(value)?;
        }
        match &self.built {
            Some(built) => visit.call(&built.labels),
            None => Ok(()),
        }
    }
}
