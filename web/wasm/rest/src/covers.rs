//! Exact covers: problems that are read, searched, counted and drawn.

use js_sys::Function;
use quadrille::engine::memo::Memo;
use quadrille::format::{self, ReadError};
use quadrille::puzzle::Picture;
use quadrille::search::{Cube, OpenCube, SLICE, Step};
use quadrille::solve::Estimate;
use quadrille::{
    AnyEngine, Cheapest, Counter, EngineChoice, ItemId, OptionId, Problem, Solutions, sudoku,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::Fault;
use crate::counting::{call, part};
use crate::presets::{Preset, Solvable};
use crate::{error, to_js};

/// A problem, with its puzzle if it was made from a form.
#[wasm_bindgen]
pub struct Exact {
    problem: Problem,
    puzzle: Option<Box<dyn Solvable>>,
    warnings: Vec<Fault>,
}

#[derive(Serialize)]
struct Summary<'a> {
    primary: usize,
    secondary: usize,
    options: usize,
    entries: usize,
    colors: bool,
    bounds: bool,
    costs: bool,
    engine: &'a str,
    reason: &'a str,
    warnings: &'a [Fault],
}

/// The items and options, for drawing.
#[derive(Serialize)]
struct Structure {
    items: Vec<String>,
    primary: usize,
    options: Vec<Vec<u32>>,
}

#[derive(Serialize)]
struct Drawing {
    text: String,
    picture: Option<Cells>,
}

/// The cells of a picture, row by row: the region and the labels, or nothing.
#[derive(Serialize)]
struct Cells {
    rows: usize,
    columns: usize,
    cells: Vec<Option<(u32, Vec<String>)>>,
}

impl From<Picture> for Cells {
    fn from(picture: Picture) -> Self {
        let (rows, columns) = (picture.rows(), picture.columns());
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let labels = |(row, column)| {
            let (region, marks) = picture.get(row, column)?;
            Some((region, marks.iter().map(|mark| mark.text.clone()).collect()))
        };
        Self { rows, columns, cells: places.map(labels).collect() }
    }
}

fn ids(numbers: &[u32]) -> Vec<OptionId> {
    numbers.iter().copied().map(OptionId::new).collect()
}

fn numbers(options: &[OptionId]) -> Vec<u32> {
    let mut numbers: Vec<u32> = options.iter().map(|option| option.get()).collect();
    numbers.sort_unstable();
    numbers
}

#[wasm_bindgen]
impl Exact {
    /// Reads a problem.
    ///
    /// # Errors
    /// If the text has an error. The error is an object with the line, the column and the message.
    pub fn read(text: &str) -> Result<Exact, JsValue> {
        match format::read(text.as_bytes()) {
            Ok(parsed) => {
                let warning = |warning: &format::Warning| Fault {
                    line: warning.line,
                    column: None,
                    message: warning.to_string(),
                };
                let warnings = parsed.warnings.iter().take(100).map(warning).collect();
                Ok(Self { problem: parsed.problem, puzzle: None, warnings })
            }
            Err(ReadError::Parse(error)) => Err(to_js(&Fault {
                line: error.line,
                column: Some(error.column),
                message: error.kind.to_string(),
            })?),
            Err(ReadError::Io(fault)) => Err(error(fault).into()),
        }
    }

    /// Makes a problem from the fields of a form.
    ///
    /// # Errors
    /// If a field is invalid.
    pub fn make(preset: JsValue) -> Result<Exact, JsError> {
        let preset: Preset = serde_wasm_bindgen::from_value(preset)?;
        let puzzle = preset.puzzle().map_err(error)?;
        let problem = puzzle.problem().clone();
        Ok(Self { problem, puzzle: Some(puzzle), warnings: Vec::new() })
    }

    /// Returns the exact-cover problem of Sudoku: 324 items and 729 options.
    #[must_use]
    pub fn sudoku() -> Exact {
        Self { problem: sudoku::problem().clone(), puzzle: None, warnings: Vec::new() }
    }

    /// Returns the problem as text.
    ///
    /// # Errors
    /// If the problem has no primary item, or a name or an option cannot be written.
    pub fn text(&self) -> Result<String, JsError> {
        let mut text = Vec::new();
        format::write(&self.problem, &mut text).map_err(error)?;
        String::from_utf8(text).map_err(error)
    }

