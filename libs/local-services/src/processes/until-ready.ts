import { setTimeout as delay } from 'node:timers/promises';
import { endOfLog } from './end-of-log';
import { ownsPort } from './port-owner';
import type { ServerProcess } from './server-process';

const POLL_MS = 100;
const INTERRUPTED_MS = 7_000;

export interface Readiness {
  process: ServerProcess;
  /** The port that it must be this process that listens on. */
  port: number;
  logFile: string;
  timeoutMs: number;
  answers(): Promise<boolean>;
  signal?: AbortSignal | undefined;
}

/** Resolves when the process answers on its port; ends it and rejects with the end of its log when it does not. */
export async function untilReady(readiness: Readiness): Promise<void> {
  const { process, port, logFile, timeoutMs, signal } = readiness;
  const deadline = Date.now() + timeoutMs;
  while (process.ending === undefined && Date.now() < deadline && signal?.aborted !== true) {
    if (await readiness.answers()) {
      if ((await ownsPort(process.pid, port)) !== false) return;
      await process.kill();
      throw new Error(`port ${port} is answered by another process`);
    }
    await delay(POLL_MS);
  }
  const why = process.ending ?? `no answer within ${Math.round(timeoutMs / 1000)} s`;
  // Interrupted while it creates its data, a server gets the time to leave it whole.
  await (signal?.aborted === true ? process.stop(INTERRUPTED_MS) : process.kill());
  signal?.throwIfAborted();
  throw new Error(`it did not start (${why}); the end of ${logFile}:\n${await endOfLog(logFile)}`);
}

/** Polls until the check is true. Resolves to false when it is not within the time. */
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
