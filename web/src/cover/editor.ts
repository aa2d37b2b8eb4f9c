// A text field with line numbers, in which the place of an error is marked.
import { h } from '../parts/dom';
import type { Fault } from '../worker/types';

export class Editor {
  readonly #text = h('textarea', { id: 'exact-text', spellcheck: 'false', wrap: 'off', rows: 14, 'aria-label': "An exact cover in Knuth's format", 'aria-describedby': 'exact-fault' });
  readonly #gutter = h('pre', { class: 'gutter', 'aria-hidden': 'true' });
  readonly #under = h('pre', { class: 'under', 'aria-hidden': 'true' });
  readonly #fault = h('p', { class: 'error', id: 'exact-fault', role: 'status' });
  readonly #jump = h('button', { type: 'button', class: 'link', onclick: () => this.#go() }, 'Go there');
  readonly element: HTMLElement;
  #place: Fault | undefined;

  constructor(changed: (text: string) => void) {
    this.element = h('div', {}, h('div', { class: 'editor' }, this.#gutter, h('div', { class: 'sheet' }, this.#under, this.#text)), h('div', { class: 'fault-line' }, this.#fault, this.#jump));
    this.#jump.hidden = true;
    this.#text.addEventListener('input', () => {
      this.#number();
      changed(this.#text.value);
    });
    this.#text.addEventListener('scroll', () => {
      this.#gutter.style.transform = `translateY(${-this.#text.scrollTop}px)`;
      this.#under.style.transform = `translate(${-this.#text.scrollLeft}px, ${-this.#text.scrollTop}px)`;
    });
    this.#text.addEventListener('dragover', (event) => event.preventDefault());
    this.#text.addEventListener('drop', (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      void file.text().then((text) => {
        this.value = text;
        changed(text);
      });
    });
  }

  get value(): string {
    return this.#text.value;
  }

  set value(text: string) {
    this.#text.value = text;
    this.#number();
  }

  #number(): void {
    const lines = this.#text.value.split('\n').length;
    // Further numbers are not shown, because the element would be too tall.
    this.#gutter.textContent = Array.from({ length: Math.min(lines, 20_000) }, (_, at) => at + 1).join('\n');
  }

  /** Shows an error and marks its place, or removes both. */
  fault(fault?: Fault): void {
    this.#place = fault;
    this.#jump.hidden = fault === undefined;
    if (!fault) {
      this.#fault.textContent = '';
      this.#under.replaceChildren();
      this.#text.removeAttribute('aria-invalid');
      return;
    }
    this.#fault.textContent = `Line ${fault.line}, column ${fault.column ?? 1}: ${fault.message}.`;
    this.#text.setAttribute('aria-invalid', 'true');
    const [from, to] = this.#range(fault);
    const value = this.#text.value;
    this.#under.replaceChildren(value.slice(0, from), h('mark', {}, value.slice(from, to) || ' '), value.slice(to));
  }

  /** Returns the beginning and the end of the offending word. */
  #range({ line, column }: Fault): [number, number] {
    const lines = this.#text.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    const text = lines[line - 1] ?? '';
    // Columns count characters, but positions in a text count UTF-16 units.
    const from = [...text].slice(0, (column ?? 1) - 1).join('').length;
    const word = /^\S+/.exec(text.slice(from))?.[0].length ?? 0;
    return [start + from, start + from + word];
  }

  #go(): void {
    if (!this.#place) return;
    const [from, to] = this.#range(this.#place);
    this.#text.focus();
    this.#text.setSelectionRange(from, to);
  }
}
