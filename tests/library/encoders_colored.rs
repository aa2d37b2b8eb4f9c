//! MacMahon's squares, word rectangles and packings: puzzles whose encoding needs colors or bounds,
//! compared with brute force.
//!
//! A naive solver solves the puzzles, so these tests check only the encoders. `encoders_solved.rs`
//! has the counts that need an engine.

use std::collections::BTreeSet;
use std::slice::from_ref;

use crate::oracle;
use crate::oracle::puzzles::{by_oracle, check_names};
use quadrille::puzzle::knapsack::{Knapsack, KnapsackError, Packing, Thing};
use quadrille::puzzle::macmahon::{Arrangement, Edges, MacMahon, MacMahonError};
use quadrille::puzzle::word_rectangle::{Repeats, WordRectangle, WordRectangleError, Words};
use quadrille::puzzle::{Drawn, Puzzle};

/// Returns all ways to fill a rectangle with different squares whose edges match, tried cell by
/// cell and rotation by rotation.
fn arrangements(
    rows: usize,
    columns: usize,
    colors: u8,
    border: Option<u8>,
) -> BTreeSet<Vec<Edges>> {
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
            let outside =
                [(row == 0, 0), (column + 1 == columns, 1), (row + 1 == rows, 2), (column == 0, 3)];
            let fits = outside
                .iter()
                .all(|&(at_border, side)| !at_border || border.is_none_or(|c| square[side] == c))
                && (row == 0 || done[done.len() - columns][2] == square[0])
                && (column == 0 || done[done.len() - 1][1] == square[3])
                && !done.iter().any(|other| turns(*other).contains(&square));
            if fits {
                fill([&done[..], &[square]].concat(), size, all, border, found);
            }
        }
    }
    let each = |n: u32| (u32::from(colors).pow(n), u32::from(colors));
    let all: Vec<Edges> = (0..each(4).0)
        .map(|i| [3, 2, 1, 0].map(|place| (i / each(place).0 % each(place).1) as u8))
        .collect();
    let mut found = BTreeSet::new();
    fill(Vec::new(), (rows, columns), &all, border, &mut found);
    found
}

