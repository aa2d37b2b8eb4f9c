// The search tree so far, drawn on a canvas.
import { h, plural } from '../parts/dom';
import type { State } from './state';

/** The maximum size of a tree that is drawn in full. Of a larger tree, this many of the last nodes
 * are drawn, and the nodes above them. */
const MOST = 3000;

export class Tree {
  readonly #canvas = h('canvas', { class: 'tree', role: 'img' });
  readonly #words = h('p', { class: 'hint', id: 'tree-words' });
  readonly element = h('div', {}, this.#canvas, this.#words);

  draw(state: State): void {
    const { tree, position } = state;
    const known = tree.filter((node) => node.born <= position);
    const covers = known.filter((node) => node.cover <= position).length;
    const dead = known.filter((node) => node.dead <= position).length;
    this.#words.textContent = `${plural(known.length, 'node')}, ${plural(covers, 'cover')}, ${plural(dead, 'dead end')}.`;
    this.#canvas.setAttribute('aria-label', `The search tree: ${this.#words.textContent}`);

    const wide = this.#canvas.clientWidth || 300;
    const high = this.#canvas.clientHeight || 220;
    const scale = devicePixelRatio || 1;
    this.#canvas.width = wide * scale;
    this.#canvas.height = high * scale;
    const pen = this.#canvas.getContext('2d');
    if (!pen) return;
    pen.scale(scale, scale);
    const style = getComputedStyle(this.#canvas);
    const color = (name: string) => style.getPropertyValue(name).trim();

    const drawn = new Set<number>([0]);
    for (let last = Math.max(0, known.length - MOST); last < known.length; last++) {
      for (let at = last; at > 0 && !drawn.has(at); at = tree[at]!.parent) drawn.add(at);
    }
    // Leaves are side by side in their order. A node is above the middle of its children.
    const x = new Map<number, number>();
    let leaves = 0;
    let deepest = 1;
    const visit = (at: number): void => {
      const stack: [number, boolean][] = [[at, false]];
      while (stack.length > 0) {
        const [node, done] = stack.pop()!;
        const children = tree[node]!.children.filter((child) => tree[child]!.born <= position && drawn.has(child));
        if (done) {
          const places = children.map((child) => x.get(child)!).filter((place) => place !== undefined);
          x.set(node, places.length > 0 ? (places[0]! + places.at(-1)!) / 2 : leaves++);
          deepest = Math.max(deepest, tree[node]!.depth);
        } else {
          stack.push([node, true]);
          children.toReversed().forEach((child) => stack.push([child, false]));
        }
      }
    };
    visit(0);
    const margin = 10;
    const across = (at: number) => margin + ((wide - 2 * margin) * (x.get(at)! + 0.5)) / Math.max(1, leaves);
    const down = (at: number) => margin + ((high - 2 * margin) * tree[at]!.depth) / deepest;
    const path = new Set<number>();
    for (let at = state.node; at >= 0; at = tree[at]!.parent) path.add(at);
    for (const [at] of x) {
      const { parent } = tree[at]!;
      if (parent < 0 || !x.has(parent)) continue;
      pen.beginPath();
      pen.moveTo(across(parent), down(parent));
      pen.lineTo(across(at), down(at));
      pen.strokeStyle = path.has(at) ? color('--ink') : color('--line');
      pen.lineWidth = path.has(at) ? 2 : 1;
      pen.stroke();
    }
    const radius = Math.max(1.5, Math.min(5, (wide / Math.max(leaves, 1)) * 0.35, (high / deepest) * 0.35));
    for (const [at] of x) {
      const node = tree[at]!;
      const isCover = node.cover <= position;
      const isDead = node.dead <= position;
      pen.beginPath();
      const size = at === state.node ? radius + 2 : isCover || isDead ? Math.max(3, radius) : node.forced ? radius * 0.6 : radius;
      pen.arc(across(at), down(at), size, 0, 2 * Math.PI);
      pen.fillStyle = isCover ? color('--good') : isDead ? color('--accent') : path.has(at) ? color('--ink') : color('--faint');
      pen.fill();
    }
  }
}
