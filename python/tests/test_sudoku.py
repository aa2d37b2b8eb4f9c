"""Sudokus."""

from __future__ import annotations

import collections
import io
import pickle
import random
from itertools import islice
from typing import Any, Optional

import pytest

import quadrille as q

from .conftest import HARD, MANY, PUZZLE, UNIQUE

SOLUTIONS = [
    "327894561465132978918765423589216734643978215172543896794651382856327149231489657",
    "327894561465132978918765423589216734643978215271543896794651382856327149132489657",
    "327894561645132978918765423589216734463978215172543896794651382856327149231489657",
    "327894561645132978918765423589216734463978215271543896794651382856327149132489657",
]


def is_solution(puzzle: str, grid: str) -> bool:
    """Check a grid against the rules and the clues of a puzzle."""
    rows = [grid[9 * row : 9 * row + 9] for row in range(9)]
    columns = ["".join(column) for column in zip(*rows)]
    boxes = [
        "".join(rows[r][c : c + 3] for r in range(3 * b, 3 * b + 3))
        for b in range(3)
        for c in (0, 3, 6)
    ]
    houses = all(sorted(house) == list("123456789") for house in rows + columns + boxes)
    return houses and all(clue in (digit, ".", "0") for clue, digit in zip(puzzle, grid))


def test_the_three_line_example() -> None:
    assert list(q.solve(PUZZLE)) == SOLUTIONS
    assert q.count(PUZZLE) == 4
    assert not q.is_unique(PUZZLE)
    assert q.first(PUZZLE) in SOLUTIONS
    assert sorted(q.solve(PUZZLE, threads=2)) == SOLUTIONS


def test_solutions_keep_the_rules() -> None:
    for puzzle in (MANY, 81 * "."):
        seen = list(islice(q.solve(puzzle), 5000))
        assert len(set(seen)) == 5000
        assert all(is_solution(puzzle, grid) for grid in seen)
        ahead = list(islice(q.solve(puzzle, threads=2), 5000))
        assert len(set(ahead)) == 5000
        assert all(is_solution(puzzle, grid) for grid in ahead[::100])


def test_threads_find_what_one_finds() -> None:
    some = "123456789456789123789123456261874395835691" + 39 * "."
    assert sorted(q.solve(some, threads=2)) == sorted(q.solve(some))
    assert q.count(some, threads=2) == q.count(some) == len(set(q.solve(some, threads=2)))


def test_iterators_are_independent() -> None:
    sudoku = q.Sudoku(PUZZLE)
    one, other = sudoku.solutions(), sudoku.solutions()
    assert [next(one), next(other), *one, next(other)] == [SOLUTIONS[0], *SOLUTIONS, SOLUTIONS[1]]


def test_arrays() -> None:
    np = pytest.importorskip("numpy")
    array = q.solve(PUZZLE).array()
    assert array.dtype == np.uint8
    assert ["".join(map(str, row)) for row in array.tolist()] == SOLUTIONS
    solutions = q.solve(81 * ".")
    first = next(solutions)
    array = solutions.array(2500)
    assert array.shape == (2500, 81)
    rest = islice(q.solve(81 * "."), 2503)
    assert next(rest) == first
    assert ["".join(map(str, row)) for row in array.tolist()] == list(islice(rest, 2500))
    assert next(solutions) == next(rest)
    assert q.solve("11" + 79 * ".").array().shape == (0, 81)
    array[0, 0] = 0  # it can be written to
    sudoku = q.Sudoku(UNIQUE)
    assert q.Sudoku(sudoku.to_array()) == sudoku
    assert sudoku.candidates().dtype == np.bool_


def test_candidates_are_what_the_clues_leave() -> None:
    sudoku = q.Sudoku(UNIQUE)
    candidates = sudoku.candidates()
    for cell, marks in enumerate(sudoku.marks()):
        row, column = divmod(cell, 9)
        assert marks == "".join(str(d + 1) for d in range(9) if candidates[row, column, d])
        if UNIQUE[cell] != "0":
            assert marks == UNIQUE[cell]
    solution = q.first(UNIQUE)
    assert solution is not None
    assert all(digit in marks for digit, marks in zip(solution, sudoku.marks()))
    sukaku = candidates.copy()
    sukaku[0, 0] = [d + 1 == int(solution[0]) for d in range(9)]
    sukaku[8, 8, [d for d in range(9) if d + 1 != int(solution[80])][0]] = False
    assert q.first(q.Sudoku(sukaku)) == solution


