// The part of the page that shows a search by dancing links, step by step.
import { decode, encode, replace } from '../parts/address';
import { button, grouped, h, plural } from '../parts/dom';
import { VirtualList } from '../parts/list';
import { Board } from '../sudoku/board';
import { wide } from '../solver';
import type { Moment } from '../worker/types';
import { items, type Drawing } from './items';
import { State } from './state';
import { Tree } from './tree';

/** The page gets no more steps once it has at least this many. */
const MOST = 200_000;
const AHEAD = 200;

const RULES: [string, string][] = [
  ['X1', 'Initialize'],
  ['X2', 'Enter level ℓ'],
  ['X3', 'Choose item i'],
  ['X4', 'Cover item i'],
  ['X5', 'Try option x'],
  ['X6', 'Try again'],
  ['X7', 'Backtrack'],
  ['X8', 'Leave level ℓ'],
];

const KNUTH = 'a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n';
const EASY = '208046090000100683109803004002300108480520000301000206600400879050078010010009060';
const HARD = '000001000045000902207004000706010000050409080000050203000600809403000750000300000';
const EXAMPLES: [string, string][] = [
  ["Knuth's first example", KNUTH],
  ['A Sudoku without guesses', EASY],
  ['A Sudoku with guesses', HARD],
  ['A Sudoku with four solutions', '027800061000030008910005420500016030000970200070000096700000080006027000030480007'],
  ['Three Langford pairs', '1 2 3 s1 s2 s3 s4 s5 s6\n1 s1 s3\n1 s2 s4\n1 s3 s5\n1 s4 s6\n2 s1 s4\n2 s2 s5\n2 s3 s6\n3 s1 s5\n3 s2 s6\n'],
];

export class DanceView {
  readonly element: HTMLElement;
  readonly #log: VirtualList;
  readonly #now = h('p', { class: 'sentence', id: 'moment', role: 'status' });
  readonly #error = h('p', { class: 'error', role: 'alert' });
  readonly #at = h('span', { class: 'hint', id: 'dance-position' });
  readonly #rules = RULES.map(([name, label]) => h('li', {}, h('b', {}, name), ` ${label}`));
  readonly #stage = h('div', { class: 'stage' });
  readonly #chosen = h('ol', { class: 'chosen', id: 'chosen', 'aria-label': 'Chosen options', tabindex: '0' });
  readonly #tree = new Tree();
  readonly #board = new Board('The board during the search', () => {});
  readonly #boardBox = h('div', { class: 'small-board' }, this.#board.element);
  readonly #text = h('textarea', { id: 'dance-text', rows: 6, spellcheck: 'false', 'aria-label': 'A Sudoku or an exact cover' });
  readonly #speed = h('input', { type: 'range', id: 'speed', min: 0, max: 100, value: '45' });
  readonly #play = button('Play', () => this.#toggle(), { id: 'dance-play', class: 'primary' });
  #source = '';
  #state: State | undefined;
  #drawing: Drawing | undefined;
  #isSudoku = false;
  /** The number of steps that choose the clues. The search begins after them. */
  #given = 0;
  #stepper = -1;
  #generation = -1;
  #ended = false;
  #busy: Promise<void> = Promise.resolve();
  #timer = 0;

