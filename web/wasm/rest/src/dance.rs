//! The steps of a search by dancing links, for drawing.

use quadrille::OptionId;
use quadrille::engine::links::{Dance, Event, Moment};
use quadrille::sudoku::Puzzle;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::covers::Exact;
use crate::{error, to_js};

/// A search that is shown step by step.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Stepper {
    problem: quadrille::Problem,
    dance: Dance,
}

/// A step of the search, for drawing.
#[derive(Serialize)]
struct Drawn {
    /// The number of the step in TAOCP 7.2.2.1.
    x: u8,
    event: &'static str,
    level: u32,
    text: String,
    item: Option<u32>,
    option: Option<u32>,
    /// The number of branches in X3, and of untried branches in X5.
    branches: Option<u32>,
    released: Vec<u32>,
    hidden: Vec<u32>,
    restored: Vec<u32>,
}

fn numbers(options: &[OptionId]) -> Vec<u32> {
    options.iter().map(|option| option.get()).collect()
}

fn drawn(moment: &Moment, problem: &quadrille::Problem) -> Drawn {
    let mut drawn = Drawn {
        x: moment.event.number(),
        event: "",
        level: moment.level,
        text: moment.text(problem),
        item: None,
        option: None,
        branches: None,
        released: Vec::new(),
        hidden: numbers(&moment.hidden),
        restored: numbers(&moment.restored),
    };
    drawn.event = match &moment.event {
        Event::Give { option } => {
            drawn.option = Some(option.get());
            "give"
        }
        Event::Exclude => "exclude",
        Event::Enter => "enter",
        Event::Visit => "visit",
        Event::Choose { item, branches } => {
            (drawn.item, drawn.branches) = (Some(item.get()), Some(*branches));
            "choose"
        }
        Event::CoverItem { item } => {
            drawn.item = Some(item.get());
            "cover"
        }
        Event::Try { item, option, untried } => {
            (drawn.item, drawn.branches) = (Some(item.get()), Some(*untried));
            drawn.option = option.map(|option| option.get());
            "try"
        }
        Event::RunOut { item } => {
            drawn.item = Some(item.get());
            "dead"
        }
        Event::TryAgain { item, released } => {
            (drawn.item, drawn.released) = (Some(item.get()), numbers(released));
            "again"
        }
        Event::Backtrack { item } => {
            drawn.item = Some(item.get());
            "last"
        }
        Event::Leave => "leave",
        Event::Terminate => "end",
        _ => "other",
    };
    drawn
}

#[wasm_bindgen]
impl Stepper {
    /// Begins a search for the solutions of a Sudoku.
    ///
    /// # Errors
    /// If the text is not a puzzle.
    pub fn of_sudoku(puzzle: &str) -> Result<Stepper, JsError> {
        let puzzle: Puzzle = puzzle.parse().map_err(error)?;
        let problem = quadrille::sudoku::problem().clone();
        let dance = Dance::with_cube(&problem, &puzzle.cube()).map_err(error)?;
        Ok(Self { problem, dance })
    }

    /// Begins a search for the covers of a problem.
    #[must_use]
    pub fn of_exact(exact: &Exact) -> Stepper {
        let problem = exact.problem().clone();
        Self { dance: Dance::new(&problem), problem }
    }

    /// Returns up to `most` more steps, or none if the search has ended.
    ///
    /// # Errors
    /// None.
    pub fn next(&mut self, most: usize) -> Result<JsValue, JsError> {
        let problem = &self.problem;
        let moments: Vec<Drawn> =
            self.dance.by_ref().take(most).map(|moment| drawn(&moment, problem)).collect();
        to_js(&moments)
    }

    /// Returns up to `most` more steps. Stops after a step with one of the events in `events`,
    /// which are separated by blanks. Choosing an item without branches counts as `dead`.
    ///
    /// # Errors
    /// None.
    pub fn next_until(&mut self, events: &str, most: usize) -> Result<JsValue, JsError> {
        let mut moments = Vec::new();
        while moments.len() < most
            && let Some(moment) = self.dance.next()
        {
            let moment = drawn(&moment, &self.problem);
            let dead = moment.event == "choose" && moment.branches == Some(0);
            let event = if dead { "dead" } else { moment.event };
            let is_wanted = events.split(' ').any(|wanted| wanted == event);
            moments.push(moment);
            if is_wanted {
                break;
            }
        }
        to_js(&moments)
    }
}
