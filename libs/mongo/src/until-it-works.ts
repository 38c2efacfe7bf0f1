import { setTimeout as wait } from 'node:timers/promises';
import { type Logger, jittered } from '@carillon/platform';

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;

export interface RetryOptions {
  /** Errors for which this returns false are rethrown. */
  worthWaiting?: (error: unknown) => boolean;
  /** Ends the pause between two tries, with an error. */
  signal?: AbortSignal;
}

/** Tries until it works, with growing pauses that vary by a fifth. Logs once that it waits, and once that the dependency is available. */
export async function untilItWorks<T>(
  what: string,
  log: Logger,
  attempt: () => Promise<T>,
  { worthWaiting = () => true, signal }: RetryOptions = {},
): Promise<T> {
  let said = false;
  for (let pause = FIRST_WAIT_MS; ; pause = Math.min(pause * 2, LONGEST_WAIT_MS)) {
    try {
      const result = await attempt();
      if (said) log.info(`${what} is available`);
      return result;
    } catch (error) {
      if (!worthWaiting(error)) throw error;
      if (!said)
        log.warn({ reason: error instanceof Error ? error.message : String(error) }, `waiting for ${what}`);
      said = true;
      await wait(jittered(pause), undefined, signal && { signal });
    }
  }
}
