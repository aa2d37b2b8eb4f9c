"""Problems: building, searching, and their behaviour as Python objects."""

from __future__ import annotations

import copy
import gc
import math
import pickle
import random
import time
import weakref
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import quadrille as q

from .conftest import PUZZLE, algorithm_x


def random_problem(seed: int) -> tuple[q.Problem, list[list[int]]]:
    """Return a random problem and all of its covers."""
    draw = random.Random(seed)
    primary: list[Any] = [("p", number) for number in range(draw.randint(1, 7))]
    secondary: list[Any] = [("s", number) for number in range(draw.randint(0, 4))]
    options: list[dict[Any, Any]] = []
    problem = q.Problem(primary, secondary)
    for _ in range(draw.randint(1, 14)):
        items = draw.sample(primary, draw.randint(1, min(3, len(primary))))
        entries: dict[Any, Any] = dict.fromkeys(items)
        for item in draw.sample(secondary, draw.randint(0, len(secondary))):
            entries[item] = draw.choice([None, "red", 3])
        options.append(entries)
        problem.add([item if color is None else (item, color) for item, color in entries.items()])
    return problem, sorted(algorithm_x(options, primary, secondary))


@pytest.mark.parametrize("seed", range(200))
def test_covers_are_those_of_the_oracle(seed: int) -> None:
    problem, covers = random_problem(seed)
    assert sorted(problem.solutions()) == covers
    assert sorted(problem.solutions(threads=2)) == covers
    assert list(problem.solutions(threads=2, ordered=True)) == list(problem.solutions(ordered=True))
    assert problem.count() == len(covers)
    assert problem.count(threads=2) == len(covers)
    first = problem.first()
    assert first in covers if covers else first is None
    assert problem.uniqueness().verdict == ["none", "unique", "several"][min(len(covers), 2)]
    assert sorted(problem.nth(index) for index in range(len(covers))) == covers
    counts = [sum(option in cover for cover in covers) for option in range(problem.option_count)]
    assert problem.option_counts().tolist() == counts
    assert all(cover in covers for cover in problem.sample(5, seed=seed))
    assert len(problem.best(100)) == min(len(covers), 100)
    assert sorted(c for unit in problem.split(3) for c in unit.solutions()) == covers


@pytest.mark.parametrize("seed", range(50))
def test_a_copy_by_pickle_or_text_is_equal(seed: int) -> None:
    problem, covers = random_problem(seed)
    for copied in (pickle.loads(pickle.dumps(problem)), copy.copy(problem)):
        assert copied == problem
        assert sorted(copied.solutions()) == covers
    text = problem.to_dlx()
    read = q.Problem.from_dlx(text)
    assert sorted(read.solutions()) == covers
    assert read.to_dlx() == text


def test_items_are_any_hashable_objects() -> None:
    problem = q.Problem([(0, 0), 1.5, None, frozenset("x")], secondary=[("a", "b")])
    problem.add([(0, 0), 1.5, ("a", "b")])
    problem.add([None, frozenset("x"), (("a", "b"), "red")])
    problem.add([None, frozenset("x")])
    assert list(problem.solutions()) == [[0, 2]]
    assert problem.primary == [(0, 0), 1.5, None, frozenset("x")]
    assert problem.option(1) == [None, frozenset("x"), (("a", "b"), "red")]


def test_values_stand_for_options() -> None:
    problem = q.Problem("abc")
    value = object()
    problem.add("a", value=value)
    problem.add("bc", value=["a", "list"])
    problem.add("c")
    problem.add("b", value="b")
    assert list(map(list, problem.solutions())) in (
        [[value, ["a", "list"]], [value, 2, "b"]],
        [[value, 2, "b"], [value, ["a", "list"]]],
    )


