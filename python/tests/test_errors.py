"""Bad inputs, and the errors that they raise."""

from __future__ import annotations

import re
from typing import Any, Callable

import pytest

import quadrille as q

from .conftest import UNIQUE


# All candidates except one. No set of clues leaves exactly these.
SUKAKU = q.Sudoku([0, *(728 * [1])])
ONE_STEP = q.Sudoku("12345678" + 73 * ".")


def _unhashable() -> object:
    names: Any = [["a"]]
    return q.Problem(names)


def _problem(*options: Any, **arguments: Any) -> q.Problem:
    problem = q.Problem("ab", "x", **arguments)
    for option in options:
        problem.add(option)
    return problem


CASES: list[tuple[Callable[[], object], type[Exception], str]] = [
    # Sudokus.
    (lambda: q.solve("12"), ValueError, "2 cells"),
    (lambda: q.count(80 * "." + "x"), ValueError, "column 81"),
    (lambda: q.first([10] + 80 * [0]), ValueError, "10 in row 1, column 1"),
    (lambda: q.is_unique([1, 2, 3]), ValueError, "3 numbers"),
    (lambda: q.Sudoku(1000 * [0]), ValueError, "more than 729 numbers"),
    (lambda: q.Sudoku(729 * [2]), ValueError, "among the candidates"),
    (lambda: q.Sudoku(None), TypeError, "of type `NoneType`"),  # type: ignore[arg-type]
    (lambda: q.Sudoku(5), TypeError, "of type `int`"),  # type: ignore[arg-type]
    (lambda: q.first([1]), ValueError, "1 number: a Sudoku has 81"),
    (lambda: ONE_STEP.explain()[1], IndexError, "no step 1: the explanation has 1 step,"),
    (lambda: q.Sudoku(UNIQUE).explain()[99], IndexError, "no step 99: the explanation has 59"),
    (lambda: q.solve_many([UNIQUE, 81 * "y"]), ValueError, "puzzle 1: line 1, column 1"),
    (lambda: q.solve_many(5), TypeError, "not iterable"),  # type: ignore[arg-type]
    (lambda: q.Sudoku(81 * ".").rate(), ValueError, "several solutions"),
    (lambda: q.Sudoku("11" + 79 * ".").rate(), ValueError, "no solution"),
    (lambda: q.Sudoku(81 * ".").explainer_rating(), ValueError, "several solutions, so it has no"),
    (lambda: q.Sudoku("11" + 79 * ".").explainer_rating(), ValueError, "no solution, so it has no"),
    (lambda: q.Sudoku(81 * ".").minimized(), ValueError, "several solutions, so it has no minimal"),
    (lambda: q.Sudoku("11" + 79 * ".").redundant_clues(), ValueError, "no solution, so it has no"),
    (lambda: SUKAKU.minimized(), ValueError, "a Sukaku has no minimal puzzle"),
    (lambda: SUKAKU.redundant_clues(), ValueError, "a Sukaku has no redundant clues"),
    (lambda: q.Sudoku(81 * ".").to_text("pdf"), ValueError, "no form `pdf`"),  # type: ignore[arg-type]
    (lambda: q.count(81 * ".", limit=-1), ValueError, "limit -1 is negative"),
    (lambda: len(q.solve(UNIQUE)), TypeError, "count()"),  # type: ignore[arg-type]
    (lambda: q.generate(rating="nice"), ValueError, "nice"),  # type: ignore[arg-type]
    (lambda: q.generate(symmetry="round"), ValueError, "round"),  # type: ignore[arg-type]
    (lambda: q.generate(clues=3), ValueError, "17"),
    (lambda: q.generate(clues=(30, 24)), ValueError, ""),
    (lambda: q.generate_boards(boxes=(1, 4)), ValueError, "box"),
    (lambda: q.generate_boards(boxes=(2, 3), clues=3), ValueError, "clues"),
    # Problems.
    (_unhashable, TypeError, "unhashable"),
    (lambda: q.Problem("aa"), ValueError, "two items are named `a`"),
    (lambda: q.Problem.from_sets([{1}]), TypeError, "a dict of sets is expected"),  # type: ignore[arg-type]
    (lambda: _problem(bounds={"a": (3, 2)}), ValueError, "bounds 3:2"),
    (lambda: _problem(bounds={"x": 1}), ValueError, "not a primary item"),
    (lambda: _problem(bounds={"a": "many"}), ValueError, "a pair of numbers"),
    (lambda: _problem(["a", "z"]), ValueError, "there is no item `z`: declare it"),
    (lambda: _problem(["a", "x:A"]), ValueError, 'there is no item `x:A`: a color is given as a pair, `("x", "A")`'),
    (lambda: _problem(["a", "z:A"]), ValueError, "there is no item `z:A`: declare it"),
    (lambda: _problem(["a", "a"]), ValueError, "item `a` is in the option twice"),
    (lambda: _problem([("a", "red")]), ValueError, "item `a` is primary"),
    (lambda: _problem([("x", [])]), TypeError, "unhashable"),
    (lambda: _problem().add("a", cost=1 << 63), ValueError, "cost 9223372036854775808"),
    (lambda: _problem().add("a", cost=2**64), ValueError, "cost 18446744073709551616"),
    (lambda: _problem().add("a", cost="much"), TypeError, ""),  # type: ignore[arg-type]
    (lambda: _problem("a").option(1), IndexError, "there is no option 1: the problem has 1 option,"),
    (lambda: _problem("a", "b").nth(1), IndexError, "no solution 1: the problem has 1 solution,"),
    (lambda: _problem("a").nth(0), IndexError, "no solution 0: the problem has 0 solutions,"),
    (lambda: _problem("a", "b").check([0]), ValueError, "primary item `b` is not covered"),
    (lambda: _problem("a", "b").count(-3), ValueError, "negative"),
    (lambda: len(_problem()), TypeError, "option_count"),  # type: ignore[arg-type]
    (lambda: q.Problem.from_matrix([[0, 2]]), ValueError, "row 0, column 1 has 2"),
    (lambda: q.Problem.from_matrix([1, 0]), ValueError, "row 0 is 1, not a list of entries"),
    (lambda: q.Problem.from_matrix([[1], [None]]), ValueError, "row 1, column 0 has None: an entry"),
    (lambda: q.Problem.from_matrix([["", 1]]), ValueError, "row 0, column 0 has '': an entry is 0"),
    (lambda: q.Problem.from_matrix([[1, ()]]), ValueError, "row 0, column 1 has (): an entry is 0"),
    (lambda: q.Problem.from_matrix([[0, 1], [1]]), ValueError, "the length of row 1 is 1, and that of row 0 is 2"),
    (lambda: q.Problem.from_matrix([[1]], values="ab"), ValueError, "2 values for 1 option:"),
    (lambda: q.Problem.from_matrix([[1]], costs=[1, 2]), ValueError, "2 costs for 1 option:"),
    (lambda: q.Problem.from_matrix([[1]], secondary=[4]), ValueError, "no column 4"),
    (lambda: q.Problem.from_matrix([[1]], bounds={9: (0, 2)}), ValueError, "bounds for `9`, which"),
    (lambda: q.Problem.from_matrix([[1]], secondary=[0], bounds={0: 2}), ValueError, "bounds for `0`"),
    (lambda: q.Problem.from_sets({"A": {1}}, universe=[2]), ValueError, "no item `1`"),
    (lambda: q.Problem.from_dlx("a b\na d\n"), ValueError, "line 2, column 3"),
    (lambda: q.Problem(["a b"]).to_dlx(), ValueError, ""),
    # Lone surrogates, which Python also uses for file names that are not UTF-8.
    (lambda: q.Problem(["\ud800"]).to_dlx(), ValueError, "surrogates not allowed"),
    (lambda: q.Problem(["\ud800", "\ud801"]).to_dlx(), ValueError, "surrogates not allowed"),
    (lambda: q.Problem.from_dlx("\ud800\n\ud800\n"), ValueError, "surrogates not allowed"),
    (lambda: q.Problem(["a|b"]).to_dlx(), ValueError, "cannot be written"),
    (lambda: _problem("a").option(-1), IndexError, "no option -1: the problem has 1 option,"),
    (lambda: _problem("a").option(2**70), IndexError, "no option 1180591620717411303424:"),
    (lambda: _problem("ab").nth(-1), IndexError, "no solution -1: the problem has 1 solution,"),
    (lambda: _problem("ab").check([-1]), ValueError, "-1 is negative"),
    (lambda: _problem("ab").count(2**70), ValueError, "1180591620717411303424 is too large"),
    (lambda: _problem("ab").sample(1, seed=2**64), ValueError, "18446744073709551616 is too large"),
    (lambda: _problem("ab").solutions(threads="two"), TypeError, ""),  # type: ignore[arg-type]
    (lambda: q.Unit(_problem("a"), [([0], []), ([1], [])], 1), ValueError, "option 1 in a cube, but"),
    (lambda: q.Unit(_problem("a"), [([], [9])], 1), ValueError, "but the problem has 1 option,"),
    # Puzzles.
    (lambda: q.sudoku_board(boxes=(-1, 3)), ValueError, "(-1, 3): a number is negative"),
    (lambda: q.latin(2**63, symbols="1-9"), ValueError, "order 9223372036854775808: there are"),
    (lambda: q.latin(0, symbols="1-9"), ValueError, "order 0: there are symbols for orders from 1"),
    (lambda: q.latin([1]), TypeError, ""),  # type: ignore[arg-type]
    (lambda: q.word_rectangle(2, 2, "anno"), TypeError, "this is a single string: write a list"),
    (lambda: q.schedule(["kind,name"]), TypeError, "this is a single string: write a list"),
    (lambda: q.schedule([[1]]), TypeError, ""),  # type: ignore[list-item]
    (lambda: q.knapsack((-1, 3), {}), ValueError, "(-1, 3): a number is negative"),
    (lambda: q.knapsack(3, {"a": (1, -1, 0)}), ValueError, "(1, -1, 0): a number is negative"),
    (lambda: q.queens(10**6), ValueError, "1000"),
    (lambda: q.polyomino("heptominoes", "3x3"), ValueError, "heptominoes"),
    (lambda: q.polyomino("pentominoes", "6by10"), ValueError, "6by10"),
    (lambda: q.steiner(8), ValueError, ""),
    (lambda: q.latin("1x\n.."), ValueError, ""),
    (lambda: q.langford(4).draw([0]), ValueError, ""),
    (lambda: q.schedule([["kind"]]), ValueError, ""),
]


