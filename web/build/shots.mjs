// Writes screenshots of every part of the page to the folder `shots`, 1280 and 360 pixels wide,
// light and dark. Run `npm run shots` after `npm run build`. Arguments select parts.
import { mkdirSync } from 'node:fs';
import { preview } from 'vite';
import { chromium } from 'playwright-core';

const FOUR = '027800061000030008910005420500016030000970200070000096700000080006027000030480007';
const wing = '3.....2..1.7..3.8..5.4....9..8.97...7...6...3...23.5..4....1.2..7.8..9.1..1.....6';
const HARD = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';
const parts = {
  first: ['', async () => {}],
  clash: [
    '',
    async (page) => {
      await page.click('#cell-0');
      await page.keyboard.press('5');
      await page.click('#cell-7');
      await page.keyboard.press('5');
    },
  ],
  hard: [
    `#sudoku=${HARD}`,
    async (page) => {
      await page.click('#tab-explain');
      await page.click('#forcing');
      await page.locator('#forcing').waitFor({ state: 'hidden' });
    },
  ],
  solutions: [`#sudoku=${FOUR}`, async (page) => page.click('.witness')],
  candidates: [`#sudoku=${FOUR}`, async (page) => page.click('#tab-candidates')],
  explain: [
    `#sudoku=${wing}`,
    async (page) => {
      await page.click('#tab-explain');
      await page.locator('#steps li', { hasText: /^XY/ }).first().click();
    },
  ],
  make: ['#sudoku', async (page) => page.click('#tab-make')],
  matrix: ['#dance', async (page) => page.click('#dance-dead')],
  dance: [
    '#dance=000001000045000902207004000706010000050409080000050203000600809403000750000300000',
    async (page) => {
      for (let at = 0; at < 3; at++) await page.click('#dance-dead');
    },
  ],
  cover: ['#cover&make=polyomino&shapes=pentominoes&board=6x10', async (page) => page.click('#exact-list')],
  heat: ['#cover&make=queens&size=8', async (page) => page.click('#exact-heat')],
  error: ['#cover', async (page) => page.fill('#exact-text', 'a b c\na b\nb d\n')],
};

const server = await preview({ preview: { port: 4199, host: '127.0.0.1' }, logLevel: 'warn' });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
mkdirSync('shots', { recursive: true });
const wanted = process.argv.slice(2);
for (const [name, [hash, act]] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const width of [1280, 360]) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      await page.goto(`http://127.0.0.1:4199/${hash}`);
      await page.waitForTimeout(1500);
      await act(page);
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `shots/${name}-${width}-${colorScheme}.png`, fullPage: true });
      await page.close();
    }
  }
}
await browser.close();
await new Promise((resolve) => server.httpServer.close(resolve));
process.exit(0);
