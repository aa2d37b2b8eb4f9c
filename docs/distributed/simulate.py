"""Simulates a search on many workers, and plots its duration against the number of units.

    python simulate.py RESULTS... > finish.svg

RESULTS are files of `quadrille run`. The time of each unit is drawn at random from the `seconds` of
their lines, scaled to make the expected total HOURS. Whenever a worker finishes a unit, it takes
the next one. Each unit takes OVERHEAD seconds more, for the scheduler to start a task and for the
program to read its file. If there are more than 100 units per worker, the duration is calculated
from the mean and the maximum of the times instead of simulated. The script needs no packages. The
same results always give the same plot.
"""

import heapq
import json
import math
import random
import sys

HOURS = 100_000.0  # with one worker; this is eleven years
OVERHEAD = 5.0
WORKERS = (1_000, 100_000)
UNITS = [10**exponent * digit for exponent in range(3, 7) for digit in (1, 2, 5)] + [10**7]


def measured(files: list[str]) -> list[float]:
    """Returns the times of the complete units, as multiples of their mean."""
    seconds = []
    for name in files:
        with open(name) as file:
            results = (json.loads(line) for line in file if line.strip())
            seconds += [result["seconds"] for result in results if result["complete"]]
    mean = sum(seconds) / len(seconds)
    return [second / mean for second in seconds]


def finish(times: list[float], workers: int, units: int, seed: int = 1) -> float:
    """Returns the hours until the last unit is done."""
    rng = random.Random(seed)
    mean = HOURS * 3600 / units
    if units > 100 * workers:
        # With so many units per worker, the sum of their times is close to its mean. The last unit
        # is taken to be the longest.
        return (units / workers * (mean + OVERHEAD) + max(times) * mean) / 3600
    free = [0.0] * min(workers, units)
    last = 0.0
    for _ in range(units):
        done = free[0] + OVERHEAD + mean * rng.choice(times)
        heapq.heapreplace(free, done)
        last = max(last, done)
    return last / 3600


def plot(curves: dict[int, list[tuple[int, float]]]) -> str:
    """Returns an SVG with logarithmic axes."""
    left, top, width, height = 70, 40, 620, 380
    low_x, high_x = math.log10(UNITS[0]), math.log10(UNITS[-1])
    hours = [hour for curve in curves.values() for _, hour in curve]
    low_y, high_y = math.floor(math.log10(min(hours))), math.ceil(math.log10(max(hours)))
    at_x = lambda units: left + (math.log10(units) - low_x) / (high_x - low_x) * width
    at_y = lambda hour: top + (high_y - math.log10(hour)) / (high_y - low_y) * height
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 50} {top + height + 60}" '
        'font-family="sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{left}" y="22">Hours until a search of {HOURS:,.0f} worker-hours is done, with '
        f'{OVERHEAD:.0f} s to start each unit</text>',
    ]
    for exponent in range(int(low_x), int(high_x) + 1):
        x = at_x(10**exponent)
        svg.append(f'<path d="M{x:.1f} {top}V{top + height}" stroke="#ddd"/>')
        svg.append(f'<text x="{x:.1f}" y="{top + height + 18}" text-anchor="middle">{10**exponent:,}</text>')
    for exponent in range(low_y, high_y + 1):
        y = at_y(10.0**exponent)
        label = f"{10**exponent:,}" if exponent >= 0 else f"{10.0**exponent:g}"
        svg.append(f'<path d="M{left} {y:.1f}H{left + width}" stroke="#ddd"/>')
        svg.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    svg.append(f'<text x="{left + width / 2}" y="{top + height + 42}" text-anchor="middle">units</text>')
    for (workers, curve), color in zip(curves.items(), ("#1f5fa8", "#b5442c")):
        points = " ".join(f"{at_x(units):.1f},{at_y(hour):.1f}" for units, hour in curve)
        svg.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>')
        best = at_y(HOURS / workers)
        svg.append(f'<path d="M{left} {best:.1f}H{left + width}" stroke="{color}" stroke-dasharray="3 4"/>')
        end = f'x="{left + width}" y="{at_y(curve[-1][1]) - 10:.1f}" text-anchor="end"'
        svg.append(f'<text {end} fill="{color}">{workers:,} workers</text>')
    svg.append("</svg>")
    return "\n".join(svg)


def main() -> None:
    times = measured(sys.argv[1:])
    curves = {}
    for workers in WORKERS:
        curves[workers] = [(units, finish(times, workers, units)) for units in UNITS]
        for units, hour in curves[workers]:
            ideal = HOURS / workers
            print(f"{workers:>7} workers {units:>9} units: {hour:8.2f} h, {hour / ideal:6.2f} times the minimum", file=sys.stderr)
    print(plot(curves))


if __name__ == "__main__":
    main()
