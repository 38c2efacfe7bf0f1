import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fail, node, prepare, requireNode, root, signals } from './prepare.mjs';

/**
 * Runs a built program, such as `tools/dead-letters/main`, on the project's Node, and exits with the program's exit
 * code.
 */
export async function runProgram(name, args) {
  requireNode();
  await prepare();
  const program = join(root, 'dist', `${name}.js`);
  const child = spawn(node, ['--enable-source-maps', program, ...args], { cwd: root, stdio: 'inherit' });
  // Forward signals, and wait for the program, which may have to clean up.
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => fail(`${name} cannot be run: ${error.message}`));
  child.once('exit', (code) => process.exit(code ?? 1));
}
