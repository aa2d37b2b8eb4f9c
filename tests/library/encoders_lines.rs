//! Encoders of loops, graphs, sticks and triangles: known numbers of solutions, and boards with
//! random clues, compared with all sets of edges that satisfy the rules stated here.

use std::collections::{BTreeMap, BTreeSet};

use quadrille::puzzle::graceful::{Graceful, Graph, GraphError};
use quadrille::puzzle::loops::LoopError;
use quadrille::puzzle::loops::masyu::{Circle, Masyu};
use quadrille::puzzle::loops::slitherlink::Slitherlink;
use quadrille::puzzle::polyiamond::{self, Polyiamonds};
use quadrille::puzzle::polyomino::Sides;
use quadrille::puzzle::polystick::{self, Polysticks};
use quadrille::puzzle::{Drawn, Puzzle, Uses};

type Point = (i32, i32);

/// Returns all single loops along the edges between neighbouring points of a grid, each as its
/// pairs of neighbours.
fn all_loops(rows: i32, columns: i32) -> Vec<BTreeSet<(Point, Point)>> {
    let points = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let edges: Vec<(Point, Point)> = points
        .flat_map(|(row, column)| {
            let right = (column + 1 < columns).then_some(((row, column), (row, column + 1)));
            right.into_iter().chain((row + 1 < rows).then_some(((row, column), (row + 1, column))))
        })
        .collect();
    let subsets = 1..1_u32 << edges.len();
    let sets = subsets.map(|subset| {
        let taken = edges.iter().enumerate().filter(|(at, _)| subset & 1 << at != 0);
        taken.map(|(_, &edge)| edge).collect::<BTreeSet<_>>()
    });
    sets.filter(is_loop).collect()
}

/// True if every point with an edge has two edges, and all edges are connected.
fn is_loop(edges: &BTreeSet<(Point, Point)>) -> bool {
    let mut neighbours: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    for &(one, other) in edges {
        neighbours.entry(one).or_default().push(other);
        neighbours.entry(other).or_default().push(one);
    }
    if neighbours.values().any(|around| around.len() != 2) {
        return false;
    }
    let mut reached = BTreeSet::new();
    let mut waiting: Vec<Point> = neighbours.keys().take(1).copied().collect();
    while let Some(point) = waiting.pop() {
        if reached.insert(point) {
            waiting.extend(&neighbours[&point]);
        }
    }
    reached.len() == neighbours.len()
}

/// Returns a generator of pseudorandom numbers below a limit.
fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

/// OEIS A140517: the number of cycles of a grid of n by n squares.
#[test]
fn boards_without_clues_have_as_many_loops_as_the_grid() {
    for (size, expected) in [(1, 1), (2, 13), (3, 213)] {
        let slitherlink = Slitherlink::empty(size, size).unwrap();
        let masyu = Masyu::empty(size + 1, size + 1).unwrap();
        assert_eq!(slitherlink.solutions().count(), expected);
        assert_eq!(masyu.solutions().count(), expected);
    }
    assert_eq!(all_loops(3, 3).len(), 13);
    // A cover is a set of loops. For 3x3 squares there are 322, and Knuth's DLX2 finds as many.
    let problem = Slitherlink::empty(3, 3).unwrap();
    assert_eq!(problem.problem().solutions().count(), 322);
}

#[test]
fn slitherlink_has_the_loops_that_obey_its_numbers() {
    let loops = all_loops(3, 4);
    let mut number = numbers(1);
    let mut solved = 0;
    for _ in 0..200 {
        let clues: Vec<Option<u64>> = (0..6).map(|_| (number(3) == 0).then(|| number(4))).collect();
        let text: Vec<String> =
            clues.iter().map(|clue| clue.map_or(".".to_owned(), |clue| clue.to_string())).collect();
        let puzzle: Slitherlink =
            (text[..3].concat() + "\n" + &text[3..].concat()).parse().unwrap();
        let obeys = |edges: &&BTreeSet<(Point, Point)>| {
            clues.iter().enumerate().all(|(at, clue)| {
                let (row, column) = (at as i32 / 3, at as i32 % 3);
                let [a, b, c, d] =
                    [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)];
                let sides = [(a, b), (a, c), (b, d), (c, d)];
                let count = sides.iter().filter(|side| edges.contains(side)).count();
                clue.is_none_or(|clue| clue == count as u64)
            })
        };
        let expected = loops.iter().filter(obeys).count();
        let solutions: Vec<_> = puzzle.solutions().collect();
        assert_eq!(solutions.len(), expected, "{text:?}");
        let distinct: BTreeSet<String> = solutions.iter().map(ToString::to_string).collect();
        assert_eq!(distinct.len(), expected, "{text:?}");
        solved += usize::from(expected > 0);
    }
    assert!(solved > 50, "{solved}");
}

