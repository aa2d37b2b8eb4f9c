"""Lists all solutions of exact-cover problems with quadrille and with other Python packages.

    python benchmarks/compare.py            # measures in a new virtual environment
    python benchmarks/compare.py --here     # measures with the installed packages

Each package gets the problem in its own form, which is made before the clock starts. It returns all
solutions, one by one if it can, and otherwise all together. The time is the minimum of several
runs, in processor time of one process. A package that compiles itself does so before its first run
is timed.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Callable

RIVALS = ["numpy", "exact-cover", "xcover", "python-sat"]
Options = list[list[int]]
Prepared = Callable[[], int]


def cases() -> dict[str, tuple[Options, int]]:
    """Return the problems, each as the items of its options and the number of its items."""
    import quadrille as q

    def of(problem: q.Problem) -> tuple[Options, int]:
        names = [*problem.primary, *problem.secondary]
        number = {name: at for at, name in enumerate(names)}
        options = [
            [number[item] for item in problem.option(at)] for at in range(problem.option_count)
        ]
        # Not all packages have secondary items. Here these items are primary, and each has an
        # additional option that covers only this item.
        options += [[number[item]] for item in problem.secondary]
        return options, len(names)

    def sudoku(clues: str) -> tuple[Options, int]:
        options = []
        for cell, clue in enumerate(clues):
            row, column = divmod(cell, 9)
            box = row // 3 * 3 + column // 3
            for digit in range(9) if clue in ".0" else [int(clue) - 1]:
                houses = [cell, 81 + 9 * row + digit, 162 + 9 * column + digit, 243 + 9 * box + digit]
                options.append(houses)
        return options, 324

    return {
        "pentominoes 6x10": of(q.polyomino("pentominoes", "6x10").problem),
        "dominoes 6x6": of(q.polyomino("dominoes", "6x6").problem),
        "queens 8": of(q.queens(8).problem),
        "langford 8": of(q.langford(8).problem),
        "latin 4": of(q.latin(4).problem),
        "soma": of(q.polycube("soma", "3x3x3").problem),
        "sudoku, 17 clues": sudoku(
            "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
        ),
        "sudoku, 42 clues": sudoku("123456789456789123789123456261874395835691" + 39 * "."),
        "steiner 9": of(q.steiner(9).problem),
    }


def matrix(options: Options, width: int, dtype: Any) -> Any:
    """Return the options as rows of a matrix."""
    import numpy as np

    rows = np.zeros((len(options), width), dtype=dtype)
    for row, items in enumerate(options):
        rows[row, items] = 1
    return rows


def quadrille(options: Options, width: int) -> Prepared:
    """Prepare this package, with a NumPy matrix."""
    import quadrille as q

    rows = matrix(options, width, bool)
    return lambda: sum(1 for _ in q.Problem.from_matrix(rows).solutions())


def exact_cover(options: Options, width: int) -> Prepared:
    """Prepare exact-cover from PyPI, with a NumPy matrix."""
    import exact_cover as package
    from exact_cover.io import DTYPE_FOR_ARRAY

    rows = matrix(options, width, DTYPE_FOR_ARRAY)
    return lambda: len(package.get_all_solutions(rows))


def xcover(options: Options, width: int) -> Prepared:
    """Prepare xcover from PyPI, with a matrix, which is its faster form."""
    import xcover as package

    rows = matrix(options, width, bool)
    return lambda: sum(1 for _ in package.covers_bool(rows))


def dict_of_sets(options: Options, width: int) -> Prepared:
    """Prepare Ali Assaf's recipe, "Algorithm X in 30 lines"."""
    y = dict(enumerate(options))

    def solve(x: Any, solution: list[int]) -> Iterable[list[int]]:
        if not x:
            yield list(solution)
            return
        c = min(x, key=lambda c: len(x[c]))
        for r in list(x[c]):
            solution.append(r)
            cols = select(x, r)
            yield from solve(x, solution)
            deselect(x, r, cols)
            solution.pop()

    def select(x: Any, r: int) -> list[Any]:
        cols = []
        for j in y[r]:
            for i in x[j]:
                for k in y[i]:
                    if k != j:
                        x[k].remove(i)
            cols.append(x.pop(j))
        return cols

    def deselect(x: Any, r: int, cols: list[Any]) -> None:
        for j in reversed(y[r]):
            x[j] = cols.pop()
            for i in x[j]:
                for k in y[i]:
                    if k != j:
                        x[k].add(i)

    def run() -> int:
        x: dict[int, set[int]] = {item: set() for item in range(width)}
        for i, items in y.items():
            for j in items:
                x[j].add(i)
        return sum(1 for _ in solve(x, []))

    return run


