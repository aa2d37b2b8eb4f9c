"""PyPI's exact-cover and xcover, with the protocol of src/serve.rs:
`covers.py exact-cover|xcover|xcover-zdd WORK.json`. `--version` instead of the file prints the
version of the package.

exact-cover takes a matrix of booleans and has no secondary items, so a secondary item becomes a
primary one with one more option. Setting up is part of its search. For xcover, the script calls
`algorithm_c`, with arrays like those of xcover's own functions. For xcover-zdd, it counts the
covers on the diagram that xcover's `algorithm_z` makes. A diagram is of little use without the memo
cache, which identifies a state only by a hash of 32 bits, so large counts can be wrong. With colors
most counts are wrong (in 0.2.6), so the cache is not used then. For a Sudoku, the packages get the
items and options that the clues leave.
"""

import importlib.metadata
import json
import sys
from itertools import islice
from time import perf_counter_ns


def rest_of(work, clues):
    """Returns the items and options that a Sudoku's clues leave, or None if two clues clash."""
    options = work["options"]
    covered = set()
    for clue in clues:
        for item in options[clue]:
            if item in covered:
                return None
            covered.add(item)
    left = (item for item in range(work["primary"]) if item not in covered)
    number = {item: at for at, item in enumerate(left)}
    rest = [[number[item] for item in option] for option in options if covered.isdisjoint(option)]
    return {"primary": len(number), "secondary": 0, "options": rest, "colors": None}


def exact_cover(problem, limit):
    import numpy as np
    import exact_cover as package

    options, primary = problem["options"], problem["primary"]
    options = options + [[item] for item in range(primary, primary + problem["secondary"])]
    matrix = np.zeros((len(options), primary + problem["secondary"]), dtype=np.bool_)
    for row, option in enumerate(options):
        matrix[row, option] = True
    start = perf_counter_ns()
    if limit is None:
        found = int(package.get_solution_count(matrix))
    else:
        try:
            found = len(package.get_all_solutions(matrix, max_count=limit))
        except package.error.NoSolution:
            found = 0
    return found, perf_counter_ns() - start


def arrays(problem):
    import numpy as np

    options = problem["options"]
    flat = np.array([item for option in options for item in option], dtype=np.uint32)
    ends = np.zeros(len(options) + 1, dtype=np.uint32)
    ends[1:] = np.cumsum([len(option) for option in options])
    if problem["colors"] is None:
        colors = np.zeros(len(flat), dtype=np.uint32)
    else:
        colors = np.array([color for option in problem["colors"] for color in option], dtype=np.uint32)
    return flat, ends, colors, problem["primary"] + problem["secondary"], problem["secondary"]


def xcover(problem, limit):
    from xcover import algorithm_c

    given = arrays(problem)
    start = perf_counter_ns()
    found = sum(1 for _ in islice(algorithm_c(*given), limit))
    return found, perf_counter_ns() - start


def xcover_zdd(problem, limit):
    from xcover import algorithm_z

    given = arrays(problem)
    start = perf_counter_ns()
    # For each node of the diagram, the number of covers below it. A node comes after the nodes that
    # it leads to. Node 0 is a dead end, and node 1 ends a cover. The last node is the root.
    covers = {0: 0, 1: 1}
    root = 0
    for root, _, low, high in algorithm_z(*given, problem["colors"] is None, "MRV"):
        covers[root] = covers[low] + covers[high]
    found = covers[root]
    return (found if limit is None else min(found, limit)), perf_counter_ns() - start


SEARCHES = {
    "exact-cover": (exact_cover, "exact-cover", False),
    "xcover": (xcover, "xcover", True),
    "xcover-zdd": (xcover_zdd, "xcover", True),
}


def run(work, search):
    """Runs the work once. Returns the number found, and the nanoseconds of set-up and of search."""
    start = perf_counter_ns()
    found = searching = 0
    puzzles = work["puzzles"]
    for problem in [work] if puzzles is None else (rest_of(work, clues) for clues in puzzles):
        if problem is None:
            continue
        if problem["primary"] == 0:
            found += 1
        elif problem["options"]:
            more, time = search(problem, work["limit"])
            found += more
            searching += time
    return found, perf_counter_ns() - start - searching, searching


def main():
    search, package, has_colors = SEARCHES[sys.argv[1]]
    if sys.argv[2] == "--version":
        print(importlib.metadata.version(package))
        return
    with open(sys.argv[2], encoding="utf-8") as file:
        work = json.load(file)
    if work["bounds"]:
        print("cannot has no bounds")
        return
    if work["colors"] is not None and not has_colors:
        print("cannot has no colors")
        return
    # This imports the modules that the search needs. A package that compiles itself does so here.
    search({"primary": 2, "secondary": 0, "options": [[0], [1], [0, 1]], "colors": None}, None)
    print("ready", flush=True)
    for _ in sys.stdin:
        runs = setup = searching = 0
        found = None
        while True:
            last, more_setup, more_searching = run(work, search)
            wavers = runs > 0 and last != found
            found = last
            runs += 1
            setup += more_setup
            searching += more_searching
            if wavers or setup + searching >= 50_000_000:
                break
        print(f"round {runs} {setup // runs} {searching // runs} {found}", flush=True)


main()
