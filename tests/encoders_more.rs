//! Latin squares, boards of Sudoku, triple systems, MacMahon's squares, word rectangles, packings and timetables: known
//! counts, and solutions judged by the rules of each puzzle.
//!
//! What needs colors or bounds is solved by a naive solver here, so that these tests judge the encoders alone.

mod full_oracle;

use std::collections::{BTreeMap, BTreeSet};
use std::slice::from_ref;

use quadrille::puzzle::knapsack::{Knapsack, KnapsackError, Packing, Thing};
use quadrille::puzzle::latin::{Latin, LatinError, LatinSquare};
use quadrille::puzzle::macmahon::{Arrangement, Edges, MacMahon, MacMahonError};
use quadrille::puzzle::schedule::{Schedule, ScheduleErrorKind, Timetable};
use quadrille::puzzle::square::{TextError, TextErrorKind, symbol};
use quadrille::puzzle::steiner::{Steiner, SteinerError};
use quadrille::puzzle::sudoku_board::{Board, BoardError, Filled, Layout};
use quadrille::puzzle::word_rectangle::{Repeats, WordRectangle, WordRectangleError, Words};
use quadrille::puzzle::{Drawn, Puzzle};

/// All solutions by the naive solver; the names of the items are fit for the text format.
fn by_oracle<P: Puzzle>(puzzle: &P) -> Vec<P::Solution> {
    check_names(puzzle);
    full_oracle::covers(puzzle.problem()).iter().map(|cover| puzzle.decode(cover)).collect()
}

fn check_names<P: Puzzle>(puzzle: &P) {
    let problem = puzzle.problem();
    for item in (0..problem.item_count() as u32).map(quadrille::ItemId::new) {
        let name = problem.name(item).expect("every item has a name");
        assert!(!name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c == '|' || c == ':'), "{name:?}");
    }
    for (option, _) in problem.options() {
        for color in problem.entries(option).filter_map(|(_, color)| color) {
            let name = problem.color_name(color).unwrap();
            assert!(
                !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c == '|' || c == ':'),
                "{name:?}"
            );
        }
    }
}

/// Whether these are the numbers from 1 on, in any order.
fn is_permutation(values: impl IntoIterator<Item = u8>) -> bool {
    let mut values: Vec<u8> = values.into_iter().collect();
    values.sort_unstable();
    values.iter().zip(1..).all(|(&value, expected)| value == expected)
}

fn is_latin(square: &LatinSquare) -> bool {
    let n = square.order();
    (0..n).all(|i| is_permutation((0..n).map(|j| square.get(i, j))) && is_permutation((0..n).map(|j| square.get(j, i))))
}

/// Counts: OEIS A002860.
#[test]
fn latin_squares() {
    for (order, expected) in [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161_280)] {
        let puzzle = Latin::new(order).unwrap();
        check_names(&puzzle);
        assert_eq!(puzzle.problem().solutions().count(), expected, "order {order}");
        let first: BTreeSet<LatinSquare> = puzzle.solutions().take(600).collect();
        assert_eq!(first.len(), expected.min(600));
        assert!(first.iter().all(is_latin));
    }
    let large = Latin::new(16).unwrap().solutions().next().unwrap();
    assert!(is_latin(&large));
}

/// The completions of a partial square are those of all squares that agree with it.
#[test]
fn partial_latin_squares() {
    let all: Vec<LatinSquare> = Latin::new(4).unwrap().solutions().collect();
    for partial in [
        "1...\n.2..\n..3.\n...4",
        "12..\n....\n....\n..21",
        "................",
        "11..\n....\n....\n....",
        "1234\n2143\n....\n....",
    ] {
        let clues: Vec<char> = partial.chars().filter(|c| !c.is_whitespace()).collect();
        let agrees = |square: &&LatinSquare| {
            (0..16).all(|cell| clues[cell] == '.' || clues[cell] == symbol(square.get(cell / 4, cell % 4)))
        };
        let expected: BTreeSet<LatinSquare> = all.iter().filter(agrees).cloned().collect();
        let puzzle = Latin::complete(partial).unwrap();
        assert_eq!(puzzle.solutions().collect::<BTreeSet<_>>(), expected, "{partial}");
        // What is displayed can be read.
        for square in expected {
            assert_eq!(Latin::complete(&square.to_string()).unwrap().solutions().collect::<Vec<_>>(), [square]);
        }
    }
}

#[test]
fn latin_squares_are_drawn() {
    let square = Latin::complete("12\n..").unwrap().solutions().next().unwrap();
    assert_eq!(square.to_string(), "1 2\n2 1");
    assert_eq!(square.picture().to_string(), "+---+---+\n| 1 | 2 |\n+---+---+\n| 2 | 1 |\n+---+---+");
}