# Calls with a whole number that must not be negative.
NUMBERS: list[Callable[[int], object]] = [
    lambda n: q.solve(UNIQUE, threads=n),
    lambda n: q.solve(UNIQUE).array(n),
    lambda n: q.count(UNIQUE, threads=n),
    lambda n: q.solve_many([UNIQUE], threads=n),
    lambda n: q.generate(n),
    lambda n: q.generate(seed=n),
    lambda n: q.generate(clues=n),
    lambda n: q.generate_boards(n, boxes=(2, 2)),
    lambda n: q.generate_boards(boxes=(2, 2), seed=n),
    lambda n: q.generate_boards(boxes=(2, 2), clues=n),
    lambda n: q.Sudoku(UNIQUE).solutions(threads=n),
    lambda n: q.Sudoku(UNIQUE).count(threads=n),
    lambda n: q.Sudoku(UNIQUE).sample(n),
    lambda n: q.Sudoku(UNIQUE).minimized(seed=n),
    lambda n: _problem("ab").solutions(threads=n),
    lambda n: _problem("ab").solutions().array(n),
    lambda n: _problem("ab").count(threads=n),
    lambda n: _problem("ab").best(n),
    lambda n: _problem("ab").sample(n),
    lambda n: _problem("ab").estimate(n),
    lambda n: _problem("ab").estimate(seed=n),
    lambda n: _problem("ab").split(n),
    lambda n: _problem("ab").split(1)[0].solutions(threads=n),
    lambda n: q.queens(4).solutions(threads=n),
    lambda n: q.queens(4).count(threads=n),
    lambda n: q.queens(4).best(n),
    lambda n: q.queens(4).sample(seed=n),
    lambda n: q.queens(4).draw([n]),
    lambda n: q.queens(n),
    lambda n: q.langford(n),
    lambda n: q.latin(n),
    lambda n: q.steiner(n),
    lambda n: q.macmahon(n),
    lambda n: q.macmahon(colors=n),
    lambda n: q.macmahon(border=n),
    lambda n: q.word_rectangle(n, 2, ["an"]),
    lambda n: q.knapsack(n, {}),
]


