//! Tests of examples of the literature, and of problems with published numbers of covers.

use quadrille::{EngineChoice, ItemId, Problem, Solver};

/// Returns the number of covers. All engines must agree on it.
fn count(problem: &Problem) -> usize {
    let counts: Vec<usize> = EngineChoice::ALL
        .into_iter()
        .map(|choice| {
            let mut solver = Solver::with_engine(problem, choice).unwrap();
            for cover in solver.solutions().take(100) {
                assert_eq!(problem.check(&cover), Ok(()));
            }
            solver.solutions().count()
        })
        .collect();
    assert!(counts.iter().all(|&count| count == counts[0]), "the engines disagree: {counts:?}");
    counts[0]
}

fn from_text(primary: &str, secondary: &str, options: &[&str]) -> Problem {
    let mut builder = Problem::builder();
    builder.primary(primary.split_whitespace()).unwrap();
    builder.secondary(secondary.split_whitespace()).unwrap();
    for option in options {
        builder.option(option.split_whitespace()).unwrap();
    }
    builder.build().unwrap()
}

fn from_numbers(
    primary: usize,
    secondary: usize,
    options: impl IntoIterator<Item = Vec<usize>>,
) -> Problem {
    let mut builder = Problem::builder();
    builder.unnamed_primary(primary).unwrap();
    builder.unnamed_secondary(secondary).unwrap();
    for option in options {
        builder.option(option.into_iter().map(|item| ItemId::new(item as u32))).unwrap();
    }
    builder.build().unwrap()
}

/// TAOCP 7.2.2.1 (6), the example of DLX1.
#[test]
fn the_first_example_of_knuth_has_one_cover() {
    let problem =
        from_text("a b c d e f g", "", &["c e", "a d g", "b c f", "a d f", "b g", "d e g"]);
    let covers: Vec<_> = problem.solutions().collect();
    assert_eq!(covers.len(), 1);
    let texts: Vec<_> = covers[0].iter().map(|&option| problem.option_text(option)).collect();
    assert_eq!(texts, ["c e", "a d f", "b g"]);
    assert_eq!(count(&problem), 1);
}

/// Queens: rows and columns are primary, diagonals secondary. Counts: OEIS A000170.
#[test]
fn queens_have_known_counts() {
    for (n, expected) in
        [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352)]
    {
        let squares = (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
        let options = squares
            .map(|(row, column)| {
                vec![row, n + column, 2 * n + row + column, 4 * n - 1 + row + n - 1 - column]
            })
            .collect::<Vec<_>>();
        assert_eq!(count(&from_numbers(2 * n, 2 * (2 * n - 1), options)), expected, "{n} queens");
    }
}

/// Langford pairs: k numbers lie between the two copies of k. Counts of both directions: twice OEIS
/// A014552.
#[test]
fn langford_pairs_have_known_counts() {
    for (n, expected) in [(3, 2), (4, 2), (5, 0), (6, 0), (7, 52), (8, 300)] {
        let pairs = (1..=n).flat_map(|k| {
            (0..2 * n - k - 1).map(move |place| vec![k - 1, n + place, n + place + k + 1])
        });
        assert_eq!(count(&from_numbers(3 * n, 0, pairs)), expected, "Langford pairs of {n}");
    }
}

/// Domino tilings of a board of m by n. Counts: OEIS A099390.
#[test]
fn domino_tilings_have_known_counts() {
    for (m, n, expected) in
        [(1, 1, 0), (2, 2, 2), (2, 10, 89), (3, 4, 11), (4, 4, 36), (3, 3, 0), (6, 6, 6728)]
    {
        let cells = (0..m).flat_map(|row| (0..n).map(move |column| (row, column)));
        let options = cells.flat_map(|(row, column)| {
            let cell = row * n + column;
            let right = (column + 1 < n).then(|| vec![cell, cell + 1]);
            let down = (row + 1 < m).then(|| vec![cell, cell + n]);
            right.into_iter().chain(down)
        });
        assert_eq!(count(&from_numbers(m * n, 0, options)), expected, "dominoes {m}x{n}");
    }
}

/// Latin squares of order n. Counts: OEIS A002860.
#[test]
fn latin_squares_have_known_counts() {
    for (n, expected) in [(1, 1), (2, 2), (3, 12), (4, 576)] {
        let entries = (0..n * n * n).map(|at| (at / n / n, at / n % n, at % n));
        let options = entries.map(|(row, column, value)| {
            vec![row * n + column, n * n + row * n + value, 2 * n * n + column * n + value]
        });
        assert_eq!(
            count(&from_numbers(3 * n * n, 0, options)),
            expected,
            "Latin squares of order {n}"
        );
    }
}

/// Set partitions: every nonempty subset is an option. Counts: the Bell numbers, OEIS A000110.
#[test]
fn set_partitions_are_bell_numbers() {
    for (n, expected) in [(1, 1), (2, 2), (3, 5), (4, 15), (5, 52), (6, 203), (7, 877)] {
        let subsets = (1..1 << n).map(|set| (0..n).filter(|item| set >> item & 1 == 1).collect());
        assert_eq!(count(&from_numbers(n, 0, subsets)), expected, "partitions of {n}");
    }
}

/// Sudokus of four by four. Count: OEIS A107739.
#[test]
fn small_sudokus_have_the_known_count() {
    let options = (0..64).map(|at| {
        let (row, column, digit) = (at / 16, at / 4 % 4, at % 4);
        let in_box = row / 2 * 2 + column / 2;
        vec![
            row * 4 + column,
            16 + row * 4 + digit,
            32 + column * 4 + digit,
            48 + in_box * 4 + digit,
        ]
    });
    assert_eq!(count(&from_numbers(64, 0, options)), 288);
}
