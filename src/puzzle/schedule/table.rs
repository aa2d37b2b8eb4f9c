//! The parser for the table of a schedule.

use std::collections::HashSet;

use super::{ScheduleError, ScheduleErrorKind};

/// The cost of an hour, or `None` if the hour is not available.
pub(super) type Availability = Option<u64>;

/// A room, a person, or the name and the hours of a meeting.
#[derive(Clone, Debug)]
pub(super) struct Resource {
    pub(super) name: String,
    pub(super) hours: Vec<Availability>,
}

#[derive(Clone, Debug)]
pub(super) struct Meeting {
    pub(super) name: String,
    pub(super) hours: Vec<Availability>,
    /// The numbers of the people who attend.
    pub(super) people: Vec<usize>,
    /// The numbers of the rooms that are allowed.
    pub(super) rooms: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) hours: Vec<String>,
    pub(super) rooms: Vec<Resource>,
    pub(super) people: Vec<Resource>,
    pub(super) meetings: Vec<Meeting>,
}

/// A meeting with needs not yet looked up: its rooms and people may come later in the table.
struct Unresolved {
    row: usize,
    meeting: Resource,
    needs: Vec<String>,
}

impl Table {
    pub(super) fn read<R>(rows: impl IntoIterator<Item = R>) -> Result<Self, ScheduleError>
    where
        R: IntoIterator,
        R::Item: AsRef<str>,
    {
        let rows =
            rows.into_iter().map(|row| row.into_iter().map(|cell| cell.as_ref().trim().to_owned()));
        let mut rows = (1..).zip(rows.map(Iterator::collect::<Vec<String>>));
        let head = rows.next().map(|(_, head)| head).unwrap_or_default();
        let hours = hours(head).map_err(|kind| ScheduleError { row: 1, kind })?;

        let mut table = Self { hours, rooms: Vec::new(), people: Vec::new(), meetings: Vec::new() };
        let mut meetings = Vec::new();
        let mut resource_names = HashSet::new();
        let mut meeting_names = HashSet::new();
        // A row without text is a blank line.
        for (row, cells) in rows.filter(|(_, cells)| cells.iter().any(|cell| !cell.is_empty())) {
            let wrong = |kind| ScheduleError { row, kind };
            let resource = table.resource(&cells).map_err(wrong)?;
            let kind = cells[0].to_lowercase();
            let names = if kind == "meeting" { &mut meeting_names } else { &mut resource_names };
            if !names.insert(resource.name.clone()) {
                return Err(wrong(ScheduleErrorKind::DuplicateName(resource.name)));
            }
            let needs = cells.get(2).map_or("", String::as_str);
            match kind.as_str() {
                "meeting" => {
                    let needs = needs
                        .split(';')
                        .map(|need| need.trim().to_owned())
                        .filter(|need| !need.is_empty());
                    meetings.push(Unresolved { row, meeting: resource, needs: needs.collect() });
                }
                _ if !needs.is_empty() => {
                    return Err(wrong(ScheduleErrorKind::Needs(needs.to_owned())));
                }
                "room" => table.rooms.push(resource),
                _ => table.people.push(resource),
            }
        }
        if table.rooms.is_empty() {
            return Err(ScheduleError { row: 0, kind: ScheduleErrorKind::NoRooms });
        }
        for Unresolved { row, meeting, needs } in meetings {
            let meeting =
                table.resolve(meeting, needs).map_err(|kind| ScheduleError { row, kind })?;
            table.meetings.push(meeting);
        }
        Ok(table)
    }

    /// Reads the name and the hours of a row of any kind.
    fn resource(&self, cells: &[String]) -> Result<Resource, ScheduleErrorKind> {
        if !["room", "person", "meeting"].contains(&cells[0].to_lowercase().as_str()) {
            return Err(ScheduleErrorKind::Kind(cells[0].clone()));
        }
        let name = cells.get(1).filter(|name| !name.is_empty()).ok_or(ScheduleErrorKind::NoName)?;
        let head = self.hours.len() + 3;
        if cells.len() > head {
            return Err(ScheduleErrorKind::TooManyCells { cells: cells.len(), head });
        }
        // Cells that are missing at the end of a row are empty.
        let hour = |(at, hour): (usize, &String)| match cells.get(at + 3).map_or("", String::as_str)
        {
            "" => Ok(Some(0)),
            "-" => Ok(None),
            cost => cost.parse().map(Some).map_err(|_| ScheduleErrorKind::Availability {
                hour: hour.clone(),
                found: cost.to_owned(),
            }),
        };
        let hours = self.hours.iter().enumerate().map(hour).collect::<Result<_, _>>()?;
        Ok(Resource { name: name.clone(), hours })
    }

    fn resolve(&self, meeting: Resource, needs: Vec<String>) -> Result<Meeting, ScheduleErrorKind> {
        let (mut people, mut rooms) = (Vec::new(), Vec::new());
        for need in needs {
            let find = |resources: &[Resource]| {
                resources.iter().position(|resource| resource.name == need)
            };
            let (found, into) = match (find(&self.people), find(&self.rooms)) {
                (Some(person), _) => (person, &mut people),
                (None, Some(room)) => (room, &mut rooms),
                (None, None) => return Err(ScheduleErrorKind::UnknownNeed(need)),
            };
            if into.contains(&found) {
                return Err(ScheduleErrorKind::RepeatedNeed(need));
            }
            into.push(found);
        }
        if rooms.is_empty() {
            rooms = (0..self.rooms.len()).collect();
        }
        Ok(Meeting { name: meeting.name, hours: meeting.hours, people, rooms })
    }
}

fn hours(head: Vec<String>) -> Result<Vec<String>, ScheduleErrorKind> {
    let expected = ["kind", "name", "needs"];
    if head.len() < 3
        || !head.iter().zip(expected).all(|(cell, expected)| cell.eq_ignore_ascii_case(expected))
    {
        return Err(ScheduleErrorKind::Head);
    }
    let hours: Vec<String> = head.into_iter().skip(3).collect();
    if hours.is_empty() {
        return Err(ScheduleErrorKind::NoHours);
    }
    let mut seen = HashSet::new();
    match hours.iter().find(|hour| hour.is_empty() || !seen.insert(hour.as_str())) {
        Some(hour) => Err(ScheduleErrorKind::Hour(hour.clone())),
        None => Ok(hours),
    }
}
