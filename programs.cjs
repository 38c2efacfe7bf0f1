const { globSync } = require('node:fs');

/**
 * The programs of the workspace: each `main.ts`, and each `*-thread.ts` of an app, which runs in a thread. The build turns
 * `<folder>/src/<name>.ts` or `<folder>/<name>.ts` into `dist/<folder>/<name>.js`.
 */
const sources = globSync(['{apps,clients,dev,tools}/**/main.ts', 'apps/*/src/*-thread.ts'], {
  cwd: __dirname,
  exclude: (name) => name === 'node_modules',
}).sort();

/** By the path in dist, without the extension: `apps/gateway/main`. */
exports.programs = Object.fromEntries(
  sources.map((source) => [source.replace('/src/', '/').replace(/\.ts$/, ''), source]),
);