  constructor() {
    const source = { length: () => (this.#state?.moments.length ?? 0) - this.#given, text: (row: number) => this.#state?.moments[row + this.#given]?.text ?? '' };
    this.#log = new VirtualList('moments', 'Steps of the search', source, (row) => {
      this.#stop();
      this.#state?.to(row + 1 + this.#given);
      this.#draw();
    });
    const controls = h(
      'div',
      { class: 'bar', role: 'group', 'aria-label': 'The search' },
      button('First step', () => this.#jump(() => this.#state?.to(this.#given)), { id: 'dance-first' }),
      button('Back', () => this.#jump(() => this.#state && this.#state.position > this.#given && this.#state.back()), { id: 'dance-back' }),
      button('Forward', () => this.#jump(() => this.#forward()), { id: 'dance-forward' }),
      this.#play,
      button('Next solution', () => this.#jump(() => this.#until('visit')), { id: 'dance-solution' }),
      button('Next dead end', () => this.#jump(() => this.#until('dead')), { id: 'dance-dead' }),
      h('label', { class: 'field inline' }, h('span', {}, 'Speed'), this.#speed),
      this.#at,
    );
    const examples = h('select', { 'aria-label': 'Example', id: 'dance-example', onchange: () => {
      const chosen = EXAMPLES[Number(examples.value)];
      if (chosen) void this.#begin(chosen[1]);
    } }, h('option', { value: '' }, 'Examples'), ...EXAMPLES.map(([name], at) => h('option', { value: at }, name)));
    const edit = h('details', { class: 'paste' }, h('summary', {}, 'Another puzzle'), this.#text, h('div', { class: 'bar' }, button('Search', () => void this.#begin(this.#text.value), { id: 'dance-go' })));
    this.element = h(
      'div',
      { class: 'view dance' },
      h('div', { class: 'dance-top' }, h('div', { class: 'bar' }, examples), edit, controls, this.#error, this.#now, h('ol', { class: 'rules', 'aria-label': "Steps of Knuth's Algorithm X" }, ...this.#rules)),
      h('section', { class: 'dance-stage', 'aria-label': 'Items and options' }, this.#stage),
      h('section', { class: 'dance-side', 'aria-label': 'The state' }, this.#boardBox, h('h2', {}, 'Search tree'), this.#tree.element, h('h2', {}, 'Chosen options'), this.#chosen),
      h('section', { class: 'dance-log', 'aria-label': 'Steps' }, h('h2', {}, 'Steps'), this.#log.element),
    );
    for (const field of this.#board.element.querySelectorAll('input')) field.readOnly = true;
    new ResizeObserver(() => this.#state && this.#tree.draw(this.#state)).observe(this.#tree.element);
  }

  /** Shows the search of an address: cells of a Sudoku, or an exact cover as text. */
  async open(cells: string, encoded: string | null): Promise<void> {
    const text = encoded === null ? cells : decode(encoded);
    if (text === undefined) {
      this.#error.textContent = 'The address does not contain a readable problem.';
      return;
    }
    if (text === '' && this.#state) return;
    if ((text || KNUTH) !== this.#source) await this.#begin(text || KNUTH);
  }

  /** Loads a search after all earlier requests. Later clicks are handled after that. */
  #begin(text: string): Promise<void> {
    this.#error.textContent = '';
    this.#text.value = text;
    this.#jump(() => this.#load(text));
    return this.#busy;
  }

  async #load(text: string): Promise<void> {
    const { puzzles, errors } = await wide.call('read', [new TextEncoder().encode(text), 1]);
    const sudoku = errors.length === 0 ? puzzles[0] : undefined;
    this.#isSudoku = sudoku !== undefined;
    const exact = await wide.call(sudoku === undefined ? 'readExact' : 'sudokuExact', (sudoku === undefined ? [text] : []) as [string] & []);
    const structure = await wide.call('structure', [exact]);
    if (this.#stepper >= 0 && this.#generation === wide.generation) void wide.call('drop', [this.#stepper]);
    this.#stepper = sudoku === undefined ? await wide.call('danceExact', [exact]) : await wide.call('danceSudoku', [sudoku]);
    void wide.call('drop', [exact]);
    this.#generation = wide.generation;
    this.#source = text;
    this.#ended = false;
    this.#state = new State(structure);
    this.#given = 0;
    this.#drawing = items(structure, this.#isSudoku);
    this.#stage.replaceChildren(this.#drawing.element);
    this.#boardBox.hidden = !this.#isSudoku;
    this.#board.value = sudoku?.length === 81 ? sudoku : '.'.repeat(81);
    this.#log.clear();
    replace(sudoku === undefined ? `#dance&text=${encode(text)}` : `#dance=${sudoku}`);
    await this.#fetch(AHEAD);
    this.#given = Math.max(0, this.#state.moments.findIndex((moment) => moment.event !== 'give'));
    this.#state.to(this.#given);
  }

  /** Gets up to `most` more steps from the engine, and none after the event `until`. Gets none
   * after the end of the search, or if the page has `MOST` steps. */
  async #fetch(most: number, until?: string): Promise<Moment[]> {
    const state = this.#state;
    if (!state || this.#ended) return [];
    if (state.moments.length >= MOST) {
      this.#error.textContent = `The page stops after about ${MOST.toLocaleString('en')} steps, so it does not show the rest of the search.`;
      return [];
    }
    const moments = until === undefined
      ? await wide.call('moments', [this.#stepper, most])
      : await wide.call('momentsUntil', [this.#stepper, until, most]);
    if (state !== this.#state) return [];
    this.#ended = moments.length === 0;
    state.add(moments);
    return moments;
  }

  async #forward(): Promise<void> {
    const state = this.#state;
    if (!state) return;
    if (state.position === state.moments.length) await this.#fetch(AHEAD);
    state.forward();
  }

  /** Goes to the next cover or the next dead end, or to the last step if there is none. */
  async #until(event: string): Promise<void> {
    const state = this.#state;
    if (!state) return;
    const is = (moment: Moment) => moment.event === event || (event === 'dead' && moment.event === 'choose' && moment.branches === 0);
    for (;;) {
      const at = state.moments.findIndex((moment, index) => index >= state.position && is(moment));
      if (at >= 0) return state.to(at + 1);
      const from = state.moments.length;
      state.to(from);
      const moments = await this.#fetch(20_000, event);
      if (moments.length === 0) return;
    }
  }

  #jump(move: () => unknown): void {
    this.#stop();
    this.#then(move);
  }

  #then(move: () => unknown): void {
    this.#busy = this.#busy.then(async () => {
      try {
        await move();
      } catch (error) {
        this.#error.textContent = (error as Error).message;
      }
      this.#draw();
    });
  }

  #toggle(): void {
    if (this.#timer) return this.#stop();
    this.#play.textContent = 'Pause';
    const tick = () => {
      const speed = Number(this.#speed.value);
      // The rate is 1 to 10,000 steps a second. Ticks are at least 16 ms apart.
      const rate = 10 ** (speed / 25);
      const steps = Math.max(1, Math.round(rate / 60));
      this.#then(async () => {
        for (let step = 0; step < steps; step++) await this.#forward();
        if (this.#state && this.#ended && this.#state.position === this.#state.moments.length) this.#stop();
        else if (this.#timer) this.#timer = window.setTimeout(tick, Math.max(16, 1000 / rate));
      });
    };
    this.#timer = window.setTimeout(tick, 0);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#play.textContent = 'Play';
  }

  /** Stops the playback when another part of the page is shown. */
  leave(): void {
    this.#stop();
  }

  #draw(): void {
    const state = this.#state;
    if (!state) return;
    const begun = state.position > this.#given;
    const moment = begun ? state.current : undefined;
    this.#now.textContent = moment?.text ?? `X1: the lists are built. ${this.#given ? `The options of ${plural(this.#given, 'clue')} are chosen.` : 'No option is chosen.'}`;
    const number = moment?.x ?? 1;
    this.#rules.forEach((rule, at) => {
      if (at + 1 === number) rule.setAttribute('aria-current', 'step');
      else rule.removeAttribute('aria-current');
    });
    this.#at.textContent = `step ${grouped(state.position - this.#given)}${this.#ended ? ` of ${grouped(state.moments.length - this.#given)}` : ''}, level ${state.chosen.length}, ${plural(state.hidden.reduce((sum, one) => sum + one, 0), 'option')} hidden`;
    this.#drawing?.draw(state);
    this.#tree.draw(state);
    if (begun) this.#log.select(state.position - 1 - this.#given, false);
    else this.#log.clear();
    const { items: names, options } = state.structure;
    if (this.#isSudoku) this.#drawBoard(state);
    this.#chosen.replaceChildren(...state.chosen.map((option) => h('li', {}, (options[option] ?? []).map((item) => names[item]).join(' '))));
    this.#chosen.scrollTop = this.#chosen.scrollHeight;
  }

  #drawBoard(state: State): void {
    const cells = Array.from({ length: 81 }, () => '.');
    state.chosen.forEach((option) => (cells[Math.floor(option / 9)] = String((option % 9) + 1)));
    const marks = cells.map((digit, cell) =>
      digit !== '.' ? undefined : Array.from({ length: 9 }, (_, at) => at + 1).filter((d) => !state.hidden[9 * cell + d - 1]).map((d) => ({ digit: d })),
    );
    const option = state.current?.option;
    const classes = new Map<number, string>();
    if (option !== null && option !== undefined) classes.set(Math.floor(option / 9), 'placed');
    this.#board.draw({ found: cells.join(''), marks, classes });
  }
}
