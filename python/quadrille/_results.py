"""Results that are more than a number or a list."""

from __future__ import annotations

from typing import Any, NamedTuple


class AtLeast(int):
    """A count that was cut short: there are at least so many.

    It is an ``int`` that says so: its ``str`` has a plus sign.

    Examples
    --------
    >>> n = q.count(81 * ".", limit=1000)
    >>> n, str(n), n + 1, isinstance(n, q.AtLeast)
    (AtLeast(1000), '1000+', 1001, True)
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"AtLeast({int(self)})"

    def __str__(self) -> str:
        return f"{int(self)}+"

    def __format__(self, spec: str) -> str:
        return format(int(self), spec) if spec else str(self)


class Uniqueness(NamedTuple):
    """Whether there is no solution, one, or several.

    Examples
    --------
    >>> q.Sudoku("11" + 79 * ".").uniqueness().verdict
    'none'
    """

    verdict: str
    """``"none"``, ``"unique"`` or ``"several"``."""
    solutions: list[Any]
    """No solution, the only one, or two of them."""


class Guess(NamedTuple):
    """A number that was estimated.

    Examples
    --------
    >>> guess = q.queens(6).problem.estimate(100).solutions
    >>> guess.low <= guess.mean <= guess.high
    True
    """

    mean: float
    low: float
    """The true number is above this and below `high` in about 99 cases of 100."""
    high: float


class Estimate(NamedTuple):
    """The estimated size of a search.

    Examples
    --------
    >>> q.queens(4).problem.estimate().is_exact
    True
    """

    nodes: Guess
    """The number of nodes of the search tree."""
    solutions: Guess
    """The number of solutions."""
    is_exact: bool
    """True if the whole tree was searched."""