#[test]
fn latin_errors() {
    assert_eq!(Latin::new(0).unwrap_err(), LatinError::Order(0));
    let error = Latin::new(36).unwrap_err();
    assert_eq!(error.to_string(), "Latin squares of order 36: there are symbols for orders from 1 to 35");
    let text = |text| match Latin::complete(text).unwrap_err() {
        LatinError::Text(TextError { line, column, kind }) => (line, column, kind),
        other => panic!("{other}"),
    };
    assert_eq!(text(""), (1, None, TextErrorKind::NotASquare { cells: 0 }));
    assert_eq!(text("12\n2"), (2, None, TextErrorKind::NotASquare { cells: 3 }));
    assert_eq!(text("123\n2"), (1, None, TextErrorKind::WrongRow { cells: 3, side: 2 }));
    assert_eq!(text("1.\n.&"), (2, Some(2), TextErrorKind::NotACell('&')));
    assert_eq!(text("1.\n\n3."), (3, Some(1), TextErrorKind::NotASymbol { found: '3', side: 2 }));
    let error = Latin::complete("1.\n3.").unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 1: '3' is not a symbol of a square of side 2: it has 1 to 2");
}

/// Whether a board is filled by the rules, its regions being given as a function.
fn is_filled(filled: &Filled, side: usize, diagonal: bool, region: impl Fn(usize, usize) -> usize) -> bool {
    let mut regions: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        regions.entry(region(row, column)).or_default().push(filled.get(row, column));
    }
    let lines = (0..side).all(|i| {
        is_permutation((0..side).map(|j| filled.get(i, j))) && is_permutation((0..side).map(|j| filled.get(j, i)))
    });
    let diagonals = is_permutation((0..side).map(|i| filled.get(i, i)))
        && is_permutation((0..side).map(|i| filled.get(side - 1 - i, i)));
    lines && (!diagonal || diagonals) && regions.len() == side && regions.into_values().all(is_permutation)
}

/// Counts: OEIS A107739 for 4x4; 28,200,960 for 6x6 with boxes of 2x3 (Wikipedia, Mathematics of Sudoku), that is 6! times
/// the number of those whose first row is 1 2 3 4 5 6.
#[test]
fn empty_boards() {
    let board = Layout::boxes(2, 2).unwrap().empty();
    check_names(&board);
    let filled: Vec<Filled> = board.solutions().collect();
    assert_eq!(filled.len(), 288);
    assert!(filled.iter().all(|filled| is_filled(filled, 4, false, |row, column| row / 2 * 2 + column / 2)));
    // The X boards are those among them that have the diagonals.
    let diagonal: Vec<Filled> = Layout::boxes(2, 2).unwrap().diagonal().empty().solutions().collect();
    let expected = filled.iter().filter(|filled| is_filled(filled, 4, true, |row, column| row / 2 * 2 + column / 2));
    assert_eq!(diagonal.iter().map(Filled::text).collect::<BTreeSet<_>>(), expected.map(Filled::text).collect());

    let rows = format!("123456{}", ".".repeat(30));
    for (layout, height, width) in [(Layout::boxes(2, 3), 2, 3), (Layout::boxes(3, 2), 3, 2)] {
        let board = layout.unwrap().puzzle(&rows).unwrap();
        assert_eq!(board.problem().solutions().count() * 720, 28_200_960);
        for filled in board.solutions().take(100) {
            assert!(is_filled(&filled, 6, false, |row, column| row / height * 10 + column / width));
        }
    }
}

/// The squares among all Latin squares that have the regions too are those that a jigsaw has.
#[test]
fn jigsaws() {
    for drawing in
        ["AABB\nAABB\nCCDD\nCCDD", "AAAB\nACBB\nCCDB\nCDDD", "xxxx\nyyyy\nzzzz\n1111", "ABCD\nBADC\nCDAB\nDCBA"]
    {
        let letters: Vec<char> = drawing.chars().filter(|c| !c.is_whitespace()).collect();
        for diagonal in [false, true] {
            let layout = Layout::jigsaw(drawing).unwrap();
            let layout = if diagonal { layout.diagonal() } else { layout };
            let found: BTreeSet<String> = layout.empty().solutions().map(|filled| filled.text()).collect();
            let fits = |square: &LatinSquare| {
                let mut seen = BTreeSet::new();
                let regions = (0..16).all(|cell| seen.insert((letters[cell], square.get(cell / 4, cell % 4))));
                let lines = is_permutation((0..4).map(|i| square.get(i, i)))
                    && is_permutation((0..4).map(|i| square.get(i, 3 - i)));
                regions && (!diagonal || lines)
            };
            let latin = Latin::new(4).unwrap();
            let squares = latin.solutions().filter(fits);
            let expected: BTreeSet<String> =
                squares.map(|square| square.to_string().replace(char::is_whitespace, "")).collect();
            assert_eq!(found, expected, "{drawing}, diagonal {diagonal}");
        }
    }
}

