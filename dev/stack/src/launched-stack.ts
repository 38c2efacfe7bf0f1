import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const launcher = resolve('dist', 'dev', 'launcher', 'main.js');
const START_MS = 600_000;

/** A whole stack that the launcher of `npm start` starts with empty data in a separate folder. */
export class LaunchedStack {
  private constructor(private readonly child: ChildProcess) {}

  /**
   * Resolves when stack.json exists. From then on, `stack()` reads it. Every process gets `variables`. `keepsData`: starts
   * with the data of the previous start in the same folder.
   */
  static async start(
    name: string,
    variables: Readonly<Record<string, string>>,
    { keepsData = false } = {},
  ): Promise<LaunchedStack> {
    if (!existsSync(launcher)) throw new Error('Not built: npm run build');
    const folder = resolve('.carillon', name);
    process.env.CARILLON_FOLDER = folder;
    mkdirSync(folder, { recursive: true });
    const logFile = join(folder, 'launcher.log');
    const log = openSync(logFile, 'w');
    // The launcher stops everything when the IPC channel to this process closes.
    const flags = keepsData ? [] : ['--reset'];
    rmSync(join(folder, 'stack.json'), { force: true });
    const child = spawn(process.execPath, ['--enable-source-maps', launcher, ...flags], {
      env: { ...process.env, NODE_OPTIONS: '', ...variables },
      stdio: ['ignore', log, log, 'ipc'],
      detached: true,
    });
    const deadline = Date.now() + START_MS;
    while (!existsSync(join(folder, 'stack.json'))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        child.kill();
        throw new Error(`The stack did not start:\n${readFileSync(logFile, 'utf8')}`);
      }
      await pause(100);
    }
    return new LaunchedStack(child);
  }

  /** The process of the launcher, from which all others descend. */
  get pid(): number | undefined {
    return this.child.pid;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}
