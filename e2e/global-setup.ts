import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startTestServers, stopTestServers } from '../libs/testing/src/servers';

const root = join(__dirname, '..');
const launcher = join(root, 'dist', 'tools', 'launcher', 'main.js');
/** Beside the one that a developer may be running. */
const folder = join(root, '.carillon', 'e2e');
const START_MS = 180_000;

declare global {
  var carillonLauncher: ChildProcess | undefined;
}

/** A crashed worker is given up after seconds, not minutes, and all tests come from one address, with wrong keys, too. */
const settings = { BATCH_LEASE_MS: '5000', LEASE_GRACE_MS: '500', FAILED_AUTHENTICATIONS_PER_MINUTE: '100000' };

/** Starts a stack from the build, as `npm start` does, in a folder of its own, on servers of its own and from nothing. */
export default async function startStack(): Promise<void> {
  if (!existsSync(launcher)) throw new Error('There is no build: npm run build');
  process.env.CARILLON_FOLDER = folder;
  await startTestServers();
  mkdirSync(folder, { recursive: true });
  const logFile = join(folder, 'launcher.log');
  const log = openSync(logFile, 'w');
  // The launcher stops the stack by itself when the channel to this process closes.
  const child = spawn(process.execPath, ['--enable-source-maps', launcher, '--reset'], {
    cwd: root,
    env: { ...process.env, ...settings, NODE_OPTIONS: '' },
    stdio: ['ignore', log, log, 'ipc'],
  });
  globalThis.carillonLauncher = child;
  const deadline = Date.now() + START_MS;
  while (!existsSync(join(folder, 'stack.json'))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill();
      await stopTestServers();
      throw new Error(`The stack did not start:\n${readFileSync(logFile, 'utf8')}`);
    }
    await pause(100);
  }
}
