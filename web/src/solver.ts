// The page's side of a worker: calls, their progress, and a stop that always works, because it ends
// the worker.
import type { First } from './worker/first';
import type { Rest } from './worker/rest';
import type { Answer, Call, Fault, Start } from './worker/types';
import firstAddress from './wasm/first_bg.wasm?url';
import restAddress from './wasm/rest_bg.wasm?url';

/** The memory that a worker may use, in megabytes. */
export const MEMORY = 512;

/** A module that needs simd128: it computes `i8x16.popcnt` of a vector of zeros. */
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

async function compile(address: string): Promise<WebAssembly.Module> {
  if (!WebAssembly.validate(SIMD)) {
    throw new Error('this browser is too old: the page needs the simd128 instructions of WebAssembly (Chrome 91, Firefox 89, Safari 16.4 or later)');
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the library cannot be loaded: ${response.status}`);
  // A simple file server may not send the type of the file, which streaming requires.
  const streams = response.headers.get('content-type')?.startsWith('application/wasm') ?? false;
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** A module, which is loaded on the first request. */
class Module {
  #compiled: Promise<WebAssembly.Module> | undefined;

  constructor(
    readonly address: string,
    readonly worker: () => Worker,
  ) {}

  /** Loads the module once, and again after a failure. */
  load(): Promise<WebAssembly.Module> {
    if (!this.#compiled) {
      this.#compiled = compile(this.address);
      this.#compiled.then(loaded, () => (this.#compiled = undefined));
    }
    return this.#compiled;
  }
}

let loaded: () => void;
/** Resolves when a module is loaded. Less urgent work, such as copying the page, waits for it. */
export const whenLoaded = new Promise<void>((resolve) => (loaded = resolve));

/** The error of a call that was stopped. */
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

type Methods = Record<string, (...args: never[]) => unknown>;

interface Waiting {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
  progress: ((progress: string) => void) | undefined;
}

/** A worker with a module. `M` is the type of its methods. */
export class Solver<M extends Methods> {
  readonly #module: Module;
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #last = 0;
  /** The number of stops so far. After a stop, the state of the worker is lost. */
  generation = 0;

  constructor(module: Module) {
    this.#module = module;
  }

  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  call<K extends keyof M & string>(
    method: K,
    args: Parameters<M[K]>,
    progress?: (progress: string) => void,
  ): Promise<Awaited<ReturnType<M[K]>>> {
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#waiting.set(id, { resolve, reject, progress });
      this.#start().postMessage({ id, method, args } satisfies Call);
    });
  }

  /** Ends the worker and all pending calls. The next call starts another worker. */
  stop(reason: Error = new Stopped('stopped')): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.generation++;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    waiting.forEach(({ reject }) => reject(reason));
  }

  /** Stops the pending calls, if there are any, so the next call begins immediately. */
  free(): void {
    if (this.isBusy) this.stop();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = this.#module.worker();
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#answer(data);
    worker.onerror = (event) => {
      if (this.#worker === worker) this.stop(new Failure(`The worker failed: ${event.message}`));
    };
    // The worker needs the module first, so calls wait for it.
    const post = worker.postMessage.bind(worker);
    const compiled = this.#module.load();
    compiled.then(
      (module) => post({ module, pages: (MEMORY * 1024) / 64 } satisfies Start),
      (error: Error) => {
        if (this.#worker === worker) this.stop(new Failure(error.message));
      },
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
    // The state of the module is unknown now.
    const message =
      answer.failure === 'memory'
        ? `This search needs more than ${MEMORY} MB of memory, the limit of the page. The program has no such limit.`
        : `The library failed, which is a bug: ${answer.message}`;
    waiting.reject(new Failure(message));
    this.stop(new Failure(message));
  }
}

const first = new Module(firstAddress, () => new Worker(new URL('./worker/first.ts', import.meta.url), { type: 'module' }));
const rest = new Module(restAddress, () => new Worker(new URL('./worker/rest.ts', import.meta.url), { type: 'module' }));

/** The solver for short calls to the small module: reading, clashes, solutions and verdicts. */
export const quick = new Solver<First>(first);
/** The solver for short calls to the large module, such as steps of logic and slices of covers. */
export const wide = new Solver<Rest>(rest);
/** The solver for long calls, such as counts, made puzzles and the cheapest covers. */
export const heavy = new Solver<Rest>(rest);
