import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment, Witness } from '../local-server';
import { ownsPort } from './ports';
import { endOfLog, killGroup } from './run-command';

export interface ProcessOptions {
  command: string;
  arguments: readonly string[];
  environment: Environment;
  workingDirectory: string;
  /** The file to which both output streams are appended. */
  logFile: string;
  witness?: Witness | undefined;
  /** Runs the process as this user. Only root can do that. Undefined: as the user of this process. */
  user?: ProcessUser | undefined;
}

export interface ProcessUser {
  uid: number;
  gid: number;
}

export interface ServerProcess {
  readonly pid: number;
  /** The way in which the process ended: `exit code 1` or `signal SIGKILL`. Undefined while the process runs. */
  readonly ending: string | undefined;
  readonly exited: Promise<string>;
  /** Sends SIGTERM, and then SIGKILL after the grace time (milliseconds). Resolves when the process has ended. */
  stop(graceMs: number): Promise<void>;
  /** Sends SIGKILL to the process and its children. Resolves when the process has ended. */
  kill(): Promise<void>;
}

export interface Readiness {
  /** The port on which this process, and no other process, must listen. */
  port: number;
  timeoutMs: number;
  answers: () => Promise<boolean>;
  signal?: AbortSignal | undefined;
}

const POLL_MS = 100;
const INTERRUPTED_MS = 7_000;

/**
 * Starts a process in its own process group, so that Ctrl-C in a terminal reaches only its parent. Resolves as soon
 * as the process runs, and rejects if the program cannot run.
 */
export async function startProcess(options: ProcessOptions): Promise<ServerProcess> {
  const { command, environment, workingDirectory, logFile, witness, user } = options;
  await mkdir(dirname(logFile), { recursive: true });
  const log = await open(logFile, 'a', 0o600);
  try {
    const child = spawn(command, options.arguments, {
      cwd: workingDirectory,
      env: environment,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      ...user,
    });
    const { pid } = child;
    if (pid !== undefined) witness?.started({ pid });
    await once(child, 'spawn');
    if (pid === undefined) throw new Error(`${command} did not start`);
    const started = new StartedProcess(child, pid);
    void started.exited.then(() => witness?.ended({ pid }));
    return started;
  } finally {
    await log.close();
  }
}

/**
 * Starts a process and waits until it responds on its port. If the process does not respond, ends it and rejects with
 * the end of its log.
 */
export async function startServer({
  port,
  timeoutMs,
  answers,
  signal,
  ...options
}: ProcessOptions & Readiness): Promise<ServerProcess> {
  const process = await startProcess(options);
  const deadline = Date.now() + timeoutMs;
  while (process.ending === undefined && Date.now() < deadline && signal?.aborted !== true) {
    if (await answers()) {
      if ((await ownsPort(process.pid, port)) !== false) return process;
      await process.kill();
      throw new Error(`port ${port} is answered by another process`);
    }
    await delay(POLL_MS);
  }
  const why = process.ending ?? `no response within ${Math.round(timeoutMs / 1000)} s`;
  // A server that is aborted while it creates its data gets time to leave the data consistent.
  await (signal?.aborted === true ? process.stop(INTERRUPTED_MS) : process.kill());
  signal?.throwIfAborted();
  const { logFile } = options;
  throw new Error(`it did not start (${why}); the end of ${logFile}:\n${await endOfLog(logFile)}`);
}

/** Polls until the check returns true. Resolves with false at the time limit. */
export async function untilTrue(
  check: () => Promise<boolean>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!(await check())) {
    if (Date.now() >= deadline || signal?.aborted === true) return false;
    await delay(POLL_MS);
  }
  return true;
}

class StartedProcess implements ServerProcess {
  ending: string | undefined;
  readonly exited: Promise<string>;

  constructor(
    private readonly child: ChildProcess,
    readonly pid: number,
  ) {
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.ending = signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`;
        resolve(this.ending);
      });
    });
  }

  async stop(graceMs: number): Promise<void> {
    if (this.ending !== undefined) return;
    this.child.kill('SIGTERM');
    const timeout = new AbortController();
    const ended = await Promise.race([
      this.exited.then(() => true),
      delay(graceMs, false, { signal: timeout.signal }),
    ]);
    timeout.abort();
    if (!ended) await this.kill();
  }

  async kill(): Promise<void> {
    if (this.ending !== undefined) return;
    killGroup(this.pid);
    await this.exited;
  }
}