@pytest.mark.parametrize("call", NUMBERS)
def test_numbers_out_of_range_are_value_errors(call: Callable[[int], object]) -> None:
    with pytest.raises(ValueError, match="-1 is negative"):
        call(-1)
    with pytest.raises(ValueError, match="is too large"):
        call(1 << 70)


@pytest.mark.parametrize(("call", "error", "text"), CASES)
def test_bad_input_is_an_error_that_says_what_and_where(
    call: Callable[[], object], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=re.escape(text) or ".") as raised:
        call()
    assert str(raised.value)


def test_one_is_singular() -> None:
    explanation = ONE_STEP.explain()
    assert repr(explanation) == "<quadrille.Explanation: 1 step, stopped>"
    assert "1 step. Stopped" in explanation._repr_svg_()
    assert repr(_problem("a")) == "<quadrille.Problem: 2 primary items, 1 secondary item, 1 option>"
    # The problem of a domino on two cells has one option, so its unit has one cube.
    board = q.polyomino("dominoes", "2x1")
    drawing = board.first()
    assert drawing is not None
    assert repr(drawing) == "<quadrille.Drawing: 1 option>"
    assert "<quadrille.Unit: 1 cube," in repr(board.problem.split(1)[0])


def test_arrays_of_wrong_shapes() -> None:
    np = pytest.importorskip("numpy")
    with pytest.raises(ValueError, match=r"the shape \(3,\)"):
        q.Problem.from_matrix(np.ones(3))
    with pytest.raises(ValueError, match="row 1, column 0 has 7"):
        q.Problem.from_matrix(np.array([[0, 1], [7, 0]]))
    entries = np.array([[0, 1], [1, 1]])
    for missing in (np.where(entries == 0, None, entries), np.ma.masked_equal(entries, 0)):
        with pytest.raises(ValueError, match="row 0, column 0 has None: an entry is 0 or 1"):
            q.Problem.from_matrix(missing)
    with pytest.raises(ValueError, match="row 0, column 0 has --: an entry is 0 or 1"):
        q.Problem.from_matrix(list(np.ma.masked_equal(entries, 0)))
    sparse = pytest.importorskip("scipy.sparse")
    with pytest.raises(ValueError, match="row 1, column 0 has 7"):
        q.Problem.from_matrix(sparse.csr_matrix([[0, 1], [7, 0]]))
    with pytest.raises(ValueError, match=r"the shape \(3,\): a matrix has rows and columns"):
        q.Problem.from_matrix(sparse.coo_array([1, 0, 1]))
    pandas = pytest.importorskip("pandas")
    with pytest.raises(ValueError, match="an entry of row 1 is neither 0 nor 1"):
        q.Problem.from_matrix([[0, 1], [pandas.NA, 1]])


