/** Bundles a module for browsers: `node bundle.mjs <entry> <folder>` writes main.js. */
import { rspack } from '@rspack/core';

const [entry, path] = process.argv.slice(2);
const options = {
  mode: 'production',
  target: 'web',
  devtool: false,
  entry,
  output: { path, filename: 'main.js', module: true, library: { type: 'module' } },
};
rspack(options, (error, stats) => {
  const wrong = error ?? (stats.hasErrors() ? stats.toString('errors-only') : null);
  if (!wrong) return;
  process.stderr.write(`${wrong}\n`);
  process.exitCode = 1;
});
