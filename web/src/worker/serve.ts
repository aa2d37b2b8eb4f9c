// The common part of the workers. A worker has a module and answers one call after another. It
// keeps problems, files of puzzles, and searches for a list or for the dance. A call for such a
// search returns its next results, so the page decides when the search continues.
import type { Answer, Call, Fault, Start } from './types';

interface Search { free: () => void }
const kept = new Map<number, Search>();
let last = 0;
let limit = 0;

/** Reports the progress of a call to the page, at most ten times a second. */
export let report: (progress: string) => void = () => {};

/** Returns the memory for caches in bytes: half of the limit. */
export const cache = (): number => Math.floor(limit / 2);

export function keep(search: Search): number {
  kept.set(++last, search);
  return last;
}

export function find<T extends Search>(id: number): T {
  const search = kept.get(id);
  if (!search) throw new Error('this search has been dropped');
  return search as T;
}

export function drop(id: number): void {
  kept.get(id)?.free();
  kept.delete(id);
}

/** Continues a search until `isOver` returns true or the time is over. */
export function fill<T extends Uint8Array | Uint32Array>(
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

function failure(id: number, error: unknown): Answer {
  // The allocator traps if the memory cannot grow. A panic has its own message.
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

/** Answers the calls of the page. `init` makes an instance of a module. */
export function serve<T>(init: (module: T) => Promise<unknown>, methods: object): void {
  let ready: Promise<unknown>;
  self.onmessage = async ({ data }: MessageEvent<Start | Call>) => {
    if ('module' in data) {
      limit = data.pages * 65536;
      const memory = new WebAssembly.Memory({ initial: 80, maximum: data.pages });
      ready = init({ module_or_path: data.module, memory } as T);
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
      const result = (methods as Record<string, (...args: unknown[]) => unknown>)[method]!(...args);
      answer({ id, result }, buffers(result));
    } catch (error) {
      answer(failure(id, error));
    }
  };
}
