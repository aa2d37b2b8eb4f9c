// The part of the page for Sudokus: the board, and next to it the results for the puzzle.
import { push, replace } from '../parts/address';
import { button, grouped, h, isField, plural } from '../parts/dom';
import { tabs } from '../parts/tabs';
import { task } from '../parts/task';
import { heavy, quick, Stopped } from '../solver';
import { Batch } from './batch';
import { Board, type Mark, type Overlay } from './board';
import { Explain } from './explain';
import { make } from './make';
import { Solutions, type Verdict } from './solutions';

const EMPTY = '.'.repeat(81);
const EXAMPLES: [string, string][] = [
  ['Four solutions', '027800061000030008910005420500016030000970200070000096700000080006027000030480007'],
  ['Easy', '208046090000100683109803004002300108480520000301000206600400879050078010010009060'],
  ['Needs an XY-wing', '3.....2..1.7..3.8..5.4....9..8.97...7...6...3...23.5..4....1.2..7.8..9.1..1.....6'],
  ['17 clues', '000000010400000000020000000000050407008000300001090000300400200050100000000806000'],
];
/** Matches screens that have the answers under the puzzle, as in the style sheet. */
const NARROW = matchMedia('(max-width: 56rem)');
/** The size in bytes above which a text is not read. */
const LARGEST = 256 * 1024 * 1024;

export class SudokuView {
  readonly element: HTMLElement;
  readonly #board = new Board('Sudoku', () => this.#typed());
  readonly #verdict = h('p', { class: 'verdict', id: 'verdict', role: 'status' });
  readonly #error = h('p', { class: 'error', id: 'sudoku-error', role: 'alert' });
  readonly #witness = h('div', { class: 'bar', id: 'witnesses' });
  readonly #answer = h('div', { class: 'answer' }, this.#verdict, this.#error);
  readonly #invitation: HTMLElement;
  readonly #paste = h('textarea', { id: 'paste', rows: 5, spellcheck: 'false', placeholder: 'A line of 81 cells, a drawn grid, a list of candidates, a file of many puzzles, or any other form that the program reads' });
  readonly #solutions: Solutions;
  readonly #explain: Explain;
  readonly #batch: Batch;
  readonly #tabs: ReturnType<typeof tabs>;
  readonly #side: HTMLElement;
  readonly #find = task('Find the candidates', 'Stop', () => this.#candidates(), { id: 'candidates-go', class: 'primary' });
  readonly #counts = h('p', { class: 'hint', id: 'candidate-status', role: 'status' });
  /** The puzzle: 81 characters, or 729 for a Sukaku. */
  #puzzle = EMPTY;
  #tab = 'solutions';
  /** The puzzles before this one, and those that were undone. */
  readonly #past: string[] = [];
  #future: string[] = [];
  readonly #undo = button('Undo', () => this.#step(this.#past, this.#future), { id: 'undo' });
  readonly #link = button('Copy the link', () => void this.#copy(), { id: 'copy', 'aria-live': 'polite' });
  /** The cells with a digit that occurs more than once in a row, a column or a box. */
  #clashing: number[] = [];
  #witnesses: string[] = [];
  #overlays: Record<string, Overlay> = {};

