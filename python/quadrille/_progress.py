"""The progress of a long call."""

from __future__ import annotations

from typing import Any, Callable, Union


class Bar:
    """A display that calls a function with the number of steps done."""

    def __init__(self, report: Callable[[int], object]) -> None:
        self.update = report

    def close(self) -> None:
        """Do nothing."""


class _Tqdm:
    def __init__(self, bar: Any) -> None:
        self._bar = bar

    def update(self, done: int) -> None:
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        self._bar.close()


def bar(total: int, progress: Union[bool, Callable[[int], object], None]) -> Any:
    """Return the display for `progress`: none, a bar if tqdm is installed, or a function."""
    if callable(progress):
        return Bar(progress)
    if progress:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            pass
        else:
            return _Tqdm(tqdm(total=total, unit="puzzles"))
    return Bar(lambda done: None)
