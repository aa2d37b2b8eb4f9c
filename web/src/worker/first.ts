// The worker of the first module, which reads and solves Sudokus.
import init, * as library from '../wasm/first.js';
import { drop, fill, find, keep, serve } from './serve';
import type { Fault, Found } from './types';

const methods = {
  drop,
  read: (text: Uint8Array, most: number) =>
    library.read_puzzles(text, most) as { puzzles: string[]; errors: Fault[]; more: boolean },
  clashes: (puzzle: string): Uint8Array => library.clashes(puzzle),
  /** Begins a search and returns its first results, which the page shows before its next call. */
  stream: (puzzle: string, most: number, milliseconds: number) => {
    const id = keep(new library.Stream(puzzle));
    return { id, ...methods.lines(id, most, milliseconds) };
  },
  lines: (id: number, most: number, milliseconds: number): Found => {
    const stream = find<library.Stream>(id);
    let left = most;
    const parts = fill(
      milliseconds,
      (nodes) => stream.lines(Math.min(left, 16384), nodes),
      (part) => (left -= part.length / 82) <= 0 || stream.is_exhausted(),
    );
    return { parts, done: stream.is_exhausted(), nodes: stream.nodes() };
  },
  batch: (text: Uint8Array): number => keep(new library.Batch(text)),
  verdicts: (id: number, most: number) => {
    const batch = find<library.Batch>(id);
    const part = batch.verdicts(most);
    return { part, done: batch.is_over(), faults: batch.faults() as [number, Fault[]] };
  },
};
export type First = typeof methods;
serve(init, methods);
