import { defineConfig } from 'vitest/config';

// Addresses are relative, so the page works in any folder of any file server.
export default defineConfig({
  base: './',
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  test: { include: ['tests/**/*.test.ts'], testTimeout: 90_000, hookTimeout: 60_000, fileParallelism: false },
});
