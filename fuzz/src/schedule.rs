//! Schedules, from comma-separated values as the program reads them. Any text gives a schedule or
//! an error. An error in a single row has the number of the row. The problem of a schedule with
//! meetings can be written, and its solutions are timetables in which no room and no person has
//! two meetings in the same hour.

use std::collections::HashSet;

use quadrille::Limits;
use quadrille::puzzle::Puzzle;
use quadrille::puzzle::schedule::{Schedule, ScheduleErrorKind};

use crate::text::check_written;

pub fn run(bytes: &[u8]) {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
    let Ok(rows) = reader.records().collect::<Result<Vec<csv::StringRecord>, _>>() else { return };
    if rows.len() > 40 || rows.first().is_some_and(|head| head.len() > 40) {
        return;
    }
    let schedule = match Schedule::new(rows.iter().map(|row| row.iter())) {
        Ok(schedule) => schedule,
        Err(error) => {
            let message = error.to_string();
            assert_eq!(message.lines().count(), 1, "{message:?}");
            let is_of_no_row = matches!(
                error.kind,
                ScheduleErrorKind::NoRooms
                    | ScheduleErrorKind::CostTooLarge
                    | ScheduleErrorKind::TooLarge
            );
            assert!(error.row <= rows.len().max(1) && (error.row > 0 || is_of_no_row), "{message}");
            return;
        }
    };
    let problem = schedule.problem();
    if problem.primary_count() > 0 {
        check_written(problem);
    }
    let limits = Limits::none().covers(5).nodes(200);
    for cover in problem.solutions().limited(limits) {
        let timetable = schedule.decode(&cover);
        assert_eq!(timetable.appointments().len(), problem.primary_count());
        let mut taken = HashSet::new();
        for appointment in timetable.appointments() {
            assert!(taken.insert((true, &appointment.room, &appointment.hour)), "{timetable}");
            let mut people = appointment.people.iter();
            assert!(
                people.all(|person| taken.insert((false, person, &appointment.hour))),
                "{timetable}"
            );
        }
        assert!(timetable.to_string().ends_with(&format!("\ncost {}", timetable.cost())));
    }
}
