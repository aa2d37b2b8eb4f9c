//! The plan and lists of a position, which are made step by step before its covers are counted.

use std::ops::Range;

use super::super::join::cells::{Cells, propagate};
use super::numbers::Band;
use super::plan::Plan;
use super::products::Thirds;
use super::splits::Split;
use super::view::View;

/// The plan of a position, and the lists derived from it.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) plan: Plan,
    pub(super) bands: [Band; 3],
    pub(super) thirds: Thirds,
    /// The ranges of splits of the second stack with the same part in the first band.
    pub(super) groups: Vec<Range<usize>>,
}

/// A position in preparation. Each step takes at most a few hundredths of a second.
#[derive(Clone, Debug)]
pub(super) enum Draft {
    /// The views so far: of the grid, and of the transposed grid.
    Views(Box<Cells>, Vec<View>),
    Plan(Box<Plan>),
    /// The position, or `None` if there are certainly no covers.
    Complete(Option<Box<Position>>),
}

impl Draft {
    pub(super) fn new(cells: &Cells) -> Self {
        let mut cells = Box::new(*cells);
        if propagate(&mut cells) { Self::Views(cells, Vec::new()) } else { Self::Complete(None) }
    }

    pub(super) fn step(self) -> Self {
        match self {
            Self::Views(cells, mut views) if views.len() < 2 => {
                let Some(view) = View::new(&cells, !views.is_empty()) else {
                    return Self::Complete(None);
                };
                views.push(view);
                Self::Views(cells, views)
            }
            Self::Views(_, views) => {
                let by_work = |a: &View, b: &View| a.cheapest.work.total_cmp(&b.cheapest.work);
                let cheapest = views.into_iter().min_by(by_work);
                cheapest.map_or(Self::Complete(None), |view| Self::Plan(Box::new(Plan::new(view))))
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
        let mut end = 0;
        let range = |group: &[Split]| {
            end += group.len();
            end - group.len()..end
        };
        let groups = plan.second.chunk_by(|a, b| a[0] == b[0]).map(range).collect();
        Self { plan, bands, thirds, groups }
    }
}