/// A filled board of boxes of some size, by a formula.
fn pattern(rows: usize, columns: usize) -> Vec<char> {
    let side = rows * columns;
    let value = |cell: usize| (cell / side % rows * columns + cell / side / rows + cell % side) % side;
    (0..side * side).map(|cell| symbol(value(cell) as u8 + 1)).collect()
}

#[test]
fn large_boards() {
    for (rows, columns) in [(2, 4), (4, 2), (3, 3), (3, 4), (2, 6), (4, 4), (4, 5), (5, 5)] {
        let side = rows * columns;
        let full = pattern(rows, columns);
        let puzzle: String = full.iter().enumerate().map(|(i, &c)| if i * 7 % 5 < 2 { '.' } else { c }).collect();
        let board: Board = Layout::boxes(rows, columns).unwrap().puzzle(&puzzle).unwrap();
        let filled = board.solutions().next().expect("the pattern is a solution");
        assert!(is_filled(&filled, side, false, |row, column| row / rows * side + column / columns));
        let text = filled.text();
        assert!(puzzle.chars().zip(text.chars()).all(|(clue, found)| clue == '.' || clue == found));
        // What is drawn can be read, in large or small letters.
        for drawn in [filled.to_string(), filled.to_string().to_lowercase()] {
            let read = board.layout().puzzle(&drawn).unwrap();
            assert_eq!(read.solutions().map(|filled| filled.text()).collect::<Vec<_>>(), [text.as_str()]);
        }
    }
}

/// The board of nine by nine and the Sudoku that was there before agree.
#[test]
fn the_usual_board_is_the_usual_sudoku() {
    let text = "027800061000030008910005420500016030000970200070000096700000080006027000030480007";
    let grid: quadrille::sudoku::Grid = text.parse().unwrap();
    let expected: BTreeSet<String> = grid.solutions().map(|solution| solution.to_string()).collect();
    let board = Layout::boxes(3, 3).unwrap().puzzle(&grid.boxed().to_string()).unwrap();
    assert_eq!(board.solutions().map(|filled| filled.text()).collect::<BTreeSet<_>>(), expected);
    let clash = format!("55{}", ".".repeat(79));
    assert_eq!(Layout::boxes(3, 3).unwrap().puzzle(&clash).unwrap().solutions().count(), 0);
}

#[test]
fn boards_are_drawn() {
    let filled = Layout::boxes(2, 2).unwrap().puzzle("1234341221434321").unwrap().solutions().next().unwrap();
    let expected = "
+------+------+
| 1  2 | 3  4 |
| 3  4 | 1  2 |
+------+------+
| 2  1 | 4  3 |
| 4  3 | 2  1 |
+------+------+";
    assert_eq!(filled.to_string(), expected.trim_start());
}

#[test]
fn board_errors() {
    for (rows, columns) in [(1, 4), (4, 1), (0, 0), (5, 6), (usize::MAX, 2)] {
        assert_eq!(Layout::boxes(rows, columns), Err(BoardError::BoxSize { rows, columns }));
    }
    assert_eq!(
        Layout::boxes(5, 6).unwrap_err().to_string(),
        "boxes of 5x6: a box has at least two rows and two columns, and 25 cells at most"
    );
    let layout = Layout::boxes(2, 2).unwrap();
    let text = |text| match layout.puzzle(text).unwrap_err() {
        BoardError::Text(TextError { line, column, kind }) => (line, column, kind),
        other => panic!("{other}"),
    };
    assert_eq!(text("1234\n34"), (2, None, TextErrorKind::WrongRow { cells: 2, side: 4 }));
    assert_eq!(text("1234\n3412\n"), (2, None, TextErrorKind::WrongCount { cells: 8, side: 4 }));
    assert_eq!(text("1234512341234123"), (1, Some(5), TextErrorKind::NotASymbol { found: '5', side: 4 }));
    assert_eq!(text("1|2 #"), (1, Some(5), TextErrorKind::NotACell('#')));
    assert_eq!(text(""), (1, None, TextErrorKind::WrongCount { cells: 0, side: 4 }));
    assert_eq!(
        Layout::jigsaw("AABB\nAABB\nCCDD\nCCDC").unwrap_err(),
        BoardError::RegionSize { region: 'C', cells: 5, side: 4 }
    );
    let error = Layout::jigsaw("AAB\nAAB").unwrap_err();
    assert!(matches!(error, BoardError::Regions(TextError { kind: TextErrorKind::NotASquare { cells: 6 }, .. })));
    assert_eq!(Layout::jigsaw(&"A".repeat(26 * 26)).unwrap_err(), BoardError::Side(26));
}

