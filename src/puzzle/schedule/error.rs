//! Errors in the table of a schedule.

use std::error::Error;
use std::fmt;

/// An error in the table of a schedule, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleError {
    /// The row, counted from 1 including the head; 0 if the error is not in a single row.
    pub row: usize,
    /// The kind of error.
    pub kind: ScheduleErrorKind,
}

/// The kinds of errors in the table of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScheduleErrorKind {
    /// The first row does not begin with the three required columns.
    Head,
    /// There is no column for an hour.
    NoHours,
    /// Two columns are for the same hour, or an hour has no name.
    Hour(String),
    /// A row has more cells than the head.
    TooManyCells {
        /// The number of cells in the row.
        cells: usize,
        /// The number of cells in the head.
        head: usize,
    },
    /// The first cell of a row is not `room`, `person` or `meeting`.
    Kind(String),
    /// A room, a person or a meeting has no name.
    NoName,
    /// Two rooms or people, or two meetings, have the same name.
    DuplicateName(String),
    /// A room or a person has needs, which only a meeting can have.
    Needs(String),
    /// A meeting needs something that is neither a room nor a person of the table.
    UnknownNeed(String),
    /// A meeting needs the same room or person twice.
    RepeatedNeed(String),
    /// The cell under an hour is neither empty nor `-` nor a whole number from 0 to [`u64::MAX`].
    Availability {
        /// The hour.
        hour: String,
        /// The text of the cell.
        found: String,
    },
    /// There is no room.
    NoRooms,
    /// The costs of all options add up to more than [`i64::MAX`].
    CostTooLarge,
    /// There are too many meetings, rooms and hours.
    TooLarge,
}

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.row > 0 {
            write!(f, "row {}: ", self.row)?;
        }
        self.kind.fmt(f)
    }
}

impl fmt::Display for ScheduleErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Head => f.write_str(
                "the head must begin with the columns kind, name, needs; the hours follow",
            ),
            Self::NoHours => {
                f.write_str("there are no hours: name each in a column after kind, name, needs")
            }
            Self::Hour(hour) if hour.is_empty() => {
                f.write_str("an hour has no name: name it in the head")
            }
            Self::Hour(hour) => {
                write!(f, "two columns are for the hour {hour:?}: give each its own name")
            }
            Self::TooManyCells { cells, head } => {
                write!(f, "{cells} cells, where the head has {head}: name every hour in the head")
            }
            Self::Kind(found) => {
                write!(f, "{found:?} is not a kind of row: write room, person or meeting")
            }
            Self::NoName => f.write_str("the second cell is empty: it must have the name"),
            Self::DuplicateName(name) => {
                write!(f, "{name:?} occurs twice: give each its own name")
            }
            Self::Needs(found) => {
                write!(
                    f,
                    "{found:?} under needs: only meetings need people or rooms; leave it empty"
                )
            }
            Self::UnknownNeed(name) => {
                write!(
                    f,
                    "the meeting needs {name:?}, which is neither a room nor a person: give it a row, or correct the name"
                )
            }
            Self::RepeatedNeed(name) => write!(f, "the meeting needs {name:?} twice: name it once"),
            Self::Availability { hour, found } => write!(
                f,
                "{found:?} under {hour:?}: leave it empty, or write - if the hour is not available, or a whole number for \
                 its cost"
            ),
            Self::NoRooms => f.write_str("there is no room: give the table a row `room,NAME`"),
            Self::CostTooLarge => {
                write!(f, "all costs together exceed {}: use smaller numbers", i64::MAX)
            }
            Self::TooLarge => f.write_str("too many meetings, rooms and hours: split the schedule"),
        }
    }
}

impl Error for ScheduleError {}
