// The messages between the page and its workers.

/** Solutions as lines, whether they are the last, and the nodes of the search so far. */
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

/** The first message to a worker: its module, and the maximum number of pages of its memory. */
export interface Start { module: WebAssembly.Module; pages: number }
export interface Call { id: number; method: string; args: unknown[] }
export type Answer =
  | { id: number; result: unknown }
  | { id: number; progress: string }
  | { id: number; failure: 'input' | 'memory' | 'bug'; message: string; fault?: Fault };