/// Counts of labelled systems: 7! / 168 and 9! / 432, the Fano plane and the affine plane of order 3 being the only ones
/// up to labelling, with 168 and 432 automorphisms (Colbourn and Rosa, Triple Systems, 1999).
#[test]
fn triple_systems() {
    for (points, expected) in [(1, 1), (3, 1), (7, 30), (9, 840)] {
        let puzzle = Steiner::new(points).unwrap();
        check_names(&puzzle);
        let systems: BTreeSet<_> = puzzle.solutions().collect();
        assert_eq!(systems.len(), expected, "{points} points");
        for system in systems {
            let mut pairs = BTreeSet::new();
            for &[a, b, c] in system.triples() {
                assert!(1 <= a && a < b && b < c && c <= points);
                assert!([(a, b), (a, c), (b, c)].into_iter().all(|pair| pairs.insert(pair)));
            }
            assert_eq!(pairs.len(), points * (points - 1) / 2);
            assert_eq!(system.to_string().lines().count(), system.triples().len());
        }
    }
    assert_eq!(Steiner::new(13).unwrap().solutions().next().unwrap().triples().len(), 26);
}

#[test]
fn steiner_errors() {
    for (points, next) in [(0, 1), (2, 3), (4, 7), (5, 7), (6, 7), (8, 9), (10, 13), (12, 13)] {
        assert_eq!(Steiner::new(points).unwrap_err(), SteinerError::NoSystem(points));
        let expected = format!("must leave 1 or 3 on division by 6, as {next} does");
        assert!(Steiner::new(points).unwrap_err().to_string().ends_with(&expected));
        assert!(Steiner::new(next).is_ok());
    }
    assert_eq!(Steiner::new(201).unwrap_err(), SteinerError::TooManyPoints(201));
}

/// All ways to put squares into a rectangle, cell by cell and turn by turn.
fn arrangements(rows: usize, columns: usize, colors: u8, border: Option<u8>) -> BTreeSet<Vec<Edges>> {
    fn turns([a, b, c, d]: Edges) -> [Edges; 4] {
        [[a, b, c, d], [b, c, d, a], [c, d, a, b], [d, a, b, c]]
    }
    fn fill(
        done: Vec<Edges>,
        size: (usize, usize),
        all: &[Edges],
        border: Option<u8>,
        found: &mut BTreeSet<Vec<Edges>>,
    ) {
        let (rows, columns) = size;
        if done.len() == rows * columns {
            found.insert(done);
            return;
        }
        let (row, column) = (done.len() / columns, done.len() % columns);
        for &square in all {
            let outside = [(row == 0, 0), (column + 1 == columns, 1), (row + 1 == rows, 2), (column == 0, 3)];
            let fits = outside.iter().all(|&(at_border, side)| !at_border || border.is_none_or(|c| square[side] == c))
                && (row == 0 || done[done.len() - columns][2] == square[0])
                && (column == 0 || done[done.len() - 1][1] == square[3])
                && !done.iter().any(|other| turns(*other).contains(&square));
            if fits {
                fill([&done[..], &[square]].concat(), size, all, border, found);
            }
        }
    }
    let each = |n: u32| (u32::from(colors).pow(n), u32::from(colors));
    let all: Vec<Edges> =
        (0..each(4).0).map(|i| [3, 2, 1, 0].map(|place| (i / each(place).0 % each(place).1) as u8)).collect();
    let mut found = BTreeSet::new();
    fill(Vec::new(), (rows, columns), &all, border, &mut found);
    found
}

/// The six squares of two colors, in every rectangle and with every border, by the naive solver and by plain trial.
#[test]
fn macmahon_squares_of_two_colors() {
    let squares = |arrangement: &Arrangement| -> Vec<Edges> {
        let (rows, columns) = (arrangement.rows(), arrangement.columns());
        (0..rows * columns).map(|cell| arrangement.get(cell / columns, cell % columns)).collect()
    };
    let mut counts = Vec::new();
    for (rows, columns) in [(1, 6), (2, 3), (3, 2), (6, 1)] {
        let free = MacMahon::new(2, rows, columns).unwrap();
        for (border, puzzle) in
            [(None, free.clone()), (Some(0), free.bordered(0).unwrap()), (Some(1), free.bordered(1).unwrap())]
        {
            let found = by_oracle(&puzzle);
            let expected = arrangements(rows, columns, 2, border);
            assert_eq!(found.len(), expected.len(), "{rows}x{columns}, border {border:?}");
            assert_eq!(found.iter().map(squares).collect::<BTreeSet<_>>(), expected);
            counts.push(found.len());
        }
    }
    assert_eq!(counts, [1920, 0, 0, 416, 0, 0, 416, 0, 0, 1920, 0, 0]);
    assert_eq!(by_oracle(&MacMahon::new(1, 1, 1).unwrap()).len(), 1);
}

