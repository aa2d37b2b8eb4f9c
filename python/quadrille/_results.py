"""Results that are more than a number or a list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Optional, TypeVar

from ._names import Verdict

T = TypeVar("T")


class AtLeast(int):
    """A lower bound: the result of a count that was cut short.

    It is an ``int``, and its ``str`` ends with a plus sign.

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


class Best(list[tuple[T, int]]):
    """The best solutions found, with their costs, best first.

    It is a ``list`` of pairs. If the solutions are not proved to be the best, its ``repr`` also
    shows the bound and the gap.

    Examples
    --------
    >>> p = q.Problem(["a"])
    >>> p.add(["a"], value="cheap", cost=3), p.add(["a"], value="dear", cost=7)
    (0, 1)
    >>> p.best(), p.best().is_proved
    ([(['cheap'], 3)], True)
    """

    bound: Optional[int]
    """The proved bound: no solution costs less (or more, if the highest costs were requested).
    ``None`` if there is no solution, or if the requested number of solutions was 0."""
    gap: Optional[float]
    """The distance from the best cost found to `bound`, divided by the absolute value of that cost.
    It is 0 if that cost is proved to be the best, and infinite if that cost is 0 and not proved.
    ``None`` if no solution was found."""
    is_proved: bool
    """True if it is proved that no other solutions are better."""

    def __init__(
        self,
        solutions: Iterable[tuple[T, int]],
        bound: Optional[int],
        gap: Optional[float],
        is_proved: bool,
    ) -> None:
        super().__init__(solutions)
        self.bound = bound
        self.gap = gap
        self.is_proved = is_proved

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (list(self), self.bound, self.gap, self.is_proved)

    def __repr__(self) -> str:
        if self.is_proved:
            return super().__repr__()
        return f"Best({super().__repr__()}, bound={self.bound}, gap={self.gap}, is_proved=False)"


class Uniqueness(NamedTuple):
    """A verdict: no solution, one, or several.

    Examples
    --------
    >>> q.Sudoku("11" + 79 * ".").uniqueness().verdict
    'none'
    """

    verdict: Verdict
    """``"none"``, ``"unique"`` or ``"several"``."""
    solutions: list[Any]
    """The solutions found: none, the only one, or two."""


class Guess(NamedTuple):
    """An estimated number, with an interval.

    Examples
    --------
    >>> guess = q.queens(6).problem.estimate(100).solutions
    >>> guess.low <= guess.mean <= guess.high
    True
    """

    mean: float
    low: float
    """The lower end of an interval that contains the true number in about 99 of 100 cases. `high`
    is the upper end."""
    high: float


class Symmetries(NamedTuple):
    """The symmetries of a problem: a group of permutations of its items and options.

    Examples
    --------
    >>> q.latin(4).problem.symmetries().order
    82944
    """

    order: int
    """The number of symmetries, including the identity."""
    item_orbits: list[list[Any]]
    """Lists of the items that symmetries map to each other."""
    option_orbits: list[list[Any]]
    """Lists of the values, or numbers, of the options that symmetries map to each other."""
    generators: list[list[tuple[Any, ...]]]
    """Symmetries that generate the group, each as a list of cycles of items. A symmetry that only
    exchanges equal options has no cycles."""


class Distinct(NamedTuple):
    """A solution that stands for all its images under symmetries.

    Examples
    --------
    >>> next(q.queens(4).problem.distinct()).orbit_size
    2
    """

    solution: list[Any]
    orbit_size: int
    """The number of solutions in its class, including itself."""
    stabilizer_order: int
    """The number of symmetries that map the solution to itself. Its product with the size of the
    orbit is the number of all symmetries."""


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