    /// Returns the sizes and features of the problem, the engine that searches it, and the first
    /// hundred warnings.
    ///
    /// # Errors
    /// None.
    pub fn summary(&self) -> Result<JsValue, JsError> {
        let engine = AnyEngine::new(&self.problem, EngineChoice::Auto).map_err(error)?;
        to_js(&Summary {
            primary: self.problem.primary_count(),
            secondary: self.problem.item_count() - self.problem.primary_count(),
            options: self.problem.option_count(),
            entries: self.problem.entry_count(),
            colors: self.problem.has_colors(),
            bounds: self.problem.has_bounds(),
            costs: self.problem.has_costs(),
            engine: quadrille::search::Engine::name(&engine),
            reason: engine.reason(&self.problem),
            warnings: &self.warnings,
        })
    }

    /// Returns the names of the items, the number of primary ones, and the items of each option.
    ///
    /// # Errors
    /// None.
    pub fn structure(&self) -> Result<JsValue, JsError> {
        let name = |item: u32| match self.problem.name(ItemId::new(item)) {
            Some(name) => name.to_owned(),
            None => (item + 1).to_string(),
        };
        let items = |(_, items): (OptionId, &[ItemId])| items.iter().map(|it| it.get()).collect();
        to_js(&Structure {
            items: (0..self.problem.item_count() as u32).map(name).collect(),
            primary: self.problem.primary_count(),
            options: self.problem.options().map(items).collect(),
        })
    }

    /// Draws a cover.
    ///
    /// # Errors
    /// If the options are not a cover.
    pub fn draw(&self, cover: &[u32]) -> Result<JsValue, JsError> {
        let cover = ids(cover);
        self.problem.check(&cover).map_err(error)?;
        let (text, picture) = match &self.puzzle {
            Some(puzzle) => puzzle.draw(&cover),
            None => {
                let lines: Vec<String> =
                    cover.iter().map(|&option| self.problem.option_text(option)).collect();
                (lines.join("\n"), None)
            }
        };
        to_js(&Drawing { text, picture: picture.map(Cells::from) })
    }

    /// Begins a search for all covers.
    #[must_use]
    pub fn covers(&self) -> Covers {
        Covers { solutions: self.problem.solutions(), found: 0.0 }
    }

    /// Counts all covers. Now and then, `report` is called with the number found so far.
    ///
    /// # Errors
    /// None: the cube of the whole search has no options.
    pub fn count(&self, memory: usize, report: &Function) -> Result<String, JsError> {
        let mut counter = Counter::new(&self.problem).with_memory(memory);
        counter.start(&Cube::default()).map_err(error)?;
        while counter.advance(SLICE) == Step::Paused {
            call(report, &counter.count_so_far().to_big().to_string());
        }
        Ok(counter.count_so_far().to_big().to_string())
    }

    /// Returns the numbers of covers up to isomorphism and of all covers. Now and then, `report` is
    /// called with the number of classes found so far.
    #[must_use]
    pub fn classes(&self, report: &Function) -> Vec<String> {
        let mut distinct = self.problem.distinct();
        let mut found = 0_u64;
        loop {
            let step = distinct.advance(SLICE);
            if step == Step::Exhausted {
                break;
            }
            found += u64::from(step == Step::Cover);
            if step == Step::Paused || found.is_multiple_of(1024) {
                call(report, &found.to_string());
            }
        }
        vec![found.to_string(), distinct.covers_so_far().to_string()]
    }

    /// Returns a random cover, or an empty list if there is none. All covers are equally likely.
    ///
    /// # Errors
    /// If the diagram of the covers does not fit in the memory, or the engine for diagrams does not
    /// support the problem, for example because an item has bounds.
    pub fn sample(&self, seed: u64, memory: usize, report: &Function) -> Result<Vec<u32>, JsError> {
        let diagram = self.diagram(memory, report)?;
        let mut random = Random(seed);
        let cover = diagram.counts().sample(|| random.next());
        Ok(cover.map(|cover| numbers(&cover)).unwrap_or_default())
    }