/// Top, right, bottom and left of each square of an arrangement in 4x6 with a border of `a`, found by another program.
const CLASSIC: [&str; 4] = [
    "aaaa aaba acaa abbc abbb aabb",
    "abca bbbb abab bcbb bccc bacc",
    "cbca bccb acac bcbc cccc cacc",
    "cbaa cbab acab bbac ccab caac",
];

/// The classic is too large for the naive solver; an arrangement that is known is among its covers.
#[test]
fn macmahon_squares_in_4x6() {
    let squares = CLASSIC.map(|row| row.split(' ').collect::<Vec<_>>());
    let bordered = MacMahon::new(3, 4, 6).unwrap().bordered(0).unwrap();
    check_names(&bordered);
    let problem = bordered.problem();
    let mut cover = Vec::new();
    for (row, column) in (0..24).map(|cell| (cell / 6, cell % 6)) {
        let colors: Vec<u8> = squares[row][column].bytes().map(|letter| letter - b'a').collect();
        let here = |option: &quadrille::OptionId| {
            let name = format!("r{}c{} ", row + 1, column + 1);
            problem.option_text(*option).starts_with(&name)
                && bordered.decode(from_ref(option)).get(row, column)[..] == colors
        };
        let options: Vec<_> = problem.options().map(|(option, _)| option).filter(here).collect();
        assert_eq!(options.len(), 1, "row {row}, column {column}");
        cover.extend(options);
    }
    assert_eq!(problem.check(&cover), Ok(()));
    let lines: Vec<String> = bordered.decode(&cover).to_string().lines().map(str::to_owned).collect();
    assert_eq!(lines[0], "+ a + a + a + a + a + a +");
    assert_eq!(lines[1], "a   a   a   c   b   b   a");
    // One, two or no edges at the border: each leaves a third of the ways to put down a square.
    assert_eq!(MacMahon::new(3, 4, 6).unwrap().problem().option_count(), 24 * 81);
    assert_eq!(problem.option_count(), 8 * 81 + 12 * 27 + 4 * 9);
}

#[test]
fn macmahon_squares_are_drawn() {
    let puzzle = MacMahon::new(1, 1, 1).unwrap();
    let only = &by_oracle(&puzzle)[0];
    assert_eq!(only.to_string(), "+ a +\na   a\n+ a +");
    for arrangement in by_oracle(&MacMahon::new(2, 2, 3).unwrap()).iter().take(50) {
        let lines: Vec<Vec<char>> = arrangement.to_string().lines().map(|line| line.chars().collect()).collect();
        for (row, column) in (0..6).map(|cell| (cell / 3, cell % 3)) {
            let (y, x) = (2 * row + 1, 4 * column + 2);
            let around = [lines[y - 1][x], lines[y][x + 2], lines[y + 1][x], lines[y][x - 2]];
            assert_eq!(around, arrangement.get(row, column).map(|color| char::from(b'a' + color)), "{arrangement}");
        }
        assert_eq!(
            arrangement.picture().to_string().matches('a').count(),
            arrangement.to_string().matches('a').count()
        );
    }
}

#[test]
fn macmahon_errors() {
    assert_eq!(MacMahon::new(0, 1, 1).unwrap_err(), MacMahonError::Colors(0));
    assert_eq!(MacMahon::new(5, 1, 165).unwrap_err().to_string(), "5 colors: take 1 to 4");
    let error = MacMahon::new(3, 5, 5).unwrap_err();
    assert_eq!(error, MacMahonError::Area { rows: 5, columns: 5, squares: 24 });
    let fits = "a rectangle of 5x5 does not hold 24 squares: take 1x24 or 2x12 or 3x8 or 4x6";
    assert_eq!(error.to_string(), fits);
    let error = MacMahon::new(3, 4, 6).unwrap().bordered(3).unwrap_err();
    assert_eq!(error, MacMahonError::Border { color: 3, colors: 3 });
    for colors in 1..=4 {
        let k = usize::from(colors);
        let squares = (k.pow(4) + k * k + 2 * k) / 4;
        assert_eq!(MacMahon::new(colors, 1, squares).unwrap().problem().primary_count(), 2 * squares);
    }
}

