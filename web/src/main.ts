// The page: its parts, and the address that determines which part is shown.
import './style.css';
import { read } from './parts/address';
import { CoverView } from './cover/view';
import { DanceView } from './dance/view';
import { whenLoaded } from './solver';
import { SudokuView } from './sudoku/view';

const main = document.querySelector('main')!;
const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')];
const titles = { sudoku: 'Sudoku', dance: 'Dancing links', cover: 'Exact covers' };
let sudoku: SudokuView | undefined;
let dance: DanceView | undefined;
let cover: CoverView | undefined;
let shown: keyof typeof titles | undefined;

async function show(): Promise<void> {
  const { view, fields } = read(location.hash);
  if (view !== 'dance') dance?.leave();
  links.forEach((link) => {
    if (link.dataset['view'] === view) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  });
  document.title = `${titles[view]} · quadrille`;
  const part = view === 'sudoku' ? (sudoku ??= new SudokuView()) : view === 'dance' ? (dance ??= new DanceView()) : (cover ??= new CoverView());
  if (shown !== view) main.replaceChildren(part.element);
  shown = view;
  if (part instanceof SudokuView) await part.open(fields.get('sudoku') ?? '');
  else if (part instanceof DanceView) await part.open(fields.get('dance') ?? '', fields.get('text'));
  else await part.open(fields);
}

// The link "Sudoku" returns to the current puzzle. The title of the page leads to an empty grid.
links[0]!.addEventListener('click', () => sudoku && (links[0]!.href = sudoku.address));
addEventListener('hashchange', () => void show());
void show();

// The page works offline after the first visit. Its offline copy includes both modules, so copying
// waits until the module that is needed first is loaded.
if ('serviceWorker' in navigator && import.meta.env.PROD) {
  void whenLoaded.then(() => navigator.serviceWorker.register('./offline.js')).catch(() => {});
}
