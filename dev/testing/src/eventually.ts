import { setTimeout as pause } from 'node:timers/promises';

const WAIT_MS = 90_000;
const LOOK_EVERY_MS = 20;

/** Resolves as soon as the assertion holds. Rejects if it does not hold within a minute and a half. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + WAIT_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('It did not come to that');
    await pause(LOOK_EVERY_MS);
  }
}