def python_sat(options: Options, width: int) -> Prepared:
    """Prepare python-sat with CaDiCaL: one option per item, and a clause to exclude each model."""
    from itertools import combinations

    from pysat.solvers import Solver

    of_item: list[list[int]] = [[] for _ in range(width)]
    for option, items in enumerate(options, 1):
        for item in items:
            of_item[item].append(option)
    clauses = [list(alternatives) for alternatives in of_item]
    for alternatives in of_item:
        clauses += [[-one, -other] for one, other in combinations(alternatives, 2)]

    def run() -> int:
        found = 0
        with Solver("cadical153", bootstrap_with=clauses) as solver:
            while solver.solve():
                model = [option for option in solver.get_model() or [] if option > 0]
                found += 1
                solver.add_clause([-option for option in model])
        return found

    return run


CONTESTANTS = [quadrille, exact_cover, xcover, dict_of_sets, python_sat]


def measure(prepare: Callable[[Options, int], Prepared], case: str, limit: float, out: Any) -> None:
    """Send the number of solutions, and the minimum time of several runs, to `out`."""
    options, width = cases()[case]
    run = prepare(options, width)
    least, begun = math.inf, time.perf_counter()
    for repeat in range(200):
        before = time.process_time()
        found = run()
        least = min(least, time.process_time() - before)
        if repeat >= 2 and time.perf_counter() - begun > min(2.0, limit):
            break
    out.send((found, least))


def compare(limit: float, only: list[str]) -> None:
    """Print a table with the time of each package in each case, in milliseconds."""
    names = [contestant.__name__ for contestant in CONTESTANTS]
    print("| case | solutions |", " | ".join(f"{name}, ms" for name in names), "| times as fast |")
    print("|---|---:|" + "---:|" * (len(names) + 1))
    ratios = []
    # xcover compiles itself during its first search: this one, before any search is measured.
    xcover([[0, 1], [0], [1]], 2)()
    for case in cases():
        if only and case not in only:
            continue
        found: dict[str, float] = {}
        counts = set()
        for contestant in CONTESTANTS:
            receive, send = multiprocessing.Pipe(duplex=False)
            process = multiprocessing.Process(target=measure, args=(contestant, case, limit, send))
            process.start()
            send.close()
            try:
                if receive.poll(limit):
                    count, found[contestant.__name__] = receive.recv()
                    counts.add(count)
            except EOFError:
                pass
            process.terminate()
            process.join()
        if len(counts) > 1:
            raise SystemExit(f"{case}: the packages disagree: {counts}")
        if "quadrille" not in found:
            raise SystemExit(f"{case}: quadrille did not end within {limit} s: use --limit")
        # If no other package ends within the limit, the ratio is a lower bound.
        best = min((found[name] for name in names[1:] if name in found), default=limit)
        ratios.append(best / found["quadrille"])
        cells = [f"{1000 * found[name]:.3f}" if name in found else "-" for name in names]
        print(f"| {case} | {counts.pop()} |", " | ".join(cells), f"| {ratios[-1]:.1f} |", flush=True)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"\nTimes as fast as the fastest other package: {mean:.1f} (geometric mean), {min(ratios):.1f} at least.")


def speeds() -> None:
    """Print the speed of passing results to Python: strings, rows of an array, and single calls."""
    from itertools import islice

    import quadrille as q

    many = "12345678945678912378912345" + 55 * "."
    easy = "208046090000100683109803004002300108480520000301000206600400879050078010010009060"

    def least(run: Callable[[], object], repeats: int = 5) -> float:
        times = []
        for _ in range(repeats):
            before = time.process_time()
            run()
            times.append(time.process_time() - before)
        return min(times)

    count = 1_000_000
    strings = least(lambda: sum(1 for _ in islice(q.solve(many), count)))
    rows = least(lambda: q.solve(many).array(count))
    print(f"strings iterated: {count / strings / 1e6:.2f} million a second")
    print(f"rows of an array: {count / rows / 1e6:.2f} million a second")
    calls: list[tuple[str, Callable[[str], object]]] = [
        ("first", q.first),
        ("is_unique", q.is_unique),
        ("count", q.count),
        ("list(solve)", lambda puzzle: list(q.solve(puzzle))),
    ]
    for name, call in calls:
        seconds = least(lambda: [call(easy) for _ in range(10_000)])
        print(f"{name} of an easy puzzle: {seconds * 100:.2f} us")


def main() -> None:
    """Measure, in a new virtual environment by default."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--here", action="store_true", help="measure the installed packages")
    parser.add_argument("--limit", type=float, default=60, help="seconds per package and case")
    parser.add_argument("--case", action="append", default=[], help="a case to measure; by default, all")
    parser.add_argument("--speeds", action="store_true", help="measure only the passing of results")
    arguments = parser.parse_args()
    if arguments.here:
        speeds()
        if not arguments.speeds:
            compare(arguments.limit, arguments.case)
        return
    with tempfile.TemporaryDirectory() as place:
        venv.create(place, with_pip=True)
        python = os.path.join(place, "bin", "python")
        package = str(Path(__file__).parents[1])
        subprocess.run([python, "-m", "pip", "install", "--quiet", *RIVALS, package], check=True)
        subprocess.run([python, __file__, "--here", *sys.argv[1:]], check=True)


if __name__ == "__main__":
    main()
