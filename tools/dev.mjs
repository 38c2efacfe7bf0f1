/**
 * The entry point of `npm run dev -- <app>`: rebuilds the programs after each change, and restarts a changed app in the stack
 * that `npm start` runs.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import { fail, node, requireNode, root, signals } from './prepare.mjs';

const apps = readdirSync(join(root, 'apps'));
const LOOK_EVERY_MS = 300;

const [app, ...more] = process.argv.slice(2);
requireNode();
if (!apps.includes(app) || more.length > 0) fail(`Usage: npm run dev -- <app>. Apps: ${apps.join(', ')}`, 2);
const stackFile = join(root, '.carillon', 'stack.json');
if (!existsSync(stackFile)) fail('No stack is running. Run `npm start` in another terminal first.');

const program = join(root, 'dist', 'apps', app, 'main.js');
let builtAt = statSync(program).mtimeMs;
const nest = join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
const builder = spawn(node, [nest, 'build', '--watch'], { cwd: root, stdio: 'inherit' });

watchFile(program, { interval: LOOK_EVERY_MS }, ({ mtimeMs }) => {
  // 0 means that the file is missing while it is being written.
  if (mtimeMs === 0 || mtimeMs === builtAt) return;
  builtAt = mtimeMs;
  restart();
});
for (const signal of signals) process.on(signal, () => builder.kill(signal));
builder.once('error', (error) => fail(`The app cannot be built: ${error.message}`));
builder.once('exit', (code) => {
  unwatchFile(program);
  process.exit(code ?? 0);
});

/** Ends every process of the app. The launcher restarts them. */
function restart() {
  if (!existsSync(stackFile)) return void process.stdout.write('No stack is running.\n');
  const { services } = JSON.parse(readFileSync(stackFile, 'utf8'));
  for (const { name, pid } of services.filter((service) => service.name.replace(/-\d+$/, '') === app)) {
    try {
      process.kill(pid, 'SIGTERM');
      process.stdout.write(`${name}: restarting\n`);
    } catch {
      process.stdout.write(`${name}: not running\n`);
    }
  }
}
