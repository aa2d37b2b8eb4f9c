// A browser and a file server for the tests of the whole page.
import { createServer, type Server } from 'node:http';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContext, type Page } from 'playwright-core';

/** The built page. */
export const dist = fileURLToPath(new URL('../dist', import.meta.url));
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json' };

/** The path of the browser, from `CHROMIUM` or as on Debian and other systems. */
export const executable = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => path !== '' && existsSync(path));

/** Serves the built page as a simple file server does. */
export async function serve(): Promise<{ address: string; requests: string[]; close: () => void }> {
  const requests: string[] = [];
  const server: Server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    requests.push(path);
    const file = normalize(join(dist, path.endsWith('/') ? `${path}index.html` : path));
    try {
      if (!file.startsWith(dist)) throw new Error('outside');
      const body = await readFile(file);
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    address: `http://127.0.0.1:${address.port}/`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface Browser {
  context: BrowserContext;
  page: (address: string) => Promise<Page>;
  /** The errors and warnings of the pages, and their requests to other servers. */
  complaints: string[];
  close: () => Promise<void>;
}

/** Starts a browser with a separate profile. */
export async function launch(options: Parameters<typeof chromium.launchPersistentContext>[1] = {}): Promise<Browser> {
  if (!executable) throw new Error('There is no Chromium: install it (apt-get install chromium), or set CHROMIUM to its path.');
  const profile = mkdtempSync(join(tmpdir(), 'quadrille-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: executable,
    headless: true,
    viewport: { width: 1280, height: 900 },
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ...options,
  });
  const complaints: string[] = [];
  return {
    context,
    complaints,
    page: async (address) => {
      const page = await context.newPage();
      page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('request', (request) => {
        if (!/^(http:\/\/127\.0\.0\.1|blob:|data:)/.test(request.url())) complaints.push(`requested ${request.url()}`);
      });
      await page.goto(address);
      return page;
    },
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
