import { setTimeout as delay } from 'node:timers/promises';

/** Looks every few milliseconds; false when it is still not so in the end. */
export async function untilTrue(look: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (!look() && Date.now() < deadline) await delay(10);
  return look();
}
