"""Types of arguments and results: names, and objects that NumPy converts to arrays."""

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
    """An array, a pandas table, or a similar object."""

    def __array__(self) -> Any: ...
