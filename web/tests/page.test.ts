// Tests of the whole page, as built, in a real browser.
import { readFileSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dist, executable, launch, serve, type Browser } from './browser';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOUR = '027800061000030008910005420500016030000970200070000096700000080006027000030480007';
/** A puzzle with seven clues, whose solutions take long to count. */
const MANY = '1............5.........8...........3....7..............6...................2.....';
const dots = (cells: string) => cells.replaceAll('0', '.');

let server: Awaited<ReturnType<typeof serve>>;
let browser: Browser;
let page: Page;

const text = (selector: string) => page.locator(selector).innerText();
const has = (selector: string, words: string | RegExp, timeout = 30_000) =>
  page.waitForFunction(
    ([selector, source, flags]) => new RegExp(source!, flags).test(document.querySelector<HTMLElement>(selector!)?.innerText ?? ''),
    [selector, words instanceof RegExp ? words.source : words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), words instanceof RegExp ? words.flags : ''],
    { timeout },
  );
async function open(hash = ''): Promise<void> {
  page = await browser.page(`${server.address}${hash}`);
}
async function paste(puzzles: string): Promise<void> {
  await page.locator('details.paste summary').first().click();
  await page.fill('#paste', puzzles);
  await page.click('#read');
}
const board = () => page.evaluate(() => [...document.querySelectorAll<HTMLInputElement>('.board input')].map((field) => field.value || '.').join(''));
const found = () => page.evaluate(() => [...document.querySelectorAll('.board .cell')].map((cell) => cell.querySelector<HTMLInputElement>('input')!.value || (cell.querySelector('.found')?.textContent ?? '.')).join(''));

