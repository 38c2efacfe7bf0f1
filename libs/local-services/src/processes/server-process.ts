import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Witness } from './witness';

export interface ProcessOptions {
  command: string;
  arguments: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  workingDirectory: string;
  /** Where what it says goes, both streams, appended. */
  logFile: string;
  witness?: Witness | undefined;
}

export interface ServerProcess {
  readonly pid: number;
  /** How it ended, in words: `exit code 1` or `signal SIGKILL`. Undefined while it runs. */
  readonly ending: string | undefined;
  readonly exited: Promise<string>;
  /** SIGTERM, then SIGKILL after the grace time (milliseconds). Resolves when it has ended. */
  stop(graceMs: number): Promise<void>;
  /** SIGKILL to it and its children. Resolves when it has ended. */
  kill(): Promise<void>;
}

/**
 * Starts a process in a group of its own, so that a terminal's Ctrl-C reaches only whoever started it. Resolves as
 * soon as it runs; rejects when the program cannot be run.
 */
export async function startProcess(options: ProcessOptions): Promise<ServerProcess> {
  await mkdir(dirname(options.logFile), { recursive: true });
  const log = await open(options.logFile, 'a', 0o600);
  try {
    const child = await spawned(options, log);
    const started = new StartedProcess(child);
    void started.exited.then(() => options.witness?.ended({ pid: child.pid }));
    return started;
  } finally {
    await log.close();
  }
}

async function spawned(options: ProcessOptions, log: FileHandle): Promise<ChildProcess & { pid: number }> {
  const child = spawn(options.command, options.arguments, {
    cwd: options.workingDirectory,
    env: options.environment,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const { pid } = child;
  if (pid !== undefined) options.witness?.started({ pid });
  await once(child, 'spawn');
  if (pid === undefined) throw new Error(`${options.command} did not start`);
  return Object.assign(child, { pid });
}

class StartedProcess implements ServerProcess {
  ending: string | undefined;
  readonly exited: Promise<string>;

  constructor(private readonly child: ChildProcess & { pid: number }) {
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.ending = signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`;
        resolve(this.ending);
      });
    });
  }

  get pid(): number {
    return this.child.pid;
  }

  async stop(graceMs: number): Promise<void> {
    if (this.ending !== undefined) return;
    this.child.kill('SIGTERM');
    const patience = new AbortController();
    const ended = await Promise.race([
      this.exited.then(() => true),
      delay(graceMs, false, { signal: patience.signal }),
    ]);
    patience.abort();
    if (!ended) await this.kill();
  }

  async kill(): Promise<void> {
    if (this.ending !== undefined) return;
    killGroup(this.pid);
    await this.exited;
  }
}

/** SIGKILL to a process and the group it leads. A process that is gone already is no error. */
export function killGroup(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
  }
}
