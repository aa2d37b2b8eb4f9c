// The part of the page for exact covers: the text of a problem, and the questions about it.
import { LONGEST, decode, encode, replace } from '../parts/address';
import { button, download, grouped, h, plural } from '../parts/dom';
import { VirtualList } from '../parts/list';
import { Failure, Stopped, heavy, wide, type Solver } from '../solver';
import type { Rest } from '../worker/rest';
import type { Drawing, Preset, Structure, Summary } from '../worker/types';
import { draw, heat } from './drawing';
import { Editor } from './editor';
import { KINDS, form } from './presets';

const FIRST = '| Knuth, The Art of Computer Programming, volume 4B, 7.2.2.1, (6)\na b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n';
const PAUSE = 1_000_000;
/** The length below which an encoded problem is written to the address. */
const LINKED = 60_000;

export class CoverView {
  readonly element: HTMLElement;
  readonly #editor = new Editor(() => this.#edited());
  readonly #summary = h('p', { class: 'hint', id: 'exact-summary', role: 'status' });
  readonly #answer = h('p', { class: 'count', id: 'exact-answer', role: 'status' });
  readonly #figure = h('div', { id: 'exact-figure' });
  readonly #list: VirtualList;
  readonly #toggle = button('List the covers', () => void this.#listing(), { id: 'exact-list', class: 'primary' });
  readonly #stop = button('Stop', () => heavy.stop(), { id: 'exact-stop', disabled: true });
  readonly #kind = h('select', { id: 'preset-kind', 'aria-label': 'Kind of problem' }, h('option', { value: '' }, 'Text only'), ...KINDS.map(({ kind, label }) => h('option', { value: kind }, label)));
  readonly #formBox = h('div', { id: 'preset-form' });
  readonly #formError = h('p', { class: 'error', id: 'preset-error', role: 'alert' });
  readonly #questions: HTMLButtonElement[];
  #read: (() => Preset) | undefined;
  /** Resolves when the problem of the form has been made, or cannot be. Questions and the list wait
   * for it. */
  #making: Promise<void> | undefined;
  /** The preset that made the text, until the text is edited or `Text only` is chosen. */
  #preset: Preset | undefined;
  #edition = 0;
  #problems = new Map<Solver<Rest>, { id: number; generation: number; edition: number }>();
  #stream: { id: number; generation: number } | undefined;
  #covers: { part: Uint32Array; at: number }[] = [];
  #run = 0;
  /** The number of the pending question; 0 if there is none. */
  #asking = 0;
  #running = false;
  #done = false;
  #until = PAUSE;
  #structure: Structure | undefined;