    /// Returns the number of covers, and for each option the number of covers that contain it and
    /// the fraction of the total.
    ///
    /// # Errors
    /// As for `sample`.
    pub fn option_counts(&self, memory: usize, report: &Function) -> Result<JsValue, JsError> {
        let diagram = self.diagram(memory, report)?;
        let counts: Vec<String> = diagram.option_counts().iter().map(ToString::to_string).collect();
        let total = diagram.count().to_string();
        let parts: Vec<f64> = counts.iter().map(|count| part(count, &total)).collect();
        to_js(&(total, counts, parts))
    }

    /// Returns the `count` cheapest covers, each as its cost followed by its options. Now and then,
    /// `report` is called with the cost of the best cover so far.
    ///
    /// # Errors
    /// None.
    pub fn cheapest(&self, count: usize, report: &Function) -> Result<JsValue, JsError> {
        let mut search = Cheapest::new(&self.problem, count);
        loop {
            match search.advance(SLICE) {
                Step::Exhausted => break,
                Step::Paused => {
                    if let Some(cost) = search.best_cost() {
                        call(report, &cost.to_string());
                    }
                }
                Step::Cover => {}
            }
        }
        let covers = search.into_covers();
        let covers: Vec<(String, Vec<u32>)> =
            covers.iter().map(|(cover, cost)| (cost.to_string(), numbers(cover))).collect();
        to_js(&covers)
    }

    /// Estimates the numbers of nodes and covers of a search by random walks. Returns the mean and
    /// the interval of each, and whether they are exact.
    ///
    /// # Errors
    /// None.
    pub fn estimate(&self, walks: u32) -> Result<JsValue, JsError> {
        let mut engine = AnyEngine::new(&self.problem, EngineChoice::Auto).map_err(error)?;
        let mut estimate = Estimate::new(&mut engine, &OpenCube::whole().cube, 1);
        let rounds =
            if estimate.is_exact() { 0 } else { (walks as usize).div_ceil(estimate.strata()) };
        for _ in 0..rounds.max(usize::from(!estimate.is_exact()) * 2) {
            estimate.walk(&mut engine);
        }
        let (nodes, covers) = (estimate.nodes(), estimate.covers());
        to_js(&(nodes.mean, nodes.interval(), covers.mean, covers.interval(), estimate.is_exact()))
    }
}

impl Exact {
    pub(crate) fn problem(&self) -> &Problem {
        &self.problem
    }

    fn diagram(&self, memory: usize, report: &Function) -> Result<quadrille::Diagram, JsError> {
        let memo = Memo::new(&self.problem).map_err(error)?.with_memory(memory);
        let mut search = memo.diagram_search(&Cube::default()).map_err(error)?;
        while search.advance(SLICE) == Step::Paused && !search.is_cut_short() {
            call(report, &search.stats().nodes.to_string());
        }
        search.finish().map_err(error)
    }
}

/// A search for the covers of a problem. Each call continues where the last one stopped.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Covers {
    solutions: Solutions,
    found: f64,
}

#[wasm_bindgen]
impl Covers {
    /// Returns up to `most` more covers, each as the number of its options followed by the options
    /// in order. Stops after about `nodes` nodes.
    pub fn next(&mut self, most: usize, nodes: u32) -> Vec<u32> {
        let mut covers = Vec::new();
        let last = self.solutions.stats().nodes.saturating_add(nodes.into());
        for _ in 0..most {
            let left = last.saturating_sub(self.solutions.stats().nodes);
            if self.solutions.advance(left) != Step::Cover {
                break;
            }
            let cover = numbers(self.solutions.cover());
            covers.push(cover.len() as u32);
            covers.extend(cover);
            self.found += 1.0;
        }
        covers
    }

    /// True if there are no more covers.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.solutions.is_exhausted()
    }

    /// Returns the number of covers found so far.
    #[must_use]
    pub fn found(&self) -> f64 {
        self.found
    }

    /// Returns the number of nodes of the search so far.
    #[must_use]
    pub fn nodes(&self) -> f64 {
        self.solutions.stats().nodes as f64
    }
}

/// A generator of random numbers: SplitMix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
