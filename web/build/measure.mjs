// Measures the built page in headless Chromium: `npm run measure` after `npm run build`. An
// argument names a file of puzzles, which is dropped on the page.
import { readFileSync, readdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { preview } from 'vite';
import { chromium } from 'playwright-core';

const server = await preview({ preview: { port: 4198, host: '127.0.0.1' }, logLevel: 'warn' });
const address = 'http://127.0.0.1:4198/';
const empty = '.'.repeat(81);
console.log(`${cpus()[0].model}, ${cpus().length} processors, load ${loadavg()[0].toFixed(1)}`);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
async function open(hash, script) {
  const context = await browser.newContext();
  const page = await context.newPage();
  if (script) await page.addInitScript(script);
  await page.goto(address + hash);
  return page;
}

for (let round = 0; round < 3; round++) {
  console.log(`\nround ${round + 1}, in milliseconds`);
  // The times from the beginning of the load to the first paint, to the end of loading the module,
  // and to the first solutions.
  let page = await open(`#sudoku=${empty.replace('.', '1')}`, () => {
    new MutationObserver(() => {
      if (!window.first && /At least [1-9]|solution/.test(document.querySelector('#solution-count')?.textContent ?? '') && !/least 0/.test(document.querySelector('#solution-count').textContent)) window.first = performance.now();
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.waitForFunction(() => window.first);
  const [first, paint, module] = await page.evaluate(() => [
    window.first,
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.wasm'))?.responseEnd,
  ]);
  console.log(`first paint ${paint?.toFixed(0)}, module loaded ${module?.toFixed(0)}, first solution ${first.toFixed(0)}`);

  // The times to the first solution of the empty grid and to the first million, with the module
  // already loaded, and the longest wait of the page meanwhile.
  const [one, million, longest] = await page.evaluate(async () => {
    const count = document.querySelector('#solution-count');
    const until = (test) => new Promise((resolve) => {
      const look = () => (test() ? resolve(performance.now()) : setTimeout(look, 0));
      look();
    });
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }, 1);
    const begun = performance.now();
    document.querySelector('#clear').click();
    document.querySelector('#list-empty').click();
    const one = await until(() => /least [1-9]/.test(count.textContent));
    const million = await until(() => count.textContent.includes('1,000,000'));
    clearInterval(timer);
    return [one - begun, million - begun, longest];
  });
  console.log(`empty grid: first solution ${one.toFixed(1)}, a million listed ${million.toFixed(0)}, longest wait of the page ${longest.toFixed(0)}`);
  await page.context().close();

  const name = process.argv[2];
  if (!name) continue;
  page = await open('#sudoku');
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'puzzles.txt'));
    return transfer;
  }, readFileSync(name, 'utf8'));
  await page.dispatchEvent('.view', 'drop', { dataTransfer: data });
  await page.waitForFunction(() => / s\.$/.test(document.querySelector('#batch-summary')?.textContent ?? ''));
  console.log(await page.locator('#batch-summary').innerText());
  await page.context().close();
}
// The requests of the first screen until an example is solved, without those of the service worker,
// which copies the page afterwards.
const plain = await browser.newContext({ serviceWorkers: 'block' });
const page = await plain.newPage();
const asked = new Set();
plain.on('request', (request) => asked.add(new URL(request.url()).pathname.slice(1) || 'index.html'));
await page.goto(address);
await page.click('.example');
await page.waitForFunction(() => /in all/.test(document.querySelector('#solution-count')?.textContent ?? ''));
await browser.close();

const files = readdirSync('dist', { recursive: true }).filter((name) => /\.(html|js|css|wasm|svg|webmanifest)$/.test(name));
for (const [title, wanted] of [['the first screen loads', true], ['comes later', false]]) {
  console.log(`\nWhat ${title}, in bytes: plain, gzip, brotli`);
  const sum = [0, 0, 0];
  for (const name of files.filter((name) => asked.has(name) === wanted)) {
    const bytes = readFileSync(`dist/${name}`);
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
    const sizes = [bytes.length, gzipSync(bytes, { level: 9 }).length, brotli];
    sizes.forEach((size, at) => (sum[at] += size));
    console.log(`${name}: ${sizes.join(', ')}`);
  }
  console.log(`total: ${sum.join(', ')}`);
}

process.exit(0);
