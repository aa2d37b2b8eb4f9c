// A list of any length. Only the rows in view are elements.
import { h, perFrame } from './dom';

const ROW = 26;
/** Browsers fail on elements much higher than this. In a higher list, a pixel of scrolling moves
 * the rows by more than a pixel. */
const HIGHEST = 16_000_000;

export interface Source {
  length: () => number;
  text: (row: number) => string;
}

export class VirtualList {
  readonly element: HTMLElement;
  readonly #space = h('div', { class: 'list-space', role: 'presentation' });
  readonly #source: Source;
  readonly #chosen: (row: number) => void;
  #selected = -1;
  readonly refresh = perFrame(() => this.#draw());

  constructor(id: string, label: string, source: Source, chosen: (row: number) => void) {
    this.#source = source;
    this.#chosen = chosen;
    this.element = h('div', { class: 'list', id, role: 'listbox', tabindex: '0', 'aria-label': label }, this.#space);
    this.element.addEventListener('scroll', this.refresh, { passive: true });
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.#space.addEventListener('click', (event) => {
      const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
      if (row) this.select(Number(row.dataset['row']));
    });
  }

  get selected(): number {
    return this.#selected;
  }

  clear(): void {
    this.#selected = -1;
    this.element.scrollTop = 0;
    this.refresh();
  }

  /** Selects a row and brings it into view. Calls `chosen` with the row if `tell` is true. */
  select(row: number, tell = true): void {
    const count = this.#source.length();
    if (count === 0) return;
    this.#selected = Math.max(0, Math.min(count - 1, row));
    // The list may have grown since it was drawn, and cannot scroll beyond its drawn height.
    this.#draw();
    const { first, shown } = this.#view();
    if (this.#selected < first || this.#selected >= first + shown - 1) {
      const top = Math.max(0, this.#selected - Math.floor(shown / 2));
      this.element.scrollTop = this.#isScaled ? (Math.min(1, top / (count - shown + 1)) * this.#range) : top * ROW;
    }
    this.#draw();
    if (tell) this.#chosen(this.#selected);
  }

  /** Returns the first row in view, and the maximum number of rows in view, with partial ones. */
  #view(): { first: number; shown: number } {
    const count = this.#source.length();
    const shown = Math.ceil((this.element.clientHeight || 320) / ROW) + 1;
    const first = this.#isScaled ? Math.round((this.element.scrollTop / this.#range) * (count - shown + 1)) : Math.floor(this.element.scrollTop / ROW);
    return { first: Math.max(0, Math.min(count - shown + 1, first)), shown };
  }

  get #isScaled(): boolean {
    return this.#source.length() * ROW > HIGHEST;
  }

  /** The maximum scroll position of a list of the maximum height. */
  get #range(): number {
    return HIGHEST - this.element.clientHeight;
  }

  #key(event: KeyboardEvent): void {
    const page = Math.max(1, this.#view().shown - 2);
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const move = moves[event.key];
    if (move !== undefined) this.select(this.#selected + move);
    else if (event.key === 'Home') this.select(0);
    else if (event.key === 'End') this.select(this.#source.length() - 1);
    else return;
    event.preventDefault();
  }

  #draw(): void {
    const count = this.#source.length();
    const height = Math.min(count * ROW, HIGHEST);
    this.#space.style.height = `${height}px`;
    // Each row number is as wide as that of the last row, which aligns the rows.
    this.#space.style.setProperty('--digits', String(count.toLocaleString('en').length));
    const { first, shown } = this.#view();
    const top = this.#isScaled ? this.element.scrollTop : first * ROW;
    const rows: HTMLElement[] = [];
    for (let row = first; row < Math.min(count, first + shown); row++) {
      const element = h(
        'div',
        {
          class: 'row',
          role: 'option',
          id: `${this.element.id}-${row}`,
          'data-row': row,
          'aria-posinset': row + 1,
          'aria-setsize': count,
          'aria-selected': row === this.#selected,
        },
        h('span', { class: 'number' }, (row + 1).toLocaleString('en')),
        h('span', { class: 'text' }, this.#source.text(row)),
      );
      if (row === this.#selected) element.setAttribute('aria-selected', 'true');
      else element.setAttribute('aria-selected', 'false');
      element.style.transform = `translateY(${top + (row - first) * ROW}px)`;
      rows.push(element);
    }
    this.#space.replaceChildren(...rows);
    if (this.#selected >= first && this.#selected < first + rows.length) {
      this.element.setAttribute('aria-activedescendant', `${this.element.id}-${this.#selected}`);
    } else {
      this.element.removeAttribute('aria-activedescendant');
    }
  }
}
