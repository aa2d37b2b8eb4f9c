"""The encoders and their pictures."""

from __future__ import annotations

import pytest

import quadrille as q

# Counts from the literature, as in the Rust tests.
KNOWN = [
    (q.queens(8), 92),
    (q.queens(10), 724),
    (q.langford(7), 2 * 26),
    (q.latin(4), 576),
    (q.polyomino("pentominoes", "6x10"), 4 * 2339),
    (q.polyomino("pentominoes", "8x8-2x2"), 8 * 65),
    (q.polyomino("dominoes", "8x8"), 12988816),
    (q.polycube("soma", "3x3x3"), 48 * 240),
    (q.steiner(7), 30),
    (q.sudoku_board(boxes=(2, 2)), 288),
]


@pytest.mark.parametrize(("puzzle", "count"), KNOWN, ids=lambda value: str(value)[:30])
def test_counts_are_those_of_the_literature(puzzle: q.Puzzle, count: int) -> None:
    assert puzzle.count() == count
    assert puzzle.count(threads=2) == count
    if count < 10_000:
        assert sum(1 for _ in puzzle.problem.solutions()) == count


def test_solutions_draw_themselves() -> None:
    for puzzle in (q.queens(6), q.polyomino("tetrominoes", "4x6", unlimited=True), q.latin(3)):
        drawing = puzzle.first()
        assert drawing is not None
        svg = drawing._repr_svg_()
        assert svg is not None
        assert svg.startswith("<svg")
        assert drawing == puzzle.draw(drawing.options)
        assert str(drawing) == drawing.text
        assert hash(drawing) == hash(puzzle.draw(reversed(drawing.options)))
    langford = q.langford(4).first()
    assert langford is not None
    assert langford.svg is None


def test_drawings_are_as_many_as_covers() -> None:
    puzzle = q.queens(6)
    assert len({str(drawing) for drawing in puzzle}) == 4
    assert len({str(drawing) for drawing in puzzle.solutions(threads=2)}) == 4
    assert all(str(drawing) in set(map(str, puzzle)) for drawing in puzzle.sample(5, seed=1))


def test_the_cheapest_packing() -> None:
    things = {"tent": (6, 1, 30), "rope": (2, 2, 9), "stove": (3, 1, 14)}
    (drawing, _), *_ = q.knapsack((0, 10), things).best(1)
    assert "tent" in str(drawing)


def test_a_problem_of_a_puzzle_is_a_problem() -> None:
    puzzle = q.queens(5)
    assert q.Problem.from_dlx(puzzle.problem.to_dlx()) == puzzle.problem
    assert len(puzzle.problem.primary) == 10
    for cover in puzzle.problem.solutions():
        puzzle.problem.check(cover)
        puzzle.draw(cover)