/// All rectangles of words, by trying every word in every row.
fn rectangles(width: usize, height: usize, words: &[&str], repeats: Repeats) -> BTreeSet<Vec<String>> {
    let mut rows: Vec<Vec<&str>> = vec![Vec::new()];
    for _ in 0..height {
        rows = rows
            .iter()
            .flat_map(|rows| words.iter().map(|word| [&rows[..], &[*word]].concat()))
            .filter(|rows| rows[rows.len() - 1].len() == width)
            .collect();
    }
    let column = |rows: &[&str], at: usize| rows.iter().map(|row| char::from(row.as_bytes()[at])).collect::<String>();
    let fits = |rows: &Vec<&str>| {
        let columns: Vec<String> = (0..width).map(|at| column(rows, at)).collect();
        let all: BTreeSet<&str> = rows.iter().copied().chain(columns.iter().map(String::as_str)).collect();
        columns.iter().all(|word| words.contains(&word.as_str()))
            && (repeats == Repeats::Allowed || all.len() == width + height)
    };
    rows.iter().filter(|rows| fits(rows)).map(|rows| rows.iter().map(|&word| word.to_owned()).collect()).collect()
}

#[test]
fn word_rectangles() {
    let words = [
        "as", "at", "do", "go", "he", "is", "it", "no", "of", "on", "or", "so", "to", "us", "ash", "tho", "ohs", "ate",
        "tea", "eat", "are", "era", "ear", "hit", "ire", "tee", "one", "nor", "ore", "ten", "net", "too", "oat", "tot",
    ];
    let mut seen = 0;
    for (width, height) in [(1, 2), (2, 2), (3, 2), (2, 3), (3, 3)] {
        for repeats in [Repeats::Allowed, Repeats::Forbidden] {
            let expected = rectangles(width, height, &words, repeats);
            let Ok(puzzle) = WordRectangle::with_repeats(width, height, words, repeats) else {
                assert_eq!((width, expected.len()), (1, 0));
                continue;
            };
            let found: Vec<Words> = by_oracle(&puzzle);
            assert_eq!(found.len(), expected.len(), "{width}x{height}, {repeats:?}");
            assert_eq!(found.iter().map(|words| words.across().to_vec()).collect::<BTreeSet<_>>(), expected);
            for words in found {
                for (column, word) in words.down().iter().enumerate() {
                    let letters = words.across().iter().map(|row| row.chars().nth(column).unwrap());
                    assert_eq!(&letters.collect::<String>(), word);
                }
                assert_eq!(words.to_string().lines().collect::<Vec<_>>(), words.across());
            }
            seen += expected.len();
        }
    }
    assert!(seen > 50, "the list makes {seen} rectangles only");
}

#[test]
fn lists_of_words_are_cleaned() {
    let list = ["IS", "is", " it ", "So", "to", "o'clock", "a-b", "", "Ünß", "42", "four"];
    let puzzle = WordRectangle::new(2, 2, list).unwrap();
    assert_eq!(puzzle.problem().option_count(), 4 * 4);
    let found: BTreeSet<String> = by_oracle(&puzzle).iter().map(Words::to_string).collect();
    assert_eq!(found, BTreeSet::from(["is\nto".into(), "it\nso".into()]));
    let drawn = by_oracle(&puzzle).iter().map(|words| words.picture().to_string()).collect::<BTreeSet<_>>();
    assert!(drawn.contains("+------+\n| i  s |\n| t  o |\n+------+"), "{drawn:?}");
}

#[test]
fn word_rectangle_errors() {
    let error = WordRectangle::new(0, 3, ["abc"]).unwrap_err();
    assert_eq!(error, WordRectangleError::NoCells { width: 0, height: 3 });
    let error = WordRectangle::new(2, 3, ["abc", "it's"]).unwrap_err();
    assert_eq!(error, WordRectangleError::NoWords { length: 2 });
    let error = WordRectangle::new(3, 1 << 40, ["abc"]).unwrap_err();
    assert_eq!(error, WordRectangleError::NoWords { length: 1 << 40 });
}

/// The ways to pay amounts with limited coins, by trying all numbers of coins.
#[test]
fn payments() {
    for amount in 1..=14_u32 {
        let expected =
            (0..=4_u32).flat_map(|one| (0..=2).flat_map(move |two| (0..=1).map(move |five| [one, two, five])));
        let expected: BTreeSet<_> = expected.filter(|[one, two, five]| one + 2 * two + 5 * five == amount).collect();
        let coins = [("one", 1, 4), ("two", 2, 2), ("five", 5, 1)];
        let coins = coins.map(|(name, weight, copies)| Thing { copies, ..Thing::new(name, weight) });
        let payment = Knapsack::new(coins.clone(), amount..=amount).unwrap();
        let found = by_oracle(&payment);
        assert_eq!(found.len(), expected.len(), "{amount}");
        let counts = |packing: &Packing| {
            coins.clone().map(|coin| packing.packed().find(|(thing, _)| thing.name == coin.name).map_or(0, |p| p.1))
        };
        assert_eq!(found.iter().map(counts).collect::<BTreeSet<_>>(), expected);
        assert!(found.iter().all(|packing| packing.weight() == u64::from(amount)));
    }
}