describe.skipIf(!executable)('the page', () => {
  beforeAll(async () => {
    server = await serve();
    browser = await launch();
  });
  afterEach(async () => {
    const complaints = browser.complaints.splice(0);
    await page?.close();
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it('solves a puzzle that is typed', async () => {
    await open();
    await page.click('#cell-0');
    for (const digit of dots(FOUR).slice(0, 27)) {
      await page.keyboard.press(digit === '.' ? 'Delete' : digit);
      const at = await page.evaluate(() => Number(document.activeElement!.id.slice(5)));
      if (at % 9 < 8) await page.keyboard.press('ArrowRight');
      else {
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Home');
      }
    }
    expect((await board()).slice(0, 27)).toBe(dots(FOUR).slice(0, 27));
    await has('#verdict', 'More than one solution');
    expect(await page.evaluate(() => location.hash)).toBe(`#sudoku=${await board()}`);
  });

  it('keeps the cell marked while digits are clicked, and shows an example again', async () => {
    await open();
    await page.click('#cell-40');
    await page.locator('.pad button').nth(4).click();
    expect(await page.evaluate(() => document.activeElement!.id)).toBe('cell-40');
    await page.keyboard.press('ArrowRight');
    await page.locator('.pad button').nth(2).click();
    expect((await board()).slice(40, 42)).toBe('53');
    for (let time = 0; time < 2; time++) {
      await page.click('#clear');
      await page.selectOption('#example', { label: 'Four solutions' });
      await has('#solution-count', '4 solutions in all.');
    }
  });

  it('takes keys and pastes before a cell is clicked, and leaves other fields alone', async () => {
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open();
    await page.keyboard.press('5');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('3');
    expect((await board()).slice(0, 3)).toBe('53.');
    await page.evaluate((puzzle) => navigator.clipboard.writeText(puzzle), FOUR);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('Control+v');
    await has('#solution-count', '4 solutions in all.');
    expect(await board()).toBe(dots(FOUR));
    await page.click('#clear');
    await page.keyboard.press('7');
    expect((await board()).replaceAll('.', '')).toBe('7');
    await page.click('#paste-button');
    await has('#solution-count', '4 solutions in all.');
    await page.click('#tab-make');
    await page.fill('#make-seed', '');
    await page.focus('#make-seed');
    await page.keyboard.type('12');
    expect(await page.inputValue('#make-seed')).toBe('12');
    expect(await board()).toBe(dots(FOUR));
    // Another part of the page keeps what is pasted there.
    await page.click('nav a[data-view="cover"]');
    await page.fill('#exact-text', '');
    await page.focus('#exact-text');
    await page.keyboard.press('Control+v');
    expect(await page.inputValue('#exact-text')).toBe(FOUR);
  });

  it('invites on the first screen, and lists nothing unasked', async () => {
    await open();
    await has('#verdict', 'Type or paste a Sudoku');
    expect(await page.isVisible('#solutions')).toBe(false);
    for (const tab of ['candidates', 'explain', 'solutions']) await page.click(`#tab-${tab}`);
    await page.waitForTimeout(200);
    expect(await text('#verdict')).toContain('Type or paste a Sudoku');
    await page.getByRole('button', { name: 'Four solutions' }).click();
    await has('#solution-count', '4 solutions in all.');
    expect(await page.isVisible('#invitation')).toBe(false);
    expect(await board()).toBe(dots(FOUR));
    // The rows are not cut off.
    expect(await page.evaluate(() => { const list = document.querySelector('#solutions')!; return list.scrollWidth - list.clientWidth; })).toBe(0);
    await page.click('#clear');
    expect(await page.isVisible('#invitation')).toBe(true);
    // On a phone the verdict is between the board and the digits.
    const top = (selector: string) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
    expect(await top('#verdict')).toBeLessThan(await top('.tabs'));
    await page.setViewportSize({ width: 360, height: 740 });
    await page.waitForTimeout(100);
    expect(await top('#verdict')).toBeGreaterThan(await top('#cell-80'));
    expect(await top('#verdict')).toBeLessThan(await top('.pad'));
  });

  it('lists all solutions, and says that these are all', async () => {
    await open(`#sudoku=${FOUR}`);
    await has('#solution-count', '4 solutions in all.');
    expect(await page.locator('#solutions .row').count()).toBe(4);
    await page.locator('#solutions .row').nth(2).click();
    expect(await found()).toBe('327894561645132978918765423589216734463978215172543896794651382856327149231489657');
    // The cells in which the two solutions differ are marked.
    expect(await page.locator('.witness').count()).toBe(2);
    await page.locator('.witness').first().click();
    const one = await found();
    await page.locator('.witness').nth(1).click();
    const other = await found();
    const differ = [...one].filter((digit, cell) => digit !== other[cell]).length;
    expect(differ).toBeGreaterThan(0);
    expect(await page.locator('.cell.differs').count()).toBe(differ);
  });

  it('says that a solution is the only one', async () => {
    await open('#sudoku=005176000400000001000800309100000090503000807090000004207008000600000003000429700');
    await has('#verdict', 'Exactly one solution.');
    expect(await found()).toBe('935176482428395671716842359174283596563914827892567134247638915689751243351429768');
    // The list is no higher than its one row.
    await has('#solutions', /1/);
    expect((await page.locator('#solutions').boundingBox())!.height).toBeLessThan(40);
  });

  it.each([
    ['a line', FOUR],
    ['a grid that is drawn', '. 2 7 | 8 . . | . 6 1\n. . . | . 3 . | . . 8\n9 1 . | . . 5 | 4 2 .\n------+-------+------\n5 . . | . 1 6 | . 3 .\n. . . | 9 7 . | 2 . .\n. 7 . | . . . | . 9 6\n------+-------+------\n7 . . | . . . | . 8 .\n. . 6 | . 2 7 | . . .\n. 3 . | 4 8 . | . . 7\n'],
    ['a file of SudoCue or SadMan', `[Puzzle]\n${dots(FOUR).match(/.{9}/g)!.join('\n')}\n`],
    ['a file of Simple Sudoku', '*-----------*\n|.27|8..|.61|\n|...|.3.|..8|\n|91.|..5|42.|\n|---+---+---|\n|5..|.16|.3.|\n|...|97.|2..|\n|.7.|...|.96|\n|---+---+---|\n|7..|...|.8.|\n|..6|.27|...|\n|.3.|48.|..7|\n*-----------*\n'],
    ['a table', `puzzle,note\n${FOUR},four\n`],
    ['candidates', [...FOUR].map((digit) => (digit === '0' ? '123456789' : [...'123456789'].map((one) => (one === digit ? one : '.')).join(''))).join('')],
  ])('reads %s', async (_, puzzle) => {
    await open();
    await paste(puzzle);
    await has('#solution-count', '4 solutions in all.');
    expect(await text('#sudoku-error')).toBe('');
  });

  it('reads a file that is dropped', async () => {
    await open();
    const data = await page.evaluateHandle(([name, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content!], name!));
      return transfer;
    }, ['seeds.txt', readFileSync(join(root, 'puzzles/seeds.txt'), 'utf8')]);
    await page.dispatchEvent('.view', 'drop', { dataTransfer: data });
    await has('#batch-summary', '6 puzzles: 5 with one solution, 1 with several, 0 with none.');
    await page.locator('#batch .row').nth(1).click();
    await has('#verdict', 'Exactly one solution.');
  });

  it('reports the place of each error in a file', async () => {
    await open();
    await paste('4.x');
    await has('#sudoku-error', "Line 1, column 3: 'x' and another character are empty cells");
    await page.fill('#paste', `${FOUR}\noops\n${FOUR}\n`);
    await page.click('#read');
    await has('#batch-summary', '2 puzzles: 0 with one solution, 2 with several');
    await has('.faults', 'line 2');
  });

  it('stops, goes on, and stops by itself at a million', async () => {
    await open();
    await page.click('#list-empty');
    await has('#solution-count', /At least [\d,]{5,}/);
    await page.click('#toggle');
    await has('#solution-count', 'Stopped.');
    expect(await text('#toggle')).toBe('Continue');
    const stopped = await text('#solution-count');
    await page.waitForTimeout(150);
    expect(await text('#solution-count')).toBe(stopped);
    await page.click('#toggle');
    await has('#solution-count', /At least \d+,000,000 solutions\. Stopped\./);
    // The list scrolls to its end, where it shows another solution. The search stops at each
    // million. On a busy machine, it may reach the first million before the click on "Stop".
    const [count] = (await text('#solution-count')).match(/\d+,000,000/)!;
    await page.focus('#solutions');
    await page.keyboard.press('End');
    await has('#solutions .row[aria-selected="true"] .number', count);
    const last = await found();
    expect(new Set(last).size).toBe(9);
    await page.keyboard.press('Home');
    await has('#solutions .row[aria-selected="true"] .number', /^1$/);
    expect(await found()).not.toBe(last);
  });

  it('gives the solutions as a file', async () => {
    await open(`#sudoku=${FOUR}`);
    await has('#solution-count', 'in all.');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
    const content = readFileSync((await download.path())!, 'utf8');
    expect(content.split('\n').slice(0, 4)).toEqual([
      '327894561465132978918765423589216734643978215172543896794651382856327149231489657',
      '327894561465132978918765423589216734643978215271543896794651382856327149132489657',
      '327894561645132978918765423589216734463978215172543896794651382856327149231489657',
      '327894561645132978918765423589216734463978215271543896794651382856327149132489657',
    ]);
  });

  it('counts without listing', async () => {
    await open(`#sudoku=${FOUR}`);
    await page.click('#count-all');
    await has('#exact-count', 'Exactly 4 solutions');
  });

  it('offers a count unless there is no solution', async () => {
    await open(`#sudoku=${'12345678.........9'.padEnd(81, '.')}`);
    await has('#solution-count', 'No solution.');
    expect(await page.isDisabled('#count-all')).toBe(true);
    await page.fill('#cell-17', '');
    await has('#verdict', 'More than one solution');
    expect(await page.isDisabled('#count-all')).toBe(false);
  });

  it('writes no count under another puzzle', async () => {
    await open(`#sudoku=${MANY}`);
    await page.click('#count-all');
    await has('#exact-count', 'At least');
    await page.click('#cell-1');
    await page.keyboard.press('2');
    await has('#count-all', 'Count without listing');
    await has('#verdict', '8 clues');
    expect(await text('#exact-count')).toBe('');
  });

  it('runs one long call at a time: the last one requested', async () => {
    await open(`#sudoku=${MANY}`);
    await page.click('#count-all');
    await has('#exact-count', 'At least');
    // Showing a tab begins no call if that would stop a count.
    await page.click('#tab-candidates');
    expect(await text('#candidates-go')).toBe('Find the candidates');
    await page.click('#candidates-go');
    await has('#candidate-status', 'Counting: 0%');
    await page.click('#tab-solutions');
    await has('#exact-count', /At least .* the count was stopped\./);
    await page.click('#tab-candidates');
    await page.click('#candidates-go');
    await has('#candidate-status', 'Stopped.');
    await page.click('#candidates-go');
    await has('#candidates-go', 'Stop');
    // A new puzzle does not wait for the candidates of the previous one.
    await page.evaluate((puzzle) => (location.hash = `#sudoku=${puzzle}`), FOUR);
    await has('#candidate-status', '4 solutions in all.');
    expect(await text('#candidates-go')).toBe('Find the candidates');
    await page.evaluate((puzzle) => (location.hash = `#sudoku=${puzzle}`), MANY);
    await has('#candidate-status', 'Counting: 0%');
    await page.click('#tab-make');
    await page.click('#make-go');
    await has('#make-status', 'Made.');
    await has('#verdict', 'Exactly one solution.');
  });

  it('shows the candidates that occur in solutions, and in how many', async () => {
    await open(`#sudoku=${FOUR}`);
    await page.click('#tab-candidates');
    await has('#candidate-status', '4 solutions in all.');
    // Each candidate is in two or all of the four solutions.
    const titles = await page.evaluate(() => [...document.querySelectorAll('.mark')].map((mark) => (mark as HTMLElement).title));
    expect(titles.filter((title) => title.includes('2 of 4')).length).toBe(16);
    expect(titles.every((title) => /^\d: [124] of 4 solutions$/.test(title))).toBe(true);
  });

  it('marks clashes as they are typed', async () => {
    await open();
    await page.click('#cell-0');
    await page.keyboard.press('5');
    await page.click('#cell-7');
    await page.keyboard.press('5');
    await has('#verdict', 'No solution: 5 is twice in row 1.');
    expect(await page.locator('.cell.clash').count()).toBe(2);
    await page.click('#tab-explain');
    await has('#sentence', 'The puzzle has no solution: two 5s in row 1');
    await has('#rating', /^Only a puzzle with one solution has a rating\.$/);
    await page.click('#tab-solutions');
    await page.click('#cell-7');
    // Removing the clash also removes the marks and the reason.
    await page.keyboard.press('Delete');
    await has('#verdict', 'More than one solution');
    expect(await page.locator('.cell.clash').count()).toBe(0);
    await page.fill('#cell-0', '');
    await paste('12345678.........9'.padEnd(81, '.'));
    await has('#verdict', 'No solution, though no digit is twice');
    await page.click('#cell-80');
    await page.keyboard.press('9');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('9');
    await has('#verdict', 'No solution: 9 is');
    await page.keyboard.press('Delete');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await has('#verdict', 'No solution, though no digit is twice');
    expect(await page.locator('.cell.clash').count()).toBe(0);
  });

  it.each([
    ['a column', { 0: '7', 72: '7', 36: '7' }, '7 is 3 times in column 1.', 3],
    ['a box', { 60: '4', 70: '4' }, '4 is twice in box 9.', 2],
  ] as [string, Record<number, string>, string, number][])('names a clash in %s that comes from a link or a paste', async (_, given, words, cells) => {
    const clash = Array.from({ length: 81 }, (_, cell) => given[cell] ?? '.').join('');
    await open(`#sudoku=${clash}`);
    await has('#verdict', words);
    expect(await page.locator('.cell.clash').count()).toBe(cells);
    await page.click('#clear');
    await page.waitForFunction(() => document.querySelector('.cell.clash') === null);
    await paste(clash);
    await has('#verdict', words);
    expect(await page.locator('.cell.clash').count()).toBe(cells);
  });

  it('carries the puzzle in the address, there and back', async () => {
    await open(`#sudoku=${FOUR}`);
    await has('#solution-count', 'in all.');
    expect(await board()).toBe(dots(FOUR));
    await page.click('nav a[data-view="cover"]');
    await page.waitForSelector('#exact-text');
    await page.goBack();
    await page.waitForSelector('.board');
    expect(await board()).toBe(dots(FOUR));
    await page.click('#cell-0');
    await page.keyboard.press('3');
    const address = await page.evaluate(() => location.href);
    await page.goto('about:blank');
    await page.goto(address);
    await has('#solution-count', '4 solutions in all.');
    expect((await board())[0]).toBe('3');
  });

  it('copies the link, and keeps the verdict', async () => {
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    try {
      await open(`#sudoku=${FOUR}`);
      await has('#solution-count', 'in all.');
      const verdict = await text('#verdict');
      await page.click('#copy');
      await has('#copy', 'Copied');
      expect(await text('#verdict')).toBe(verdict);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.address}#sudoku=${dots(FOUR)}`);
      await has('#copy', 'Copy the link');
    } finally {
      await browser.context.clearPermissions();
    }
  });

  it('reads the cells of a spreadsheet, in which an empty field is an empty cell', async () => {
    await open();
    for (const delimiter of ['\t', ',']) {
      const rows = Array.from({ length: 9 }, (_, row) => [...FOUR.slice(9 * row, 9 * row + 9)].map((digit) => (digit === '0' ? '' : digit)).join(delimiter));
      await page.click('#clear');
      await page.evaluate((text) => {
        const data = new DataTransfer();
        data.setData('text', text);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      }, `${rows.join('\r\n')}\r\n`);
      await has('#solution-count', '4 solutions in all.');
      expect(await board()).toBe(dots(FOUR));
    }
  });

  it('undoes and redoes, and Back goes to the previous puzzle', async () => {
    await open();
    expect(await page.isDisabled('#undo')).toBe(true);
    for (const key of ['5', 'ArrowRight', '3']) await page.keyboard.press(key);
    await page.click('#clear');
    await page.selectOption('#example', { label: 'Four solutions' });
    await has('#solution-count', '4 solutions in all.');
    await page.click('#cell-0');
    const steps = [dots(FOUR), '.'.repeat(81), '53'.padEnd(81, '.'), '5'.padEnd(81, '.'), '.'.repeat(81)];
    for (const expected of steps.slice(1)) {
      await page.keyboard.press('Control+z');
      expect(await board()).toBe(expected);
    }
    await page.keyboard.press('Control+z');
    expect(await page.isDisabled('#undo')).toBe(true);
    for (const expected of steps.slice(0, 4).reverse()) {
      await page.keyboard.press('Control+Shift+z');
      expect(await board()).toBe(expected);
    }
    expect(await page.evaluate(() => location.hash)).toBe(`#sudoku=${dots(FOUR)}`);
    await page.click('#undo');
    expect(await board()).toBe(steps[1]);
    await page.keyboard.press('Control+y');
    expect(await board()).toBe(steps[0]);
    // The text field has its own undo.
    await page.locator('details.paste summary').click();
    await page.focus('#paste');
    await page.keyboard.type('12');
    await page.keyboard.press('Control+z');
    expect(await page.inputValue('#paste')).not.toBe('12');
    expect(await board()).toBe(steps[0]);
  });

  it('undoes changes, and skips keys that changed nothing', async () => {
    await open();
    for (const key of ['5', '5', 'ArrowRight', 'Delete', '3', '3']) await page.keyboard.press(key);
    for (const expected of ['5', '.']) {
      await page.click('#undo');
      expect(await board()).toBe(expected.padEnd(81, '.'));
    }
    expect(await page.isDisabled('#undo')).toBe(true);
  });

  it('has an entry in the history for what replaces the puzzle', async () => {
    // A link changes the address immediately and the view later, so this waits for the view.
    const shows = (cells: string) => page.waitForFunction((wanted) => [...document.querySelectorAll<HTMLInputElement>('.sudoku .board input')].map((field) => field.value || '.').join('') === wanted, cells);
    await open(`#sudoku=${FOUR}`);
    await has('#solution-count', '4 solutions in all.');
    // Opening a link is not a step to undo, and adds no entry to the history of the browser.
    expect(await page.isDisabled('#undo')).toBe(true);
    expect(await page.evaluate(() => location.hash)).toBe(`#sudoku=${FOUR}`);
    await page.click('#cell-0');
    await page.keyboard.press('3');
    const typed = `3${dots(FOUR).slice(1)}`;
    await page.click('#clear');
    expect(await board()).toBe('.'.repeat(81));
    await paste('5'.padEnd(81, '.'));
    await has('#verdict', 'clue');
    await page.click('nav a[data-view="dance"]');
    await has('#moment', 'X1');
    // The link goes back to the puzzle, which is still there.
    await page.click('nav a[data-view="sudoku"]');
    await shows('5'.padEnd(81, '.'));
    await page.goBack();
    await has('#moment', 'X1');
    await page.goBack();
    await shows('5'.padEnd(81, '.'));
    await page.goBack();
    await shows('.'.repeat(81));
    await page.goBack();
    await shows(typed);
    await page.goForward();
    await shows('.'.repeat(81));
  });

  it('explains forward and back, each step drawn', async () => {
    await open('#sudoku=005176000400000001000800309100000090503000807090000004207008000600000003000429700');
    await page.click('#tab-explain');
    await has('#sentence', 'Naked single: r3c1 can only be 7, the last candidate left there.');
    expect(await page.locator('.mark.placed').innerText()).toBe('7');
    await has('#rating', 'naked pair');
    await page.click('#step-forward');
    const second = await text('#sentence');
    expect(second).not.toContain('r3c1 can only');
    expect((await found())[18]).toBe('7');
    await page.click('#step-back');
    await has('#sentence', 'Naked single: r3c1 can only be 7');
    expect((await found())[18]).toBe('.');
    await page.getByRole('button', { name: 'End' }).click();
    await has('#sentence', 'Solved in 59 steps.');
    expect(await found()).toBe('935176482428395671716842359174283596563914827892567134247638915689751243351429768');
  });

  it('continues with forcing chains where the other techniques stop, and can be stopped', async () => {
    await open('#sudoku=.6...94....3....9.....1.6....5.97...6..5..8..3....89.587..3...6.............2..41');
    await page.click('#tab-explain');
    await has('#rating', 'The rating needs forcing chains.');
    await page.getByRole('button', { name: 'End' }).click();
    await has('#sentence', /^No technique finds a step/);
    await page.click('#forcing');
    await page.locator('#forcing').waitFor({ state: 'hidden', timeout: 60_000 });
    expect(await text('#rating')).not.toContain('needs forcing chains');
    await has('#rating', 'extreme', 60_000);
    await page.getByRole('button', { name: 'End' }).click();
    await has('#sentence', /^Solved in \d+ steps\.$/);
    expect(await found()).toMatch(/^[1-9]{81}$/);
    await page.evaluate(() => (location.hash = '#sudoku=8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..'));
    await has('#sentence', 'No technique finds a step');
    await page.click('#forcing');
    await page.waitForFunction(() => document.querySelector('#forcing')!.textContent === 'Stop');
    await page.click('#forcing');
    await has('#forcing', 'Continue');
    await has('#sentence', 'No technique finds a step');
  }, 90_000);

  it('rates no puzzle with several solutions', async () => {
    await open(`#sudoku=${FOUR}`);
    await page.click('#tab-explain');
    await page.click('#forcing');
    // As in quadrille rate, which writes "several" instead of a level.
    await has('#rating', /^Only a puzzle with one solution has a rating\.$/);
  });

  it('draws the links of a chain', async () => {
    await open('#sudoku=3.....2..1.7..3.8..5.4....9..8.97...7...6...3...23.5..4....1.2..7.8..9.1..1.....6');
    await page.click('#tab-explain');
    const step = page.locator('#steps li', { hasText: /^XY/ }).first();
    await step.click();
    expect(await page.locator('.links line').count()).toBeGreaterThan(0);
    // The lines end at the rings of the candidates and do not cover their digits.
    const nearest = await page.evaluate(() => {
      const { left, top, width } = document.querySelector('.links')!.getBoundingClientRect();
      const middles = [...document.querySelectorAll('.mark')].map((mark) => mark.getBoundingClientRect()).map((box) => [box.left + box.width / 2, box.top + box.height / 2]);
      const ends = [...document.querySelectorAll<SVGLineElement>('.links line')].flatMap(({ x1, y1, x2, y2 }) => [[x1, y1], [x2, y2]].map(([x, y]) => [left + (x!.baseVal.value * width) / 9, top + (y!.baseVal.value * width) / 9]));
      return ends.map(([x, y]) => Math.min(...middles.map(([a, b]) => Math.hypot(a! - x!, b! - y!))));
    });
    expect(Math.min(...nearest)).toBeGreaterThan(4);
    expect(Math.max(...nearest)).toBeLessThan(9);
    expect(await page.locator('.mark.removed').count()).toBeGreaterThan(0);
  });

  it('makes the puzzle that the program makes', async () => {
    await open();
    await page.click('#tab-make');
    await page.selectOption('#make-level', 'hard');
    await page.selectOption('#make-symmetry', 'rot180');
    await page.fill('#make-seed', '7');
    await page.click('#make-go');
    await has('#make-status', 'Made.');
    // From README.md: quadrille generate --rating hard --symmetry rot180 --seed 7.
    expect(await board()).toBe('3.....2..1.7..3.8..5.4....9..8.97...7...6...3...23.5..4....1.2..7.8..9.1..1.....6');
    // While a puzzle is being made, "Another" begins the next one instead of stopping.
    await page.fill('#make-most', '17');
    for (const seed of ['8', '9']) {
      await page.getByRole('button', { name: 'Another' }).click();
      await has('#make-status', 'attempts …');
      expect([await page.inputValue('#make-seed'), await text('#make-go')]).toEqual([seed, 'Stop']);
    }
    await page.click('#make-go');
    await has('#make-status', 'Stopped.');
    await page.fill('#make-fewest', '30');
    await page.fill('#make-most', '20');
    await page.click('#make-go');
    await has('#make-status', /range|more|fewer|fewest/i);
  });

  it('dances the first example of TAOCP as the engine does, step by step', async () => {
    const trace = readFileSync(join(root, 'tests/data/dance/first.txt'), 'utf8').trimEnd().split('\n');
    await open('#dance');
    const shown: string[] = [];
    await has('#moment', 'X1');
    for (let step = 0; step < trace.length; step++) {
      await page.click('#dance-forward');
      await has('#dance-position', new RegExp(`^step ${step + 1}(,| )`));
      shown.push(await text('#moment'));
    }
    expect(shown).toEqual(trace);
    // Back through the same steps, comparing every fifth.
    for (let step = trace.length - 2; step >= 0; step -= 5) {
      for (let back = 0; back < (step === trace.length - 2 ? 1 : 5); back++) await page.click('#dance-back');
      await has('#dance-position', new RegExp(`^step ${step + 1}(,| )`));
      expect(await text('#moment')).toBe(trace[step]);
    }
    await page.click('#dance-first');
    await page.click('#dance-solution');
    await has('#moment', 'visit a cover');
    expect((await text('#chosen')).split('\n').sort()).toEqual(['a d f', 'b g', 'c e']);
  });

  it('dances a Sudoku to its solutions, with the board and the tree', async () => {
    await open(`#dance=${FOUR}`);
    for (const solutions of [1, 2, 3, 4]) {
      await page.click('#dance-solution');
      await has('#tree-words', new RegExp(`${solutions} covers?,`));
    }
    expect(await page.locator('.group').count()).toBe(4);
    expect(await page.locator('.small-board .found').count()).toBe(81 - [...FOUR].filter((digit) => digit !== '0').length);
    expect(await page.locator('.group .covered').count()).toBe(324);
    await page.click('#dance-solution');
    await has('#moment', 'terminate');
  });

  it('plays the dance, and pauses', async () => {
    await open(`#dance=${FOUR}`);
    // The options of the clues are chosen before the first step.
    await has('#dance-position', 'step 0,');
    await has('#moment', 'The options of 31 clues are chosen.');
    expect(await page.locator('#chosen li').count()).toBe(31);
    await page.click('#dance-back');
    expect(await text('#dance-position')).toContain('step 0,');
    expect(await page.locator('#moments .row').first().innerText()).not.toContain('given');
    await page.click('#dance-play');
    await has('#dance-position', /step ([1-9]\d|\d{3})/);
    await page.click('#dance-play');
    expect(await text('#dance-play')).toBe('Play');
    await page.waitForTimeout(100);
    const paused = await text('#dance-position');
    await page.waitForTimeout(150);
    expect(await text('#dance-position')).toBe(paused);
  });

  it.each([
    ['queens', { size: '8' }, '92 covers'],
    ['langford', { size: '7' }, '52 covers'],
    ['polyomino', { shapes: 'pentominoes', board: '3x20' }, '8 covers'],
    ['polycube', {}, '11,520 covers'],
    ['latin', { square: '5' }, '161,280 covers'],
    ['sudoku', { boxes: '2x2' }, '288 covers'],
    ['macmahon', { size: '2x3', colors: '2' }, /\d+ covers/],
    ['words', { size: '2x2', words: 'an no at to on', repeats: 'true' }, /\d+ covers?/],
    ['steiner', { points: '7' }, '30 covers'],
    ['knapsack', {}, /\d+ covers/],
    ['schedule', {}, /\d+ covers/],
  ] as [string, Record<string, string>, string | RegExp][])('makes, draws and counts %s', async (kind, fields, count) => {
    await open(`#cover&${new URLSearchParams({ make: kind, ...fields })}`);
    await has('#exact-summary', 'primary item');
    await page.click('#exact-count');
    await has('#exact-answer', count);
    await has('#exact-answer', 'Exactly');
    await page.click('#exact-list');
    await page.waitForSelector('#exact-figure .drawing :is(svg, pre)');
    expect(await page.locator('#covers .row').count()).toBeGreaterThan(0);
  });

  it.each([
    ['queens', { size: '8' }, '12 covers up to symmetry, of 92,'],
    ['steiner', { points: '13' }, '2 covers up to symmetry, of 1,197,504,000,'],
  ] as [string, Record<string, string>, string][])('counts %s up to symmetry', async (kind, fields, count) => {
    await open(`#cover&${new URLSearchParams({ make: kind, ...fields })}`);
    await has('#exact-summary', 'primary item');
    await page.click('#exact-classes');
    await has('#exact-answer', count);
  });

  it('draws a random cover, the cheapest, a heat map and an estimate', async () => {
    await open('#cover&make=queens&size=8');
    await has('#exact-summary', '16 primary items');
    await page.click('#exact-sample');
    await has('#exact-answer', 'A random cover');
    await page.waitForSelector('#exact-figure svg');
    const labels = await page.locator('#exact-figure svg text').allTextContents();
    expect(labels.filter((label) => label === 'Q').length).toBe(8);
    await page.click('#exact-heat');
    await has('#exact-answer', '92 covers, counted by option');
    const parts = await page.locator('.heat text').allTextContents();
    expect(parts.length).toBe(64);
    // A corner has a queen in 4 of the 92 covers.
    expect(parts.filter((part) => part === '4.3').length).toBeGreaterThan(3);
    await page.click('#exact-estimate');
    await has('#exact-answer', /nodes/);
    await page.selectOption('#preset-kind', 'schedule');
    await has('#exact-summary', 'with costs');
    await page.click('#exact-cheapest');
    // From docs/program.md: quadrille show schedule puzzles/schedule.csv --best.
    await has('#exact-answer', 'The cheapest cover costs 2');
  });

  it('shows one result at a time, and the list again', async () => {
    await open('#cover&make=queens&size=6');
    await has('#exact-summary', '12 primary items');
    await page.click('#exact-list');
    await has('#exact-answer', '4 covers in all.');
    await page.waitForSelector('#exact-figure svg');
    await page.click('#exact-count');
    await has('#exact-answer', 'Exactly 4 covers');
    expect(await page.isVisible('#covers')).toBe(false);
    expect(await page.locator('#exact-figure > *').count()).toBe(0);
    await page.click('#exact-heat');
    await page.waitForSelector('#exact-figure .heat');
    await page.click('#exact-estimate');
    await has('#exact-answer', /nodes/);
    expect(await page.locator('#exact-figure > *').count()).toBe(0);
    expect(await text('#exact-list')).toBe('Show the list');
    await page.click('#exact-list');
    await has('#exact-answer', '4 covers in all.');
    expect(await page.locator('#covers .row').count()).toBe(4);
    await page.waitForSelector('#exact-figure svg');
    expect(await page.isDisabled('#exact-list')).toBe(true);
    await page.click('#exact-cheapest');
    await has('#exact-answer', 'The options have no costs');
    expect(await page.isVisible('#covers')).toBe(false);
    // A question stops a list, which continues later.
    await page.selectOption('#preset-kind', 'latin');
    await has('#exact-summary', '75 primary items');
    await page.click('#exact-list');
    await has('#exact-answer', /At least [1-9]/);
    await page.click('#exact-count');
    await has('#exact-answer', 'Exactly 161,280 covers');
    await page.waitForTimeout(200);
    expect(await text('#exact-answer')).toContain('Exactly');
    await page.click('#exact-list');
    if (!(await page.isDisabled('#exact-list'))) await page.click('#exact-list');
    await has('#exact-answer', '161,280 covers in all.');
  });

  it('counts one thing as one', async () => {
    await open(`#sudoku=${'7'.padEnd(81, '.')}`);
    await has('#verdict', /^1 clue\. /);
    await page.click('#toggle');
    await page.goto(`${server.address}#sudoku=005176000400000001000800309100000090503000807090000004207008000600000003000429700`);
    await has('#solution-count', '1 solution in all.');
    await page.click('#tab-candidates');
    await has('#candidate-status', '1 solution in all.');
    expect(await page.locator('.mark').first().getAttribute('title')).toMatch(/1 of 1 solution$/);
  });

  it.each([1280, 360])('draws clues and found digits on one line, %i pixels wide', async (width) => {
    await open();
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${server.address}#sudoku=005176000400000001000800309100000090503000807090000004207008000600000003000429700`);
    await has('#verdict', 'Exactly one solution.');
    const shot = (await page.screenshot({ clip: (await page.locator('.board').boundingBox())! })).toString('base64');
    // For each cell: whether it is a clue, its digit, and the lowest row of pixels with ink.
    const cells = await page.evaluate(async (png) => {
      const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true })!;
      pen.drawImage(image, 0, 0);
      const board = document.querySelector('.board')!.getBoundingClientRect();
      return [...document.querySelectorAll('.board .cell')].map((cell) => {
        const { left, top, width, height } = cell.getBoundingClientRect();
        const [wide, high] = [Math.floor(width) - 8, Math.floor(height) - 8];
        const { data } = pen.getImageData(Math.round(left - board.left) + 4, Math.round(top - board.top) + 4, wide, high);
        let lowest = 0;
        for (let at = 0; at < data.length; at += 4) if (Math.abs(data[at]! - data[0]!) > 60) lowest = Math.floor(at / 4 / wide);
        const clue = cell.querySelector('input')!.value;
        return { clue: clue !== '', digit: clue || cell.querySelector('.found')!.textContent!, lowest };
      });
    }, shot);
    for (const digit of '1234567') {
      const mean = (clue: boolean) => {
        const all = cells.filter((cell) => cell.clue === clue && cell.digit === digit).map(({ lowest }) => lowest);
        return all.reduce((sum, one) => sum + one, 0) / all.length;
      };
      expect([digit, Math.abs(mean(true) - mean(false)) < 1]).toEqual([digit, true]);
    }
  });

  it('puts errors at their place as the text is typed', async () => {
    await open('#cover');
    await has('#exact-summary', '7 primary items');
    await page.fill('#exact-text', 'a b\na c\n');
    await has('#exact-fault', 'Line 2, column 3: there is no item `c`');
    expect(await page.locator('.under mark').innerText()).toBe('c');
    await page.getByRole('button', { name: 'Go there' }).click();
    expect(await page.evaluate(() => document.querySelector<HTMLTextAreaElement>('#exact-text')!.selectionStart)).toBe(6);
    await page.fill('#exact-text', 'a b\na\nb\na b\n');
    await has('#exact-summary', '3 options');
    expect(await text('#exact-fault')).toBe('');
    await page.click('#exact-list');
    await has('#exact-answer', '2 covers in all.');
  });

  it('tells that a problem is too long to watch', async () => {
    await open('#cover');
    await has('#exact-summary', '7 primary items');
    await page.fill('#exact-text', `| ${'x'.repeat(160_000)}\na\na\n`);
    await has('#exact-summary', '1 primary item');
    await page.getByRole('button', { name: 'Watch the search' }).click();
    await has('#exact-answer', 'The problem is too long to watch.');
  });

  it('says what is wrong with a field of a form', async () => {
    await open('#cover&make=steiner&points=8');
    await has('#preset-error', /8/);
    await page.fill('#preset-points', '9');
    await has('#exact-summary', '36 primary items');
    expect(await text('#preset-error')).toBe('');
  });

  it('asks about the problem that the form shows', async () => {
    await open('#cover&make=queens&size=6');
    await has('#exact-summary', '12 primary items');
    // Only the tooltip names the engine.
    expect(await text('#exact-summary')).not.toContain('ngine');
    expect(await page.getAttribute('#exact-summary', 'title')).toMatch(/^Engine: \w+, /);
    await page.fill('#preset-size', '8');
    await page.click('#exact-count');
    await has('#exact-answer', 'Exactly 92 covers');
    expect(await page.evaluate(() => location.hash)).toBe('#cover&make=queens&size=8');
    // Another problem does not wait for the count of the previous one.
    await page.fill('#preset-size', '24');
    await page.click('#exact-count');
    await has('#exact-answer', 'At least');
    await page.selectOption('#preset-kind', 'langford');
    await has('#exact-summary', '21 primary items');
    expect([await text('#exact-answer'), await page.isDisabled('#exact-stop')]).toEqual(['', true]);
    await page.click('#exact-list');
    await has('#exact-answer', '52 covers in all.');
  });

  it('can be used with the keyboard alone', async () => {
    await open();
    const tab = async (until: string) => {
      for (let press = 0; press < 60; press++) {
        await page.keyboard.press('Tab');
        if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, until)) return;
      }
      throw new Error(`the keyboard does not reach ${until}`);
    };
    await tab('#cell-0');
    await page.keyboard.type('53');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('7');
    expect((await board()).slice(0, 2)).toBe('37');
    await tab('[role="tab"][aria-selected="true"]');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await has('#panel-explain', /./);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await tab('#toggle');
    await page.keyboard.press('Enter');
    await tab('#solutions');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await found()).toMatch(/^[1-9]{81}$/);
    await page.evaluate(() => (location.hash = '#dance'));
    await has('#moment', 'X1');
    await tab('#dance-forward');
    await page.keyboard.press('Enter');
    await has('#moment', 'X2');
    await page.evaluate(() => (location.hash = '#cover'));
    await has('#exact-summary', 'primary');
    await tab('#exact-text');
    await tab('#exact-list');
    await page.keyboard.press('Enter');
    await has('#exact-answer', '1 cover in all.');
  });

  it.each(['light', 'dark'] as const)('has no serious axe finding, %s', async (scheme) => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const findings: string[] = [];
    for (const [hash, tab, ready] of [
      ['', '', '#list-empty'],
      [`#sudoku=${'55'.padEnd(81, '.')}`, '', '.cell.clash'],
      [`#sudoku=${FOUR}`, '#tab-solutions', '#solutions .row'],
      [`#sudoku=${FOUR}`, '#tab-candidates', '.mark'],
      [`#sudoku=${FOUR}`, '#tab-explain', '.mark'],
      [`#sudoku=${FOUR}`, '#tab-make', '#make-go'],
      ['#dance', '', '.matrix'],
      [`#dance=${FOUR}`, '', '.group'],
      ['#cover&make=queens&size=6', '', '#exact-text'],
    ] as const) {
      await open(hash);
      await page.emulateMedia({ colorScheme: scheme });
      if (tab) await page.click(tab);
      await page.waitForSelector(ready);
      await page.waitForTimeout(200);
      // The policy of the page forbids other scripts, but does not apply to `evaluate`.
      await page.evaluate(axe);
      const result = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as { violations: { id: string; impact: string; nodes: { html: string }[] }[] };
      findings.push(...result.violations.filter(({ impact }) => ['serious', 'critical'].includes(impact)).map(({ id, nodes }) => `${hash.slice(0, 12)} ${tab} ${id}: ${nodes[0]!.html}`));
      await page.close();
    }
    expect(findings).toEqual([]);
  });

  it('fits a phone of 360 pixels', async () => {
    for (const hash of ['', `#sudoku=${FOUR}`, '#dance', `#dance=${FOUR}`, '#cover&make=queens&size=6']) {
      await open(hash);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.waitForTimeout(200);
      expect([hash, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([hash, 360]);
      await page.close();
    }
    await open();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.locator('details.paste summary').click();
    for (const target of ['#file', '#read', 'details.paste summary', '.pad button']) {
      expect([target, (await page.locator(target).first().boundingBox())!.height >= 44]).toEqual([target, true]);
    }
  });

  it('has its tabs on the first screen of a phone, and shows the panel of the one that is touched', async () => {
    await open(`#sudoku=${FOUR}`);
    await page.setViewportSize({ width: 360, height: 640 });
    await has('#solution-count', 'in all.');
    for (const tab of ['#tab-explain', '#tab-make', '#tab-solutions', '#tab-candidates']) {
      const box = (await page.locator(tab).boundingBox())!;
      expect([tab, box.y > 0 && box.y + box.height <= 640]).toEqual([tab, true]);
    }
    await page.click('#tab-explain');
    const [board, sentence, tabs] = await Promise.all(['.board', '#sentence', '.tabs [role="tablist"]'].map(async (selector) => (await page.locator(selector).boundingBox())!));
    expect(sentence!.y).toBeGreaterThan(board!.y + board!.height);
    expect(sentence!.y + 20).toBeLessThan(tabs!.y);
  });

  it.each([[360, 740], [768, 1024]])('keeps the board in view on %i by %i pixels while steps are explained', async (width, height) => {
    await open(`#sudoku=${FOUR}`);
    await page.setViewportSize({ width, height });
    await page.click('#tab-explain');
    await has('#sentence', /:/);
    await page.click('#step-forward');
    await page.locator('#sentence').evaluate((sentence) => sentence.scrollIntoView({ block: 'end' }));
    const [board, sentence] = [(await page.locator('.board').boundingBox())!, (await page.locator('#sentence').boundingBox())!];
    expect(board.y).toBeGreaterThanOrEqual(0);
    expect(board.y + board.height).toBeLessThan(sentence.y);
    expect(sentence.y).toBeLessThan(height);
  });

  it('honours reduced motion', async () => {
    await open();
    const transition = () => page.evaluate(() => getComputedStyle(document.querySelector('.cell')!).transitionDuration);
    expect(await transition()).not.toBe('0s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await transition()).toBe('0s');
  });

  it('never takes text for markup, and answers hostile addresses with a sentence', async () => {
    const attack = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
    await open(`#sudoku=${encodeURIComponent(attack)}`);
    await has('#sudoku-error', 'Line 1, column 1');
    await has('#verdict', 'Type or paste a Sudoku');
    await paste(attack);
    await has('#sudoku-error', 'Line 1, column 1');
    await page.evaluate((hash) => (location.hash = hash), `#cover&text=%%%`);
    await page.waitForSelector('#exact-text');
    await page.evaluate((hash) => (location.hash = hash), `#cover&make=${encodeURIComponent(attack)}`);
    await has('#preset-error', 'cannot be made');
    await page.fill('#exact-text', `${attack.replaceAll(' ', '')} b\n${attack.replaceAll(' ', '')} b\n`);
    await page.click('#exact-list');
    await has('#exact-answer', '1 cover in all.');
    await page.evaluate((hash) => (location.hash = hash), `#dance&text=////`);
    await has('.dance .error', 'does not contain a readable problem');
    await page.evaluate((hash) => (location.hash = hash), `#sudoku=${'1'.repeat(5000)}`);
    await has('#sudoku-error', /Line 1/);
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.title()).not.toBe('1');
  });

  it('says that a search needs more memory than it was given', async () => {
    await open('#cover&make=queens&size=20');
    await has('#exact-summary', '40 primary items');
    await page.click('#exact-sample');
    await page.waitForFunction(() => /memory|nodes/i.test(document.querySelector('#exact-answer')?.textContent ?? ''), null, { timeout: 30_000 });
    // The page stays responsive meanwhile.
    const delay = await page.evaluate(async () => {
      const begun = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 0));
      return performance.now() - begun;
    });
    expect(delay).toBeLessThan(100);
    await has('#exact-answer', /memory|MB|too large|too many/i, 150_000);
  }, 180_000);

  it('works offline after the first visit', async () => {
    await open(`#sudoku=${FOUR}`);
    await has('#solution-count', 'in all.');
    await page.waitForFunction(async () => {
      const names = await caches.keys();
      const kept = names[0] ? await (await caches.open(names[0])).keys() : [];
      return navigator.serviceWorker.controller !== null && kept.filter(({ url }) => url.endsWith('.wasm')).length === 2;
    });
    await browser.context.setOffline(true);
    try {
      await page.goto(`${server.address}#dance`);
      await page.reload();
      await has('#moment', 'X1');
      await page.goto(`${server.address}#sudoku=${FOUR}`);
      await has('#solution-count', '4 solutions in all.');
      await page.click('#count-all');
      await has('#exact-count', 'Exactly 4 solutions');
    } finally {
      await browser.context.setOffline(false);
    }
  });

  it('loads nothing from elsewhere, under a policy that allows only itself', async () => {
    await open(`#sudoku=${FOUR}`);
    await has('#solution-count', 'in all.');
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe-inline|https?:|\*/);
    const blocked = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.broken = true';
      document.body.append(script);
      return !('broken' in window);
    });
    expect(blocked).toBe(true);
    browser.complaints.splice(0);
  });
});

