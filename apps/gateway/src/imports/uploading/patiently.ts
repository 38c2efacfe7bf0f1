import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@carillon/contracts';

/** How long a service may be away (milliseconds): a restart should cost nobody an upload of an hour. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 500;

/** Asks again while nobody answers. Only for what may be asked twice. @throws AppError of the last try */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isAway = error instanceof AppError && error.kind === 'unavailable';
      if (!isAway || performance.now() > until) throw error;
      await pause(PAUSE_MS);
    }
  }
}