/// A knapsack of which the cheapest cover is the best packing, found by trying all sets.
#[test]
fn the_best_packing_costs_least() {
    let things = [("rope", 3, 4_u64), ("tent", 5, 9), ("map", 1, 2), ("stove", 4, 5)];
    let sets = (0..16_u32).map(|set| (0..4).filter(move |thing| set >> thing & 1 == 1).map(|thing| things[thing]));
    let expected: Vec<(u32, u64)> = sets
        .map(|set| set.fold((0, 0), |(weight, value), (_, w, v)| (weight + w, value + v)))
        .filter(|&(weight, _)| weight <= 8)
        .collect();
    let puzzle =
        Knapsack::new(things.map(|(name, weight, value)| Thing { value, ..Thing::new(name, weight) }), 0..=8).unwrap();
    check_names(&puzzle);
    let covers = full_oracle::covers(puzzle.problem());
    assert_eq!(covers.len(), expected.len());
    let left_behind = |cover: &quadrille::Cover| cover.iter().map(|&option| puzzle.problem().cost(option)).sum::<u64>();
    for cover in &covers {
        assert_eq!(puzzle.decode(cover).value() + left_behind(cover), 20);
    }
    let best = covers.iter().min_by_key(|cover| left_behind(cover)).map(|cover| puzzle.decode(cover)).unwrap();
    assert_eq!(Some(best.value()), expected.iter().map(|&(_, value)| value).max());
    assert_eq!(best.to_string(), "1 x rope of weight 3, value 4\n1 x tent of weight 5, value 9\nweight 8, value 13");
}

#[test]
fn knapsack_errors() {
    let error = |things: &[Thing], weight| Knapsack::new(things.to_vec(), weight).unwrap_err();
    let a = Thing::new("a", 1);
    for name in ["", "two words", "a:b", "a|b"] {
        assert_eq!(error(&[Thing::new(name, 1)], 0..=1), KnapsackError::Name(name.into()));
    }
    assert_eq!(error(&[a.clone(), a.clone()], 0..=1), KnapsackError::DuplicateName("a".into()));
    assert_eq!(error(&[Thing::new("air", 0)], 0..=1), KnapsackError::NoWeight("air".into()));
    assert_eq!(error(&[Thing { copies: 0, ..a.clone() }], 0..=1), KnapsackError::NoCopies("a".into()));
    #[allow(clippy::reversed_empty_ranges)]
    let reversed = 3..=2;
    assert_eq!(error(from_ref(&a), reversed), KnapsackError::Bounds { low: 3, high: 2 });
    assert_eq!(error(from_ref(&a), 0..=0), KnapsackError::Bounds { low: 0, high: 0 });
    assert_eq!(error(&[Thing::new("moon", u32::MAX)], 0..=1), KnapsackError::TooHeavy);
    assert_eq!(error(&[Thing { copies: u32::MAX, ..a.clone() }], 0..=1), KnapsackError::TooHeavy);
    assert_eq!(error(&[Thing { copies: 2, value: u64::MAX / 2, ..a.clone() }], 0..=1), KnapsackError::TooValuable);
    let gold = Thing { value: u64::MAX, ..a.clone() };
    assert_eq!(error(&[gold, Thing { value: 1, ..Thing::new("b", 1) }], 0..=1), KnapsackError::TooValuable);
    // Things may be called like items.
    let names = ["weight", "n.weight", "u1.1.weight", "1.weight", "u1.1.n.weight"];
    assert!(Knapsack::new(names.map(|name| Thing::new(name, 1)), 1..=2).is_ok());
}

fn schedule(table: &str) -> Result<Schedule, quadrille::puzzle::schedule::ScheduleError> {
    Schedule::new(table.lines().map(|line| line.split(',')))
}

const TABLE: &str = include_str!("../puzzles/schedule.csv");

