/** Runs what was built on the project's Node: `node tools/run.mjs tools/dead/main list`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fail, node, prepare, requireNode, root } from './prepare.mjs';

const [name, ...args] = process.argv.slice(2);
if (!name) fail('What? node tools/run.mjs <file below dist> [arguments]', 2);
requireNode();
await prepare();
const program = join(root, 'dist', `${name}.js`);
const { status } = spawnSync(node, ['--enable-source-maps', program, ...args], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
