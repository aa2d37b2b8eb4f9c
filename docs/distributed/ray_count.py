"""Counts the solutions of a problem on a Ray cluster: FILE UNITS."""

import sys

import quadrille
import ray

count = ray.remote(lambda unit: unit.count())

if __name__ == "__main__":
    ray.init()
    units = quadrille.Problem.from_dlx(sys.argv[1]).split(int(sys.argv[2]))
    print(sum(ray.get([count.remote(unit) for unit in units])))
