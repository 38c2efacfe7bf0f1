import { setTimeout as wait } from 'node:timers/promises';

/** Waits; false when the signal cut it short. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await wait(milliseconds, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
