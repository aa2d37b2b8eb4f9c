//! The chart: a row for each race, with a mark for each solver of [`Race::relative`], at the ratio
//! of its time to quadrille's best.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::race::{Outcome, Verdict};
use crate::report::Race;

const ROW: i32 = 22;
/// The widths of the names of the jobs, the rows, the notes on unfinished solvers, and the key.
const NAMES: i32 = 170;
const WIDTH: i32 = 640;
const NOTES: i32 = 150;
const KEY: i32 = 200;
const TOP: i32 = 56;
const BOTTOM: i32 = 20;
const FONT: &str = "sans-serif";

/// Colors that most people can distinguish (Okabe and Ito, 2008).
const COLORS: [RGBColor; 6] = [
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
];

/// The mark of a solver: black for quadrille's engines.
#[derive(Clone, Copy)]
struct Mark {
    color: RGBColor,
    shape: usize,
}

pub fn draw(races: &[Race]) -> Result<String, Box<dyn Error>> {
    let mut svg = String::new();
    draw_on(&SVGBackend::with_string(&mut svg, size(races)).into_drawing_area(), races)?;
    Ok(svg)
}

fn size(races: &[Race]) -> (u32, u32) {
    let rows = races.len().max(solvers(races).len()) as i32;
    ((NAMES + WIDTH + NOTES + KEY) as u32, (TOP + rows * ROW + BOTTOM) as u32)
}

/// Returns the solvers on the chart, in the order of their turns.
fn solvers(races: &[Race]) -> Vec<(&str, Mark)> {
    let mut solvers: Vec<(&str, bool)> = Vec::new();
    for (Outcome { name, ours, .. }, _) in races.iter().flat_map(Race::relative) {
        if !solvers.iter().any(|(other, _)| other == name) {
            solvers.push((name, *ours));
        }
    }
    // The first race lists all solvers in order, finished or not.
    let place = |name: &str| races[0].outcomes.iter().position(|outcome| outcome.name == name);
    solvers.sort_by_key(|(name, _)| place(name));
    let mut counts = [0; 2];
    let mark = |(name, ours): (_, bool)| {
        let at = counts[usize::from(ours)];
        counts[usize::from(ours)] += 1;
        let color = if ours { BLACK } else { COLORS[at % COLORS.len()] };
        let shape = if ours { SQUARE + at } else { at / COLORS.len() };
        (name, Mark { color, shape })
    };
    solvers.into_iter().map(mark).collect()
}

/// The first shape for quadrille's engines. All later shapes are for them too.
const SQUARE: usize = 3;

