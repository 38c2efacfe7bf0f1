/**
 * The entry point of `npm start`, on any Node version of the machine: installs packages and builds if necessary, then
 * runs the launcher on the project's own Node.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOfPorts } from './free-ports.mjs';
import { fail, launcher, node, prepare, requireNode, root, signals } from './prepare.mjs';

const USAGE = `npm start                 starts everything here: broker, database, services and the sandbox's inbox
npm start -- --reset      the same, after removing the data of earlier starts
npm start -- --help       this

Environment: AMQP_URL, MONGO_URL (servers to use in place of own ones), HTTP_PORT, INBOX_PORT, SMTP_PORT,
CARILLON_PROCESS (one: all services in one process; all: a process for each), and every variable of .env.example.
`;

process.stdout.on('error', () => {}); // A closed terminal; the hang-up stops the stack.
await main(process.argv.slice(2));

async function main(flags) {
  const unknown = flags.filter((flag) => !['--reset', '--help'].includes(flag));
  if (unknown.length > 0) fail(`Unknown: ${unknown.join(' ')}\n\n${USAGE}`, 2);
  if (flags.includes('--help')) return void process.stdout.write(USAGE);
  requireNode();
  // If a stack is running, change neither its packages nor its programs.
  if (!isRunning()) {
    const fault = await faultOfPorts(process.env);
    if (fault !== null) fail(fault, 2);
  }
  if (!isRunning() || !existsSync(launcher)) await prepare();
  passOn(flags);
}

/** Whether the process that holds the launcher's lock is alive. The launcher itself checks more closely. */
function isRunning() {
  try {
    process.kill(Number(readFileSync(join(root, '.carillon', 'launcher.lock'), 'utf8').split(' ')[0]), 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs the launcher in a separate session, so that a terminal's Ctrl-C reaches it once, through this process. If this
 * process is killed, the closed channel makes the launcher stop. If the launcher is killed, this process ends its
 * orphans.
 */
function passOn(flags) {
  const child = spawn(node, ['--enable-source-maps', launcher, ...flags], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => fail(`The launcher cannot be run: ${error.message}`));
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    spawnSync(node, [launcher, '--end-leftovers'], { cwd: root, stdio: 'inherit' });
    process.exit(1);
  });
}
