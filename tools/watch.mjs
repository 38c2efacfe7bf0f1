/** The entry point of `npm run test:watch`: runs the unit tests of changed files, again after each change. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { jestNodeOptions, node, prepare, requireNode, root } from './prepare.mjs';

requireNode();
await prepare();
const jest = join(root, 'node_modules', '.bin', 'jest');
const child = spawn(node, [jest, '--selectProjects', 'unit', '--watch', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_OPTIONS: jestNodeOptions,
  },
});
// Ctrl-C reaches Jest directly, because both processes are in the terminal's process group.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('exit', (code) => process.exit(code ?? 1));
