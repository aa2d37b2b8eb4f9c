"""Problems made from matrices and sets, as flat arrays for the compiled part."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Optional, Union

from ._quadrille import _ones

_WORD = "I" if array("I").itemsize == 4 else "L"

Bounds = Mapping[Any, Union[int, "tuple[int, int]"]]
Costs = Union[Mapping[Any, int], Iterable[int]]
Arguments = tuple[
    Union[int, list[Any]],
    list[Any],
    Optional[dict[Any, Any]],
    bytes,
    bytes,
    bytes,
    list[Any],
    Optional[list[Any]],
    Optional[list[Any]],
]


def _bytes(words: Iterable[int]) -> bytes:
    numbers = array(_WORD, words)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def _costs(costs: Optional[Costs], options: Iterable[Any]) -> Optional[list[int]]:
    if not isinstance(costs, Mapping):
        return list(costs) if costs is not None else None
    options = list(options)
    surplus = set(costs).difference(options)
    if surplus:
        raise ValueError(
            f"there is no option {surplus.pop()!r} for its cost: correct the key, or leave it out"
        )
    try:
        return [costs[option] for option in options]
    except KeyError as error:
        raise ValueError(
            f"there is no cost for the option {error.args[0]!r}: give one for each option"
        ) from None


def from_sets(
    sets: Mapping[Any, Iterable[Hashable]],
    universe: Optional[Iterable[Hashable]],
    secondary: Optional[Iterable[Hashable]],
    costs: Optional[Costs],
) -> Arguments:
    """Return a dict of sets as arrays."""
    if not hasattr(sets, "values"):
        kind = type(sets).__name__
        raise TypeError(
            f"a dict of sets is expected, and this is of type `{kind}`: "
            "`dict(enumerate(sets))` numbers the sets"
        )
    for key, items in sets.items():
        if key is None:
            raise ValueError("a key is None, which would stand for no value: use another key")
        if isinstance(items, str) and len(items) > 1:
            raise TypeError(
                f"the set of {key!r} is the string {items!r}, and its characters would be items: "
                "write a list of names"
            )
    options = [list(items) for items in sets.values()]
    others = list(dict.fromkeys(secondary)) if secondary is not None else []
    if universe is not None:
        primary = list(dict.fromkeys(universe))
    else:
        known = set(others)
        found: list[Any] = list(dict.fromkeys(item for option in options for item in option))
        try:
            # The order of strings in a set differs from run to run.
            found.sort()
        except TypeError:
            pass
        primary = [item for item in found if item not in known]
    numbers = {item: number for number, item in enumerate(primary + others)}
    try:
        items = _bytes(numbers[item] for option in options for item in option)
    except KeyError as error:
        raise ValueError(
            f"there is no item `{error.args[0]}`: it is neither in the universe nor secondary"
        ) from None
    lengths = _bytes(map(len, options))
    return primary, others, None, lengths, items, b"", [], list(sets), _costs(costs, sets)


def from_matrix(
    matrix: Any,
    secondary: Optional[Iterable[Hashable]],
    bounds: Optional[Bounds],
    costs: Optional[Costs],
    values: Optional[Iterable[Any]],
) -> Arguments:
    """Return a NumPy, SciPy or pandas matrix, or a list of rows, as arrays."""
    names: Optional[list[Any]] = None
    if hasattr(matrix, "columns") and hasattr(matrix, "to_numpy"):
        names = list(matrix.columns)
        values = list(matrix.index) if values is None else values
        matrix = matrix.to_numpy()
    shape = getattr(matrix, "shape", None)
    if shape is not None and len(shape) != 2:
        raise ValueError(f"the array has the shape {shape}: a matrix has rows and columns")
    if hasattr(matrix, "tocsr"):
        width, lengths, columns = _of_sparse(matrix.tocsr())
    elif hasattr(matrix, "dtype"):
        width, lengths, columns = _of_array(matrix)
    else:
        width, lengths, columns = _of_rows(matrix)
    others = list(dict.fromkeys(secondary)) if secondary is not None else []
    if names is None and (others or bounds):
        names = list(range(width))
    values = list(values) if values is not None else None
    options: Iterable[Any] = range(len(lengths) // 4)
    if values is not None:
        options = [number if value is None else value for number, value in enumerate(values)]
    primary = names
    if names is not None and others:
        known = set(others)
        missing = known.difference(names)
        if missing:
            raise ValueError(f"there is no column {missing.pop()!r} to make secondary")
        primary = [name for name in names if name not in known]
        numbers = {name: number for number, name in enumerate(primary + others)}
        items = array(_WORD)
        items.frombytes(columns)
        if sys.byteorder == "big":
            items.byteswap()
        columns = _bytes(numbers[names[column]] for column in items)
    return (
        width if primary is None else primary,
        others,
        dict(bounds) if bounds is not None else None,
        lengths,
        columns,
        b"",
        [],
        values,
        _costs(costs, options),
    )


def _wrong(row: int, column: int, entry: Any) -> ValueError:
    shown = repr(entry) if isinstance(entry, str) else entry
    return ValueError(
        f"row {row}, column {column} has {shown}: an entry is 0 or 1, False or True"
    )


def _of_array(matrix: Any) -> tuple[int, bytes, bytes]:
    import numpy as np

    # The rows of a masked array have None for a missing entry.
    if matrix.dtype == object or np.ma.isMaskedArray(matrix):
        return _of_rows(matrix.tolist())
    if matrix.dtype != np.bool_:
        wrong = (matrix != 0) & (matrix != 1)
        if wrong.any():
            row, column = np.argwhere(wrong)[0]
            raise _wrong(int(row), int(column), matrix[row, column])
    height, width = map(int, matrix.shape)
    ones = matrix if matrix.dtype == np.bool_ else matrix != 0
    # Bits are read eight times as fast as bytes.
    lengths, columns = _ones(np.packbits(ones, bitorder="little").tobytes(), height, width)
    return width, lengths, columns


def _of_sparse(matrix: Any) -> tuple[int, bytes, bytes]:
    import numpy as np

    matrix = matrix.copy()
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    wrong = np.flatnonzero(matrix.data != 1)
    if wrong.size:
        at = int(wrong[0])
        row = int(np.searchsorted(matrix.indptr, at, side="right")) - 1
        raise _wrong(row, int(matrix.indices[at]), matrix.data[at])
    lengths = np.diff(matrix.indptr).astype("<u4").tobytes()
    return int(matrix.shape[1]), lengths, matrix.indices.astype("<u4").tobytes()


def _of_rows(matrix: Iterable[Iterable[Any]]) -> tuple[int, bytes, bytes]:
    width: Optional[int] = None
    lengths, columns = array(_WORD), array(_WORD)
    for number, entries in enumerate(matrix):
        try:
            iterator = iter(entries)
        except TypeError:
            raise ValueError(
                f"row {number} is {entries!r}, not a list of entries: a matrix has rows and columns"
            ) from None
        row = list(iterator)
        width = len(row) if width is None else width
        if len(row) != width:
            raise ValueError(f"the length of row {number} is {len(row)}, and that of row 0 is {width}")
        # A missing entry is not equal to 0 or 1. `entry != 0` need not be true for it.
        try:
            ones = [column for column, entry in enumerate(row) if not entry == 0]
            wrong = [column for column in ones if not row[column] == 1]
        except TypeError as error:
            raise ValueError(f"an entry of row {number} is neither 0 nor 1: {error}") from None
        if wrong:
            raise _wrong(number, wrong[0], row[wrong[0]])
        lengths.append(len(ones))
        columns.extend(ones)
    return width or 0, _bytes(lengths), _bytes(columns)
