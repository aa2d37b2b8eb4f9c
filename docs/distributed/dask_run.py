"""Runs all units of a search with Dask, on this machine or on a cluster.

    python dask_run.py UNITS RESULTS [--scheduler tcp://host:8786] [--program quadrille]

The text of the file UNITS is sent to the workers, so they need only the program. If a worker dies,
its unit is run on another worker. Lines are appended to RESULTS as units finish. Units with a
complete line in RESULTS are skipped.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile

from dask.distributed import Client, as_completed


def run(program: str, units: str, number: int) -> str:
    """Runs a unit and returns its line of results."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write(units)
        file.flush()
        command = [program, "run", file.name, "--unit", str(number)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("units", type=pathlib.Path)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--scheduler", help="the address of the scheduler; without it, workers run on this machine")
    parser.add_argument("--workers", type=int, help="the number of workers on this machine")
    parser.add_argument("--program", default="quadrille")
    args = parser.parse_args()

    units = args.units.read_text()
    header = json.loads(units.split("\n", 1)[0])
    done = set()
    if args.results.exists():
        for line in args.results.read_text().splitlines():
            try:
                result = json.loads(line)
                if result["complete"] and result["split"] == header["split"]:
                    done.add(result["unit"])
            except (ValueError, KeyError, TypeError):
                continue  # `quadrille merge` reports it
    missing = [number for number in range(header["units"]) if number not in done]

    cluster = {"address": args.scheduler} if args.scheduler else {"n_workers": args.workers, "threads_per_worker": 1}
    with Client(**cluster) as client, args.results.open("a+b") as results:
        if results.tell() > 0:
            results.seek(-1, os.SEEK_END)
            if results.read(1) != b"\n":
                results.write(b"\n")  # an earlier run was killed while it wrote a line
        text = client.scatter(units, broadcast=True)
        # A repeated call has the same result, so a lost call can be repeated.
        futures = client.map(lambda number, text: run(args.program, text, number), missing, text=text, retries=3)
        for _, line in as_completed(futures, with_results=True):
            results.write(line.encode())
            results.flush()


if __name__ == "__main__":
    main()
