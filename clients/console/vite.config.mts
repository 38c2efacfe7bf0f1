import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Plugin, defineConfig } from 'vite';

const root = import.meta.dirname;
const outDir = resolve(root, '../../dist/clients/console');

/** Modules of Node that the reader of files uses. */
const nodeModules = ['node:buffer', 'node:net', 'node:timers/promises', 'node:url'];

/** Files that are smaller gain nothing (bytes). */
const LEAST_COMPRESSED = 1_024;

/** Writes a .br and a .gz file beside each file that browsers load, so that nothing is compressed per request. */
const compressed: Plugin = {
  name: 'compressed',
  closeBundle() {
    for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      const plain = readFileSync(path);
      if (plain.length < LEAST_COMPRESSED) continue;
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
      writeFileSync(`${path}.br`, brotliCompressSync(plain, { params }));
      writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
    }
  },
};

export default defineConfig({
  root,
  base: '/console/',
  plugins: [compressed],
  resolve: {
    alias: {
      '@carillon/sdk': resolve(root, '../sdk/src/index.ts'),
      '@carillon/input/fold': resolve(root, '../../libs/input/src/fold/index.ts'),
      '@carillon/input': resolve(root, '../../libs/input/src/people-file/index.ts'),
      '@carillon/address': resolve(root, '../../libs/address/src/browser.ts'),
      '@carillon/contracts': resolve(root, '../../libs/contracts/src/browser.ts'),
      'csv-parse': 'csv-parse/browser/esm',
      ...Object.fromEntries(nodeModules.map((name) => [name, resolve(root, 'node-in-browsers.ts')])),
    },
  },
  // The gateway replaces it in each answer: apps/gateway/src/server/console.ts.
  html: { cspNonce: '{{nonce}}' },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // They know light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: address would need a wider policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    reportCompressedSize: false,
    rolldownOptions: {
      onLog(level, log, write) {
        // 'use client' means something to servers that render; there is none here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') write(level, log);
      },
    },
  },
  server: { proxy: { '/api': process.env.GATEWAY_URL ?? 'http://127.0.0.1:3000' } },
});
