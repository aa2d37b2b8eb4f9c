// Covers drawn as boards or shown as text, and the heat map of the options.
import { h, svg } from '../parts/dom';
import type { Drawing, Picture, Structure } from '../worker/types';

/** Returns the hue of a region, as in `quadrille show --svg`. Close numbers give distinct hues. */
function hue(region: number): number {
  return (40 + region * 137.507764) % 360;
}

export function picture({ rows, columns, cells }: Picture): SVGElement {
  const at = (row: number, column: number) => (row < 0 || column < 0 || row >= rows || column >= columns ? null : (cells[row * columns + column] ?? null));
  const longest = Math.max(1, ...cells.map((cell) => (cell ? cell[1].join('').length : 0)));
  const size = Math.min(20, 56 / longest);
  const squares: SVGElement[] = [];
  const labels: SVGElement[] = [];
  let lines = '';
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const cell = at(row, column);
      const [x, y] = [column * 40, row * 40];
      if (cell) {
        const square = svg('rect', { x, y, width: 40, height: 40, class: 'region' });
        square.style.setProperty('--hue', String(hue(cell[0])));
        squares.push(square);
        labels.push(svg('text', { x: x + 20, y: y + 20, 'font-size': size }, cell[1].join('')));
      }
      if (at(row - 1, column)?.[0] !== cell?.[0] && column < columns) lines += `M${x} ${y}h40`;
      if (at(row, column - 1)?.[0] !== cell?.[0] && row < rows) lines += `M${x} ${y}v40`;
    }
  }
  const words = `A board of ${rows} by ${columns}`;
  return svg('svg', { class: 'picture', role: 'img', viewBox: `-4 -4 ${columns * 40 + 8} ${rows * 40 + 8}`, 'aria-label': words }, ...squares, svg('path', { d: lines, class: 'lines' }), ...labels);
}

export function draw(drawing: Drawing): HTMLElement {
  return h('figure', { class: 'drawing' }, drawing.picture ? picture(drawing.picture) : null, drawing.picture ? null : h('pre', { tabindex: '0', 'aria-label': 'The cover' }, drawing.text));
}

interface Spot {
  label: string;
  cells: [number, number][];
}

/** Returns the cells that the items of an option name, as `r1c2`, `l3r1c2`, or a row `r1` and a
 * column `c2`, with the option's piece or value if there is one. Returns `undefined` if they name
 * no cell. Each layer after the first adds 1000 to the columns. */
export function spot(names: string[]): Spot | undefined {
  const cells: [number, number][] = [];
  const [rows, columns]: [number[], number[]] = [[], []];
  let label = '';
  for (const name of names) {
    const cell = /^(?:l(\d+))?r(\d+)c(\d+)$/.exec(name);
    const line = /^([rc])(\d+)$/.exec(name);
    if (cell) cells.push([Number(cell[2]) - 1, Number(cell[3]) - 1 + 1000 * (Number(cell[1] ?? 1) - 1)]);
    else if (line) (line[1] === 'r' ? rows : columns).push(Number(line[2]) - 1);
    else if (label === '') label = /^[rc]\d+=(.+)$/.exec(name)?.[1] ?? name;
  }
  if (cells.length === 0 && rows.length === 1 && columns.length === 1) return { label: '', cells: [[rows[0]!, columns[0]!]] };
  return cells.length > 0 ? { label, cells } : undefined;
}

/** Returns the heat map, if options name cells: for each cell, the share of the covers in which it
 * has the selected piece or value. */
export function heat(structure: Structure, parts: number[]): HTMLElement | undefined {
  const spots = structure.options.map((items) => spot(items.filter((item) => item < structure.primary).map((item) => structure.items[item]!)));
  const known = spots.filter((one): one is Spot => one !== undefined);
  if (known.length === 0) return undefined;
  const labels = [...new Set(known.map(({ label }) => label))];
  const choice = h('select', { id: 'heat-piece', onchange: () => show(choice.value) }, ...labels.map((label) => h('option', { value: label }, label || 'all')));
  const all = known.flatMap(({ cells }) => cells);
  const layers = Math.max(...all.map(([, column]) => Math.floor(column / 1000))) + 1;
  const rows = Math.max(...all.map(([row]) => row)) + 1;
  const width = Math.max(...all.map(([, column]) => column % 1000)) + 1;
  const place = ([row, column]: [number, number]) => `${row} ${(column % 1000) + Math.floor(column / 1000) * (width + 1)}`;
  const present = new Set(all.map(place));
  const board = svg('svg', { class: 'picture heat', role: 'img', viewBox: `-2 -2 ${(layers * (width + 1) - 1) * 40 + 4} ${rows * 40 + 4}` });

  function show(label: string): void {
    const sums = new Map<string, number>();
    spots.forEach((one, option) => {
      if (one?.label !== label) return;
      for (const cell of one.cells) sums.set(place(cell), (sums.get(place(cell)) ?? 0) + (parts[option] ?? 0));
    });
    const most = Math.max(...sums.values(), Number.MIN_VALUE);
    board.setAttribute('aria-label', `The share of the covers in which each cell has ${label || 'an option'}. At most ${(100 * most).toFixed(1)}%.`);
    board.replaceChildren(
      ...[...present].map((key) => {
        const [row, column] = key.split(' ').map(Number) as [number, number];
        const part = sums.get(key) ?? 0;
        const square = svg('rect', { x: column * 40, y: row * 40, width: 40, height: 40, class: 'warm' });
        square.style.setProperty('--part', String(part / most));
        const words = part === 0 ? '0' : part < 0.0005 ? '<.1' : (100 * part).toFixed(part < 0.0995 ? 1 : 0);
        return svg('g', {}, square, svg('text', { x: column * 40 + 20, y: row * 40 + 20, 'font-size': 11 }, words));
      }),
    );
  }
  show(labels[0]!);
  return h('figure', { class: 'drawing' }, h('label', { class: 'field inline' }, h('span', {}, 'Piece or value'), choice), board, h('figcaption', {}, 'Percent of the covers.'));
}
