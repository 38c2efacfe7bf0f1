import { AppError } from '@carillon/contracts';
import { freeSlot } from './user-limits';

/** An attempt fails only if another process takes the same slot in the meantime. */
const TRIES = 100;

interface NewItem<T> {
  /** The number of slots. */
  limit: number;
  /** The item that an earlier delivery of the request has added. Null: none. */
  find: () => Promise<T | null>;
  taken: () => Promise<readonly number[]>;
  /** Returns null if the slot is taken. */
  add: (slot: number) => Promise<T | null>;
  /** The error if no slot is free. */
  refuse: (used: number) => AppError;
}

/** Adds an item of a user in a free slot, so that the limit also holds for concurrent requests. */
export async function addInFreeSlot<T>({ limit, find, taken, add, refuse }: NewItem<T>): Promise<T> {
  for (let tries = 0; tries < TRIES; tries++) {
    const existing = await find();
    if (existing) return existing;
    const slots = await taken();
    // If the limit was lowered, slots below it can be free while others above it are taken.
    const slot = slots.length < limit ? freeSlot(slots, limit) : undefined;
    if (slot === undefined) throw refuse(slots.length);
    const added = await add(slot);
    if (added) return added;
  }
  throw new AppError('service_unavailable', 'Others are adding the same at the moment');
}
