//! Timetables: the shipped example compared with brute force, names with blanks, and invalid
//! tables.

use std::collections::BTreeSet;

use crate::oracle::puzzles::check_names;
use quadrille::puzzle::Puzzle;
use quadrille::puzzle::schedule::{Schedule, ScheduleErrorKind, Timetable};

fn schedule(table: &str) -> Result<Schedule, quadrille::puzzle::schedule::ScheduleError> {
    Schedule::new(table.lines().map(|line| line.split(',')))
}

const TABLE: &str = include_str!("../../puzzles/schedule.csv");

/// Checks the shipped example against its rules, with an independent parser of the file.
#[test]
fn the_shipped_schedule_matches_brute_force() {
    let rows: Vec<Vec<&str>> = TABLE.lines().map(|line| line.split(',').collect()).collect();
    let hour_column = |hour: &str| rows[0].iter().position(|&name| name == hour).unwrap();
    let row =
        |kind: &str, name: &str| rows.iter().find(|row| row[0] == kind && row[1] == name).unwrap();
    let meetings: Vec<&Vec<&str>> = rows.iter().filter(|row| row[0] == "meeting").collect();
    let rooms: Vec<&str> = rows.iter().filter(|row| row[0] == "room").map(|row| row[1]).collect();

    // All timetables, by brute force.
    let mut plans: Vec<Vec<(&str, &str)>> = vec![Vec::new()];
    for meeting in &meetings {
        let needs: Vec<&str> = meeting[2].split(';').collect();
        let named: Vec<&str> = rooms.iter().copied().filter(|room| needs.contains(room)).collect();
        let rooms = if named.is_empty() { &rooms } else { &named };
        let places =
            rooms.iter().flat_map(|&room| rows[0][3..].iter().map(move |&hour| (room, hour)));
        let places: Vec<_> = places
            .filter(|&(room, hour)| {
                let at = hour_column(hour);
                let people = needs
                    .iter()
                    .filter(|need| **need != room)
                    .map(|person| row("person", person)[at]);
                meeting[at] != "-"
                    && row("room", room)[at] != "-"
                    && people.into_iter().all(|cell| cell != "-")
            })
            .collect();
        plans = plans
            .iter()
            .flat_map(|plan| places.iter().map(|&place| [&plan[..], &[place]].concat()))
            .collect();
        plans.retain(|plan| {
            let (&(room, hour), before) = plan.split_last().unwrap();
            before.iter().zip(&meetings).all(|(&(other_room, other_hour), other)| {
                hour != other_hour
                    || (room != other_room
                        && !other[2]
                            .split(';')
                            .any(|need| needs.contains(&need) && !rooms.contains(&need)))
            })
        });
    }
    assert!(plans.len() > 10, "{} plans", plans.len());

    let puzzle = schedule(TABLE).unwrap();
    check_names(&puzzle);
    let timetables: Vec<Timetable> = puzzle.solutions().collect();
    let plan = |timetable: &Timetable| -> Vec<(String, String)> {
        let place = |meeting: &&Vec<&str>| {
            let mut found = timetable
                .appointments()
                .iter()
                .filter(|appointment| appointment.meeting == meeting[1]);
            let place = found
                .next()
                .map(|appointment| (appointment.room.clone(), appointment.hour.clone()))
                .unwrap();
            assert!(found.next().is_none());
            place
        };
        meetings.iter().map(place).collect()
    };
    let owned = |plan: &Vec<(&str, &str)>| {
        plan.iter().map(|&(room, hour)| (room.to_owned(), hour.to_owned())).collect()
    };
    assert_eq!(timetables.len(), plans.len());
    assert_eq!(
        timetables.iter().map(plan).collect::<BTreeSet<_>>(),
        plans.iter().map(owned).collect::<BTreeSet<Vec<(String, String)>>>()
    );
    // The cost of a timetable, from the cells of the table.
    for timetable in timetables.iter().step_by(7) {
        let mut cost = 0;
        for appointment in timetable.appointments() {
            let at = hour_column(&appointment.hour);
            let meeting = row("meeting", &appointment.meeting);
            let people = meeting[2]
                .split(';')
                .filter(|need| !rooms.contains(need))
                .map(|person| row("person", person)[at]);
            let cells = people.chain([meeting[at], row("room", &appointment.room)[at]]);
            cost += cells.map(|cell| cell.parse().unwrap_or(0)).sum::<u64>();
        }
        assert_eq!(timetable.cost(), cost);
    }
    let costs: Vec<u64> = timetables.iter().map(Timetable::cost).collect();
    assert!(costs.iter().min() < costs.iter().max());
    assert_eq!((timetables.len(), costs.iter().min()), (21, Some(&2)));
}