def test_none_is_no_value() -> None:
    problem = q.Problem.from_matrix([[1], [1]], values=[None, "x"], costs={0: 5, "x": 3})
    assert problem.best(2) == [(["x"], 3), ([0], 5)]
    assert sorted(q.Problem.from_matrix([[1], [1]], values=[None, None])) == [[0], [1]]
    with pytest.raises(ValueError, match="a key is None, .*: use another key"):
        q.Problem.from_sets({None: {1}, "A": {2}})


def test_options_can_be_added_after_a_search() -> None:
    problem = q.Problem.from_sets({"A": {1}, "B": {2}})
    before = problem.solutions()
    assert problem.count() == 1
    problem.add([1, 2], value="C")
    assert problem.count() == 2
    assert list(before) == [["A", "B"]]
    read = q.Problem.from_dlx("a b | x\na x:red\nb x:blue\n")
    assert read.count() == 0
    assert read.add(["b", ("x", "red")]) == 2
    assert read.add(["b", ("x", "green")]) == 3
    assert list(read.solutions()) == [[0, 2]]
    assert read.option(0) == ["a", ("x", "red")]
    assert read.to_dlx() == "a b | x\na x:red\nb x:blue\nb x:red\nb x:green\n"


def test_bounds_and_costs() -> None:
    problem = q.Problem(["pair", "rest"], bounds={"pair": 2, "rest": (0, 1)})
    for cost in (5, 1, 3):
        problem.add(["pair"], cost=cost)
    problem.add(["rest"], cost=10)
    assert problem.count() == 6
    assert [cost for _, cost in problem.best(6)] == [4, 6, 8, 14, 16, 18]
    assert pickle.loads(pickle.dumps(problem)).best(1) == [([1, 2], 4)]
    with pytest.raises(ValueError, match="memo engine"):
        problem.sample()


def test_costs_have_both_signs_and_can_be_the_greatest() -> None:
    problem = q.Problem(["a", "b"])
    for cost in (5, -7, 0):
        problem.add(["a"], cost=cost)
    for cost in (-1, 2):
        problem.add(["b"], cost=cost)
    sums = sorted(one + other for one in (5, -7, 0) for other in (-1, 2))
    best, dearest = problem.best(6), problem.best(6, dearest=True)
    assert [cost for _, cost in best] == sums
    assert [cost for _, cost in dearest] == sums[::-1]
    assert (best.bound, best.gap, best.is_proved) == (-8, 0.0, True)
    assert (dearest.bound, dearest.gap, dearest.is_proved) == (7, 0.0, True)
    assert best == list(best) and repr(best) == repr(list(best))
    again = pickle.loads(pickle.dumps(best))
    assert type(again) is q.Best and again == best and again.bound == -8
    # Costs are signed 64-bit numbers except -2^63.
    for cost in (2**63 - 1, 1 - 2**63):
        large = q.Problem("x")
        large.add("x", cost=cost)
        assert large.best() == [([0], cost)]
    for cost in (2**63, -(2**63) - 1):
        with pytest.raises(ValueError, match=f"a cost is a whole number from {1 - 2**63} to"):
            q.Problem("x").add("x", cost=cost)
    with pytest.raises(ValueError, match="cost"):
        q.Problem("x").add("x", cost=-(2**63))


