import { setTimeout as pause } from 'node:timers/promises';

/** Longer than a batch's lease or the leader's in the rig (milliseconds). */
export const LEASES_MS = 7_000;

/** A fault lasts so long: the one thing here that is a matter of time and of nothing else. */
export function pass(milliseconds: number): Promise<void> {
  return pause(milliseconds);
}