#[test]
fn names_of_a_schedule_may_have_blanks() {
    let table = "kind,name,needs,9:00,10:00\nroom,Room 1,,,\nroom,Room_1,,-,-\nmeeting,A | B,,,\n,,,,\nmeeting,A_/_B";
    let puzzle = schedule(table).unwrap();
    check_names(&puzzle);
    assert_eq!(puzzle.solutions().count(), 2);
    assert_eq!(puzzle.problem().option_text(quadrille::OptionId::new(0)), "A_/_B Room_1@9.00");
}

#[test]
fn schedule_errors_are_reported() {
    let head = "kind,name,needs,9h,10h";
    let error =
        |rows: &str| schedule(rows).map(drop).map_err(|error| (error.row, error.kind)).unwrap_err();
    let row = |rows: &str| error(&format!("{head}\n{rows}"));
    assert_eq!(error(""), (1, ScheduleErrorKind::Head));
    assert_eq!(error("name,kind,needs,9h"), (1, ScheduleErrorKind::Head));
    assert_eq!(error("kind,name,needs"), (1, ScheduleErrorKind::NoHours));
    assert_eq!(error("kind,name,needs,9h,9h"), (1, ScheduleErrorKind::Hour("9h".into())));
    assert_eq!(error("kind,name,needs,9h,"), (1, ScheduleErrorKind::Hour(String::new())));
    assert_eq!(row("room,Hall,,,,"), (2, ScheduleErrorKind::TooManyCells { cells: 6, head: 5 }));
    assert_eq!(row("\nattic,Hall"), (3, ScheduleErrorKind::Kind("attic".into())));
    assert_eq!(row("room"), (2, ScheduleErrorKind::NoName));
    assert_eq!(row("room,A\nperson,A"), (3, ScheduleErrorKind::DuplicateName("A".into())));
    assert_eq!(
        row("room,A\nmeeting,A\nmeeting,A"),
        (4, ScheduleErrorKind::DuplicateName("A".into()))
    );
    assert_eq!(row("room,A,Ann"), (2, ScheduleErrorKind::Needs("Ann".into())));
    assert_eq!(row("room,A\nmeeting,M,Ann"), (3, ScheduleErrorKind::UnknownNeed("Ann".into())));
    assert_eq!(row("room,A\nmeeting,M,A;A"), (3, ScheduleErrorKind::RepeatedNeed("A".into())));
    let kind = ScheduleErrorKind::Availability { hour: "10h".into(), found: "no".into() };
    assert_eq!(row("room,A,,,no"), (2, kind));
    assert_eq!(row("person,Ann"), (0, ScheduleErrorKind::NoRooms));
    let most = i64::MAX;
    assert_eq!(
        row(&format!("room,A,,{most},\nmeeting,M,,1,")),
        (0, ScheduleErrorKind::CostTooLarge)
    );
    assert_eq!(
        row(&format!("room,A,,{most},1\nmeeting,M,,,")),
        (0, ScheduleErrorKind::CostTooLarge)
    );
    let message = schedule(&format!("{head}\nroom,A,,,no")).unwrap_err().to_string();
    assert!(message.starts_with("row 2: \"no\" under \"10h\": leave it empty"), "{message}");
}