def test_costs_of_sets_and_rows() -> None:
    sets = {"A": [1, 2], "B": [1], "C": [2]}
    rows = [[1, 1], [1, 0], [0, 1]]
    problems = [
        q.Problem.from_sets(sets, costs={"C": -2, "A": 5, "B": 4}),
        q.Problem.from_sets(sets, costs=[5, 4, -2]),
        q.Problem.from_matrix(rows, values=iter("ABC"), costs={"B": 4, "A": 5, "C": -2}),
        q.Problem.from_matrix(rows, values="ABC", costs=iter([5, 4, -2])),
    ]
    for problem in problems:
        assert problem.best(9) == [(["B", "C"], 2), (["A"], 5)]
    assert q.Problem.from_matrix(rows, costs={2: -2, 1: 4, 0: 5}).best(1) == [([1, 2], 2)]
    with pytest.raises(ValueError, match="there is no cost for the option 'B'"):
        q.Problem.from_sets(sets, costs={"A": 5})
    with pytest.raises(ValueError, match="there is no option 'D' for its cost: correct the key"):
        q.Problem.from_sets(sets, costs={"C": -2, "A": 5, "B": 4, "D": 0})
    with pytest.raises(ValueError, match="there is no option 3 for its cost"):
        q.Problem.from_matrix(rows, costs={0: 1, 1: 1, 2: 1, 3: 1})
    used = iter([5, 4, -2])
    assert list(used) == [5, 4, -2]
    no_costs: list[Any] = [[], used]
    for none in no_costs:
        with pytest.raises(ValueError, match="0 costs for 3 options: give one cost for each"):
            q.Problem.from_sets(sets, costs=none)
    for cost in (2.5, 2.0, "2"):
        with pytest.raises(TypeError, match=f"the cost {cost}: a cost is an `int`, so round it"):
            q.Problem("x").add("x", cost=cost)  # type: ignore[arg-type]


def assignment(size: int) -> q.Problem:
    """Make an assignment problem with three kinds of items. Its optimum is slow to prove."""
    problem = q.Problem([(kind, at) for kind in "abc" for at in range(size)])
    for one in range(size):
        for two in range(size):
            for three in range(size):
                cost = 100 + (one * 37 + two * 101 + three * 53 + one * two * three * 29) % 997
                problem.add([("a", one), ("b", two), ("c", three)], cost=cost)
    return problem


def test_a_search_for_the_best_can_be_stopped() -> None:
    problem = assignment(10)
    begun = time.perf_counter()
    stopped = problem.best(time=0)
    assert time.perf_counter() - begun < 5
    assert not stopped.is_proved and repr(stopped).startswith("Best([")
    assert stopped.bound is not None
    ((cover, cost),) = stopped
    problem.check(cover)
    assert stopped.bound <= cost and stopped.gap == pytest.approx((cost - stopped.bound) / cost)
    # The gap of any cover is less than 10.
    loose = problem.best(gap=10)
    assert not loose.is_proved and loose.gap is not None and 0 < loose.gap <= 10
    small = assignment(4)
    (best,) = small.best()
    within = small.best(gap=0.0)
    assert within[0][1] == best[1] and within.gap == 0


def test_there_is_no_best_solution_without_a_solution() -> None:
    problem = q.Problem("ab")
    problem.add("a", cost=3)
    for best in (problem.best(), problem.best(3, dearest=True, time=1, gap=0.5)):
        assert best == [] and best.is_proved
        assert best.bound is None and best.gap is None
    # `best(0)` has neither covers nor a bound, even if there is a solution.
    problem.add("b")
    assert (problem.best()[0][1], problem.best(0), problem.best(0).bound) == (3, [], None)


@pytest.mark.parametrize("wrong", [{"time": -1}, {"time": float("nan")}, {"gap": -0.1}])
def test_times_and_gaps_are_from_0_on(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=", 0 or more"):
        q.Problem("a").best(**wrong)  # type: ignore[arg-type]


def test_the_dict_of_sets(sets: dict[str, set[int]]) -> None:
    assert list(q.Problem.from_sets(sets).solutions()) == [["B", "D", "F"]]
    assert q.Problem.from_sets(sets, universe=range(1, 9)).count() == 0
    assert q.Problem.from_sets({"A": {1, "x"}, "B": {2, "x"}}, secondary=["x"]).count() == 0
    with pytest.raises(TypeError, match="the set of 'ann' is the string 'mon', .*: write a list"):
        q.Problem.from_sets({"ann": "mon"})


