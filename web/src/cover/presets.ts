// The forms for some of the puzzles of `quadrille make`.
import { h } from '../parts/dom';
import type { Preset } from '../worker/types';

interface Field {
  name: string;
  label: string;
  type: 'number' | 'text' | 'area' | 'check';
  value: string | number | boolean;
  min?: number;
  max?: number;
}

export interface Kind {
  kind: string;
  label: string;
  fields: Field[];
}

const number = (name: string, label: string, value: number, min: number, max: number): Field => ({ name, label, type: 'number', value, min, max });
const check = (name: string, label: string): Field => ({ name, label, type: 'check', value: false });
const text = (name: string, label: string, value: string): Field => ({ name, label, type: 'text', value });
const area = (name: string, label: string, value: string): Field => ({ name, label, type: 'area', value });

const WORDS = 'act ale ant ape arc are art ash ate bat bee bet cab can car cat cot ear eat eel era eta hat ice ire its lea lie lit nee net oar oat one ore pea pen per pet rat sea see set sit tab tan tap tar tea ten tie tin toe ton use';
const TABLE = `kind,name,needs,9h,10h,11h,14h,15h
room,Hall,,,,,-,
room,Attic,,,2,,,
person,Ann,,,,,,-
person,Bob,,-,,,,1
person,Cleo,,3,,,,
person,Dan,,,,-,-,
meeting,Opening,Ann;Bob;Cleo;Dan;Hall,,,,5,5
meeting,Parsers,Ann;Cleo,,,,,
meeting,Tilings,Bob;Dan,,,,,
meeting,Budget,Ann;Bob,4,,,,
meeting,Guests,Cleo;Hall,,,,,
meeting,Reviews,Dan;Attic,1,,,,`;

export const KINDS: Kind[] = [
  { kind: 'queens', label: 'Queens', fields: [number('size', 'Size of the board', 8, 1, 100)] },
  { kind: 'langford', label: 'Langford pairs', fields: [number('size', 'Pairs', 7, 1, 100)] },
  {
    kind: 'polyomino',
    label: 'Polyominoes',
    fields: [
      { name: 'shapes', label: 'Shapes: a set, or drawn with letters', type: 'area', value: 'pentominoes' },
      area('board', 'Board: 6x10, 8x8-2x2, or drawn', '6x10'),
      check('onesided', 'Do not reflect pieces'),
      check('unlimited', 'Any number of each piece'),
    ],
  },
  {
    kind: 'polycube',
    label: 'Polycubes',
    fields: [area('shapes', 'Shapes: soma, or drawn', 'soma'), text('space', 'Space', '3x3x3'), check('unlimited', 'Any number of each piece')],
  },
  { kind: 'latin', label: 'Latin squares', fields: [area('square', 'Order, or a square to complete', '5')] },
  {
    kind: 'sudoku',
    label: 'Sudokus of other sizes',
    fields: [text('boxes', 'Rows and columns of a box', '2x3'), area('jigsaw', 'Regions instead of boxes, drawn with letters', ''), check('diagonal', 'Both diagonals too'), area('puzzle', 'Clues', '')],
  },
  { kind: 'macmahon', label: "MacMahon's squares", fields: [text('size', 'Rows and columns', '4x6'), number('colors', 'Colors', 3, 1, 4), number('border', 'Color of the border, 0 for any', 0, 0, 4)] },
  { kind: 'words', label: 'Word rectangles', fields: [text('size', 'Width and height', '3x3'), area('words', 'Words', WORDS), check('repeats', 'A word may occur more than once')] },
  { kind: 'steiner', label: 'Steiner triple systems', fields: [number('points', 'Points', 7, 3, 99)] },
  { kind: 'knapsack', label: 'Packings and payments', fields: [text('weight', 'Weight: 20 or 0..20', '20'), area('things', 'Things: name:weight:copies:value', 'nickel:1:20\ndime:2:10\nquarter:5:4\nhalf:10:2')] },
  { kind: 'schedule', label: 'Timetables', fields: [area('table', 'Table: kind, name, needs, hours', TABLE)] },
];

export function form(kind: Kind, given?: URLSearchParams): { element: HTMLElement; read: () => Preset } {
  const controls = kind.fields.map((field) => {
    const value = given?.get(field.name) ?? field.value;
    const id = `preset-${field.name}`;
    switch (field.type) {
      case 'check':
        return h('input', { id, type: 'checkbox', checked: value === true || value === 'true' });
      case 'area':
        return h('textarea', { id, rows: String(value).includes('\n') ? 5 : 1, spellcheck: 'false', value: String(value) });
      case 'number':
        return h('input', { id, type: 'number', min: field.min, max: field.max, value: String(value) });
      default:
        return h('input', { id, type: 'text', spellcheck: 'false', value: String(value) });
    }
  });
  const rows = kind.fields.map((field, at) => h('label', { class: `field ${field.type}` }, h('span', {}, field.label), controls[at]!));
  const read = (): Preset => {
    const preset: Preset = { kind: kind.kind };
    kind.fields.forEach((field, at) => {
      const control = controls[at]!;
      preset[field.name] =
        control instanceof HTMLInputElement && field.type === 'check' ? control.checked
        : field.type === 'number' ? Math.max(0, Math.round(Number(control.value) || 0))
        : control.value;
    });
    return preset;
  };
  return { element: h('div', { class: 'form' }, ...rows), read };
}
