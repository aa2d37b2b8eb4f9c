// The page's side of a worker: calls, their progress, and a stop that always works, because it ends
// the worker.
import type { Answer, Call, Fault, Methods, Start } from './worker';
import address from './wasm/quadrille_bg.wasm?url';

/** The memory that a worker may use, in megabytes. */
export const MEMORY = 512;

/** A module with one instruction of simd128: an `i8x16.popcnt` of a zero. */
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

async function compile(): Promise<WebAssembly.Module> {
  if (!WebAssembly.validate(SIMD)) {
    throw new Error('this browser is too old: the page needs the simd128 instructions of WebAssembly, as in Chrome 91, Firefox 89 and Safari 16.4');
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the library cannot be loaded: ${response.status}`);
  // A simple file server may not know the type of the file, which streaming asks for.
  const streams = response.headers.get('content-type')?.startsWith('application/wasm') ?? false;
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

const compiled = compile();
compiled.catch(() => {});

/** A call that was stopped by the user. */
export class Stopped extends Error {}

/** A failure in words for the user. `fault` has the place in a text. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly fault?: Fault,
  ) {
    super(message);
  }
}

interface Waiting {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
  progress: ((progress: string) => void) | undefined;
}

export class Solver {
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #last = 0;
  /** The number of workers before this one. What they kept is lost. */
  generation = 0;
  readonly memory: number;

  constructor(memory = MEMORY) {
    this.memory = memory;
  }

  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  call<K extends keyof Methods>(
    method: K,
    args: Parameters<Methods[K]>,
    progress?: (progress: string) => void,
  ): Promise<Awaited<ReturnType<Methods[K]>>> {
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#waiting.set(id, { resolve, reject, progress });
      this.#start().postMessage({ id, method, args } satisfies Call);
    });
  }

  /** Ends the worker, and with it what it is doing. The next call begins another. */
  stop(reason: Error = new Stopped('stopped')): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.generation++;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    waiting.forEach(({ reject }) => reject(reason));
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#answer(data);
    worker.onerror = (event) => {
      if (this.#worker === worker) this.stop(new Failure(`The worker has failed: ${event.message}`));
    };
    // Calls are answered in order, so they wait for the module.
    const post = worker.postMessage.bind(worker);
    compiled.then(
      (module) => post({ module, pages: (this.memory * 1024) / 64 } satisfies Start),
      (error: Error) => this.stop(new Failure(error.message)),
    );
    worker.postMessage = ((message: Call) => void compiled.then(() => post(message), () => {})) as Worker['postMessage'];
    return worker;
  }

  #answer(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    if (!waiting) return;
    if ('progress' in answer) return waiting.progress?.(answer.progress);
    this.#waiting.delete(answer.id);
    if ('result' in answer) return waiting.resolve(answer.result as never);
    if (answer.failure === 'input') return waiting.reject(new Failure(answer.message, answer.fault));
    // The module is in no known state any more.
    const message =
      answer.failure === 'memory'
        ? `This search needs more memory than the page gives it, which is ${this.memory} MB. The program has no such limit.`
        : `The library has failed, which is a bug: ${answer.message}`;
    waiting.reject(new Failure(message));
    this.stop(new Failure(message));
  }
}

/** Answers at once: reading, clashes, steps, and the solutions in slices. */
export const quick = new Solver();
/** Takes its time: counts, made puzzles, the cheapest covers. */
export const heavy = new Solver();
