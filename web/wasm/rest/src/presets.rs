//! Some of the puzzles that `quadrille make` makes, from the fields of a form.

use quadrille::puzzle::knapsack::{Knapsack, Thing};
use quadrille::puzzle::langford::Langford;
use quadrille::puzzle::latin::Latin;
use quadrille::puzzle::macmahon::MacMahon;
use quadrille::puzzle::polycube::{Polycubes, Space, parse_shapes as parse_cubes, soma};
use quadrille::puzzle::polyomino::{Board, Polyominoes, ShapeSet, Sides, parse_shapes};
use quadrille::puzzle::queens::Queens;
use quadrille::puzzle::schedule::Schedule;
use quadrille::puzzle::steiner::Steiner;
use quadrille::puzzle::sudoku_board::Layout;
use quadrille::puzzle::word_rectangle::{Repeats, WordRectangle};
use quadrille::puzzle::{Drawn, Picture, Puzzle, Uses};
use quadrille::{OptionId, Problem};
use serde::Deserialize;

/// The fields of a form.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Preset {
    Queens { size: usize },
    Langford { size: usize },
    Polyomino { shapes: String, board: String, onesided: bool, unlimited: bool },
    Polycube { shapes: String, space: String, unlimited: bool },
    Latin { square: String },
    Sudoku { boxes: String, jigsaw: String, diagonal: bool, puzzle: String },
    Macmahon { size: String, colors: u8, border: u8 },
    Words { size: String, words: String, repeats: bool },
    Steiner { points: usize },
    Knapsack { weight: String, things: String },
    Schedule { table: String },
}

/// A puzzle without the type of its solutions.
pub(crate) trait Solvable {
    fn problem(&self) -> &Problem;
    fn draw(&self, cover: &[OptionId]) -> (String, Option<Picture>);
}

struct Plain<P>(P);

impl<P: Puzzle> Solvable for Plain<P> {
    fn problem(&self) -> &Problem {
        self.0.problem()
    }

    fn draw(&self, cover: &[OptionId]) -> (String, Option<Picture>) {
        (self.0.decode(cover).to_string(), None)
    }
}

struct Pictured<P>(P);

impl<P: Puzzle<Solution: Drawn>> Solvable for Pictured<P> {
    fn problem(&self) -> &Problem {
        self.0.problem()
    }