def test_matrices_of_every_kind() -> None:
    rows = [[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0], [0, 0, 1, 1], [0, 0, 1, 0], [0, 0, 0, 1]]
    covers = [[0, 1], [2, 3], [2, 4, 5]]
    np = pytest.importorskip("numpy")
    matrices: list[Any] = [rows, np.array(rows), np.array(rows, dtype=bool), np.array(rows, dtype=object)]
    matrices.append(np.asfortranarray(np.array(rows, dtype=np.int8)))
    matrices.append(np.array(rows, dtype=float))
    for matrix in matrices:
        assert sorted(q.Problem.from_matrix(matrix).solutions()) == covers
    loose = q.Problem.from_matrix(np.array(rows), secondary=[0])
    assert sorted(loose.solutions()) == sorted(
        algorithm_x([{c: None for c in range(4) if row[c]} for row in rows], [1, 2, 3], [0])
    )


@pytest.mark.parametrize(("height", "width"), [(0, 0), (0, 3), (3, 0), (1, 1), (7, 9), (40, 65)])
def test_matrices_of_any_shape_have_their_rows_as_options(height: int, width: int) -> None:
    np = pytest.importorskip("numpy")
    draw = np.random.default_rng(7)
    for share in (0.0, 0.2, 1.0):
        matrix = draw.random((height, width)) < share
        expected = [[int(column) for column in np.flatnonzero(row)] for row in matrix]
        larger = np.zeros((2 * height, width + 5), dtype=bool)
        larger[::2, 2 : 2 + width] = matrix
        for form in (matrix, np.asfortranarray(matrix), larger[::2, 2 : 2 + width], matrix * 1):
            problem = q.Problem.from_matrix(form)
            assert problem.primary == list(range(width))
            options = [problem.option(number) for number in range(problem.option_count)]
            assert options == expected


def test_columns_are_names() -> None:
    problem = q.Problem.from_matrix([[1, 1, 0]])
    assert problem.add([2]) == 1
    with pytest.raises(ValueError, match="there is no item `3`"):
        problem.add([3])
    assert list(problem) == [[0, 1]]
    same = q.Problem(range(3))
    same.add([0, 1])
    same.add([2])
    assert same == problem and pickle.loads(pickle.dumps(problem)) == problem
    bounded = q.Problem.from_matrix([[1], [1], [1]], bounds={0: 2})
    assert bounded.count() == 3
    with pytest.raises(ValueError, match="no column 5"):
        q.Problem.from_matrix([[1]], secondary=[5])


def test_a_sudoku_as_a_matrix_has_its_solutions() -> None:
    rows = []
    for cell, clue in enumerate(PUZZLE):
        row, column = divmod(cell, 9)
        for digit in range(9) if clue == "0" else [int(clue) - 1]:
            box = row // 3 * 3 + column // 3
            rows.append((cell, digit, [cell, 81 + 9 * row + digit, 162 + 9 * column + digit, 243 + 9 * box + digit]))
    random.Random(5).shuffle(rows)
    problem = q.Problem(range(324))
    for cell, digit, items in rows:
        problem.add(items, value=(cell, digit + 1))
    found = {"".join(str(digit) for _, digit in sorted(cover)) for cover in problem}
    assert found == set(q.solve(PUZZLE))
    # The engine for Sudokus has no order that threads can keep, so another engine is used.
    ordered = list(problem.solutions(ordered=True))
    assert len(ordered) == len(found)
    assert list(problem.solutions(threads=2, ordered=True)) == ordered


def test_sparse_matrices_and_data_frames() -> None:
    rows = [[1, 0, 1], [0, 1, 0], [1, 1, 1], [0, 0, 0]]
    sparse = pytest.importorskip("scipy.sparse")
    for make in (sparse.csr_matrix, sparse.coo_matrix, sparse.csc_array, sparse.lil_matrix):
        assert sorted(q.Problem.from_matrix(make(rows)).solutions()) == [[0, 1], [2]]
    explicit = sparse.csr_matrix(([1, 0, 1], ([0, 0, 0], [0, 1, 2])), shape=(1, 3))
    assert q.Problem.from_matrix(explicit).option(0) == [0, 2]
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(rows, columns=list("xyz"), index=["one", "two", "three", "four"])
    problem = q.Problem.from_matrix(frame)
    assert problem.primary == ["x", "y", "z"]
    assert sorted(problem.solutions()) == [["one", "two"], ["three"]]


