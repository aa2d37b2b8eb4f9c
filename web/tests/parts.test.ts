// Tests of the parts of the page that need no browser.
import { describe, expect, it } from 'vitest';
import { decode, encode, read } from '../src/parts/address';
import { grouped, plural } from '../src/parts/dom';
import { Lines } from '../src/parts/lines';
import { spot } from '../src/cover/drawing';
import { State } from '../src/dance/state';
import type { Moment } from '../src/worker/types';

describe('the address', () => {
  it('returns every text that was encoded', () => {
    for (const text of ['', 'a b\na\n', '| 🙂 é\n', '\u0000\uffff<script>']) expect(decode(encode(text))).toBe(text);
  });
  it('returns nothing for a malformed text', () => {
    for (const text of ['%', '****', '_w', 'A']) expect(decode(text)).toBeUndefined();
  });
  it('names the part of the page', () => {
    expect(read('#dance=12').view).toBe('dance');
    expect(read('#cover&make=queens&size=8').fields.get('size')).toBe('8');
    expect(read('').view).toBe('sudoku');
    expect(read('#nonsense').view).toBe('sudoku');
    expect(read(`#sudoku=${'1'.repeat(300_000)}`).fields.get('sudoku')).toBeNull();
  });
});

describe('numbers', () => {
  it('have separators, whatever their size', () => {
    expect(grouped('6670903752021072936960')).toBe('6,670,903,752,021,072,936,960');
    expect([plural(1, 'cover'), plural('1000', 'cover'), plural(2, 'entry', 'entries')]).toEqual(['1 cover', '1,000 covers', '2 entries']);
  });
});

describe('lines', () => {
  it('come back in their order, across blocks', () => {
    const lines = new Lines(4);
    const text = (row: number) => String(row).padStart(3, '0').slice(-3) + '\n';
    for (let row = 0; row < 20_000; row += 777) {
      lines.append(new TextEncoder().encode(Array.from({ length: Math.min(777, 20_000 - row) }, (_, at) => text(row + at)).join('')));
    }
    expect(lines.length).toBe(20_000);
    for (const row of [0, 8191, 8192, 19_999]) expect(lines.text(row)).toBe(text(row));
    expect(lines.parts().reduce((sum, part) => sum + part.length, 0)).toBe(80_000);
  });
});

describe('the heat map', () => {
  it('finds the cells in the names of the items', () => {
    expect(spot(['V', 'r1c1', 'r2c1'])).toEqual({ label: 'V', cells: [[0, 0], [1, 0]] });
    expect(spot(['r3', 'c12'])).toEqual({ label: '', cells: [[2, 11]] });
    expect(spot(['r1c2', 'r1=4', 'c2=4'])).toEqual({ label: '4', cells: [[0, 1]] });
    expect(spot(['a', 'b'])).toBeUndefined();
  });
});

describe('the state of a dance', () => {
  const moment = (event: string, more: Partial<Moment> = {}): Moment => ({ x: 5, event, level: 0, text: '', item: null, option: null, branches: null, released: [], hidden: [], restored: [], ...more });
  it('is the same after going forward and back', () => {
    const state = new State({ items: ['a', 'b'], primary: 2, options: [[0], [1], [0, 1]] });
    state.add([
      moment('cover', { item: 0, hidden: [0, 2] }),
      moment('try', { item: 0, option: 0 }),
      moment('try', { item: 1, option: 1, hidden: [1] }),
      moment('visit'),
      moment('again', { item: 0, released: [0, 1], restored: [1] }),
      moment('try', { item: 0, option: 2 }),
    ]);
    const seen: unknown[] = [];
    const look = () => [[...state.chosen], [...state.hidden], [...state.left], [...state.covered], state.node];
    do seen.push(look());
    while (state.forward());
    expect(state.chosen).toEqual([2]);
    expect(state.tree.map((node) => node.parent)).toEqual([-1, 0, 1, 0]);
    for (const before of seen.reverse()) {
      expect(look()).toEqual(before);
      state.back();
    }
  });
});