#[test]
fn masyu_has_the_loops_that_obey_its_circles() {
    let loops = all_loops(4, 3);
    let mut number = numbers(2);
    let mut solved = 0;
    for _ in 0..300 {
        let text: Vec<u8> = (0..12).map(|_| b".....o@"[number(7) as usize]).collect();
        let rows: Vec<&str> = text.chunks(3).map(|row| std::str::from_utf8(row).unwrap()).collect();
        let puzzle: Masyu = rows.join("\n").parse().unwrap();
        let obeys = |edges: &&BTreeSet<(Point, Point)>| {
            let neighbours = |(row, column): Point| -> Vec<Point> {
                let around =
                    [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
                let joined = |other: &Point| {
                    edges.contains(&((row, column), *other))
                        || edges.contains(&(*other, (row, column)))
                };
                around.into_iter().filter(joined).collect()
            };
            let is_straight = |cell: Point| {
                let around = neighbours(cell);
                around.len() == 2 && (around[0].0 == around[1].0 || around[0].1 == around[1].1)
            };
            (0..4_i32).flat_map(|row| (0..3_i32).map(move |column| (row, column))).all(|cell| {
                let around = neighbours(cell);
                match puzzle.circle(cell.0 as usize, cell.1 as usize) {
                    None => true,
                    _ if around.len() != 2 => false,
                    Some(Circle::White) => {
                        is_straight(cell) && !around.iter().all(|&other| is_straight(other))
                    }
                    Some(Circle::Black) => {
                        !is_straight(cell) && around.iter().all(|&other| is_straight(other))
                    }
                }
            })
        };
        let expected = loops.iter().filter(obeys).count();
        let solutions: Vec<_> = puzzle.solutions().collect();
        assert_eq!(solutions.len(), expected, "{rows:?}");
        for solution in &solutions {
            let cells = solution.cells();
            let distinct: BTreeSet<_> = cells.iter().collect();
            assert_eq!(distinct.len(), cells.len());
        }
        solved += usize::from(expected > 0);
    }
    assert!(solved > 50, "{solved}");
}

#[test]
fn boards_of_loops_that_are_wrong() {
    for (text, error) in [
        ("", LoopError::NoCells),
        ("| 3\n \n", LoopError::NoCells),
        ("..\n.", LoopError::Ragged { line: 2, found: 1, expected: 2 }),
    ] {
        assert_eq!(text.parse::<Slitherlink>().unwrap_err(), error);
        assert_eq!(text.parse::<Masyu>().unwrap_err(), error);
    }
    let five = ".5".parse::<Slitherlink>().unwrap_err().to_string();
    assert_eq!(
        five,
        "line 1, column 2: '5' is not a clue: use a digit from 0 to 4, or `.` for none"
    );
    assert!(Masyu::empty(0, 4).is_err() && Slitherlink::empty(101, 100).is_err());
}

/// Paths: OEIS A006967. The other counts come from trying all labelings, below.
#[test]
fn graceful_graphs_have_known_counts() {
    for (size, expected) in (2..).zip([2, 4, 4, 8, 24, 32, 40, 120]) {
        let path = Graceful::new(format!("path-{size}").parse().unwrap());
        assert_eq!(path.problem().solutions().count(), expected, "{size} vertices");
    }
    // K5 is not graceful (Golomb 1972), nor is a cycle of 5 (Rosa 1967).
    for (graph, expected) in [("complete-4", 48), ("complete-5", 0), ("cycle-5", 0)] {
        let graph: Graph = graph.parse().unwrap();
        assert_eq!(tried(&graph), expected);
    }
    for graph in ["cycle-3", "cycle-4", "complete-4", "star-4", "wheel-4", "grid-2x3"] {
        let graph: Graph = graph.parse().unwrap();
        let puzzle = Graceful::new(graph.clone());
        let mut seen = BTreeSet::new();
        for labeling in puzzle.solutions() {
            assert!(is_graceful(&graph, labeling.labels()), "{labeling}");
            assert!(seen.insert(labeling.labels().to_vec()), "{labeling}");
            assert_eq!(labeling.picture().rows(), graph.vertices().len());
        }
        assert_eq!(seen.len(), tried(&graph), "{graph:?}");
    }
}

fn is_graceful(graph: &Graph, labels: &[usize]) -> bool {
    let distinct: BTreeSet<_> = labels.iter().collect();
    let differences: BTreeSet<_> =
        graph.edges().iter().map(|&[a, b]| labels[a].abs_diff(labels[b])).collect();
    distinct.len() == labels.len()
        && labels.iter().all(|&label| label <= graph.edges().len())
        && differences.into_iter().eq(1..=graph.edges().len())
}

/// Returns the number of graceful labelings among all labelings.
fn tried(graph: &Graph) -> usize {
    let labels = graph.edges().len() + 1;
    let vertices = graph.vertices().len();
    let all = labels.pow(vertices as u32);
    (0..all)
        .filter(|&number| {
            let mut rest = number;
            let labeling: Vec<usize> = (0..vertices)
                .map(|_| {
                    let label = rest % labels;
                    rest /= labels;
                    label
                })
                .collect();
            is_graceful(graph, &labeling)
        })
        .count()
}

#[test]
fn graphs_that_are_wrong() {
    for (text, error) in [
        ("a b\nb c d", GraphError::Line { line: 2 }),
        ("a b\nb a", GraphError::Repeated("b a".to_owned())),
        ("a a", GraphError::Loop("a".to_owned())),
        ("\n| nothing", GraphError::NoEdges),
        ("a-b c\na b-c", GraphError::Clash("a-b-c".to_owned())),
        (".x y\nx-y z", GraphError::Clash(".x-y".to_owned())),
    ] {
        assert_eq!(Graph::read(text).unwrap_err(), error);
    }
    assert!(Graph::read("a-b .c\n.c d.e").map(Graceful::new).is_ok());
    for text in ["path", "path-x", "cycle-2", "tree-5", "grid-3", "wheel-2"] {
        assert_eq!(text.parse::<Graph>().unwrap_err(), GraphError::Unknown(text.to_owned()));
    }
    assert_eq!("path-99".parse::<Graph>().unwrap_err(), GraphError::TooLarge);
    assert_eq!("complete-14".parse::<Graph>().unwrap_err(), GraphError::TooLarge);
    assert_eq!("path-1".parse::<Graph>().unwrap_err(), GraphError::NoEdges);
}

fn triangles(set: &str, uses: Uses, board: &str) -> Polyiamonds {
    let shapes = set.parse::<polyiamond::ShapeSet>().unwrap().shapes(Sides::Free);
    Polyiamonds::new(shapes, Sides::Free, uses, board.parse().unwrap()).unwrap()
}

/// Lozenges in a hexagon are plane partitions in a cube: OEIS A008793 (MacMahon).
#[test]
fn lozenges_are_plane_partitions() {
    for (side, expected) in [(1, 2), (2, 20), (3, 980)] {
        let puzzle = triangles("diamonds", Uses::Unlimited, &format!("hexagon-{side}"));
        assert_eq!(puzzle.problem().solutions().count(), expected);
        let solution = puzzle.solutions().next().unwrap();
        let cells: BTreeSet<_> =
            solution.pieces().flat_map(|(_, cells)| cells.iter().copied()).collect();
        assert!(cells.into_iter().eq(puzzle.board().cells().iter().copied()));
        for (_, cells) in solution.pieces() {
            let [one, other] = cells else { panic!("two triangles") };
            let distance = one[0].abs_diff(other[0]) + one[1].abs_diff(other[1]);
            assert_eq!(distance, 1);
        }
    }
}

/// The twelve hexiamonds fill the rhombus of 6x6 in 156 ways up to its four symmetries, and the
/// parallelogram of 4x9 in 74 ways up to its two symmetries (TAOCP 7.2.2.1, exercise 309).
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes in a debug build")]
fn hexiamonds_have_known_counts() {
    for (board, expected) in [("6x6", 4 * 156), ("4x9", 2 * 74)] {
        let puzzle = triangles("hexiamonds", Uses::Once, board);
        assert_eq!(puzzle.problem().solutions().count(), expected, "{board}");
    }
}

fn sticks(without: &str) -> Polysticks {
    let set: polystick::ShapeSet = "tetrasticks".parse().unwrap();
    let shapes = set.shapes(Sides::Free).into_iter().filter(|shape| shape.name() != without);
    Polysticks::new(shapes.collect(), Sides::Free, Uses::Once, 5, 5).unwrap()
}

/// If one of these five tetrasticks is left out, the other fifteen cover the edges of 5x5 squares
/// without crossing. Knuth, "Dancing links" (2000), counts the covers up to the eight symmetries.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes in a debug build")]
fn tetrasticks_have_known_counts() {
    for (without, expected) in [("H", 72), ("J", 382), ("L", 607), ("N", 530), ("Y", 204)] {
        let found = sticks(without).problem().solutions().count();
        assert_eq!(found, 8 * expected, "without {without}");
    }
}

#[test]
fn sticks_cover_every_edge_and_do_not_cross() {
    for solution in sticks("L").solutions().take(3) {
        let edges: BTreeMap<[usize; 2], &str> = solution.edges().collect();
        assert_eq!(edges.len(), 60);
        for (row, column) in (2..10)
            .step_by(2)
            .flat_map(|row| (2..10).step_by(2).map(move |column: usize| (row, column)))
        {
            let up = edges[&[row - 1, column]];
            let left = edges[&[row, column - 1]];
            let crosses =
                up == edges[&[row + 1, column]] && left == edges[&[row, column + 1]] && up != left;
            assert!(!crosses, "\n{solution}");
        }
        assert_eq!(solution.to_string().matches('+').count(), 36);
    }
}