def test_every_form_is_read() -> None:
    sudoku = q.Sudoku(PUZZLE)
    rows = [[int(cell) for cell in PUZZLE[9 * row : 9 * row + 9]] for row in range(9)]
    for form in (
        PUZZLE.replace("0", "."),
        PUZZLE.encode(),
        sudoku,
        rows,
        [cell for row in rows for cell in row],
        sudoku.to_text("grid"),
        sudoku.to_text("sdk"),
        sudoku.to_text("ss"),
        sudoku.to_text("candidates"),
    ):
        assert q.Sudoku(form) == sudoku
        assert q.count(form) == 4


def test_a_solution_beside_a_puzzle_is_never_read_for_it() -> None:
    puzzle = "53--7----6--195----98----6-8---6---34--8-3--17---2---6-6----28----419--5----8--79"
    solution = q.first(puzzle)
    for empty in "-x.":
        for between in ",;:|":
            written = puzzle.replace("-", empty)
            assert q.first(f"{written}{between}{solution}") == solution
            assert q.Sudoku(f"7{between}{written}{between}{solution}") == q.Sudoku(puzzle)
            with pytest.raises(ValueError, match="two puzzles on one line"):
                q.Sudoku(f"{solution}{between}{written}")


def test_sudokus_as_objects() -> None:
    sudoku = q.Sudoku(PUZZLE)
    assert eval(repr(sudoku), {"Sudoku": q.Sudoku}) == sudoku
    assert pickle.loads(pickle.dumps(sudoku)) == sudoku
    assert {sudoku: 1}[q.Sudoku(PUZZLE.replace("0", "."))] == 1
    assert sudoku != PUZZLE
    assert sudoku._repr_svg_().startswith("<svg")
    candidates = q.Sudoku(81 * ".").candidates().copy()
    candidates[0, 0, 0] = False
    sukaku = q.Sudoku(candidates)
    assert sukaku.is_sukaku
    assert eval(repr(sukaku), {"Sudoku": q.Sudoku}) == sukaku
    assert pickle.loads(pickle.dumps(sukaku)) == sukaku
    assert sukaku._repr_svg_().startswith("<svg")
    first = sukaku.first()
    assert first is not None
    assert first[0] != "1"


def test_a_sudoku_prints_as_a_drawing() -> None:
    sudoku = q.Sudoku(PUZZLE)
    assert f"{sudoku}\n" == sudoku.to_text("grid")
    solution = q.Sudoku(next(q.solve(PUZZLE)))
    assert str(solution).splitlines()[0] == "3 2 7 | 8 9 4 | 5 6 1"
    candidates = sudoku.candidates().copy()
    candidates[2, 2] = [True, False, True, False, False, False, False, False, False]
    sukaku = q.Sudoku(candidates)
    assert sukaku.is_sukaku
    assert f"{sukaku}\n" == sukaku.to_text("marks")
    for drawn in (sudoku, solution, sukaku):
        assert q.Sudoku(str(drawn)) == drawn
        assert "\n" not in repr(drawn)


def test_equivalent_puzzles() -> None:
    grid = UNIQUE.translate(str.maketrans("123456789", "987654321"))
    turned = "".join(grid[9 * row + column] for column in range(9) for row in reversed(range(9)))
    one, other = q.Sudoku(UNIQUE), q.Sudoku(turned)
    assert one != other
    assert one.same_as(other)
    assert one.canonical() == other.canonical()
    assert not one.same_as(PUZZLE)
    assert one.rate() == other.rate()


