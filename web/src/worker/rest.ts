// The worker of the second module, for everything else.
import init, * as library from '../wasm/rest.js';
import { cache, drop, fill, find, keep, report, serve } from './serve';
import type { Drawing, Explanation, Fault, Moment, Preset, Rating, Structure, Summary, Wish } from './types';

const methods = {
  drop,
  read: (text: Uint8Array, most: number) =>
    library.read_puzzles(text, most) as { puzzles: string[]; errors: Fault[]; more: boolean },
  count: (puzzle: string): string => library.count_solutions(puzzle, cache(), report),
  candidates: (puzzle: string) =>
    library.count_candidates(puzzle, report) as { total: string; counts: string[]; parts: number[] },
  explain: (puzzle: string, forcing: boolean) => library.explain(puzzle, forcing) as Explanation,
  rate: (puzzle: string) => library.rate(puzzle, 2_000_000) as Rating | null,
  make: (wish: Wish): string => library.make_puzzle(wish, report),

  readExact: (text: string): number => keep(library.Exact.read(text)),
  makeExact: (preset: Preset): number => keep(library.Exact.make(preset)),
  sudokuExact: (): number => keep(library.Exact.sudoku()),
  exactText: (id: number): string => find<library.Exact>(id).text(),
  summary: (id: number) => find<library.Exact>(id).summary() as Summary,
  structure: (id: number) => find<library.Exact>(id).structure() as Structure,
  draw: (id: number, cover: Uint32Array) => find<library.Exact>(id).draw(cover) as Drawing,
  covers: (id: number): number => keep(find<library.Exact>(id).covers()),
  nextCovers: (id: number, most: number, milliseconds: number) => {
    const covers = find<library.Covers>(id);
    const before = covers.found();
    const parts = fill(
      milliseconds,
      (nodes) => covers.next(Math.min(2048, most), nodes),
      () => covers.found() - before >= most || covers.is_exhausted(),
    );
    return { parts, found: covers.found(), done: covers.is_exhausted(), nodes: covers.nodes() };
  },
  countExact: (id: number): string => find<library.Exact>(id).count(cache(), report),
  classes: (id: number) => find<library.Exact>(id).classes(report) as [string, string],
  sample: (id: number, seed: bigint): Uint32Array => find<library.Exact>(id).sample(seed, cache(), report),
  optionCounts: (id: number) =>
    find<library.Exact>(id).option_counts(cache(), report) as [string, string[], number[]],
  cheapest: (id: number, count: number) =>
    find<library.Exact>(id).cheapest(count, report) as [string, number[]][],
  estimate: (id: number) =>
    find<library.Exact>(id).estimate(2000) as [number, [number, number], number, [number, number], boolean],

  danceSudoku: (puzzle: string): number => keep(library.Stepper.of_sudoku(puzzle)),
  danceExact: (id: number): number => keep(library.Stepper.of_exact(find<library.Exact>(id))),
  moments: (id: number, most: number) => find<library.Stepper>(id).next(most) as Moment[],
  momentsUntil: (id: number, events: string, most: number) =>
    find<library.Stepper>(id).next_until(events, most) as Moment[],
};
export type Rest = typeof methods;
serve(init, methods);