fn draw_on<DB: DrawingBackend>(
    root: &DrawingArea<DB, plotters::coord::Shift>,
    races: &[Race],
) -> Result<(), Box<dyn Error>>
where
    DB::ErrorType: 'static,
{
    root.fill(&WHITE)?;
    let solvers = solvers(races);
    let ratios = || races.iter().flat_map(|race| race.relative().map(|(_, ratio)| ratio));
    let (low, high) =
        ratios().fold((1.0, 1.0), |(low, high), ratio| (ratio.min(low), ratio.max(high)));
    // The scale has whole powers of ten, at least one on either side of 1.
    let decades = |ratio: f64| ratio.abs().log10();
    let (low, high) = (decades(low).floor().min(-1.0) as i32, decades(high).ceil().max(1.0) as i32);
    let x = |ratio: f64| {
        let share = (ratio.log10() - f64::from(low)) / f64::from(high - low);
        NAMES + (share * f64::from(WIDTH)).round() as i32
    };
    let y = |row: usize| TOP + row as i32 * ROW + ROW / 2;
    let bottom = TOP + races.len() as i32 * ROW;

    let text = |size: i32, color: &RGBColor, at: HPos| {
        (FONT, size).into_font().color(color).pos(Pos::new(at, VPos::Center)).into_text_style(root)
    };
    let label = text(13, &BLACK, HPos::Left);
    let centered = text(13, &BLACK, HPos::Center);
    let right = text(13, &BLACK, HPos::Right);
    let pale = text(11, &RGBColor(0x70, 0x70, 0x70), HPos::Left);

    let title = "time relative to quadrille's best engine; further left is faster";
    root.draw(&Text::new(title, (NAMES + WIDTH / 2, 14), centered.clone()))?;
    for decade in low..=high {
        let at = x(10f64.powi(decade));
        let color =
            if decade == 0 { RGBColor(0x40, 0x40, 0x40) } else { RGBColor(0xdd, 0xdd, 0xdd) };
        root.draw(&PathElement::new([(at, TOP - 6), (at, bottom)], color.stroke_width(1)))?;
        let said = if decade < 0 {
            format!("1/{}", 10f64.powi(-decade))
        } else {
            format!("{}", 10f64.powi(decade))
        };
        root.draw(&Text::new(said, (at, TOP - 16), centered.clone()))?;
    }
    for (row, race) in races.iter().enumerate() {
        let line = [(NAMES, y(row)), (NAMES + WIDTH, y(row))];
        root.draw(&PathElement::new(line, RGBColor(0xee, 0xee, 0xee).stroke_width(1)))?;
        root.draw(&Text::new(race.name.as_str(), (NAMES - 10, y(row)), right.clone()))?;
        root.draw(&Text::new(unfinished(race), (NAMES + WIDTH + 12, y(row)), pale.clone()))?;
        let marks: Vec<_> = race.relative().collect();
        // quadrille's marks are drawn first, so the others cover them.
        for ours in [true, false] {
            for (outcome, ratio) in marks.iter().filter(|(outcome, _)| outcome.ours == ours) {
                let mark =
                    solvers.iter().find(|(name, _)| *name == outcome.name).map(|(_, mark)| *mark);
                draw_mark(root, (x(*ratio), y(row)), mark.expect("every solver has one"))?;
            }
        }
    }
    for (row, (name, mark)) in solvers.iter().enumerate() {
        let left = NAMES + WIDTH + NOTES;
        draw_mark(root, (left, y(row)), *mark)?;
        root.draw(&Text::new(*name, (left + 12, y(row)), label.clone()))?;
    }
    root.present()?;
    Ok(())
}

/// Returns the number of solvers that failed in each way. Solvers that cannot take part are left
/// out.
fn unfinished(race: &Race) -> String {
    let mut counts = [(0, "over time"), (0, "wrong"), (0, "crashed")];
    for outcome in &race.outcomes {
        let at = match outcome.verdict {
            Verdict::Right(_) | Verdict::Cannot(_) => continue,
            Verdict::OverTime(_) => 0,
            Verdict::Wrong(_) => 1,
            Verdict::Crashed(_) => 2,
        };
        counts[at].0 += 1;
    }
    let said = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"));
    said.collect::<Vec<_>>().join(", ")
}

fn draw_mark<DB: DrawingBackend>(
    root: &DrawingArea<DB, plotters::coord::Shift>,
    at: (i32, i32),
    Mark { color, shape }: Mark,
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    let (x, y) = at;
    let corners = |r: i32| [(x - r, y - r), (x + r, y + r)];
    match shape {
        0 => root.draw(&Circle::new(at, 5, color.filled())),
        1 => root.draw(&TriangleMarker::new(at, 6, color.filled())),
        2 => root.draw(&Cross::new(at, 4, color.stroke_width(2))),
        SQUARE => root.draw(&Rectangle::new(corners(6), color.filled())),
        4 => root.draw(&Rectangle::new(corners(6), color.stroke_width(2))),
        5 => root.draw(&Polygon::new([(x - 8, y), (x, y - 8), (x + 8, y), (x, y + 8)], color)),
        _ => root.draw(&Circle::new(at, 7, color.stroke_width(2))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::races;

    #[test]
    fn everybody_with_a_time_is_on_it() {
        let svg = draw(&races()).unwrap();
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
        for text in [
            "queens-8",
            "list.txt",
            "quadrille links",
            "slow",
            "fast",
            "more grids",
            "1 over time, 1 crashed",
        ] {
            assert!(svg.contains(&format!("\n{text}\n")), "{text} is missing");
        }
        assert!(!svg.contains("\nbad\n"));
        // Two rows and the key.
        assert_eq!(svg.matches("<circle").count(), 2 + 1 + 2 + 4);
        assert_eq!(unfinished(&races()[0]), "1 wrong");
    }
}
