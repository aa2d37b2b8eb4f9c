//! The plan and lists of a position, which are made step by step before its covers are counted.

use std::ops::Range;

use super::super::join::cells::{Cells, propagate};
use super::numbers::Band;
use super::plan::Plan;
use super::products::Thirds;
use super::view::View;

/// The plan of a position, and the lists derived from it.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) plan: Plan,
    pub(super) bands: [Band; 3],
    pub(super) thirds: Thirds,
    /// The ranges of splits of the second stack with the same part of the first band.
    pub(super) groups: Vec<Range<usize>>,
}

/// A position that is not complete. Each step takes at most a few hundredths of a second.
#[derive(Clone, Debug)]
pub(super) enum Draft {
    Cells(Box<Cells>),
    OneView(Box<Cells>, Box<View>),
    BothViews(Box<[View; 2]>),
    Plan(Box<Plan>),
    /// The position, or `None` if there are no covers.
    Complete(Option<Box<Position>>),
}

impl Draft {
    pub(super) fn new(cells: &Cells) -> Self {
        let mut cells = Box::new(*cells);
        if propagate(&mut cells) { Self::Cells(cells) } else { Self::Complete(None) }
    }

    /// Does the next step.
    pub(super) fn step(self) -> Self {
        match self {
            Self::Cells(cells) => match View::new(&cells, false) {
                Some(view) => Self::OneView(cells, Box::new(view)),
                None => Self::Complete(None),
            },
            Self::OneView(cells, first) => match View::new(&cells, true) {
                Some(second) => Self::BothViews(Box::new([*first, second])),
                None => Self::Complete(None),
            },
            Self::BothViews(views) => {
                let [first, second] = *views;
                let is_first = first.cheapest.work <= second.cheapest.work;
                Self::Plan(Box::new(Plan::new(if is_first { first } else { second })))
            }
            Self::Plan(plan) => Self::Complete(Some(Box::new(Position::new(*plan)))),
            Self::Complete(position) => Self::Complete(position),
        }
    }
}

impl Position {
    fn new(plan: Plan) -> Self {
        let bands = [0, 1, 2].map(|role| Band::new(&plan.boxes[role]));
        let thirds = Thirds::new(&plan.third, bands[2].width);
        let mut groups: Vec<Range<usize>> = Vec::new();
        for group in plan.second.chunk_by(|a, b| a[0] == b[0]) {
            let start = groups.last().map_or(0, |group| group.end);
            groups.push(start..start + group.len());
        }
        Self { plan, bands, thirds, groups }
    }
}
