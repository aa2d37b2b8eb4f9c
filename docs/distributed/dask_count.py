"""Counts the solutions of a problem on a Dask cluster: FILE UNITS [SCHEDULER]."""

import sys

import quadrille
from distributed import Client, as_completed

if __name__ == "__main__":
    client = Client(*sys.argv[3:])
    units = quadrille.Problem.from_dlx(sys.argv[1]).split(int(sys.argv[2]))
    counts = as_completed(client.map(quadrille.Unit.count, units, pure=False), with_results=True)
    print(sum(count for _, count in counts))
