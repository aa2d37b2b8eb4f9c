// The state of a search at one of its steps, made from the steps of the engine. Every step can be
// applied and undone, so the page moves forward and back without calling the engine again.
import type { Moment, Structure } from '../worker/types';

/** A node of the search tree: the root, or a try of an option or of none. `born`, `cover` and
 * `dead` are the numbers of the steps at which it is created, becomes a cover, and becomes a dead
 * end. The last two are `Infinity` if there is no such step. */
export interface TreeNode {
  parent: number;
  depth: number;
  option: number | null;
  item: number | null;
  forced: boolean;
  born: number;
  cover: number;
  dead: number;
  children: number[];
}

export class State {
  readonly moments: Moment[] = [];
  readonly tree: TreeNode[] = [
    { parent: -1, depth: 0, option: null, item: null, forced: false, born: 0, cover: Infinity, dead: Infinity, children: [] },
  ];
  /** The node of the tree after each step. */
  readonly #nodeAfter: number[] = [];
  /** The number of steps that are applied. */
  position = 0;
  readonly chosen: number[] = [];
  readonly hidden: Uint8Array;
  /** The number of remaining options of each item. */
  readonly left: Int32Array;
  /** The number of chosen options that contain each item. */
  readonly covered: Uint8Array;

  constructor(readonly structure: Structure) {
    this.hidden = new Uint8Array(structure.options.length);
    this.left = new Int32Array(structure.items.length);
    this.covered = new Uint8Array(structure.items.length);
    structure.options.forEach((items) => items.forEach((item) => this.left[item]!++));
  }

  get current(): Moment | undefined {
    return this.moments[this.position - 1];
  }

  /** The node of the tree at the current step. */
  get node(): number {
    return this.position === 0 ? 0 : this.#nodeAfter[this.position - 1]!;
  }

  add(moments: Moment[]): void {
    for (const moment of moments) {
      const before = this.moments.length === 0 ? 0 : this.#nodeAfter[this.moments.length - 1]!;
      this.moments.push(moment);
      this.#nodeAfter.push(this.#grow(moment, before, this.moments.length));
    }
  }

  #grow(moment: Moment, at: number, born: number): number {
    const node = this.tree[at]!;
    switch (moment.event) {
      case 'try': {
        const { option, item } = moment;
        const forced = this.moments.at(-2)?.event === 'choose' && this.moments.at(-2)?.branches === 1;
        node.children.push(this.tree.length);
        this.tree.push({ parent: at, depth: node.depth + 1, option, item, forced, born, cover: Infinity, dead: Infinity, children: [] });
        return this.tree.length - 1;
      }
      case 'visit':
        node.cover = born;
        return at;
      case 'dead':
        node.dead = born;
        return at;
      case 'choose':
        if (moment.branches === 0) node.dead = born;
        return at;
      case 'again': {
        let above = at;
        // A try without an option is a node too, but it releases no option, so it is not counted.
        for (let count = moment.released.length; above > 0 && (count > 0 || this.tree[above]!.option === null); ) {
          if (this.tree[above]!.option !== null) count--;
          above = this.tree[above]!.parent;
        }
        return above;
      }
      case 'end':
        return 0;
      default:
        return at;
    }
  }

  /** Applies the next step. Returns false if there is none. */
  forward(): boolean {
    const moment = this.moments[this.position];
    if (!moment) return false;
    this.position++;
    moment.hidden.forEach((option) => this.#hide(option));
    moment.restored.forEach((option) => this.#restore(option));
    if ((moment.event === 'try' || moment.event === 'give') && moment.option !== null) this.#choose(moment.option);
    if (moment.event === 'end') moment.released = [...this.chosen];
    for (let count = moment.released.length; count > 0; count--) this.#release();
    return true;
  }

  /** Undoes the last step. Returns false at the beginning. */
  back(): boolean {
    const moment = this.current;
    if (!moment) return false;
    this.position--;
    moment.released.forEach((option) => this.#choose(option));
    if ((moment.event === 'try' || moment.event === 'give') && moment.option !== null) this.#release();
    moment.restored.toReversed().forEach((option) => this.#hide(option));
    moment.hidden.toReversed().forEach((option) => this.#restore(option));
    return true;
  }

  /** Goes to a step that is known. */
  to(position: number): void {
    while (this.position < position && this.forward());
    while (this.position > position && this.back());
  }

  #items(option: number): number[] {
    return this.structure.options[option] ?? [];
  }

  #choose(option: number): void {
    this.chosen.push(option);
    this.#items(option).forEach((item) => this.covered[item]!++);
  }

  #release(): void {
    const option = this.chosen.pop();
    if (option !== undefined) this.#items(option).forEach((item) => this.covered[item]!--);
  }

  #hide(option: number): void {
    this.hidden[option] = 1;
    this.#items(option).forEach((item) => this.left[item]!--);
  }

  #restore(option: number): void {
    this.hidden[option] = 0;
    this.#items(option).forEach((item) => this.left[item]!++);
  }
}
