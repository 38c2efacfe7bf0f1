/** Runs a built tool on the project's Node: `node tools/run.mjs dead list`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fail, node, prepare, requireNode, root } from './prepare.mjs';

const [tool, ...args] = process.argv.slice(2);
if (!tool) fail('Which tool? node tools/run.mjs <tool> [arguments]', 2);
requireNode();
await prepare();
const program = join(root, 'dist', 'tools', tool, 'main.js');
const { status } = spawnSync(node, ['--enable-source-maps', program, ...args], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
