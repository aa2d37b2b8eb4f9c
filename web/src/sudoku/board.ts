// The board: 81 input fields, with found digits, candidates and links drawn over them.
import { h, svg } from '../parts/dom';

export interface Mark {
  digit: number;
  role?: 'evidence' | 'contrast' | 'removed' | 'placed' | undefined;
  /** The share of the solutions that have this candidate, from 0 to 1. */
  part?: number;
  title?: string;
}

export interface Overlay {
  /** The digits to draw in cells without a clue, with one character for each cell. */
  found?: string;
  marks?: (Mark[] | undefined)[];
  /** The CSS classes of the cells. */
  classes?: Map<number, string>;
  links?: { from: [number, number]; to: [number, number]; weak: boolean }[];
}

const name = (cell: number) => `row ${Math.floor(cell / 9) + 1}, column ${(cell % 9) + 1}`;

/** The approximate radius of the ring of a candidate, in units of a cell. */
const RING = 0.13;

/** Returns the middle of a candidate, in units of a cell. A cell has an empty edge of 4%. */
function middle([cell, digit]: [number, number]): [number, number] {
  const third = (at: number) => 0.04 + (0.92 * (2 * at + 1)) / 6;
  return [(cell % 9) + third((digit - 1) % 3), Math.floor(cell / 9) + third(Math.floor((digit - 1) / 3))];
}

export class Board {
  readonly element: HTMLElement;
  readonly #fields: HTMLInputElement[] = [];
  readonly #cells: HTMLElement[] = [];
  readonly #over: HTMLElement[] = [];
  readonly #links = svg('svg', { class: 'links', viewBox: '0 0 9 9', 'aria-hidden': 'true' });
  #current = 0;

  constructor(
    readonly label: string,
    readonly changed: () => void,
  ) {
    const rows = Array.from({ length: 9 }, (_, row) =>
      h('div', { role: 'row', class: 'board-row' }, ...Array.from({ length: 9 }, (_, column) => this.#cell(9 * row + column))),
    );
    this.element = h('div', { class: 'board', role: 'grid', 'aria-label': label }, ...rows, this.#links);
    this.#fields[0]!.tabIndex = 0;
  }

  #cell(cell: number): HTMLElement {
    const field = h('input', {
      id: `cell-${cell}`,
      inputmode: 'none',
      autocomplete: 'off',
      maxlength: '1',
      tabindex: '-1',
      'aria-label': name(cell),
    });
    field.addEventListener('keydown', (event) => this.key(event));
    field.addEventListener('focus', () => {
      this.#fields[this.#current]!.tabIndex = -1;
      this.#current = cell;
      field.tabIndex = 0;
    });
    field.addEventListener('input', () => {
      const digit = /[1-9]/.exec(field.value.slice(-1))?.[0] ?? '';
      field.value = digit;
      this.changed();
    });
    const over = h('span', { class: 'over', 'aria-hidden': 'true' });
    const classes = [Math.floor(cell / 9) % 3 === 2 && cell < 72 ? 'box-bottom' : '', cell % 9 === 2 || cell % 9 === 5 ? 'box-right' : ''];
    const element = h('div', { role: 'gridcell', class: `cell ${classes.join(' ')}` }, field, over);
    this.#fields.push(field);
    this.#cells.push(element);
    this.#over.push(over);
    return element;
  }

  key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = Math.floor(this.#current / 9);
    const column = this.#current % 9;
    const to: Record<string, number> = {
      ArrowLeft: 9 * row + ((column + 8) % 9),
      ArrowRight: 9 * row + ((column + 1) % 9),
      ArrowUp: 9 * ((row + 8) % 9) + column,
      ArrowDown: 9 * ((row + 1) % 9) + column,
      Home: 9 * row,
      End: 9 * row + 8,
    };
    const target = to[event.key];
    if (target !== undefined) this.focus(target);
    else if (/^[1-9]$/.test(event.key)) this.type(event.key);
    else if (['0', '.', ' ', 'Delete', 'Backspace'].includes(event.key)) this.type('');
    else if (event.key.length > 1) return;
    event.preventDefault();
  }

  focus(cell = this.#current): void {
    this.#fields[cell]!.focus();
  }

  /** Writes a digit into the current cell, or empties it. Does nothing if the cell is read-only. */
  type(digit: string): void {
    const field = this.#fields[this.#current]!;
    if (field.readOnly) return;
    field.value = digit;
    this.changed();
  }

  get value(): string {
    return this.#fields.map((field) => field.value || '.').join('');
  }

  set value(cells: string) {
    this.#fields.forEach((field, cell) => {
      const digit = cells[cell] ?? '.';
      field.value = /[1-9]/.test(digit) ? digit : '';
    });
  }

  /** Marks these cells as clashing, and no others. */
  clash(cells: Iterable<number>): void {
    const clashing = new Set(cells);
    this.#fields.forEach((field, cell) => {
      this.#cells[cell]!.classList.toggle('clash', clashing.has(cell));
      if (clashing.has(cell)) field.setAttribute('aria-invalid', 'true');
      else field.removeAttribute('aria-invalid');
    });
  }

  /** Draws the content that is not typed. */
  draw(overlay: Overlay): void {
    this.#over.forEach((over, cell) => {
      const element = this.#cells[cell]!;
      for (const one of ['first', 'second', 'differs', 'placed']) element.classList.remove(one);
      const more = overlay.classes?.get(cell);
      if (more) element.classList.add(...more.split(' '));
      const field = this.#fields[cell]!;
      const digit = overlay.found?.[cell] ?? '.';
      let label = name(cell);
      if (field.value !== '') {
        over.replaceChildren();
      } else if (/[1-9]/.test(digit)) {
        over.replaceChildren(h('span', { class: 'found' }, h('span', {}, digit)));
        label += `, found ${digit}`;
      } else {
        const marks = overlay.marks?.[cell] ?? [];
        over.replaceChildren(...marks.map((mark) => this.#mark(mark)));
        if (marks.length > 0) label += `, candidates ${marks.map((mark) => mark.digit).join(' ')}`;
      }
      field.setAttribute('aria-label', label);
    });
    this.#links.replaceChildren(
      ...(overlay.links ?? []).map(({ from, to, weak }) => {
        const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
        // The line ends at the rings, so both digits can be read.
        const part = RING / Math.hypot(x2 - x1, y2 - y1);
        const [dx, dy] = [part * (x2 - x1), part * (y2 - y1)];
        return svg('line', { x1: x1 + dx, y1: y1 + dy, x2: x2 - dx, y2: y2 - dy, class: weak ? 'weak' : 'strong' });
      }),
    );
  }

  #mark({ digit, role, part, title }: Mark): HTMLElement {
    const mark = h('span', { class: `mark d${digit} ${role ?? ''}`, title }, String(digit));
    if (part !== undefined) mark.style.setProperty('--part', String(Math.sqrt(part)));
    return mark;
  }
}