    fn draw(&self, cover: &[OptionId]) -> (String, Option<Picture>) {
        let solution = self.0.decode(cover);
        (solution.to_string(), Some(solution.picture()))
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn uses(unlimited: bool) -> Uses {
    if unlimited { Uses::Unlimited } else { Uses::Once }
}

/// Parses the two numbers of a size, such as 4x6.
fn size(field: &str) -> Result<(usize, usize), String> {
    let numbers = field.trim().split_once('x').map(|(a, b)| (a.trim().parse(), b.trim().parse()));
    match numbers {
        Some((Ok(rows), Ok(columns))) => Ok((rows, columns)),
        _ => Err(format!("`{field}` is not a size: write two numbers, such as 4x6")),
    }
}

impl Preset {
    /// Returns the puzzle, or a message about an invalid field.
    pub(crate) fn puzzle(self) -> Result<Box<dyn Solvable>, String> {
        Ok(match self {
            Self::Queens { size } => Box::new(Pictured(Queens::new(size).map_err(text)?)),
            Self::Langford { size } => Box::new(Plain(Langford::new(size).map_err(text)?)),
            Self::Polyomino { shapes, board, onesided, unlimited } => {
                let sides = if onesided { Sides::OneSided } else { Sides::Free };
                let set = shapes.trim().parse::<ShapeSet>();
                // One domino fills only two cells, so dominoes can be used any number of times.
                let uses = uses(unlimited || set == Ok(ShapeSet::Dominoes));
                let shapes = match set {
                    Ok(set) => set.shapes(sides),
                    Err(unknown) if is_word(&shapes) => return Err(text(unknown)),
                    Err(_) => parse_shapes(&shapes).map_err(text)?,
                };
                let board = match board.trim().contains('\n') {
                    true => Board::drawn(&board).map_err(text)?,
                    false => board.trim().parse::<Board>().map_err(text)?,
                };
                let puzzle = Polyominoes::new(shapes, sides, uses, board).map_err(text)?;
                Box::new(Pictured(puzzle))
            }
            Self::Polycube { shapes, space, unlimited } => {
                let shapes = match shapes.trim() {
                    "soma" => soma(),
                    drawn => parse_cubes(drawn).map_err(text)?,
                };
                let space = space.trim().parse::<Space>().map_err(text)?;
                let puzzle = Polycubes::new(shapes, uses(unlimited), space).map_err(text)?;
                Box::new(Pictured(puzzle))
            }
            Self::Latin { square } => {
                let square = match square.trim().parse() {
                    Ok(order) if square.trim().len() < 3 => Latin::new(order),
                    _ => Latin::complete(&square),
                };
                Box::new(Pictured(square.map_err(text)?))
            }
            Self::Sudoku { boxes, jigsaw, diagonal, puzzle } => {
                let layout = match jigsaw.trim() {
                    "" => size(&boxes).map(|(rows, columns)| Layout::boxes(rows, columns))?,
                    drawn => Layout::jigsaw(drawn),
                }
                .map_err(text)?;
                let layout = if diagonal { layout.diagonal() } else { layout };
                let board = match puzzle.trim() {
                    "" => layout.empty(),
                    clues => layout.puzzle(clues).map_err(text)?,
                };
                Box::new(Pictured(board))
            }
            Self::Macmahon { size: field, colors, border } => {
                let (rows, columns) = size(&field)?;
                let squares = MacMahon::new(colors, rows, columns).map_err(text)?;
                let squares = match border.checked_sub(1) {
                    Some(color) => squares.bordered(color).map_err(text)?,
                    None => squares,
                };
                Box::new(Pictured(squares))
            }
            Self::Words { size: field, words, repeats } => {
                let (width, height) = size(&field)?;
                let repeats = if repeats { Repeats::Allowed } else { Repeats::Forbidden };
                let words = words.split_whitespace();
                let puzzle = WordRectangle::with_repeats(width, height, words, repeats);
                Box::new(Pictured(puzzle.map_err(text)?))
            }
            Self::Steiner { points } => Box::new(Plain(Steiner::new(points).map_err(text)?)),
            Self::Knapsack { weight, things } => {
                let things = things.split_whitespace().map(thing).collect::<Result<Vec<_>, _>>()?;
                let wrong = || format!("`{weight}` is not a weight: write 20 or 0..20");
                let number = |part: &str| part.trim().parse::<u32>().map_err(|_| wrong());
                let weight = match weight.split_once("..") {
                    Some((least, most)) => number(least)?..=number(most)?,
                    None => number(&weight)?..=number(&weight)?,
                };
                Box::new(Plain(Knapsack::new(things, weight).map_err(text)?))
            }
            Self::Schedule { table } => {
                let lines = table.lines().filter(|line| !line.trim().is_empty());
                let rows = lines.map(|line| line.split(',').map(str::trim).collect::<Vec<_>>());
                Box::new(Plain(Schedule::new(rows).map_err(text)?))
            }
        })
    }
}

/// Parses a thing, such as dime:2:10.
fn thing(word: &str) -> Result<Thing, String> {
    let wrong = || format!("`{word}` is not a thing: write name:weight:copies:value");
    let mut parts = word.split(':');
    let name = parts.next().filter(|name| !name.is_empty()).ok_or_else(wrong)?;
    let mut number = |default: Option<u64>| match parts.next() {
        Some(part) => part.parse::<u64>().map_err(|_| wrong()),
        None => default.ok_or_else(wrong),
    };
    let (weight, copies, value) = (number(None)?, number(Some(1))?, number(Some(0))?);
    if parts.next().is_some() {
        return Err(wrong());
    }
    let small = |number: u64| u32::try_from(number).map_err(|_| wrong());
    Ok(Thing { copies: small(copies)?, value, ..Thing::new(name, small(weight)?) })
}

/// True if a text is one line with different letters: a word, not a drawing of one shape.
fn is_word(text: &str) -> bool {
    let mut letters = text.chars().filter(|letter| letter.is_alphanumeric());
    let first = letters.next();
    !text.trim().contains('\n') && letters.any(|letter| Some(letter) != first)
}
