// The solutions of the puzzle as they are found: their count, their list, and a button to stop.
import { button, download, grouped, h, plural } from '../parts/dom';
import { Lines } from '../parts/lines';
import { VirtualList } from '../parts/list';
import { task } from '../parts/task';
import { Stopped, heavy, quick } from '../solver';
import type { Found } from '../worker/types';

/** The number of solutions after which the list stops until the user continues it. */
const PAUSE = 1_000_000;
/** The milliseconds of one call. The worker answers other calls between two such calls. */
const SLICE = 12;
/** The maximum number of solutions of one call. The page copies them between two frames. */
const BATCH = 65_536;

export interface Verdict {
  kind: 'none' | 'one' | 'several' | 'open';
  /** The first solutions, two at most. */
  witnesses: string[];
}

export class Solutions {
  readonly element: HTMLElement;
  readonly #lines = new Lines(82);
  readonly #list: VirtualList;
  readonly #count = h('p', { class: 'count', id: 'solution-count', 'aria-live': 'off' });
  readonly #exact = h('p', { class: 'hint', id: 'exact-count', role: 'status' });
  readonly #toggle = button('Stop', () => this.toggle(), { id: 'toggle' });
  readonly #save = button('Download', () => download('solutions.txt', this.#lines.parts()), { id: 'download' });
  readonly #all = task('Count without listing', 'Stop counting', () => this.#countAll(), { id: 'count-all' }).button;
  #puzzle = '';
  #stream: { id: number; generation: number } | undefined;
  #running = false;
  #done = false;
  #run = 0;
  #until = PAUSE;

  constructor(
    readonly chosen: (solution: string) => void,
    readonly verdict: (verdict: Verdict) => void,
    readonly failed: (message: string) => void,
  ) {
    const source = { length: () => this.#lines.length, text: (row: number) => this.#lines.text(row, 0, 81) };
    this.#list = new VirtualList('solutions', 'Solutions', source, (row) => this.chosen(this.#lines.text(row, 0, 81)));
    this.element = h('div', {}, this.#count, h('div', { class: 'bar' }, this.#toggle, this.#save, this.#all), this.#exact, this.#list.element);
  }

  /** Changes the puzzle. The search begins immediately, or with `toggle` if `wait` is true. */
  start(puzzle: string, wait = false): void {
    if (this.#stream && this.#stream.generation === quick.generation) void quick.call('drop', [this.#stream.id]).catch(() => {});
    this.#stream = undefined;
    this.#puzzle = puzzle;
    this.#lines.clear();
    this.#list.clear();
    this.#exact.textContent = '';
    this.#done = false;
    this.#until = PAUSE;
    this.#running = false;
    this.#run++;
    if (!wait) void this.#go(this.#run);
  }

  toggle(): void {
    if (this.#running) {
      // The worker still finishes its current slice, and the solutions of that slice are counted.
      this.#run++;
      this.#running = false;
    } else {
      if (this.#lines.length >= this.#until) this.#until += PAUSE;
      void this.#go(++this.#run);
    }
  }

  async #go(run: number): Promise<void> {
    this.#running = true;
    this.#show();
    try {
      if (!this.#stream || this.#stream.generation !== quick.generation) {
        this.#lines.clear();
        const generation = quick.generation;
        const { id, ...found } = await quick.call('stream', [this.#puzzle, 2, SLICE]);
        if (run !== this.#run) return void quick.call('drop', [id]).catch(() => {});
        this.#stream = { id, generation };
        this.#take(found);
      }
      const stream = this.#stream;
      while (run === this.#run && !this.#done && this.#lines.length < this.#until) {
        const most = this.#lines.length < 2 ? 2 : Math.min(BATCH, this.#until - this.#lines.length);
        const found = await quick.call('lines', [stream.id, most, SLICE]);
        // The worker has continued, so its solutions are kept even after the user stops the list.
        if (this.#stream !== stream) return;
        this.#take(found);
      }
    } catch (error) {
      if (!(error instanceof Stopped) && run === this.#run) this.failed((error as Error).message);
    } finally {
      if (run === this.#run) this.#running = false;
      this.#show();
    }
  }

  #take({ parts, done }: Found): void {
    const first = this.#lines.length < 2;
    parts.forEach((part) => this.#lines.append(part));
    this.#done = done;
    if (first) this.#tell();
    this.#show();
  }

  #tell(): void {
    const witnesses = [0, 1].filter((row) => row < this.#lines.length).map((row) => this.#lines.text(row, 0, 81));
    const kinds = ['none', 'one', 'several'] as const;
    this.verdict({ kind: witnesses.length < 2 && !this.#done ? 'open' : kinds[witnesses.length]!, witnesses });
  }

  #show(): void {
    const found = this.#lines.length;
    this.#count.textContent = this.#done
      ? found === 0 ? 'No solution.' : `${plural(found, 'solution')} in all.`
      : `At least ${plural(found, 'solution')}${this.#running ? ' …' : '. Stopped.'}`;
    this.#toggle.textContent = this.#running ? 'Stop' : 'Continue';
    this.#toggle.disabled = this.#done;
    this.#save.disabled = found === 0;
    this.#all.disabled = this.#done && found === 0;
    this.#list.refresh();
  }

  async #countAll(): Promise<void> {
    const puzzle = this.#puzzle;
    let last = '0';
    const begun = performance.now();
    try {
      const count = await heavy.call('count', [puzzle], (found) => {
        last = found;
        this.#exact.textContent = `At least ${grouped(found)} …`;
      });
      const seconds = (performance.now() - begun) / 1000;
      this.#exact.textContent = `Exactly ${plural(count, 'solution')}, counted in ${seconds.toFixed(2)} s.`;
    } catch (error) {
      // A new puzzle stops the count of the previous one.
      if (puzzle !== this.#puzzle) return;
      this.#exact.textContent = error instanceof Stopped ? `At least ${plural(last, 'solution')}: the count was stopped.` : (error as Error).message;
    }
  }
}