  constructor() {
    const source = { length: () => this.#covers.length, text: (row: number) => this.#row(row) };
    this.#list = new VirtualList('covers', 'Covers', source, (row) => void this.#drawCover(this.#options(row)));
    this.#kind.addEventListener('change', () => this.#choose(this.#kind.value));
    this.#questions = [
      button('Count', () => void this.#ask('count'), { id: 'exact-count' }),
      button('Count up to symmetry', () => void this.#ask('classes'), { id: 'exact-classes' }),
      button('Random cover', () => void this.#ask('sample'), { id: 'exact-sample' }),
      button('Cheapest cover', () => void this.#ask('cheapest'), { id: 'exact-cheapest' }),
      button('Heat map', () => void this.#ask('heat'), { id: 'exact-heat' }),
      button('Estimate', () => void this.#ask('estimate'), { id: 'exact-estimate' }),
    ];
    const dance = button('Watch the search', () => {
      const hash = `#dance&text=${encode(this.#editor.value)}`;
      if (hash.length <= LONGEST) location.hash = hash;
      else this.#answer.textContent = 'The problem is too long to watch.';
    });
    this.element = h(
      'div',
      { class: 'view cover' },
      h('section', { class: 'left wide', 'aria-label': 'Problem' }, h('label', { class: 'field inline' }, h('span', {}, 'Problem'), this.#kind), this.#formBox, this.#formError, h('p', { class: 'hint' }, 'The first line names the items. Each line after it is an option. A cover is a set of options that together contain each item exactly once, or at most once if the item is after the |.'), this.#editor.element, this.#summary),
      h('section', { class: 'side', 'aria-label': 'Answers' }, h('div', { class: 'bar' }, this.#toggle, ...this.#questions, this.#stop), h('div', { class: 'bar' }, button('Download', () => this.#download(), { id: 'exact-download' }), dance), this.#answer, this.#figure, this.#list.element),
    );
  }

  /** Shows the problem of an address. If there is none, an empty editor gets an example. */
  async open(fields: URLSearchParams): Promise<void> {
    const kind = fields.get('make');
    const encoded = fields.get('text');
    if (kind !== null) return this.#choose(kind, fields);
    if (encoded !== null) {
      const text = decode(encoded);
      if (text === undefined) this.#formError.textContent = 'The address does not contain a readable problem.';
      else if (text !== this.#editor.value) this.#set(text);
      return;
    }
    if (this.#editor.value === '') this.#set(FIRST);
  }

  #set(text: string): void {
    this.#editor.value = text;
    this.#edited(true);
  }

  #choose(kind: string, given?: URLSearchParams): void {
    this.#kind.value = kind;
    const known = KINDS.find((one) => one.kind === kind);
    this.#formError.textContent = '';
    if (!known) {
      this.#formBox.replaceChildren();
      if (kind !== '') this.#formError.textContent = 'The address names a problem that cannot be made here.';
      this.#kind.value = '';
      this.#read = this.#preset = undefined;
      return;
    }
    const { element, read } = form(known, given);
    this.#read = read;
    element.addEventListener('input', () => (this.#making = this.#make()));
    this.#formBox.replaceChildren(element);
    this.#making = this.#make();
  }

  async #make(): Promise<void> {
    const preset = this.#read?.();
    if (!preset) return;
    this.#formError.textContent = '';
    heavy.free();
    try {
      const id = await heavy.call('makeExact', [preset]);
      const text = await heavy.call('exactText', [id]);
      await heavy.call('drop', [id]);
      this.#editor.value = text;
      this.#preset = preset;
      this.#changed();
      const fields = Object.entries(preset).filter(([name]) => name !== 'kind').map(([name, value]) => [name, String(value)]);
      const query = new URLSearchParams([['make', preset.kind], ...fields] as [string, string][]);
      replace(query.toString().length < LINKED ? `#cover&${query}` : '#cover');
    } catch (error) {
      if (!(error instanceof Stopped)) this.#formError.textContent = `${(error as Error).message}.`.replace(/\.\.$/, '.');
    }
  }

  #edited(fromAddress = false): void {
    this.#preset = undefined;
    this.#kind.value = '';
    this.#formBox.replaceChildren();
    this.#changed();
    const text = encode(this.#editor.value);
    if (!fromAddress) replace(text.length < LINKED ? `#cover&text=${text}` : '#cover');
  }

  #changed(): void {
    this.#edition++;
    if (this.#asking) heavy.stop();
    this.#run++;
    this.#running = this.#done = false;
    this.#until = PAUSE;
    this.#covers = [];
    this.#stream = this.#structure = undefined;
    this.#list.element.hidden = false;
    this.#list.clear();
    this.#figure.replaceChildren();
    this.#answer.textContent = '';
    this.#buttons();
    void this.#check(this.#edition);
  }

  async #check(edition: number): Promise<void> {
    try {
      const id = await this.#problem(wide);
      const summary = await wide.call('summary', [id]);
      if (edition !== this.#edition) return;
      this.#editor.fault();
      this.#summary.textContent = this.#describe(summary);
      this.#summary.title = `Engine: ${summary.engine}, ${summary.reason}`;
    } catch (error) {
      if (edition !== this.#edition || !(error instanceof Failure)) return;
      this.#summary.textContent = '';
      if (error.fault) this.#editor.fault(error.fault);
      else this.#summary.textContent = error.message;
    }
  }

  #describe({ primary, secondary, options, entries, colors, bounds, costs, warnings }: Summary): string {
    const has = [colors && 'colors', bounds && 'bounds', costs && 'costs'].filter(Boolean).join(', ');
    const warning = warnings[0] ? ` Line ${warnings[0].line}: ${warnings[0].message}.` : '';
    return `${plural(primary, 'primary item')}, ${secondary ? `${plural(secondary, 'secondary item')}, ` : ''}${plural(options, 'option')}, ${plural(entries, 'entry', 'entries')}${has && `, with ${has}`}.${warning}`;
  }

  /** Returns the number of the problem in a worker, which reads or makes it if necessary. */
  async #problem(solver: Solver<Rest>): Promise<number> {
    const known = this.#problems.get(solver);
    if (known && known.edition === this.#edition && known.generation === solver.generation) return known.id;
    if (known && known.generation === solver.generation) void solver.call('drop', [known.id]).catch(() => {});
    this.#problems.delete(solver);
    const edition = this.#edition;
    const generation = solver.generation;
    const id = this.#preset ? await solver.call('makeExact', [this.#preset]) : await solver.call('readExact', [this.#editor.value]);
    this.#problems.set(solver, { id, generation, edition });
    return id;
  }

  async #listing(): Promise<void> {
    await this.#making;
    // One result is shown at a time: the list or an answer.
    const hadList = this.#isAside;
    if (this.#asking) heavy.stop();
    this.#asking = 0;
    this.#stop.disabled = true;
    this.#list.element.hidden = false;
    if (hadList) {
      this.#show();
      this.#list.select(Math.max(0, this.#list.selected));
    } else if (this.#running) {
      this.#run++;
      this.#running = false;
      this.#show();
    } else {
      if (this.#covers.length >= this.#until) this.#until += PAUSE;
      void this.#go(++this.#run);
    }
  }

  async #go(run: number): Promise<void> {
    this.#running = true;
    this.#show();
    try {
      const problem = await this.#problem(wide);
      this.#structure ??= await wide.call('structure', [problem]);
      if (!this.#stream || this.#stream.generation !== wide.generation) {
        this.#covers = [];
        this.#stream = { id: await wide.call('covers', [problem]), generation: wide.generation };
      }
      const stream = this.#stream;
      while (run === this.#run && !this.#done && this.#covers.length < this.#until) {
        const first = this.#covers.length === 0;
        const { parts, done } = await wide.call('nextCovers', [stream.id, first ? 1 : Math.min(20_000, this.#until - this.#covers.length), 25]);
        if (stream !== this.#stream) return;
        for (const part of parts) for (let at = 0; at < part.length; at += part[at]! + 1) this.#covers.push({ part: part as Uint32Array, at });
        this.#done = done;
        if (this.#list.element.hidden) return;
        this.#show();
        if (first && this.#covers.length > 0) this.#list.select(0);
      }
    } catch (error) {
      if (run === this.#run && !(error instanceof Stopped)) this.#answer.textContent = (error as Error).message;
    } finally {
      if (run === this.#run) {
        this.#running = false;
        if (this.#stream) this.#show();
        else this.#buttons();
      }
    }
  }

  #show(): void {
    const found = this.#covers.length;
    this.#answer.textContent = this.#done
      ? found === 0 ? 'No cover.' : `${plural(found, 'cover')} in all.`
      : `At least ${plural(found, 'cover')}${this.#running ? ' …' : '. Stopped.'}`;
    this.#list.refresh();
    this.#buttons();
  }

  /** True if an answer hides a list of covers. */
  get #isAside(): boolean {
    return this.#list.element.hidden && this.#covers.length > 0;
  }

  #buttons(): void {
    this.#toggle.textContent = this.#isAside ? 'Show the list' : this.#running ? 'Stop the list' : this.#stream ? 'Continue' : 'List the covers';
    this.#toggle.disabled = this.#done && !this.#isAside;
  }

  #options(row: number): Uint32Array {
    const cover = this.#covers[row];
    return cover ? cover.part.slice(cover.at + 1, cover.at + 1 + cover.part[cover.at]!) : new Uint32Array();
  }

  #row(row: number): string {
    const { items, options } = this.#structure ?? { items: [], options: [] };
    return [...this.#options(row)].map((option) => (options[option] ?? []).map((item) => items[item]).join(' ')).join(' · ');
  }

  async #drawCover(cover: Uint32Array | number[], caption = ''): Promise<void> {
    try {
      const drawing: Drawing = await wide.call('draw', [await this.#problem(wide), Uint32Array.from(cover)]);
      this.#figure.replaceChildren(draw(drawing), ...(caption ? [h('p', { class: 'hint' }, caption)] : []));
    } catch (error) {
      this.#answer.textContent = (error as Error).message;
    }
  }

  async #ask(question: 'count' | 'classes' | 'sample' | 'cheapest' | 'heat' | 'estimate'): Promise<void> {
    await this.#making;
    heavy.free();
    const asked = ++this.#asking;
    const edition = this.#edition;
    const begun = performance.now();
    let last = '0';
    const tell = (text: string) => asked === this.#asking && edition === this.#edition && (this.#answer.textContent = text);
    const time = () => `${((performance.now() - begun) / 1000).toFixed(2)} s`;
    this.#stop.disabled = false;
    this.#run++;
    this.#running = false;
    this.#list.element.hidden = true;
    this.#figure.replaceChildren();
    this.#buttons();
    tell('Searching …');
    try {
      const id = await this.#problem(heavy);
      if (question === 'count') {
        const count = await heavy.call('countExact', [id], (found) => tell(`At least ${grouped((last = found))} …`));
        tell(`Exactly ${plural(count, 'cover')}, counted in ${time()}.`);
      } else if (question === 'classes') {
        const [classes, all] = await heavy.call('classes', [id], (found) => tell(`At least ${grouped((last = found))} up to symmetry …`));
        tell(`${plural(classes, 'cover')} up to symmetry, of ${grouped(all)}, in ${time()}.`);
      } else if (question === 'sample') {
        const seed = BigInt(Math.floor(Math.random() * Number.MAX_SAFE_INTEGER));
        const cover = await heavy.call('sample', [id, seed], (nodes) => tell(`Building the diagram: ${grouped(nodes)} nodes …`));
        tell(cover.length === 0 ? 'No cover.' : `A random cover, found in ${time()}. All covers are equally likely.`);
        if (cover.length > 0) await this.#drawCover(cover);
      } else if (question === 'cheapest') {
        const covers = await heavy.call('cheapest', [id, 1], (cost) => tell(`The cheapest cover so far costs ${cost} …`));
        const best = covers[0];
        const { costs } = await heavy.call('summary', [id]);
        const words = costs ? `The cheapest cover costs ${best?.[0]}, found and proved in ${time()}.` : 'The options have no costs, so all covers are equally cheap. This is one of them.';
        tell(best ? words : 'No cover.');
        if (best) await this.#drawCover(best[1]);
      } else if (question === 'heat') {
        const [total, counts, parts] = await heavy.call('optionCounts', [id], (nodes) => tell(`Building the diagram: ${grouped(nodes)} nodes …`));
        const structure = await heavy.call('structure', [id]);
        tell(`${plural(total, 'cover')}, counted by option in ${time()}.`);
        this.#figure.replaceChildren(heat(structure, parts) ?? this.#bars(structure, counts, parts));
      } else {
        const [nodes, [low, high], covers, [fewest, most], exact] = await heavy.call('estimate', [id]);
        const number = (value: number) => (value < 1e6 ? grouped(Math.round(value)) : value.toExponential(1));
        // The end of an interval is infinite if the walks do not determine it.
        const range = (from: number, to: number) => (Number.isFinite(to) ? `${number(from)} to ${number(to)}` : 'a guess');
        tell(exact ? `${number(nodes)} nodes and ${number(covers)} covers: the tree is so small that it was searched completely.` : `About ${number(nodes)} nodes (${range(low, high)}) and ${number(covers)} covers (${range(fewest, most)}), by random walks in ${time()}.`);
      }
    } catch (error) {
      if (error instanceof Stopped) tell(question === 'count' || question === 'classes' ? `At least ${plural(last, 'cover')}${question === 'classes' ? ' up to symmetry' : ''}: the count was stopped.` : 'Stopped.');
      else if (error instanceof Failure) tell(error.message);
    }
    if (asked !== this.#asking) return;
    this.#asking = 0;
    this.#stop.disabled = true;
  }

  /** Returns a table of up to 200 options, those in the most covers. It replaces the heat map if no
   * option names cells. */
  #bars(structure: Structure, counts: string[], parts: number[]): HTMLElement {
    const order = parts.map((_, option) => option).sort((a, b) => parts[b]! - parts[a]!).slice(0, 200);
    const rows = order.map((option) => {
      const bar = h('td', { class: 'bar-cell' }, `${(100 * parts[option]!).toFixed(1)}%`);
      bar.style.setProperty('--part', String(parts[option]));
      return h('tr', {}, h('td', {}, (structure.options[option] ?? []).map((item) => structure.items[item]).join(' ')), h('td', {}, grouped(counts[option]!)), bar);
    });
    return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Options and their covers' }, h('table', { class: 'counts' }, h('thead', {}, h('tr', {}, h('th', {}, 'Option'), h('th', {}, 'Covers'), h('th', {}, 'Share'))), h('tbody', {}, ...rows)));
  }

  #download(): void {
    if (this.#covers.length === 0) return download('problem.dlx', [this.#editor.value]);
    const names = this.#structure?.options.map((items) => items.map((item) => this.#structure!.items[item]).join(' ')) ?? [];
    const rows = this.#covers.map((_, row) => `${[...this.#options(row)].map((option) => names[option]).join('\n')}\n\n`);
    download('covers.txt', rows);
  }
}
