"""Code shared by the tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

PUZZLE = "027800061000030008910005420500016030000970200070000096700000080006027000030480007"
UNIQUE = "005176000400000001000800309100000090503000807090000004207008000600000003000429700"
MANY = "12345678945678912378912345" + 55 * "."
# This puzzle needs forcing chains.
HARD = ".6...94....3....9.....1.6....5.97...6..5..8..3....89.587..3...6.............2..41"


@pytest.fixture
def sets() -> dict[str, set[int]]:
    """Return the example from Wikipedia."""
    return {
        "A": {1, 4, 7},
        "B": {1, 4},
        "C": {4, 5, 7},
        "D": {3, 5, 6},
        "E": {2, 3, 6, 7},
        "F": {2, 7},
    }


def algorithm_x(
    options: list[dict[Any, Any]], primary: list[Any], secondary: list[Any]
) -> Iterator[list[int]]:
    """Find all covers by brute force, always branching on the first uncovered primary item.

    An option is a dict from its items to their colors, or to ``None``.
    """
    secondary_items = set(secondary)

    def fits(chosen: list[int], option: int) -> bool:
        for other in chosen:
            for item, color in options[option].items():
                if item in options[other]:
                    if item not in secondary_items or color is None:
                        return False
                    if options[other][item] != color:
                        return False
        return True

    def search(chosen: list[int]) -> Iterator[list[int]]:
        covered = {item for option in chosen for item in options[option]}
        missing = [item for item in primary if item not in covered]
        if not missing:
            yield sorted(chosen)
            return
        for option, entries in enumerate(options):
            if missing[0] in entries and fits(chosen, option):
                yield from search([*chosen, option])

    return search([])
