"""Every solution of a Sudoku or of an exact-cover problem, one at a time, on demand.

Examples
--------
>>> import quadrille as q
>>> q.count("027800061000030008910005420500016030000970200070000096700000080006027000030480007")
4
>>> p = q.Problem(["a", "b", "c"])
>>> p.add(["a", "b"]), p.add(["c"])
(0, 1)
>>> list(p.solutions())
[[0, 1]]
"""

from ._exact_cover import NoSolution, get_all_solutions, get_exact_cover, get_solution_count
from ._names import Form, Level, Outcome, Symmetry, Verdict
from ._quadrille import (
    DistinctSolutions,
    Drawing,
    Drawings,
    ExplainerRating,
    Explanation,
    Problem,
    Puzzle,
    Rating,
    Solutions,
    Step,
    Sudoku,
    SudokuSolutions,
    Unit,
    __version__,
    count,
    first,
    generate,
    generate_boards,
    is_unique,
    knapsack,
    langford,
    latin,
    macmahon,
    polycube,
    polyomino,
    queens,
    schedule,
    solve,
    solve_many,
    steiner,
    sudoku_board,
    word_rectangle,
)
from ._results import AtLeast, Best, Distinct, Estimate, Guess, Symmetries, Uniqueness

__all__ = [
    "AtLeast",
    "Best",
    "Distinct",
    "DistinctSolutions",
    "Drawing",
    "Drawings",
    "Estimate",
    "ExplainerRating",
    "Explanation",
    "Form",
    "Guess",
    "Level",
    "NoSolution",
    "Outcome",
    "Problem",
    "Puzzle",
    "Rating",
    "Solutions",
    "Step",
    "Sudoku",
    "SudokuSolutions",
    "Symmetries",
    "Symmetry",
    "Uniqueness",
    "Unit",
    "Verdict",
    "__version__",
    "count",
    "first",
    "generate",
    "generate_boards",
    "get_all_solutions",
    "get_exact_cover",
    "get_solution_count",
    "is_unique",
    "knapsack",
    "langford",
    "latin",
    "macmahon",
    "polycube",
    "polyomino",
    "queens",
    "schedule",
    "solve",
    "solve_many",
    "steiner",
    "sudoku_board",
    "word_rectangle",
]
