import { setTimeout as delay } from 'node:timers/promises';

/** Polls every few milliseconds. Returns false if the condition is still false after `milliseconds`. */
export async function untilTrue(look: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (!look() && Date.now() < deadline) await delay(10);
  return look();
}
