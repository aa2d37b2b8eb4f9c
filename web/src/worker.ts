// The worker: the library, and the searches that the page has begun. It answers one call after the
// other. A search is a value that is kept here and asked for its next results, so the page decides
// when it goes on.
import init, * as library from './wasm/quadrille.js';

type Stream = library.Stream | library.Batch | library.Covers | library.Stepper | library.Exact;
const kept = new Map<number, Stream>();
let last = 0;
let memory: WebAssembly.Memory;
let report: (progress: string) => void = () => {};

function keep(stream: Stream): number {
  kept.set(++last, stream);
  return last;
}

function find<T extends Stream>(id: number): T {
  const stream = kept.get(id);
  if (!stream) throw new Error('this search has been dropped');
  return stream as T;
}

/** Half of the memory goes to caches at most; the rest is for everything else. */
const cache = (): number => Math.floor(limit / 2);
let limit = 0;

/** Asks a search until it has `most` results, the time is over, or it is exhausted. */
function fill<T extends Uint8Array | Uint32Array>(
  milliseconds: number,
  next: (nodes: number) => T,
  isOver: (part: T) => boolean,
): T[] {
  const end = performance.now() + milliseconds;
  const parts: T[] = [];
  for (let nodes = 256; ; nodes = Math.min(nodes * 2, 1 << 16)) {
    const part = next(nodes);
    if (part.length > 0) parts.push(part);
    if (isOver(part) || performance.now() >= end) return parts;
  }
}

export const methods = {
  memoryUsed: (): number => memory.buffer.byteLength,
  drop: (id: number): void => {
    kept.get(id)?.free();
    kept.delete(id);
  },

  read: (text: Uint8Array, most: number) =>
    library.read_puzzles(text, most) as { puzzles: string[]; errors: Fault[]; more: boolean },
  write: (puzzle: string, form: string): string => library.write_puzzle(puzzle, form),
  clashes: (puzzle: string): Uint8Array => library.clashes(puzzle),
  /** Begins a search, with its first results: they are shown before the page asks again. */
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
  count: (puzzle: string): string => library.count_solutions(puzzle, cache(), report),
  candidates: (puzzle: string) =>
    library.count_candidates(puzzle, report) as { total: string; counts: string[]; parts: number[] },
  explain: (puzzle: string, forcing: boolean) => library.explain(puzzle, forcing) as Explanation,
  rate: (puzzle: string) => library.rate(puzzle, 2_000_000) as Rating,
  make: (wish: Wish): string => library.make_puzzle(wish, report),

  readExact: (text: string): number => keep(library.Exact.read(text)),
  makeExact: (preset: Preset): number => keep(library.Exact.make(preset)),
  sudokuExact: (): number => keep(library.Exact.sudoku()),
  exactText: (id: number): string => find<library.Exact>(id).text(),
  summary: (id: number) => find<library.Exact>(id).summary() as Summary,
  structure: (id: number) => find<library.Exact>(id).structure() as Structure,
  optionTexts: (id: number, options: number[]): string[] =>
    options.map((option) => find<library.Exact>(id).option_text(option)),
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

export type Methods = typeof methods;
/** Solutions as lines, and whether they are the last. */
export interface Found { parts: Uint8Array[]; done: boolean; nodes: number }
export interface Fault { line: number; column: number | null; message: string }
export interface Board { grid: string; marks: number[] }
export interface LogicStep {
  text: string;
  technique: string;
  before: Board;
  placed: [number, number] | null;
  removed: [number, number][];
  evidence: [number, number][];
  links: [number, number, boolean, number | null][];
  first: number[];
  second: number[];
  is_coloring: boolean;
}
export interface Explanation {
  steps: LogicStep[];
  outcome: 'solved' | 'stopped' | 'contradiction';
  sentence: string;
  end: Board;
}
export interface Rating {
  level: string;
  score: number;
  hardest: string | null;
  solved: boolean;
  guesses: number | null;
  techniques: [string, number][];
}
export interface Wish {
  seed: number;
  number: number;
  level: string;
  symmetry: string;
  clues: [number, number] | null;
  minimal: boolean;
  attempts: number;
}
export type Preset = { kind: string } & Record<string, string | number | boolean>;
export interface Summary {
  primary: number;
  secondary: number;
  options: number;
  entries: number;
  colors: boolean;
  bounds: boolean;
  costs: boolean;
  pictured: boolean;
  engine: string;
  reason: string;
  warnings: Fault[];
}
export interface Structure { items: string[]; primary: number; options: number[][] }
export interface Picture { rows: number; columns: number; cells: ([number, string[]] | null)[] }
export interface Drawing { text: string; picture: Picture | null }
export interface Moment {
  x: number;
  event: string;
  level: number;
  text: string;
  item: number | null;
  option: number | null;
  branches: number | null;
  released: number[];
  hidden: number[];
  restored: number[];
}

export interface Start { module: WebAssembly.Module; pages: number }
export interface Call { id: number; method: keyof Methods; args: unknown[] }
export type Answer =
  | { id: number; result: unknown }
  | { id: number; progress: string }
  | { id: number; failure: 'input' | 'memory' | 'bug'; message: string; fault?: Fault };

function failure(id: number, error: unknown): Answer {
  // The allocator traps when the memory may not grow; a panic has a message of its own.
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
    return { id, failure: 'memory', message: String(error) };
  }
  if (error instanceof Error) {
    return { id, failure: error.message.includes('panicked at') ? 'bug' : 'input', message: error.message };
  }
  if (typeof error === 'object' && error !== null && 'message' in error) {
    return { id, failure: 'input', message: String(error.message), fault: error as Fault };
  }
  return { id, failure: 'bug', message: String(error) };
}

function buffers(result: unknown): Transferable[] {
  if (result instanceof Uint8Array || result instanceof Uint32Array) return [result.buffer];
  if (typeof result === 'object' && result !== null) {
    const { parts, part } = result as { parts?: unknown; part?: unknown };
    const all: unknown[] = [...(Array.isArray(parts) ? parts : []), part];
    return all.filter((one) => one instanceof Uint8Array || one instanceof Uint32Array).map((one) => one.buffer);
  }
  return [];
}

let ready: Promise<unknown>;
self.onmessage = async ({ data }: MessageEvent<Start | Call>) => {
  if ('module' in data) {
    limit = data.pages * 65536;
    memory = new WebAssembly.Memory({ initial: 80, maximum: data.pages });
    ready = init({ module_or_path: data.module, memory } as Parameters<typeof init>[0]);
    return;
  }
  const { id, method, args } = data;
  const answer = (reply: Answer, transfer: Transferable[] = []) => self.postMessage(reply, { transfer });
  try {
    await ready;
    let told = 0;
    report = (progress) => {
      if (performance.now() - told < 100) return;
      told = performance.now();
      answer({ id, progress });
    };
    const result: unknown = (methods[method] as (...args: unknown[]) => unknown)(...args);
    answer({ id, result }, buffers(result));
  } catch (error) {
    answer(failure(id, error));
  }
};