describe.skipIf(!executable)('the first load', () => {
  it('loads less than 600 kB at first, and the other module when it is needed', async () => {
    const server = await serve();
    // A service worker loads all files, but the visitor does not wait for them.
    const browser = await launch({ serviceWorkers: 'block' });
    try {
      const page = await browser.page(server.address);
      const shows = (selector: string, words: string) =>
        page.waitForFunction(([selector, words]) => document.querySelector(selector!)?.textContent?.includes(words!), [selector, words]);
      const modules = () => server.requests.filter((name) => name.endsWith('.wasm')).map((name) => /\w+?(?=_bg)/.exec(name)?.[0]);
      await page.click('.example');
      await shows('#solution-count', '4 solutions in all.');
      expect(modules()).toEqual(['first']);
      const size = (name: string) => brotliCompressSync(readFileSync(join(dist, name.endsWith('/') ? `${name}index.html` : name))).length;
      expect([...new Set(server.requests)].reduce((sum, name) => sum + size(name), 0)).toBeLessThan(600_000);
      await page.click('#count-all');
      await shows('#exact-count', 'Exactly 4 solutions');
      await page.click('#tab-explain');
      await shows('#step-number', 'step 1');
      expect(modules()).toEqual(['first', 'rest']);
    } finally {
      await browser.close();
      server.close();
    }
  });

  it('loads only the module that the dance needs', async () => {
    const server = await serve();
    const browser = await launch({ serviceWorkers: 'block' });
    try {
      const page = await browser.page(`${server.address}#dance`);
      await page.waitForFunction(() => document.querySelector('#moment')?.textContent?.includes('X1'));
      expect(server.requests.filter((name) => name.endsWith('.wasm'))).toHaveLength(1);
    } finally {
      await browser.close();
      server.close();
    }
  });
});

describe.skipIf(!executable)('without simd128', () => {
  it('the page says what the browser lacks', async () => {
    const server = await serve();
    const browser = await launch();
    try {
      // The answer of a browser without simd128.
      await browser.context.addInitScript(() => (WebAssembly.validate = () => false));
      const page = await browser.page(`${server.address}#sudoku=${FOUR}`);
      await page.waitForFunction(() => document.querySelector('main')?.textContent?.includes('this browser is too old'));
      expect(browser.complaints).toEqual([]);
    } finally {
      await browser.close();
      server.close();
    }
  });
});

it('reads a file that is chosen', async ({ skip }) => {
  if (!executable) skip();
  const server = await serve();
  const browser = await launch();
  const page = await browser.page(server.address);
  const file = join(mkdtempSync(join(tmpdir(), 'quadrille-')), 'puzzle.txt');
  writeFileSync(file, FOUR);
  await page.locator('details.paste summary').first().click();
  await page.setInputFiles('#file', file);
  await page.waitForFunction(() => document.querySelector('#solution-count')?.textContent?.includes('4 solutions in all'));
  await browser.close();
  server.close();
});
