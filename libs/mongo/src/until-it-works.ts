import { setTimeout as wait } from 'node:timers/promises';
import { type Logger, jittered } from '@carillon/platform';

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;

export interface RetryOptions {
  /** Errors for which this returns false are rethrown. */
  worthWaiting?: (error: unknown) => boolean;
  /** Ends the pause between two attempts, with an error. */
  signal?: AbortSignal;
}

/**
 * Repeats until it works, with growing pauses with jitter. Logs once that it waits, and once that the dependency is
 * available.
 */
export async function untilItWorks<T>(
  what: string,
  log: Logger,
  attempt: () => Promise<T>,
  { worthWaiting = () => true, signal }: RetryOptions = {},
): Promise<T> {
  let isLogged = false;
  for (let pause = FIRST_WAIT_MS; ; pause = Math.min(pause * 2, LONGEST_WAIT_MS)) {
    try {
      const result = await attempt();
      if (isLogged) log.info(`${what} is available`);
      return result;
    } catch (error) {
      if (!worthWaiting(error)) throw error;
      if (!isLogged)
        log.warn({ reason: error instanceof Error ? error.message : String(error) }, `waiting for ${what}`);
      isLogged = true;
      await wait(jittered(pause), undefined, signal && { signal });
    }
  }
}
