import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { newId } from '@carillon/contracts';

/** A request that can be processed several times, and generates the same IDs each time. */
export interface Repeatable {
  /** Identifies the request on every gateway. */
  id: string;
  /** The time of its first attempt, by the database's clock. */
  startedAt: Date;
  /** The attempt number, starting with 1. */
  attempt: number;
}

interface Minting extends Repeatable {
  minted: number;
}

const storage = new AsyncLocalStorage<Minting>();

/** Runs `work`, and all work that it starts, as this request. */
export function withMinting<T>(request: Repeatable, work: () => T): T {
  return storage.run({ ...request, minted: 0 }, work);
}

/**
 * The ID of an object that a request creates. If the request has an `Idempotency-Key`, the n-th ID is the same in each
 * attempt. Otherwise, it is new.
 */
export function mintId(): string {
  const minting = storage.getStore();
  if (!minting) return newId();
  minting.minted += 1;
  return derivedId(minting, minting.minted);
}

/** The attempt number of the request, for values that cannot be the same in each attempt. */
export function currentAttempt(): number {
  return storage.getStore()?.attempt ?? 1;
}

const SECONDS_DIGITS = 8;
const OTHER_DIGITS = 16;

/** A regular ID: the time of the first request in seconds, and then 64 bits that are unique to the request. */
function derivedId({ id, startedAt }: Repeatable, nth: number): string {
  const seconds = Math.floor(startedAt.getTime() / 1000);
  const hash = createHash('sha256').update(`${id}:${startedAt.getTime()}:${nth}`).digest('hex');
  return seconds.toString(16).padStart(SECONDS_DIGITS, '0') + hash.slice(0, OTHER_DIGITS);
}
