// A file of many puzzles, and whether each has no solution, one or several.
import { button, download, h, plural } from '../parts/dom';
import { Lines } from '../parts/lines';
import { VirtualList } from '../parts/list';
import { quick } from '../solver';
import type { Fault } from '../worker/types';

const WIDTH = 163;
const WORDS: Record<string, string> = { '0': 'none', '1': 'one', '2': 'several' };

export class Batch {
  readonly element: HTMLElement;
  readonly #lines = new Lines(WIDTH);
  readonly #list: VirtualList;
  readonly #summary = h('p', { class: 'count', id: 'batch-summary', role: 'status' });
  readonly #faults = h('ul', { class: 'faults' });
  #run = 0;

  constructor(chosen: (puzzle: string) => void, closed: () => void) {
    const source = {
      length: () => this.#lines.length,
      text: (row: number) => `${this.#lines.text(row, 0, 81)}  ${WORDS[this.#lines.text(row, 81, 82)]}`,
    };
    this.#list = new VirtualList('batch', 'Puzzles', source, (row) => chosen(this.#lines.text(row, 0, 81)));
    const save = button('Download the solutions', () => this.#save(), { id: 'batch-save' });
    const close = button('Close', () => {
      this.#run++;
      closed();
    });
    this.element = h('div', { class: 'batch' }, this.#summary, h('div', { class: 'bar' }, save, close), this.#faults, this.#list.element);
  }

  async start(text: Uint8Array): Promise<void> {
    const run = ++this.#run;
    const begun = performance.now();
    this.#lines.clear();
    this.#list.clear();
    this.#faults.replaceChildren();
    const counts = { '0': 0, '1': 0, '2': 0 };
    try {
      const id = await quick.call('batch', [text]);
      // The worker solves the next part while the page counts this one.
      let most = 64;
      let next = quick.call('verdicts', [id, most]);
      for (let over = false; !over; ) {
        const { part, done, faults } = await next;
        over = done || run !== this.#run;
        if (!over) {
          most = Math.min(4096, most * 2);
          next = quick.call('verdicts', [id, most]);
          next.catch(() => {});
        }
        if (run !== this.#run) break;
        for (let at = 81; at < part.length; at += WIDTH) counts[String.fromCharCode(part[at]!) as '0']++;
        this.#lines.append(part);
        const seconds = ((performance.now() - begun) / 1000).toFixed(2);
        this.#summary.textContent =
          `${plural(this.#lines.length, 'puzzle')}: ${counts['1'].toLocaleString('en')} with one solution, ` +
          `${counts['2'].toLocaleString('en')} with several, ${counts['0'].toLocaleString('en')} with none. ${over ? `${seconds} s.` : '…'}`;
        this.#list.refresh();
        if (over) this.#showFaults(faults);
      }
      await quick.call('drop', [id]);
    } catch (error) {
      this.#summary.textContent = (error as Error).message;
    }
  }

  #showFaults([count, faults]: [number, Fault[]]): void {
    const items = faults.map(({ line, column, message }) => h('li', {}, `line ${line}${column ? `, column ${column}` : ''}: ${message}`));
    if (count > faults.length) items.push(h('li', {}, `and ${plural(count - faults.length, 'more error')}`));
    this.#faults.replaceChildren(...items);
  }

  #save(): void {
    const rows: string[] = [];
    for (let row = 0; row < this.#lines.length; row++) {
      rows.push(`${this.#lines.text(row, 0, 81)},${WORDS[this.#lines.text(row, 81, 82)]},${this.#lines.text(row, 82, 163).replace(/^0+$/, '')}\n`);
    }
    download('puzzles.csv', ['puzzle,solutions,solution\n', ...rows]);
  }
}
