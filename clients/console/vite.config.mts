import { resolve } from 'node:path';
import { type Plugin, defineConfig } from 'vite';
import { compressFiles } from '../../tools/compress-files.mts';

const root = import.meta.dirname;
const outDir = resolve(root, '../../dist/clients/console');

/** Node modules that the file reader uses. */
const nodeModules = ['node:buffer', 'node:net', 'node:timers/promises', 'node:url'];

const compressed: Plugin = {
  name: 'compressed',
  closeBundle: () => compressFiles(outDir, /\.(?:js|css|svg)$/),
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
  // The gateway replaces it in each response: apps/gateway/src/server/console.ts.
  html: { cspNonce: '{{nonce}}' },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // These browsers support light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: URL would require a less strict content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    reportCompressedSize: false,
    rolldownOptions: {
      // The index of a feature only lists its exports, so a page loads only the parts that it uses.
      treeshake: { moduleSideEffects: [{ test: /\/features\/[a-z-]+\/index\.ts$/, sideEffects: false }] },
      onLog(level, log, write) {
        // 'use client' is only for server-side rendering, which the console does not use.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') write(level, log);
      },
    },
  },
  server: { proxy: { '/api': process.env.GATEWAY_URL ?? 'http://127.0.0.1:3000' } },
});