/// The six squares of two colors, in every rectangle and with every border, by the naive solver and
/// by brute force.
#[test]
fn macmahon_squares_of_two_colors_match_brute_force() {
    let squares = |arrangement: &Arrangement| -> Vec<Edges> {
        let (rows, columns) = (arrangement.rows(), arrangement.columns());
        (0..rows * columns).map(|cell| arrangement.get(cell / columns, cell % columns)).collect()
    };
    let mut counts = Vec::new();
    for (rows, columns) in [(1, 6), (2, 3), (3, 2), (6, 1)] {
        let free = MacMahon::new(2, rows, columns).unwrap();
        for (border, puzzle) in [
            (None, free.clone()),
            (Some(0), free.bordered(0).unwrap()),
            (Some(1), free.bordered(1).unwrap()),
        ] {
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

/// The top, right, bottom and left colors of each square of an arrangement in 4x6 with a border of
/// `a`, found by another program.
const CLASSIC: [&str; 4] = [
    "aaaa aaba acaa abbc abbb aabb",
    "abca bbbb abab bcbb bccc bacc",
    "cbca bccb acac bcbc cccc cacc",
    "cbaa cbab acab bbac ccab caac",
];

/// The classic puzzle is too large for the naive solver, so this checks one known arrangement.
#[test]
fn a_known_arrangement_of_macmahon_squares_is_a_cover() {
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
    let lines: Vec<String> =
        bordered.decode(&cover).to_string().lines().map(str::to_owned).collect();
    assert_eq!(lines[0], "+ a + a + a + a + a + a +");
    assert_eq!(lines[1], "a   a   a   c   b   b   a");
    // Each edge on the border leaves a third of the placements.
    assert_eq!(MacMahon::new(3, 4, 6).unwrap().problem().option_count(), 24 * 81);
    assert_eq!(problem.option_count(), 8 * 81 + 12 * 27 + 4 * 9);
}

#[test]
fn macmahon_squares_are_drawn() {
    let puzzle = MacMahon::new(1, 1, 1).unwrap();
    let only = &by_oracle(&puzzle)[0];
    assert_eq!(only.to_string(), "+ a +\na   a\n+ a +");
    for arrangement in by_oracle(&MacMahon::new(2, 2, 3).unwrap()).iter().take(50) {
        let lines: Vec<Vec<char>> =
            arrangement.to_string().lines().map(|line| line.chars().collect()).collect();
        for (row, column) in (0..6).map(|cell| (cell / 3, cell % 3)) {
            let (y, x) = (2 * row + 1, 4 * column + 2);
            let around = [lines[y - 1][x], lines[y][x + 2], lines[y + 1][x], lines[y][x - 2]];
            assert_eq!(
                around,
                arrangement.get(row, column).map(|color| char::from(b'a' + color)),
                "{arrangement}"
            );
        }
        assert_eq!(
            arrangement.picture().to_string().matches('a').count(),
            arrangement.to_string().matches('a').count()
        );
    }
}

#[test]
fn macmahon_errors_are_reported() {
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
        assert_eq!(
            MacMahon::new(colors, 1, squares).unwrap().problem().primary_count(),
            2 * squares
        );
    }
}

/// Returns all rectangles of words, by trying every word in every row.
fn rectangles(
    width: usize,
    height: usize,
    words: &[&str],
    repeats: Repeats,
) -> BTreeSet<Vec<String>> {
    let mut rows: Vec<Vec<&str>> = vec![Vec::new()];
    for _ in 0..height {
        rows = rows
            .iter()
            .flat_map(|rows| words.iter().map(|word| [&rows[..], &[*word]].concat()))
            .filter(|rows| rows[rows.len() - 1].len() == width)
            .collect();
    }
    let column = |rows: &[&str], at: usize| {
        rows.iter().map(|row| char::from(row.as_bytes()[at])).collect::<String>()
    };
    let fits = |rows: &Vec<&str>| {
        let columns: Vec<String> = (0..width).map(|at| column(rows, at)).collect();
        let all: BTreeSet<&str> =
            rows.iter().copied().chain(columns.iter().map(String::as_str)).collect();
        columns.iter().all(|word| words.contains(&word.as_str()))
            && (repeats == Repeats::Allowed || all.len() == width + height)
    };
    rows.iter()
        .filter(|rows| fits(rows))
        .map(|rows| rows.iter().map(|&word| word.to_owned()).collect())
        .collect()
}

#[test]
fn word_rectangles_match_brute_force() {
    let words = [
        "as", "at", "do", "go", "he", "is", "it", "no", "of", "on", "or", "so", "to", "us", "ash",
        "tho", "ohs", "ate", "tea", "eat", "are", "era", "ear", "hit", "ire", "tee", "one", "nor",
        "ore", "ten", "net", "too", "oat", "tot",
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
            assert_eq!(
                found.iter().map(|words| words.across().to_vec()).collect::<BTreeSet<_>>(),
                expected
            );
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
    assert!(seen > 50, "the list makes only {seen} rectangles");
}

#[test]
fn lists_of_words_are_cleaned() {
    let list = ["IS", "is", " it ", "So", "to", "o'clock", "a-b", "", "Ünß", "42", "four"];
    let puzzle = WordRectangle::new(2, 2, list).unwrap();
    assert_eq!(puzzle.problem().option_count(), 4 * 4);
    let found: BTreeSet<String> = by_oracle(&puzzle).iter().map(Words::to_string).collect();
    assert_eq!(found, BTreeSet::from(["is\nto".into(), "it\nso".into()]));
    let drawn =
        by_oracle(&puzzle).iter().map(|words| words.picture().to_string()).collect::<BTreeSet<_>>();
    assert!(drawn.contains("+------+\n| i  s |\n| t  o |\n+------+"), "{drawn:?}");
}

#[test]
fn word_rectangle_errors_are_reported() {
    let error = WordRectangle::new(0, 3, ["abc"]).unwrap_err();
    assert_eq!(error, WordRectangleError::NoCells { width: 0, height: 3 });
    let error = WordRectangle::new(2, 3, ["abc", "it's"]).unwrap_err();
    assert_eq!(error, WordRectangleError::NoWords { length: 2 });
    let error = WordRectangle::new(3, 1 << 40, ["abc"]).unwrap_err();
    assert_eq!(error, WordRectangleError::NoWords { length: 1 << 40 });
}

/// Compares the payments of each amount with a search through all numbers of coins.
#[test]
fn payments_match_brute_force() {
    for amount in 1..=14_u32 {
        let expected = (0..=4_u32)
            .flat_map(|one| (0..=2).flat_map(move |two| (0..=1).map(move |five| [one, two, five])));
        let expected: BTreeSet<_> =
            expected.filter(|[one, two, five]| one + 2 * two + 5 * five == amount).collect();
        let coins = [("one", 1, 4), ("two", 2, 2), ("five", 5, 1)];
        let coins =
            coins.map(|(name, weight, copies)| Thing { copies, ..Thing::new(name, weight) });
        let payment = Knapsack::new(coins.clone(), amount..=amount).unwrap();
        let found = by_oracle(&payment);
        assert_eq!(found.len(), expected.len(), "{amount}");
        let counts = |packing: &Packing| {
            coins.clone().map(|coin| {
                packing.packed().find(|(thing, _)| thing.name == coin.name).map_or(0, |p| p.1)
            })
        };
        assert_eq!(found.iter().map(counts).collect::<BTreeSet<_>>(), expected);
        assert!(found.iter().all(|packing| packing.weight() == u64::from(amount)));
    }
}

/// The cheapest cover of a knapsack is the best packing, found by trying all sets.
#[test]
fn the_best_packing_costs_least() {
    let things = [("rope", 3, 4_u64), ("tent", 5, 9), ("map", 1, 2), ("stove", 4, 5)];
    let sets = (0..16_u32)
        .map(|set| (0..4).filter(move |thing| set >> thing & 1 == 1).map(|thing| things[thing]));
    let expected: Vec<(u32, u64)> = sets
        .map(|set| set.fold((0, 0), |(weight, value), (_, w, v)| (weight + w, value + v)))
        .filter(|&(weight, _)| weight <= 8)
        .collect();
    let puzzle = Knapsack::new(
        things.map(|(name, weight, value)| Thing { value, ..Thing::new(name, weight) }),
        0..=8,
    )
    .unwrap();
    check_names(&puzzle);
    let covers = oracle::covers(puzzle.problem());
    assert_eq!(covers.len(), expected.len());
    let left_behind = |cover: &quadrille::Cover| {
        cover.iter().map(|&option| puzzle.problem().cost(option).unsigned_abs()).sum::<u64>()
    };
    for cover in &covers {
        assert_eq!(puzzle.decode(cover).value() + left_behind(cover), 20);
    }
    let best = covers
        .iter()
        .min_by_key(|cover| left_behind(cover))
        .map(|cover| puzzle.decode(cover))
        .unwrap();
    assert_eq!(Some(best.value()), expected.iter().map(|&(_, value)| value).max());
    assert_eq!(
        best.to_string(),
        "1 x rope of weight 3, value 4\n1 x tent of weight 5, value 9\nweight 8, value 13"
    );
}

#[test]
fn knapsack_errors_are_reported() {
    let error = |things: &[Thing], weight| Knapsack::new(things.to_vec(), weight).unwrap_err();
    let a = Thing::new("a", 1);
    for name in ["", "two words", "a:b", "a|b"] {
        assert_eq!(error(&[Thing::new(name, 1)], 0..=1), KnapsackError::Name(name.into()));
    }
    assert_eq!(error(&[a.clone(), a.clone()], 0..=1), KnapsackError::DuplicateName("a".into()));
    assert_eq!(error(&[Thing::new("air", 0)], 0..=1), KnapsackError::NoWeight("air".into()));
    assert_eq!(
        error(&[Thing { copies: 0, ..a.clone() }], 0..=1),
        KnapsackError::NoCopies("a".into())
    );
    #[allow(clippy::reversed_empty_ranges)]
    let reversed = 3..=2;
    assert_eq!(error(from_ref(&a), reversed), KnapsackError::Bounds { low: 3, high: 2 });
    assert_eq!(error(from_ref(&a), 0..=0), KnapsackError::Bounds { low: 0, high: 0 });
    assert_eq!(error(&[Thing::new("moon", u32::MAX)], 0..=1), KnapsackError::TooHeavy);
    assert_eq!(error(&[Thing { copies: u32::MAX, ..a.clone() }], 0..=1), KnapsackError::TooHeavy);
    assert_eq!(
        error(&[Thing { copies: 2, value: u64::MAX / 2, ..a.clone() }], 0..=1),
        KnapsackError::TooValuable
    );
    let gold = Thing { value: u64::MAX, ..a.clone() };
    assert_eq!(
        error(&[gold, Thing { value: 1, ..Thing::new("b", 1) }], 0..=1),
        KnapsackError::TooValuable
    );
    // The names of things may be names that the encoder gives to items.
    let names = ["weight", "n.weight", "u1.1.weight", "1.weight", "u1.1.n.weight"];
    assert!(Knapsack::new(names.map(|name| Thing::new(name, 1)), 1..=2).is_ok());
}
