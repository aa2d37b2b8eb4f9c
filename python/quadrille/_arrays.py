"""Conversions between NumPy arrays and the data of the compiled part."""

from __future__ import annotations

import math
from typing import Any

np: Any
try:
    import numpy as np
except ImportError:
    np = None


def numpy() -> Any:
    """Return the module NumPy, or raise an error if it is not installed."""
    if np is None:
        raise ImportError("this result is an array: install NumPy")
    return np


def rows_of(numbers: bytearray, rows: int, width: int) -> Any:
    """Return bytes as an array of numbers with this number of rows and columns."""
    return numpy().frombuffer(numbers, dtype=np.uint8).reshape(rows, width)


def grid(digits: bytearray) -> Any:
    """Return 9 rows of 9 digits."""
    return numpy().frombuffer(digits, dtype=np.uint8).reshape(9, 9)


def candidates(flags: bytearray) -> Any:
    """Return the candidates as booleans for 9 rows, 9 columns and 9 digits."""
    return numpy().frombuffer(flags, dtype=np.bool_).reshape(9, 9, 9)


def rows(table: Any) -> Any:
    """Return the rows of an array or a table.

    Rows of 81 integers or floats, all whole and from 0 to 9, are joined into one text unless the
    array is masked.
    """
    # `asarray` would drop the mask of missing values. The reader of one puzzle checks for them.
    is_masked = numpy().ma.isMaskedArray(table)
    array = table if is_masked else np.asarray(table)
    width = math.prod(array.shape[1:])
    if width not in (1, 81, 729):
        raise ValueError(
            f"each row has {width} values, and a puzzle has 81 cells or 729 candidates, or is one "
            "string: choose the columns of the puzzle"
        )
    if array.shape[1:] == (1,):
        return array[:, 0]
    if array.shape[1:] in ((81,), (9, 9)) and array.dtype.kind in "iuf" and not is_masked:
        with np.errstate(invalid="ignore"):
            digits = array.astype(np.uint8)
        if digits.max(initial=0) <= 9 and (digits == array).all():
            return (digits + 48).tobytes()
    return array if array.ndim > 1 else table


def words(numbers: bytearray) -> Any:
    """Return 64-bit numbers as an array, or as a list without NumPy."""
    if np is None:
        return [
            int.from_bytes(numbers[at : at + 8], "little") for at in range(0, len(numbers), 8)
        ]
    return np.frombuffer(numbers, dtype="<u8")


def objects(numbers: list[int]) -> Any:
    """Return numbers of any size as an array of objects, or as a list without NumPy."""
    return numbers if np is None else np.array(numbers, dtype=object)