/// The shipped example by the rules, read again from the file by a reader of its own.
#[test]
fn the_shipped_schedule() {
    let rows: Vec<Vec<&str>> = TABLE.lines().map(|line| line.split(',').collect()).collect();
    let hour_column = |hour: &str| rows[0].iter().position(|&name| name == hour).unwrap();
    let row = |kind: &str, name: &str| rows.iter().find(|row| row[0] == kind && row[1] == name).unwrap();
    let meetings: Vec<&Vec<&str>> = rows.iter().filter(|row| row[0] == "meeting").collect();
    let rooms: Vec<&str> = rows.iter().filter(|row| row[0] == "room").map(|row| row[1]).collect();

    // All timetables, by trying everything.
    let mut plans: Vec<Vec<(&str, &str)>> = vec![Vec::new()];
    for meeting in &meetings {
        let needs: Vec<&str> = meeting[2].split(';').collect();
        let named: Vec<&str> = rooms.iter().copied().filter(|room| needs.contains(room)).collect();
        let rooms = if named.is_empty() { &rooms } else { &named };
        let places = rooms.iter().flat_map(|&room| rows[0][3..].iter().map(move |&hour| (room, hour)));
        let places: Vec<_> = places
            .filter(|&(room, hour)| {
                let at = hour_column(hour);
                let people = needs.iter().filter(|need| **need != room).map(|person| row("person", person)[at]);
                meeting[at] != "-" && row("room", room)[at] != "-" && people.into_iter().all(|cell| cell != "-")
            })
            .collect();
        plans = plans.iter().flat_map(|plan| places.iter().map(|&place| [&plan[..], &[place]].concat())).collect();
        plans.retain(|plan| {
            let (&(room, hour), before) = plan.split_last().unwrap();
            before.iter().zip(&meetings).all(|(&(other_room, other_hour), other)| {
                hour != other_hour
                    || (room != other_room
                        && !other[2].split(';').any(|need| needs.contains(&need) && !rooms.contains(&need)))
            })
        });
    }
    assert!(plans.len() > 10, "{} plans", plans.len());

    let puzzle = schedule(TABLE).unwrap();
    check_names(&puzzle);
    let timetables: Vec<Timetable> = puzzle.solutions().collect();
    let plan = |timetable: &Timetable| -> Vec<(String, String)> {
        let place = |meeting: &&Vec<&str>| {
            let mut found = timetable.appointments().iter().filter(|appointment| appointment.meeting == meeting[1]);
            let place = found.next().map(|appointment| (appointment.room.clone(), appointment.hour.clone())).unwrap();
            assert!(found.next().is_none());
            place
        };
        meetings.iter().map(place).collect()
    };
    let owned =
        |plan: &Vec<(&str, &str)>| plan.iter().map(|&(room, hour)| (room.to_owned(), hour.to_owned())).collect();
    assert_eq!(timetables.len(), plans.len());
    assert_eq!(
        timetables.iter().map(plan).collect::<BTreeSet<_>>(),
        plans.iter().map(owned).collect::<BTreeSet<Vec<(String, String)>>>()
    );
    // What a timetable costs, from the cells of the table.
    for timetable in timetables.iter().step_by(7) {
        let mut cost = 0;
        for appointment in timetable.appointments() {
            let at = hour_column(&appointment.hour);
            let meeting = row("meeting", &appointment.meeting);
            let people =
                meeting[2].split(';').filter(|need| !rooms.contains(need)).map(|person| row("person", person)[at]);
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
fn schedule_errors() {
    let head = "kind,name,needs,9h,10h";
    let error = |rows: &str| schedule(rows).map(drop).map_err(|error| (error.row, error.kind)).unwrap_err();
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
    assert_eq!(row("room,A\nmeeting,A\nmeeting,A"), (4, ScheduleErrorKind::DuplicateName("A".into())));
    assert_eq!(row("room,A,Ann"), (2, ScheduleErrorKind::Needs("Ann".into())));
    assert_eq!(row("room,A\nmeeting,M,Ann"), (3, ScheduleErrorKind::UnknownNeed("Ann".into())));
    assert_eq!(row("room,A\nmeeting,M,A;A"), (3, ScheduleErrorKind::RepeatedNeed("A".into())));
    let kind = ScheduleErrorKind::Availability { hour: "10h".into(), found: "no".into() };
    assert_eq!(row("room,A,,,no"), (2, kind));
    assert_eq!(row("person,Ann"), (0, ScheduleErrorKind::NoRooms));
    let most = u64::MAX;
    assert_eq!(row(&format!("room,A,,{most},\nmeeting,M,,1,")), (0, ScheduleErrorKind::CostTooLarge));
    assert_eq!(row(&format!("room,A,,{most},1\nmeeting,M,,,")), (0, ScheduleErrorKind::CostTooLarge));
    let message = schedule(&format!("{head}\nroom,A,,,no")).unwrap_err().to_string();
    assert!(message.starts_with("row 2: \"no\" under \"10h\": leave it empty"), "{message}");
}
