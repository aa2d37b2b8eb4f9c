// Writes dist/offline.js, the service worker, with the names of all files of the page. The service
// worker keeps a complete copy of this version of the page, or none.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist');
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && file.name !== 'offline.js')
  .map((file) => join(file.parentPath ?? file.path, file.name).slice(dist.length + 1).replaceAll('\\', '/'))
  .sort();
const hash = createHash('sha256');
for (const file of files) hash.update(file).update(readFileSync(join(dist, file)));
const version = hash.digest('hex').slice(0, 16);
const worker = `// The page without a network.
const cacheName = 'quadrille-${version}';
const files = ${JSON.stringify(['./', ...files])};
addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)).then(() => skipWaiting()));
});
addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith('quadrille-') && name !== cacheName).map((name) => caches.delete(name))))
      .then(() => clients.claim())
  );
});
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    caches.match(request, { ignoreSearch: true }).then((kept) => kept ?? fetch(request).then((response) => {
      if (response.ok) {
        const copy = response.clone();
        event.waitUntil(caches.open(cacheName).then((cache) => cache.put(request, copy)));
      }
      return response;
    }))
  );
});
`;
writeFileSync(join(dist, 'offline.js'), worker);
console.log(`offline.js: ${files.length} files, version ${version}`);