def test_explanations() -> None:
    explanation = q.Sudoku(UNIQUE).explain()
    assert explanation.outcome == "solved"
    assert explanation.cells == q.first(UNIQUE)
    assert explanation[-1] == explanation[len(explanation) - 1]
    steps = list(explanation)
    assert explanation[2:5] == steps[2:5] and explanation[::-7] == steps[::-7]
    assert explanation[-3:] == steps[-3:] and explanation[99:] == []
    for index in (len(steps), -len(steps) - 1, 1 << 70, -1 << 70):
        with pytest.raises(IndexError, match=f"no step {index}:"):
            explanation[index]
    assert str(explanation).count("\n") == len(explanation)
    assert all(step._repr_svg_().startswith("<svg") for step in explanation)
    removed = {place for step in explanation for place in step.removed}
    assert removed
    for row, column, digit in removed:
        assert explanation.cells[9 * row + column - 10] != str(digit)
    placed = [step.placed for step in explanation if step.placed]
    assert all(explanation.cells[9 * r + c - 10] == str(d) for r, c, d in placed)


def test_forcing_chains() -> None:
    hard = q.Sudoku(HARD)
    without, explanation = hard.explain(forcing_chains=False), hard.explain()
    assert (without.outcome, explanation.outcome) == ("stopped", "solved")
    assert explanation.cells == hard.first() != without.cells
    assert "forcing chains" in {step.technique for step in explanation}
    assert "forcing chains" not in {step.technique for step in without}
    # Forcing chains come after all other techniques.
    assert list(map(str, explanation))[: len(without)] == list(map(str, without))
    rating, quick = hard.rate(), hard.rate(forcing_chains=False)
    assert (rating.level, rating.hardest) == ("extreme", "forcing chains")
    assert rating.steps["forcing chains"] > 0
    assert (quick.level, "forcing chains" in quick.steps) == ("beyond logic", False)
    easy = q.Sudoku(UNIQUE)
    assert easy.rate(forcing_chains=False) == easy.rate()
    # If there are several solutions, forcing chains are not tried.
    assert len(q.Sudoku(81 * ".").explain()) == 0


def test_ratings_of_sudoku_explainer() -> None:
    # Sudoku Explainer's own ratings.
    rated = "........19.58....7.78....5...6.793.8....3..4......29..6...91..3..7...26.5........"
    easy, hard = (q.Sudoku(puzzle).explainer_rating() for puzzle in (UNIQUE, rated))
    assert (str(easy), str(hard)) == ("3.0/1.2/1.2", "8.3/2.5/2.5")
    assert (hard.er, hard.ep, hard.ed) == (8.3, 2.5, 2.5)
    assert easy < hard and hard >= easy and easy != hard and max(easy, hard) is hard
    again = q.Sudoku(rated).explainer_rating()
    assert again == hard and len({again, hard, easy}) == 2
    # A full grid needs no step. The candidates that clues leave are read as these clues.
    solution = q.Sudoku(str(q.first(UNIQUE)))
    assert str(solution.explainer_rating()) == "0.0/0.0/0.0"
    sukaku = q.Sudoku(q.Sudoku(UNIQUE).candidates())
    assert sukaku.explainer_rating().er == easy.er


def test_ratings_can_be_pickled() -> None:
    for puzzle in (UNIQUE, HARD, str(q.first(UNIQUE))):
        sudoku = q.Sudoku(puzzle)
        rating, explainer = sudoku.rate(forcing_chains=False), sudoku.explainer_rating()
        again = pickle.loads(pickle.dumps(rating))
        assert again == rating and hash(again) == hash(rating)
        assert (repr(again), again.steps) == (repr(rating), rating.steps)
        assert pickle.loads(pickle.dumps(explainer)) == explainer