def test_a_refused_option_leaves_the_problem_as_it_was() -> None:
    problem = q.Problem("ab", "x")
    with pytest.raises(ValueError, match="no item"):
        problem.add(["a", ("x", "new"), "z"])
    problem.add(["a", ("x", "red")])
    problem.add(["b", ("x", "red")])
    assert problem.option_count == 2
    assert list(problem) == [[0, 1]]
    assert problem.to_dlx() == "a b | x\na x:red\nb x:red\n"
    # A problem that was read does not change either: its colors keep the names in the text.
    read = q.Problem.from_dlx("a b | x\na x:1\nb x:0\n")
    with pytest.raises(ValueError, match="twice"):
        read.add(["a", "a"])
    assert [read.option(option) for option in range(2)] == [["a", ("x", "1")], ["b", ("x", "0")]]


def test_two_colors_with_the_same_text_are_not_written() -> None:
    problem = q.Problem("ab", "x")
    problem.add(["a", ("x", 1)])
    problem.add(["b", ("x", "1")])
    assert problem.count() == 0
    with pytest.raises(ValueError, match="two colors have the name `1`"):
        problem.to_dlx()


def test_a_puzzle_cannot_draw_options_that_were_added() -> None:
    puzzle = q.queens(4)
    problem = puzzle.problem
    assert problem.add(problem.primary) == 16
    solution = next(cover for cover in problem if 16 in cover)
    for draw in (lambda: list(puzzle), lambda: puzzle.draw(solution), lambda: puzzle.sample(20)):
        with pytest.raises(ValueError, match="option 16 was added to the problem"):
            draw()
