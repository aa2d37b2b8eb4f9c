"""Types of arguments and results: names, and what NumPy makes arrays of."""

from typing import Any, Literal, Protocol

Errors = Literal["raise", "coerce"]
Form = Literal["line", "sdm", "grid", "sdk", "ss", "csv", "candidates", "marks"]
Level = Literal["easy", "medium", "hard", "expert", "extreme", "beyond logic"]
Outcome = Literal["solved", "stopped", "contradiction"]
Symmetry = Literal[
    "none", "rot180", "rot90", "mirror", "up-down", "diagonal", "anti-diagonal"
]
Verdict = Literal["none", "unique", "several"]


class ArrayLike(Protocol):
    """An array, a table of pandas, and others."""

    def __array__(self) -> Any: ...