def test_the_functions_of_exact_cover() -> None:
    rows = [[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0], [0, 0, 1, 1]]
    assert sorted(q.get_all_solutions(rows)) == [(0, 1), (2, 3)]
    assert len(q.get_all_solutions(rows, max_count=1)) == 1
    assert tuple(q.get_exact_cover(rows).tolist()) in {(0, 1), (2, 3)}
    assert q.get_solution_count(rows) == 2
    for function in (q.get_exact_cover, q.get_all_solutions):
        with pytest.raises(q.NoSolution):
            function([[1, 1, 0]])


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "p.dlx"
    path.write_text("a b c\na b\nc\nc a\n")
    assert q.Problem.from_dlx(path).count() == q.Problem.from_dlx(str(path)).count() == 1
    with pytest.raises(FileNotFoundError):
        q.Problem.from_dlx(tmp_path / "none")
    path.write_text("a b\na d\n")
    with pytest.raises(ValueError, match=r"p\.dlx: line 2, column 3"):
        q.Problem.from_dlx(path)
    with pytest.warns(UserWarning, match="line 2: option 0 has no primary item.*: give it one"):
        problem = q.Problem.from_dlx("a | x\nx\na x\n")
    assert problem.option(0) == ["x"]


def test_iterators_are_independent_lazy_and_fused() -> None:
    puzzle = q.queens(6)
    one, other = puzzle.problem.solutions(), puzzle.problem.solutions()
    first = next(one)
    assert next(other) == first
    assert [first, *one] == [first, *other]
    assert next(one, None) is None
    assert next(one, None) is None
    endless = q.queens(40).problem.solutions()
    assert len(list(islice(endless, 3))) == 3
    del endless


def test_large_numbers() -> None:
    problem = q.Problem(range(100))
    for item in range(100):
        problem.add([item])
        problem.add([item])
    assert problem.count() == 2**100
    assert problem.nth(2**100 - 1) != problem.nth(0)
    assert problem.option_counts().tolist() == 200 * [2**99]
    limited = problem.count(limit=10**15)
    assert limited == 10**15
    assert isinstance(limited, q.AtLeast)
    assert (str(limited), f"{limited}", f"{limited:,}") == (
        "1000000000000000+",
        "1000000000000000+",
        "1,000,000,000,000,000",
    )


def test_estimates_hold_the_number() -> None:
    estimate = q.queens(9).problem.estimate(200, seed=1)
    assert estimate.solutions.low < 352 < estimate.solutions.high
    assert estimate == q.queens(9).problem.estimate(200, seed=1)


def test_symmetries_and_counts_by_classes() -> None:
    problem = q.Problem([("r", 1), ("r", 2), None])
    problem.add([("r", 1), None], value="one")
    problem.add([("r", 2), None])
    problem.add([("r", 2), None])
    symmetries = problem.symmetries()
    # The two equal options are exchanged; the first option is fixed.
    assert isinstance(symmetries, q.Symmetries)
    assert symmetries.order == 2
    assert symmetries.item_orbits == [[("r", 1)], [("r", 2)], [None]]
    assert symmetries.option_orbits == [["one"], [1, 2]]
    assert symmetries.generators == [[]]
    assert q.latin(7).problem.symmetries().order == 6 * math.factorial(7) ** 3
    assert q.latin(7).problem.count() == 61_479_419_904_000
    assert q.queens(12).problem.count(threads=2) == 14200