  constructor() {
    this.#solutions = new Solutions(
      (solution) => this.#draw('solutions', { found: solution }),
      (verdict) => this.#tell(verdict),
      (message) => (this.#error.textContent = message),
    );
    this.#explain = new Explain((overlay) => this.#draw('explain', overlay));
    this.#batch = new Batch((puzzle) => this.set(puzzle, replace), () => this.#showBatch(false));
    this.#invitation = this.#invite();
    const shown = (id: string) => () => {
      this.#tab = id;
      this.#board.draw(this.#overlays[id] ?? {});
    };
    const candidates = h('div', {}, h('p', {}, 'The digits that each cell has in some solution. The stronger the color, the more solutions have the digit. Point at a digit to see the number.'), this.#find.button, this.#counts);
    this.#tabs = tabs('Results for the puzzle', [
      { id: 'solutions', label: 'Solutions', content: h('div', {}, this.#invitation, this.#solutions.element), shown: shown('solutions') },
      { id: 'candidates', label: 'Candidates', content: candidates, shown: () => (shown('candidates')(), this.#overlays['candidates'] || this.#puzzle === EMPTY || heavy.isBusy || void this.#find.begin()) },
      { id: 'explain', label: 'Explain', content: this.#explain.element, shown: () => (shown('explain')(), void this.#explain.start(this.#puzzle)) },
      { id: 'make', label: 'Make', content: make((puzzle) => this.set(puzzle)), shown: shown('make') },
    ]);
    this.#side = h('section', { class: 'side', 'aria-label': 'Answers' }, this.#witness, this.#tabs.element);
    this.element = h('div', { class: 'view sudoku' }, this.#left(), this.#side);
    // On a narrow screen the verdict is between the board and the digits, so it is visible while
    // typing.
    const place = () => (NARROW.matches ? this.#board.element.after(this.#answer) : this.#side.prepend(this.#answer));
    NARROW.addEventListener('change', place);
    place();
    this.element.addEventListener('dragover', (event) => event.preventDefault());
    this.element.addEventListener('drop', (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void this.#file(file);
      else void this.read(new TextEncoder().encode(event.dataTransfer?.getData('text') ?? ''));
    });
    // Before a cell is clicked, no element has the focus, so the document gets keys and pastes.
    document.addEventListener('paste', (event) => {
      if (!this.#hears(event)) return;
      event.preventDefault();
      void this.read(new TextEncoder().encode(event.clipboardData?.getData('text') ?? ''));
    });
    document.addEventListener('keydown', (event) => {
      const [past, future] = [this.#past, this.#future];
      if ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key) && this.#hears(event)) {
        event.preventDefault();
        return /y/i.test(event.key) || event.shiftKey ? this.#step(future, past) : this.#step(past, future);
      }
      const keys = document.activeElement === document.body ? /^([0-9.]|Arrow.*|Delete|Backspace)$/ : /^[1-9]$/;
      if (isField(event.target) || !this.#hears(event) || !keys.test(event.key)) return;
      this.#board.focus();
      this.#board.key(event);
    });
    this.#tabs.select('solutions');
    this.#invitation.hidden = this.#solutions.element.hidden = true;
  }

  /** True if a key or a paste is for the board: this part is shown, and no other field is the
   * target. */
  #hears({ target }: Event): boolean {
    return this.element.isConnected && (!isField(target) || this.#board.element.contains(target as Node));
  }

  /** Returns the text of the first screen: the purpose of the page, and how to begin. */
  #invite(): HTMLElement {
    const list = () => {
      this.#invitation.hidden = true;
      this.#solutions.element.hidden = false;
      this.#solutions.toggle();
    };
    return h(
      'div',
      { id: 'invitation' },
      h('p', {}, 'The page shows immediately whether there is one solution, several or none. It also shows the candidates that occur in solutions, and explains each step to a solution. You can drop a file of many puzzles on the page.'),
      h('p', { class: 'hint' }, 'Or try one of these:'),
      h('div', { class: 'bar' }, ...EXAMPLES.map(([name, puzzle]) => button(name, () => this.set(puzzle), { class: 'example' })), button('A new puzzle', () => this.#tabs.select('make'))),
      button('List the solutions of the empty grid', list, { id: 'list-empty', class: 'link' }),
    );
  }

  #left(): HTMLElement {
    const digits = Array.from({ length: 9 }, (_, at) => String(at + 1));
    const pad = h('div', { class: 'pad', role: 'group', 'aria-label': 'Digits for the current cell' }, ...digits.map((digit) => button(digit, () => this.#board.type(digit))), button('⌫', () => this.#board.type(''), { 'aria-label': 'Empty the cell' }));
    // The cell keeps the focus, so it stays marked and receives keys.
    pad.addEventListener('mousedown', (event) => event.preventDefault());
    const examples = h('select', { id: 'example', 'aria-label': 'Example', onchange: () => {
      this.set(EXAMPLES[Number(examples.value)]![1]);
      examples.value = '';
    } }, h('option', { value: '' }, 'Examples'), ...EXAMPLES.map(([name], at) => h('option', { value: at }, name)));
    const file = h('input', { type: 'file', id: 'file', class: 'hidden-file', 'aria-label': 'A file of puzzles', onchange: () => {
      const chosen = file.files?.[0];
      if (chosen) void this.#file(chosen);
      file.value = '';
    } });
    const read = button('Read', () => void this.read(new TextEncoder().encode(this.#paste.value)), { id: 'read' });
    const dance = button('Watch the search', () => (location.hash = `#dance=${this.#puzzle}`));
    return h(
      'section',
      { class: 'left', 'aria-label': 'Puzzle' },
      this.#board.element,
      pad,
      h('div', { class: 'bar' }, examples, button('Paste', () => void this.#clipboard(), { id: 'paste-button' }), this.#undo, button('Clear', () => this.set(EMPTY), { id: 'clear' }), button('Print', () => print()), this.#link, dance),
      h('details', { class: 'paste' }, h('summary', {}, 'Puzzles as text, or a file'), h('label', { for: 'paste', class: 'visually-hidden' }, 'Text of puzzles'), this.#paste, h('div', { class: 'bar' }, read, file)),
    );
  }

  /** Shows a puzzle: 81 cells, or 729 candidates. `write` writes the address. Remembers the
   * previous puzzle, if it differs, unless `write` is null or this is an undo or redo. */
  set(given: string, write: ((hash: string) => void) | null = push, isUndo = false): void {
    this.#error.textContent = '';
    const puzzle = given.length === 81 ? given.replaceAll('0', '.') : given;
    if (puzzle !== this.#puzzle && write && !isUndo) this.#remember();
    this.#puzzle = puzzle;
    this.#board.value = puzzle.length === 81 ? puzzle : EMPTY;
    this.#begin();
    write?.(this.address);
  }

  #typed(): void {
    this.#error.textContent = '';
    if (this.#board.value === this.#puzzle) return;
    this.#remember();
    this.#puzzle = this.#board.value;
    this.#begin();
    replace(this.address);
  }

  #remember(): void {
    this.#past.push(this.#puzzle);
    this.#future = [];
  }

  /** Undoes or redoes a change: takes a puzzle from one list, and adds the current one to the
   * other. */
  #step(from: string[], to: string[]): void {
    const puzzle = from.pop();
    if (puzzle === undefined) return;
    to.push(this.#puzzle);
    this.set(puzzle, replace, true);
  }

  get address(): string {
    return this.#puzzle === EMPTY ? '#sudoku' : `#sudoku=${this.#puzzle}`;
  }

  /** Shows the puzzle of an address. */
  async open(cells: string): Promise<void> {
    if (cells !== '' && cells !== this.#puzzle) await this.read(new TextEncoder().encode(cells), true);
    else if (cells === '' && this.#puzzle !== EMPTY) this.set(EMPTY, null);
    // Nothing is shown yet, and the address has no readable puzzle.
    if (this.#verdict.textContent === '') this.#begin();
  }

  /** Reads puzzles from a text: a single one without errors onto the board, others into a list. */
  async read(text: Uint8Array, fromAddress = false): Promise<void> {
    this.#error.textContent = '';
    if (text.length > LARGEST) {
      this.#error.textContent = 'The text is larger than 256 MB: use the program instead.';
      return;
    }
    try {
      const { puzzles, errors, more } = await quick.call('read', [text.slice(0, 1 << 20), 2]);
      const [first, second] = puzzles;
      if (first !== undefined && second === undefined && !more && errors.length === 0) {
        return this.set(first, fromAddress ? null : push);
      }
      if (first !== undefined) {
        this.#showBatch(true);
        return await this.#batch.start(text);
      }
      const fault = errors[0];
      this.#error.textContent = fault
        ? `Line ${fault.line}${fault.column ? `, column ${fault.column}` : ''}: ${fault.message}.`
        : 'There is no puzzle in the text: write 81 cells, with 0 or . for an empty cell.';
    } catch (error) {
      this.#error.textContent = (error as Error).message;
    }
  }

  /** Reads the clipboard. If the browser does not allow that, opens the text field. */
  async #clipboard(): Promise<void> {
    try {
      await this.read(new TextEncoder().encode(await navigator.clipboard.readText()));
    } catch {
      this.#paste.closest('details')!.open = true;
      this.#paste.focus();
    }
  }

  async #file(file: File): Promise<void> {
    if (file.size > LARGEST) this.#error.textContent = 'The file is larger than 256 MB: use the program instead.';
    else await this.read(new Uint8Array(await file.arrayBuffer()));
  }

  #showBatch(show: boolean): void {
    this.#batch.element.remove();
    if (show) this.#side.prepend(this.#batch.element);
  }

  #begin(): void {
    // A long call for the previous puzzle may be running.
    heavy.free();
    const puzzle = this.#puzzle;
    this.#undo.disabled = this.#past.length === 0;
    this.#overlays = {};
    this.#counts.textContent = '';
    this.#witness.replaceChildren();
    const isEmpty = puzzle === EMPTY;
    this.#verdict.textContent = isEmpty ? 'Type or paste a Sudoku: the page finds all its solutions.' : 'Searching …';
    this.#invitation.hidden = !isEmpty;
    this.#solutions.element.hidden = isEmpty;
    this.#board.draw({});
    if (puzzle.length === 729) {
      const given: Overlay = { marks: this.#sukaku() };
      this.#overlays = { make: given, solutions: given };
      this.#board.draw(given);
    }
    // The worker answers in order, so the clashes are known before the verdict.
    void quick.call('clashes', [puzzle]).then((cells) => {
      if (puzzle !== this.#puzzle) return;
      this.#clashing = puzzle.length === 81 ? [...cells] : [];
      this.#board.clash(this.#clashing);
    }, () => {});
    this.#solutions.start(puzzle, isEmpty);
    if (this.#tab === 'explain') void this.#explain.start(puzzle);
    if (this.#tab === 'candidates' && !isEmpty) void this.#find.begin();
  }

  /** Returns a sentence about a digit that occurs more than once in a row, a column or a box. */
  #clash(): string {
    const houses: [string, (cell: number) => number][] = [
      ['row', (cell) => Math.floor(cell / 9)],
      ['column', (cell) => cell % 9],
      ['box', (cell) => 3 * Math.floor(cell / 27) + Math.floor((cell % 9) / 3)],
    ];
    for (const cell of this.#clashing) {
      const digit = this.#puzzle[cell]!;
      const others = this.#clashing.filter((other) => other !== cell && this.#puzzle[other] === digit);
      for (const [name, of] of houses) {
        const count = 1 + others.filter((other) => of(other) === of(cell)).length;
        if (count > 1) return `${digit} is ${count === 2 ? 'twice' : `${count} times`} in ${name} ${of(cell) + 1}.`;
      }
    }
    return '';
  }

  #sukaku(): (Mark[] | undefined)[] {
    return Array.from({ length: 81 }, (_, cell) => {
      const digits = Array.from({ length: 9 }, (_, at) => at + 1);
      return digits.filter((digit) => this.#puzzle[9 * cell + digit - 1] === String(digit)).map((digit) => ({ digit }));
    });
  }

  #tell({ kind, witnesses }: Verdict): void {
    this.#witnesses = witnesses;
    const [first, second] = witnesses;
    const clues = [...this.#board.value].filter((digit) => digit !== '.').length;
    const words = { none: this.#clashing.length > 0 ? `No solution: ${this.#clash()}` : `No solution${this.#puzzle.length === 81 ? ', though no digit is twice in a row, column or box' : ''}.`, one: 'Exactly one solution.', several: 'More than one solution.', open: 'Searching …' };
    this.#verdict.textContent = `${clues ? `${plural(clues, 'clue')}. ` : ''}${words[kind]}`;
    const differs = new Map<number, string>();
    for (let cell = 0; first && second && cell < 81; cell++) {
      if (first[cell] !== second[cell]) differs.set(cell, 'differs');
    }
    const show = (solution: string) => {
      this.#tabs.select('solutions');
      this.#draw('solutions', { found: solution, classes: differs });
    };
    this.#witness.replaceChildren(...(second ? ['Two different solutions:', ...witnesses.map((witness, at) => button(at === 0 ? 'Show the first' : 'Show the second', () => show(witness), { class: 'witness' }))] : []));
    if (kind === 'one' && first && this.#puzzle.length === 81) this.#draw('solutions', { found: first });
  }

  get witnesses(): string[] {
    return this.#witnesses;
  }

  #draw(tab: string, overlay: Overlay): void {
    this.#overlays[tab] = overlay;
    if (this.#tab === tab) this.#board.draw(overlay);
  }

  async #candidates(): Promise<void> {
    const puzzle = this.#puzzle;
    this.#counts.textContent = 'Counting …';
    try {
      const { total, counts, parts } = await heavy.call('candidates', [puzzle], (done) => {
        this.#counts.textContent = `Counting: ${(100 * Number(done)).toFixed(0)}% …`;
      });
      if (puzzle !== this.#puzzle) return;
      const marks = Array.from({ length: 81 }, (_, cell) =>
        Array.from({ length: 9 }, (_, at) => at + 1)
          .filter((digit) => counts[9 * cell + digit - 1] !== '0')
          .map((digit) => ({ digit, part: parts[9 * cell + digit - 1]!, title: `${digit}: ${grouped(counts[9 * cell + digit - 1]!)} of ${plural(total, 'solution')}` })),
      );
      this.#counts.textContent = `${plural(total, 'solution')} in all.`;
      this.#draw('candidates', { marks });
    } catch (error) {
      if (puzzle === this.#puzzle) this.#counts.textContent = error instanceof Stopped ? 'Stopped.' : (error as Error).message;
    }
  }

  async #copy(): Promise<void> {
    const link = `${location.href.split('#')[0]}${this.address}`;
    try {
      await navigator.clipboard.writeText(link);
      this.#link.textContent = 'Copied';
      setTimeout(() => (this.#link.textContent = 'Copy the link'), 2000);
    } catch {
      this.#paste.value = link;
      this.#paste.closest('details')!.open = true;
      this.#paste.select();
    }
  }
}
