"""The functions of exact-cover 1.5 from PyPI, for programs that use that package."""

from __future__ import annotations

from itertools import islice
from typing import Any, Optional

from ._quadrille import Problem


class ExactCoverError(Exception):
    """The base class of the errors of these functions."""


class NoSolution(ExactCoverError):
    """The matrix has no exact cover.

    Examples
    --------
    >>> q.get_exact_cover([[1, 1, 0], [0, 1, 1]])
    Traceback (most recent call last):
        ...
    quadrille.NoSolution: no choice of rows covers each column exactly once
    """

    __module__ = "quadrille"

    def __init__(self, message: str = "no choice of rows covers each column exactly once") -> None:
        super().__init__(message)


def get_exact_cover(matrix: Any) -> Any:
    """Return the rows of an exact cover, as ``exact_cover.get_exact_cover`` does.

    Parameters
    ----------
    matrix : array_like
        Any matrix that `Problem.from_matrix` takes. A pandas table must have the default index.

    Returns
    -------
    numpy.ndarray
        The numbers of the rows, in increasing order.

    Raises
    ------
    NoSolution
        If there is no exact cover.

    Examples
    --------
    >>> q.get_exact_cover([[1, 0, 0, 0, 1], [0, 1, 1, 0, 0], [0, 0, 0, 1, 0]])
    array([0, 1, 2], dtype=int32)
    """
    import numpy as np

    cover = Problem.from_matrix(matrix).first()
    if cover is None:
        raise NoSolution
    return np.array(cover, dtype=np.int32)


def get_all_solutions(matrix: Any, max_count: Optional[int] = None) -> set[tuple[int, ...]]:
    """Return all exact covers, as ``exact_cover.get_all_solutions`` does.

    Parameters
    ----------
    matrix : array_like
        Any matrix that `Problem.from_matrix` takes. A pandas table must have the default index.
    max_count : int, optional
        The maximum number of covers.

    Returns
    -------
    set of tuple of int
        The numbers of the rows of each cover, in increasing order.

    Raises
    ------
    NoSolution
        If there is no exact cover, or `max_count` is 0.

    Examples
    --------
    >>> sorted(q.get_all_solutions([[1, 1, 0], [0, 0, 1], [0, 0, 1]]))
    [(0, 1), (0, 2)]
    """
    covers = set(map(tuple, islice(Problem.from_matrix(matrix).solutions(), max_count)))
    if not covers:
        raise NoSolution
    return covers


def get_solution_count(matrix: Any) -> int:
    """Return the number of exact covers, as ``exact_cover.get_solution_count`` does.

    Parameters
    ----------
    matrix : array_like
        Any matrix that `Problem.from_matrix` takes.

    Examples
    --------
    >>> q.get_solution_count([[1, 1, 0], [0, 0, 1], [0, 0, 1]])
    2
    """
    return Problem.from_matrix(matrix).count()
