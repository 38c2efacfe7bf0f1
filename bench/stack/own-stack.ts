import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const launcher = join('dist', 'tools', 'launcher', 'main.js');
const START_MS = 180_000;

/** A whole system, started from nothing by the launcher of `npm start`, beside one that may be running. */
export class OwnStack {
  private constructor(private readonly child: ChildProcess) {}

  /** From now on `stack()` of the driver means this one. `variables` go to every process. */
  static async start(variables: Readonly<Record<string, string>>): Promise<OwnStack> {
    const folder = resolve('.carillon', 'bench');
    process.env.CARILLON_FOLDER = folder;
    mkdirSync(folder, { recursive: true });
    const logFile = join(folder, 'launcher.log');
    const log = openSync(logFile, 'w');
    // The launcher stops everything by itself when the channel to this process closes.
    const child = spawn(process.execPath, ['--enable-source-maps', launcher, '--reset'], {
      env: { ...process.env, NODE_OPTIONS: '', ...variables },
      stdio: ['ignore', log, log, 'ipc'],
      detached: true,
    });
    const deadline = Date.now() + START_MS;
    while (!existsSync(join(folder, 'stack.json'))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        child.kill();
        throw new Error(`The system did not start:\n${readFileSync(logFile, 'utf8')}`);
      }
      await pause(100);
    }
    return new OwnStack(child);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}
