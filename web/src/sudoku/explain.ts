// The steps of logic as sentences, each drawn on the board.
import { button, h } from '../parts/dom';
import { task } from '../parts/task';
import { Stopped, heavy, wide } from '../solver';
import type { Explanation, LogicStep, Board as Position } from '../worker/types';
import type { Mark, Overlay } from './board';

function has(list: [number, number][], cell: number, digit: number): boolean {
  return list.some(([c, d]) => c === cell && d === digit);
}

function role(step: LogicStep, cell: number, digit: number): Mark['role'] {
  if (step.placed?.[0] === cell && step.placed[1] === digit) return 'placed';
  if (has(step.removed, cell, digit)) return 'removed';
  const link = step.links.find(([c, d]) => c === cell && d === digit);
  if (link) return link[2] ? 'evidence' : 'contrast';
  return has(step.evidence, cell, digit) ? 'evidence' : undefined;
}

function marks(position: Position, step?: LogicStep): (Mark[] | undefined)[] {
  return position.marks.map((bits, cell) =>
    position.grid[cell] !== '.'
      ? undefined
      : Array.from({ length: 9 }, (_, at) => at + 1)
          .filter((digit) => bits & (1 << (digit - 1)))
          .map((digit) => ({ digit, role: step && role(step, cell, digit) })),
  );
}

/** Returns the drawing of a step, on the position before it. */
export function drawing(step: LogicStep): Overlay {
  const classes = new Map<number, string>();
  step.second.forEach((cell) => classes.set(cell, 'second'));
  step.first.forEach((cell) => classes.set(cell, classes.has(cell) ? 'first second' : 'first'));
  if (step.placed) classes.set(step.placed[0], `${classes.get(step.placed[0]) ?? ''} placed`.trim());
  const links = step.links.flatMap(([cell, digit, holds, from]) => {
    const source = from === null ? undefined : step.links[from];
    if (!source) return [];
    const weak = source[2] && !holds && !step.is_coloring;
    return [{ from: [source[0], source[1]] as [number, number], to: [cell, digit] as [number, number], weak }];
  });
  return { found: step.before.grid, marks: marks(step.before, step), classes, links };
}

export class Explain {
  readonly element: HTMLElement;
  readonly #steps = h('ol', { class: 'steps', id: 'steps', tabindex: '0', 'aria-label': 'Steps' });
  readonly #sentence = h('p', { class: 'sentence', id: 'sentence', role: 'status' });
  readonly #at = h('span', { class: 'hint', id: 'step-number' });
  readonly #rating = h('div', { id: 'rating' });
  readonly #buttons = {
    first: button('First', () => this.show(0)),
    back: button('Back', () => this.show(this.#step - 1), { id: 'step-back' }),
    next: button('Forward', () => this.show(this.#step + 1), { id: 'step-forward' }),
    end: button('End', () => this.show(Infinity)),
  };
  /** The button for forcing chains, shown when the other techniques stop. */
  readonly #chains = task('Continue with forcing chains', 'Stop', () => this.#explain(true), { id: 'forcing', hidden: true }).button;
  #explanation: Explanation | undefined;
  #puzzle = '';
  #step = 0;

  constructor(readonly draw: (overlay: Overlay) => void) {
    const { first, back, next, end } = this.#buttons;
    this.element = h('div', {}, h('div', { class: 'bar' }, first, back, next, end, this.#at), this.#sentence, this.#chains, this.#rating, this.#steps);
    this.#steps.addEventListener('click', (event) => {
      const item = (event.target as HTMLElement).closest('li');
      if (item) this.show([...this.#steps.children].indexOf(item));
    });
    this.element.addEventListener('keydown', (event) => {
      const move = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (move === undefined || (event.target as HTMLElement).tagName === 'INPUT') return;
      event.preventDefault();
      this.show(this.#step + move);
    });
  }

  /** Explains a puzzle, unless it is already explained. */
  async start(puzzle: string): Promise<void> {
    if (puzzle === this.#puzzle) return this.show(this.#step);
    this.#puzzle = puzzle;
    this.#explanation = undefined;
    this.#steps.replaceChildren();
    this.#rating.replaceChildren();
    this.#at.textContent = '';
    this.#chains.hidden = true;
    if (/[1-9]/.test(puzzle)) await this.#explain(false);
    else this.#sentence.textContent = 'There is nothing to explain in an empty grid.';
  }

  async #explain(forcing: boolean): Promise<void> {
    const puzzle = this.#puzzle;
    const solver = forcing ? heavy : wide;
    this.#sentence.textContent = 'Reasoning …';
    try {
      const explanation = await solver.call('explain', [puzzle, forcing]);
      if (puzzle !== this.#puzzle) return;
      const first = this.#explanation?.steps.length ?? 0;
      this.#explanation = explanation;
      const texts = [...explanation.steps.map((step) => step.text), explanation.sentence];
      this.#steps.replaceChildren(...texts.map((text) => h('li', {}, text)));
      // The steps before the first forcing chain are those already shown.
      this.show(first);
      this.#chains.hidden = forcing || explanation.outcome !== 'stopped';
      // An earlier rating does not apply to these steps.
      this.#hint(this.#chains.hidden ? 'Rating …' : 'The rating needs forcing chains.');
      if (!this.#chains.hidden) return;
      const rating = await solver.call('rate', [puzzle]);
      if (puzzle !== this.#puzzle) return;
      if (!rating) return this.#hint('Only a puzzle with one solution has a rating.');
      const facts: [string, string][] = [
        ['level', rating.level],
        ['score', String(rating.score)],
        ['hardest technique', rating.hardest ?? 'none'],
        ['guesses in a search', rating.guesses === null ? 'too many to count here' : String(rating.guesses)],
      ];
      const used = rating.techniques.map(([name, count]) => `${name} ${count}`).join(', ');
      this.#rating.replaceChildren(
        h('dl', { class: 'facts' }, ...facts.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
        h('p', { class: 'hint' }, used && `Rated steps: ${used}.`),
      );
    } catch (error) {
      if (puzzle !== this.#puzzle) return;
      if (error instanceof Stopped && this.#explanation) {
        this.show(this.#step);
        if (this.#chains.hidden) this.#hint('The rating was stopped.');
      } else this.#sentence.textContent = (error as Error).message;
    }
  }

  /** Writes a sentence in place of the rating. */
  #hint(words: string): void {
    this.#rating.replaceChildren(h('p', { class: 'hint' }, words));
  }

  show(step: number): void {
    const explanation = this.#explanation;
    if (!explanation) return;
    const last = explanation.steps.length;
    this.#step = Math.max(0, Math.min(last, step));
    const shown = explanation.steps[this.#step];
    this.#sentence.textContent = shown?.text ?? explanation.sentence;
    this.#at.textContent = shown ? `step ${this.#step + 1} of ${last}` : 'the end';
    this.#buttons.first.disabled = this.#buttons.back.disabled = this.#step === 0;
    this.#buttons.next.disabled = this.#buttons.end.disabled = this.#step === last;
    this.draw(shown ? drawing(shown) : { found: explanation.end.grid, marks: marks(explanation.end) });
    [...this.#steps.children].forEach((item, at) => {
      if (at === this.#step) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
    });
    const item = this.#steps.children[this.#step] as HTMLElement | undefined;
    if (item) this.#steps.scrollTop = item.offsetTop - this.#steps.clientHeight / 2;
  }
}
