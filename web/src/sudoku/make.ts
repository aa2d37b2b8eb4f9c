// The form that makes a puzzle.
import { button, h } from '../parts/dom';
import { task } from '../parts/task';
import { Stopped, heavy } from '../solver';

const LEVELS = ['', 'easy', 'medium', 'hard', 'expert', 'extreme'];
const SYMMETRIES: [string, string][] = [
  ['none', 'none'],
  ['rot180', 'half turn'],
  ['rot90', 'quarter turn'],
  ['mirror', 'mirror'],
  ['diagonal', 'diagonal'],
];

export function make(made: (puzzle: string) => void): HTMLElement {
  const level = h('select', { id: 'make-level' }, ...LEVELS.map((name) => h('option', { value: name }, name || 'any')));
  const symmetry = h('select', { id: 'make-symmetry' }, ...SYMMETRIES.map(([value, name]) => h('option', { value }, name)));
  const number = (id: string, value: string, min: number, max: number) => h('input', { id, type: 'number', value, min, max, inputmode: 'numeric' });
  const fewest = number('make-fewest', '', 17, 81);
  const most = number('make-most', '', 17, 81);
  const seed = number('make-seed', String(1 + Math.floor(Math.random() * 1_000_000)), 0, Number.MAX_SAFE_INTEGER);
  const minimal = h('input', { id: 'make-minimal', type: 'checkbox' });
  const status = h('p', { class: 'hint', id: 'make-status', role: 'status' });
  const go = task('Make a puzzle', 'Stop', run, { id: 'make-go', class: 'primary' });
  const next = button('Another', () => {
    seed.value = String(Number(seed.value) + 1);
    void go.begin();
  });

  async function run(): Promise<void> {
    status.textContent = 'Trying …';
    const given = [fewest, most].map((field) => (field.value === '' ? null : Number(field.value)));
    const clues: [number, number] | null = given.every((value) => value === null) ? null : [given[0] ?? 17, given[1] ?? 81];
    const wish = { seed: Number(seed.value) || 0, number: 0, level: level.value, symmetry: symmetry.value, clues, minimal: minimal.checked, attempts: 20_000 };
    try {
      const puzzle = await heavy.call('make', [wish], (attempts) => (status.textContent = `${attempts} attempts …`));
      status.textContent = 'Made. The program makes the same puzzle with the same settings.';
      made(puzzle);
    } catch (error) {
      status.textContent = error instanceof Stopped ? 'Stopped.' : (error as Error).message;
    }
  }

  const field = (label: string, control: HTMLElement) => h('label', { class: 'field' }, h('span', {}, label), control);
  return h(
    'div',
    { class: 'form' },
    field('Level', level),
    field('Symmetry', symmetry),
    field('Minimum clues', fewest),
    field('Maximum clues', most),
    field('Seed', seed),
    field('No redundant clues', minimal),
    h('div', { class: 'bar' }, go.button, next),
    status,
  );
}
