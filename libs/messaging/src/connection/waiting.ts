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

/** Waits for the work's end, well or badly, but no longer than this; false when the time was up first. */
export async function endsWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const ended = work.then(
    () => true,
    () => true,
  );
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  return Promise.race([ended, limit]).finally(() => clearTimeout(timer));
}
