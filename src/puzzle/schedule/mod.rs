//! Timetables: each meeting takes place once, in a room, at an hour, with people who cannot be in
//! two places at the same time.
//!
//! In the exact cover, each meeting is a primary item. A room at an hour, `Attic@10h`, and a person
//! at an hour, `Ann@10h`, are secondary items: at most one meeting can use each of them. An option
//! puts a meeting in a room at an hour. It contains the meeting, and the room and all people of the
//! meeting at that hour. There is no option if any of these is not available. Preferences are
//! costs: the cost of an option is the sum of the costs of the hour for the meeting, the room and
//! the people. The cheapest cover is the best timetable.
//!
//! The table has a row for each room, person and meeting, and a column for each hour:
//!
//! ```text
//! kind,name,needs,9h,10h,11h
//! room,Hall,,,,-
//! room,Attic,,,,
//! person,Ann,,-,,
//! person,Bob,,,,3
//! meeting,Opening,Ann;Bob;Hall,,,
//! meeting,Parsers,Ann,,,
//! ```
//!
//! The cell under an hour is empty, or `-` if the room, the person or the meeting is not available
//! at that hour, or the cost of that hour, a whole number. A meeting needs the people named under
//! `needs`; if rooms are named there, it must be in one of them. The caller reads the table from
//! its file, for instance from comma-separated values.

mod error;
mod table;

use std::collections::HashSet;
use std::fmt;

use super::Puzzle;
use crate::ids::OptionId;
use crate::problem::{BuildError, Model, Problem};

pub use error::{ScheduleError, ScheduleErrorKind};
use table::{Availability, Meeting, Table};

/// All timetables that a table allows.
///
/// ```
/// use quadrille::puzzle::Puzzle;
/// use quadrille::puzzle::schedule::Schedule;
/// let table = "
/// kind,name,needs,9h,10h
/// room,Hall,,,
/// person,Ann,,-,
/// person,Bob,,,
/// meeting,Opening,Bob,,5
/// meeting,Parsers,Ann;Bob,,";
/// let schedule = Schedule::new(table.trim().lines().map(|line| line.split(',')))?;
/// let timetable = schedule.solutions().next().ok_or("impossible")?;
/// assert_eq!(timetable.cost(), 0);
/// let drawn = "
///      | Hall
/// -----+-------------------
///  9h  | Opening (Bob)
///  10h | Parsers (Ann Bob)
/// cost 0";
/// assert_eq!(timetable.to_string(), drawn.trim_start_matches('\n'));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Schedule {
    table: Table,
    /// The numbers of the meeting, the room and the hour of each option.
    model: Model<[usize; 3]>,
}

impl Schedule {
    /// Returns all timetables that a table allows. The table is given as rows of cells. The first
    /// row is the head.
    ///
    /// # Errors
    /// [`ScheduleError`] with the kind of error, and its row if it is in a single row.
    pub fn new<R>(rows: impl IntoIterator<Item = R>) -> Result<Self, ScheduleError>
    where
        R: IntoIterator,
        R::Item: AsRef<str>,
    {
        let table = Table::read(rows)?;
        match model(&table) {
            Ok(model) => Ok(Self { table, model }),
            Err(BuildError::CostTooLarge) => {
                Err(ScheduleError { row: 0, kind: ScheduleErrorKind::CostTooLarge })
            }
            Err(BuildError::TooLarge) => {
                Err(ScheduleError { row: 0, kind: ScheduleErrorKind::TooLarge })
            }
            Err(error) => {
                unreachable!("the names are distinct, and so are the items of an option: {error}")
            }
        }
    }
}

/// The names of items, made from the names in the table. They are distinct, and have no blanks, `|`
/// or `:`, which Knuth's text format does not allow in names.
#[derive(Default)]
struct ItemNames {
    taken: HashSet<String>,
}

impl ItemNames {
    fn name(&mut self, text: &str) -> String {
        let plain = |c: char| match c {
            ':' => '.',
            '|' => '/',
            c if c.is_whitespace() => '_',
            c => c,
        };
        let mut name: String = text.chars().map(plain).collect();
        while !self.taken.insert(name.clone()) {
            name.push('\'');
        }
        name
    }
}

/// Returns the total cost, an error if it is too large, or `None` if an availability is `None`.
fn cost(availabilities: impl IntoIterator<Item = Availability>) -> Option<Result<u64, BuildError>> {
    let mut sum = Ok(0_u64);
    for availability in availabilities {
        let cost = availability?;
        sum = sum.and_then(|sum| sum.checked_add(cost).ok_or(BuildError::CostTooLarge));
    }
    Some(sum)
}