def test_redundant_clues_and_minimal_puzzles() -> None:
    solution = str(q.first(UNIQUE))
    empty = [at for at, digit in enumerate(UNIQUE) if digit == "0"]
    extra = empty[10]
    more = q.Sudoku(UNIQUE[:extra] + solution[extra] + UNIQUE[extra + 1 :])
    # By the definition: each clue is removed by itself.
    cells = more.cells
    redundant = [
        (at // 9 + 1, at % 9 + 1)
        for at, digit in enumerate(cells)
        if digit != "." and q.is_unique(cells[:at] + "." + cells[at + 1 :])
    ]
    assert (extra // 9 + 1, extra % 9 + 1) in redundant
    assert more.redundant_clues() == redundant
    full = q.Sudoku(solution)
    assert len(full.redundant_clues()) == 81
    minima = [full.minimized(), more.minimized(), *(full.minimized(seed=at) for at in range(5))]
    for minimal in minima:
        assert minimal.redundant_clues() == []
        assert minimal.first() == solution and minimal.is_unique()
        assert is_solution(minimal.cells, solution)
    assert len(set(minima[2:])) == 5
    assert minima[3] == full.minimized(seed=1)
    assert minima[0].minimized() == minima[0] == full.minimized()


def test_many_puzzles_come_back_in_order() -> None:
    draw = random.Random(1)
    puzzles: list[object] = []
    for grid in q.Sudoku(81 * ".").sample(300, seed=5):
        hidden = set(draw.sample(range(81), 40))
        puzzles.append("".join("." if at in hidden else d for at, d in enumerate(grid)))
    puzzles[7] = "11" + 79 * "."
    puzzles[9] = q.Sudoku(str(puzzles[9]))
    reports: list[int] = []
    for threads in (1, 2, 0):
        solved = q.solve_many(puzzles, threads=threads, progress=reports.append)
        assert solved[7] is None
        assert solved == [q.first(puzzle) for puzzle in puzzles]  # type: ignore[arg-type]
    assert reports[-1] == 300
    assert q.solve_many(line + "\n" for line in SOLUTIONS) == SOLUTIONS
    pandas = pytest.importorskip("pandas")
    assert q.solve_many(pandas.Series(SOLUTIONS), progress=True) == SOLUTIONS
    assert q.solve_many([]) == []
    numpy = pytest.importorskip("numpy")
    rows = numpy.array([list(map(int, solution)) for solution in SOLUTIONS], dtype="uint8")
    assert q.solve_many(rows) == SOLUTIONS
    with pytest.raises(ValueError, match="puzzle 1: 10 in row 1, column 1"):
        q.solve_many(numpy.array([81 * [0], [10] + 80 * [0]]))


def test_what_is_no_puzzle_in_a_column() -> None:
    nan = float("nan")
    column: list[object] = [UNIQUE, None, nan, "12", 7, [8] * 80, UNIQUE]
    for at, wrong in enumerate(column[1:-1]):
        with pytest.raises((TypeError, ValueError), match=r"^puzzle 1: ") as raised:
            q.solve_many([UNIQUE, wrong, UNIQUE])
        assert type(raised.value) is (ValueError if at in (2, 4) else TypeError)
    expected = [q.first(UNIQUE), *(5 * [None]), q.first(UNIQUE)]
    for threads in (1, 2):
        assert q.solve_many(column, errors="coerce", threads=threads) == expected
    assert q.solve_many([None], errors="coerce") == [None]
    with pytest.raises(ValueError, match="no value `ignore` of `errors`: choose one of raise, coerce"):
        q.solve_many([], errors="ignore")  # type: ignore[arg-type]
    # Other errors propagate.
    with pytest.raises(ZeroDivisionError):
        q.solve_many((1 // 0 for _ in "1"), errors="coerce")
    pandas = pytest.importorskip("pandas")
    series = pandas.Series([UNIQUE, nan, pandas.NA, None])
    assert q.solve_many(series, errors="coerce") == [q.first(UNIQUE), None, None, None]
    with pytest.raises(TypeError, match="puzzle 1: .* `errors=\"coerce\"` returns None for it"):
        q.solve_many(series)


def test_whole_numbers_of_any_type() -> None:
    cells = [int(cell) for cell in PUZZLE]
    assert q.Sudoku([float(cell) for cell in cells]) == q.Sudoku(PUZZLE)
    wrongs: list[tuple[Optional[float], str]] = [
        (None, "a missing value"),
        (float("nan"), "a missing value"),
        (2.5, "2.5"),
        (-1, "-1"),
        (256 + 5, "261"),
        (1 << 80, "12089"),
        (1 << 2000, "inf"),
    ]
    for wrong, text in wrongs:
        with pytest.raises(ValueError, match=f"^{text}.* in row 1, column 5: a cell is"):
            q.Sudoku([*cells[:4], wrong, *cells[5:]])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a cell is a number, 0 if it is empty"):
        q.Sudoku(list(PUZZLE))  # type: ignore[arg-type]
    np = pytest.importorskip("numpy")
    for kind in ("float32", "float64", "int8", "int64", "uint8", "object"):
        array = np.array(cells, dtype=kind)
        for shape in ((81,), (9, 9)):
            assert q.Sudoku(array.reshape(shape)) == q.Sudoku(PUZZLE)
            assert q.Sudoku(list(array.reshape(shape))) == q.Sudoku(PUZZLE)
            assert q.solve_many(array.reshape(1, *shape)) == [q.first(PUZZLE)]
    rows = np.zeros((3, 81))
    assert q.solve_many(rows)[2] == q.first(81 * ".")
    assert q.solve_many(np.zeros((0, 81))) == []
    for wrong, text in wrongs[1:5]:
        rows[1, 3] = wrong
        with pytest.raises(ValueError, match=f"^puzzle 1: {text} in row 1, column 4"):
            q.solve_many(rows)
        assert q.solve_many(rows, errors="coerce")[1:] == [None, q.first(81 * ".")]
    candidates = q.Sudoku(UNIQUE).candidates()
    assert q.solve_many(np.array([candidates])) == [q.first(UNIQUE)]


def test_a_column_of_digits_that_pandas_reads_as_numbers() -> None:
    # The zeros at the start of a number are lost.
    zeros = 17 * "0" + UNIQUE[17:]
    for puzzle in (PUZZLE, UNIQUE, zeros):
        assert q.Sudoku(int(puzzle)) == q.Sudoku(puzzle)  # type: ignore[arg-type]
    for wrong in (0, 7, -int(PUZZLE), 10**82, True):
        with pytest.raises(TypeError, match="of puzzles as text, in pandas with `dtype=str`"):
            q.Sudoku(wrong)  # type: ignore[arg-type]
    pandas = pytest.importorskip("pandas")
    table = pandas.read_csv(io.StringIO(f"puzzle\n{PUZZLE}\n\"\"\n{UNIQUE}\n"))
    solved = [q.first(PUZZLE), None, q.first(UNIQUE)]
    assert q.solve_many(table["puzzle"], errors="coerce") == solved


def test_what_are_not_many_puzzles_is_never_coerced() -> None:
    for one in (PUZZLE, ""):
        with pytest.raises(TypeError, match="and this is a single string: write a list"):
            q.solve_many(one, errors="coerce")
    pytest.importorskip("numpy")
    with pytest.raises(ValueError, match="each row has 9 values, and a puzzle has 81 cells"):
        q.solve_many(q.Sudoku(PUZZLE), errors="coerce")
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"id": [1, 2], "puzzle": [PUZZLE, UNIQUE]})
    with pytest.raises(ValueError, match="each row has 2 values, .*: choose the columns of the puzzle"):
        q.solve_many(table, errors="coerce")
    assert q.solve_many(table[["puzzle"]]) == [q.first(PUZZLE), q.first(UNIQUE)]


def test_sequences_without_end_are_errors() -> None:
    itself: list[Any] = []
    itself.append(itself)
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    endless: list[Any] = [itself, deep, collections.UserString(PUZZLE)]
    for value in endless:
        text = "more than 16 sequences inside one another.*: a puzzle is a string"
        with pytest.raises(TypeError, match=text):
            q.Sudoku(value)
        assert q.solve_many([value], errors="coerce") == [None]
    # Sequences may be nested up to 16 deep.
    nested: list[Any] = [int(digit) for digit in UNIQUE]
    for _ in range(15):
        nested = [nested]
    assert q.first(nested) == q.first(UNIQUE)


def test_tables() -> None:
    pandas = pytest.importorskip("pandas")
    cells = [int(cell) for cell in UNIQUE]
    table = pandas.DataFrame([cells[9 * row : 9 * row + 9] for row in range(9)])
    assert q.Sudoku(table) == q.Sudoku(table.astype(float)) == q.Sudoku(UNIQUE)
    table = table.replace(0, None)
    with pytest.raises(ValueError, match="a missing value in row 1, column 1"):
        q.Sudoku(table)
    many = pandas.DataFrame([cells, 81 * [0], cells], columns=[f"c{cell}" for cell in range(81)])
    assert q.solve_many(many) == [q.first(UNIQUE), q.first(81 * "."), q.first(UNIQUE)]
    assert q.solve_many(many.astype(object)) == q.solve_many(many)
    many.loc[1, "c12"] = None
    with pytest.raises(ValueError, match="puzzle 1: a missing value in row 2, column 4"):
        q.solve_many(many)
    assert q.solve_many(many, errors="coerce") == [q.first(UNIQUE), None, q.first(UNIQUE)]


def test_masked_values_are_no_clues() -> None:
    np = pytest.importorskip("numpy")
    cells = np.array(list(map(int, UNIQUE)))
    hidden = np.ma.masked_equal(cells, 5)
    for shape in ((1, 81), (1, 9, 9)):
        with pytest.raises(ValueError, match="puzzle 0: a missing value in row 1, column 3"):
            q.solve_many(hidden.reshape(shape))
        whole = np.ma.array(cells.reshape(shape))
        assert q.solve_many(whole) == [q.first(UNIQUE)]
    both = np.ma.array([cells, hidden], mask=[81 * [False], hidden.mask])
    assert q.solve_many(both, errors="coerce") == [q.first(UNIQUE), None]
    column = np.ma.array([[UNIQUE], [UNIQUE]], mask=[[False], [True]])
    assert q.solve_many(column, errors="coerce") == [q.first(UNIQUE), None]


def test_a_sudoku_as_an_array() -> None:
    sudoku = q.Sudoku(UNIQUE)
    cells = [sudoku[row, column] for row in range(9) for column in range(9)]
    assert cells == list(map(int, UNIQUE))
    assert (sudoku[-1, -9], sudoku[0, 2]) == (sudoku[8, 0], 5)
    for row, column in ((9, 0), (0, -10)):
        with pytest.raises(IndexError, match=rf"no cell \({row}, {column}\): a Sudoku has 9 rows"):
            sudoku[row, column]
    np = pytest.importorskip("numpy")
    assert np.array_equal(np.asarray(sudoku), sudoku.to_array())
    assert np.asarray(sudoku, dtype=float).dtype == np.float64
    assert (np.array(sudoku) > 0).sum() == sudoku.clue_count
    assert sudoku[0].tolist() == [0, 0, 5, 1, 7, 6, 0, 0, 0]
    assert sudoku[:, 2].shape == (9,) and sudoku[3:6, 3:6].shape == (3, 3)
    with pytest.raises(IndexError):
        sudoku[9]
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
        with pytest.raises(ValueError, match="leave out `copy=False`"):
            np.array(sudoku, copy=False)


def test_generated_puzzles_meet_their_constraints() -> None:
    puzzles = q.generate(3, rating="medium", symmetry="rot180", clues=(24, 30), seed=7)
    assert puzzles == q.generate(3, rating="medium", symmetry="rot180", clues=(24, 30), seed=7)
    for puzzle in puzzles:
        cells = [cell != "." for cell in puzzle.cells]
        assert cells == cells[::-1]
        assert puzzle.is_unique()
        assert puzzle.rate().level == "medium"
        assert 24 <= puzzle.clue_count <= 30
    assert q.generate(clues=30, seed=1)[0].clue_count == 30


def test_generated_boards_have_one_solution() -> None:
    boards = q.generate_boards(2, boxes=(2, 3), seed=7)
    assert boards == q.generate_boards(2, boxes=(2, 3), seed=7)
    for board in boards:
        assert len(board) == 36
        assert q.sudoku_board(board, boxes=(2, 3)).count() == 1
        for cell, clue in enumerate(board):
            if clue != ".":
                fewer = board[:cell] + "." + board[cell + 1 :]
                assert q.sudoku_board(fewer, boxes=(2, 3)).count(2) == 2
    (board,) = q.generate_boards(boxes=(2, 2), clues=(7, 9), seed=1)
    assert 7 <= 16 - board.count(".") <= 9


def test_samples_are_solutions() -> None:
    assert set(q.Sudoku(PUZZLE).sample(100, seed=1)) == set(SOLUTIONS)
    assert q.Sudoku("11" + 79 * ".").sample(3) == []
    drawn = 9 * (9 * "." + "\n")
    assert q.Sudoku(drawn).sample(2, seed=1) == q.Sudoku(81 * ".").sample(2, seed=1)
    for grid in q.Sudoku(81 * ".").sample(10, seed=2):
        assert is_solution(81 * ".", grid)
