// Drawings of the items and options: a Sudoku as four squares of 81 items, a small problem as its
// matrix, and any other problem as a row of items.
import { h, svg } from '../parts/dom';
import type { Structure } from '../worker/types';
import type { State } from './state';

export interface Drawing {
  element: Element;
  draw: (state: State) => void;
}

function look(state: State, item: number): string {
  const moment = state.current;
  const names = ['item'];
  if (state.covered[item]! > 0) names.push('covered');
  else if (item < state.structure.primary && state.left[item] === 0) names.push('empty');
  else if (item < state.structure.primary && state.left[item] === 1) names.push('single');
  if (moment?.item === item) names.push(moment.event === 'dead' || moment.branches === 0 ? 'out' : 'now');
  return names.join(' ');
}

const GROUPS = ['cells', 'digits in rows', 'digits in columns', 'digits in boxes'];

export function sudokuItems(structure: Structure): Drawing {
  const boxes: { square: SVGElement; text: SVGElement }[] = [];
  const groups = GROUPS.map((label, group) => {
    const squares = Array.from({ length: 81 }, (_, at) => {
      const [x, y] = [(at % 9) * 10, Math.floor(at / 9) * 10];
      const text = svg('text', { x: x + 5, y: y + 7.6 });
      const square = svg('g', {}, svg('title', {}, structure.items[81 * group + at] ?? String(81 * group + at + 1)), svg('rect', { x: x + 0.5, y: y + 0.5, width: 9, height: 9, rx: 1 }), text);
      boxes[81 * group + at] = { square, text };
      return square;
    });
    return h('figure', { class: 'group' }, svg('svg', { viewBox: '0 0 90 90', role: 'img', 'aria-label': `The 81 items of ${label}` }, ...squares), h('figcaption', {}, label));
  });
  return {
    element: h('div', { class: 'groups' }, ...groups),
    draw: (state) =>
      boxes.forEach(({ square, text }, item) => {
        square.setAttribute('class', look(state, item));
        const left = state.covered[item]! > 0 ? '' : String(state.left[item]);
        if (text.textContent !== left) text.textContent = left;
      }),
  };
}

/** Draws the matrix of a small problem: a row for each option, a column for each item. */
export function matrix(structure: Structure): Drawing {
  const columns = structure.items.map((name, item) => h('th', { scope: 'col', class: item < structure.primary ? '' : 'secondary' }, h('span', {}, name)));
  const counts = structure.items.map(() => h('td', {}));
  const rows = structure.options.map((items, option) => {
    const set = new Set(items);
    return h('tr', {}, h('th', { scope: 'row' }, String(option + 1)), ...structure.items.map((_, item) => h('td', {}, set.has(item) ? '●' : '')));
  });
  const table = h('table', { class: 'matrix' }, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'option'), ...columns)), h('tbody', {}, ...rows), h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, 'left'), ...counts)));
  return {
    element: h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'The matrix' }, table),
    draw: (state) => {
      const chosen = new Set(state.chosen);
      const looks = structure.items.map((_, item) => look(state, item));
      columns.forEach((column, item) => (column.className = `${looks[item]} ${item < structure.primary ? '' : 'secondary'}`));
      counts.forEach((count, item) => {
        count.className = looks[item]!;
        count.textContent = state.covered[item]! > 0 ? '' : String(state.left[item]);
      });
      rows.forEach((row, option) => {
        const now = state.current?.option === option && state.current.event === 'try';
        row.className = chosen.has(option) ? 'chosen' : state.hidden[option] ? 'hidden-option' : now ? 'now' : '';
        structure.items.forEach((_, item) => (row.cells[item + 1]!.className = looks[item]!));
      });
    },
  };
}

/** Draws the items of a larger problem, each with the number of its remaining options. */
export function itemRow(structure: Structure): Drawing {
  const items = structure.items.map((name) => {
    const left = h('b', {});
    return { element: h('li', {}, h('span', {}, name), left), left };
  });
  return {
    element: h('ul', { class: 'items', 'aria-label': 'Items and their remaining options' }, ...items.map(({ element }) => element)),
    draw: (state) =>
      items.forEach(({ element, left }, item) => {
        element.className = `${look(state, item)} ${item < structure.primary ? '' : 'secondary'}`;
        left.textContent = state.covered[item]! > 0 ? '' : String(state.left[item]);
      }),
  };
}

export function items(structure: Structure, isSudoku: boolean): Drawing {
  if (isSudoku) return sudokuItems(structure);
  return structure.items.length <= 40 && structure.options.length <= 80 ? matrix(structure) : itemRow(structure);
}