fn model(table: &Table) -> Result<Model<[usize; 3]>, BuildError> {
    let mut names = ItemNames::default();
    let meetings: Vec<String> =
        table.meetings.iter().map(|meeting| names.name(&meeting.name)).collect();
    let mut at_hours = |name: &str| -> Vec<String> {
        table.hours.iter().map(|hour| names.name(&format!("{name}@{hour}"))).collect()
    };
    let rooms: Vec<Vec<String>> = table.rooms.iter().map(|room| at_hours(&room.name)).collect();
    let people: Vec<Vec<String>> =
        table.people.iter().map(|person| at_hours(&person.name)).collect();

    let mut builder = Model::builder();
    builder.primary(&meetings)?;
    builder.secondary(rooms.iter().chain(&people).flatten())?;
    for (number, meeting) in table.meetings.iter().enumerate() {
        for hour in 0..table.hours.len() {
            for &room in &meeting.rooms {
                let who = meeting.people.iter().map(|&person| table.people[person].hours[hour]);
                let where_and_what = [meeting.hours[hour], table.rooms[room].hours[hour]];
                let Some(cost) = cost(where_and_what.into_iter().chain(who)) else { continue };
                let mut items = vec![&meetings[number], &rooms[room][hour]];
                items.extend(meeting.people.iter().map(|&person| &people[person][hour]));
                let cost = i64::try_from(cost?).map_err(|_| BuildError::CostTooLarge)?;
                builder.option_with_cost([number, room, hour], items, cost)?;
            }
        }
    }
    builder.build()
}

impl Puzzle for Schedule {
    type Solution = Timetable;

    fn problem(&self) -> &Problem {
        self.model.problem()
    }

    fn decode(&self, cover: &[OptionId]) -> Timetable {
        let table = &self.table;
        let mut chosen: Vec<([usize; 3], u64)> = cover
            .iter()
            .map(|&option| (*self.model.value(option), self.model.cost(option).unsigned_abs()))
            .collect();
        chosen.sort_unstable_by_key(|&([_, room, hour], _)| (hour, room));
        let appointment = |([meeting, room, hour], cost): ([usize; 3], u64)| {
            let Meeting { name, people, .. } = &table.meetings[meeting];
            Appointment {
                meeting: name.clone(),
                room: table.rooms[room].name.clone(),
                hour: table.hours[hour].clone(),
                people: people.iter().map(|&person| table.people[person].name.clone()).collect(),
                cost,
            }
        };
        Timetable {
            rooms: table.rooms.iter().map(|room| room.name.clone()).collect(),
            hours: table.hours.clone(),
            appointments: chosen.into_iter().map(appointment).collect(),
        }
    }
}

/// A meeting with its place and time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Appointment {
    /// The name of the meeting.
    pub meeting: String,
    /// The room.
    pub room: String,
    /// The hour.
    pub hour: String,
    /// The people who attend.
    pub people: Vec<String>,
    /// The total cost of this hour for the meeting, its room and its people.
    pub cost: u64,
}

/// A timetable. It displays as a table with a row for each hour, a column for each room, and a last
/// line with the cost.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Timetable {
    rooms: Vec<String>,
    hours: Vec<String>,
    appointments: Vec<Appointment>,
}

impl Timetable {
    /// Returns all meetings with their places and times, in the order of hours and rooms.
    #[must_use]
    pub fn appointments(&self) -> &[Appointment] {
        &self.appointments
    }

    /// Returns the total cost. A lower cost fits the preferences better.
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.appointments.iter().map(|appointment| appointment.cost).sum()
    }

    fn at(&self, room: &str, hour: &str) -> String {
        let here =
            |appointment: &&Appointment| appointment.room == room && appointment.hour == hour;
        match self.appointments.iter().find(here) {
            Some(Appointment { meeting, people, .. }) if people.is_empty() => meeting.clone(),
            Some(Appointment { meeting, people, .. }) => {
                format!("{meeting} ({})", people.join(" "))
            }
            None => String::new(),
        }
    }
}

impl fmt::Display for Timetable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut columns =
            vec![[String::new()].iter().chain(&self.hours).cloned().collect::<Vec<_>>()];
        for room in &self.rooms {
            columns.push(
                [room.clone()]
                    .into_iter()
                    .chain(self.hours.iter().map(|hour| self.at(room, hour)))
                    .collect(),
            );
        }
        let widths: Vec<usize> = columns
            .iter()
            .map(|cells| cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0))
            .collect();
        for row in 0..=self.hours.len() {
            let cells = columns
                .iter()
                .zip(&widths)
                .map(|(cells, &width)| format!(" {:<width$} ", cells[row]));
            writeln!(f, "{}", cells.collect::<Vec<_>>().join("|").trim_end())?;
            if row == 0 {
                let lines = widths.iter().map(|width| "-".repeat(width + 2));
                writeln!(f, "{}", lines.collect::<Vec<_>>().join("+").trim_end())?;
            }
        }
        write!(f, "cost {}", self.cost())
    }
}