def test_solutions_up_to_isomorphism() -> None:
    problem = q.queens(6).problem
    distinct = problem.distinct()
    assert iter(distinct) is distinct
    first = next(distinct)
    assert isinstance(first, q.Distinct)
    assert first.solution in list(problem.solutions())
    assert (first.orbit_size, first.stabilizer_order) == (4, 2)
    assert next(distinct, None) is None
    assert distinct.solutions_so_far == 4
    with pytest.raises(TypeError, match="not known before"):
        len(distinct)  # type: ignore[arg-type]
    # A large group, and a problem without solutions.
    orders = [system.stabilizer_order for system in q.steiner(13).problem.distinct()]
    assert sorted(orders) == [6, 39]
    assert list(q.queens(3).problem.distinct()) == []


def test_samples_are_uniform() -> None:
    # Five covers: chi-squared with 4 degrees of freedom stays below 18.5 in 999 of 1000 cases.
    problem = q.Problem("abc")
    for item in "abc":
        problem.add([item])
    problem.add(["a", "b"])
    problem.add(["b", "c"])
    problem.add(["a", "c"])
    problem.add(["a", "b", "c"])
    covers = list(problem.solutions())
    drawn = problem.sample(5000, seed=3)
    expected = 5000 / len(covers)
    assert sum((drawn.count(c) - expected) ** 2 / expected for c in covers) < 18.5


def test_problems_and_units_as_objects() -> None:
    problem = q.Problem.from_sets({"A": {1}, "B": {2}})
    assert problem == q.Problem.from_sets({"A": {1}, "B": {2}})
    assert problem != q.Problem.from_sets({"A": {1}, "C": {2}})
    assert problem != "problem"
    with pytest.raises(TypeError, match="unhashable"):
        hash(problem)
    assert bool(problem)
    unit = q.queens(6).problem.split(3)[0]
    again = pickle.loads(pickle.dumps(unit))
    assert again == unit
    assert list(again.solutions()) == list(unit.solutions())
    assert repr(unit).startswith("<quadrille.Unit: ")
    assert "iterator" in repr(problem.solutions())


def test_a_unit_is_of_the_problem_that_was_split() -> None:
    problem = q.Problem("ab")
    for item in "aabb":
        problem.add(item)
    units = problem.split(2)
    assert sum(unit.count() for unit in units) == 4
    assert problem.add("a") == 4
    uses: list[Any] = [q.Unit.count, q.Unit.solutions, pickle.dumps, copy.copy]
    for use in uses:
        with pytest.raises(ValueError, match="1 option added .*: split it again"):
            use(units[0])
    assert sum(unit.count() for unit in problem.split(2)) == problem.count() == 6


def holders() -> list[tuple[q.Problem, Any]]:
    """Return problems, each with a function that returns it or an object that holds it."""
    puzzle = q.langford(3)
    return [
        (q.Problem("a"), lambda problem: problem),
        (q.Problem("a"), lambda problem: problem.split(1)),
        (puzzle.problem, lambda _: puzzle),
    ]


@pytest.mark.parametrize("number", range(3))
def test_cycles_are_collected(number: int) -> None:
    class Value:
        held: Any = None

    value = Value()
    problem, hold = holders()[number]
    problem.add(problem.primary, value=value)
    problem.count()
    value.held = hold(problem)
    del problem, hold
    seen = weakref.ref(value)
    del value
    gc.collect()
    assert seen() is None


def test_solutions_as_an_array() -> None:
    np = pytest.importorskip("numpy")
    problem = q.polyomino("dominoes", "6x6").problem
    covers = list(problem.solutions())
    solutions = problem.solutions()
    assert next(solutions) == covers[0]
    one, other = solutions.array(3000), solutions.array()
    assert one.dtype == np.uint8 and one.shape == (3000, problem.option_count)
    assert len(other) == len(covers) - 3001
    array = np.concatenate([one, other])
    assert [np.flatnonzero(row).tolist() for row in array] == covers[1:]
    assert array.max() == 1 and solutions.array().shape == (0, problem.option_count)
    ahead = problem.solutions(threads=2, ordered=True).array()
    assert np.array_equal(ahead[1:], array)
    # No item needs an option, so the empty cover is the only solution.
    assert q.Problem().solutions().array().shape == (1, 0)
