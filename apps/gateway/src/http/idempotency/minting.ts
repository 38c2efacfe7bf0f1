import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { newId } from '@carillon/contracts';

/** A request that may be carried out several times, and mints the same ids each time. */
export interface Repeatable {
  /** Identifies the request on every gateway. */
  id: string;
  /** The time of its first attempt, by the database's clock. */
  startedAt: Date;
  /** 1 for the first time it is carried out, then increasing. */
  attempt: number;
}

interface Minting extends Repeatable {
  minted: number;
}

const storage = new AsyncLocalStorage<Minting>();

/** Runs `work`, and everything that it starts, as this request. */
export function withMinting<T>(request: Repeatable, work: () => T): T {
  return storage.run({ ...request, minted: 0 }, work);
}

/**
 * The id of an object that a request creates. In a request with an `Idempotency-Key` the n-th id is the same each
 * time it is carried out; in any other request it is new.
 */
export function mintId(): string {
  const minting = storage.getStore();
  if (!minting) return newId();
  minting.minted += 1;
  return derivedId(minting, minting.minted);
}

/** How often the request has been carried out, for values that cannot be the same each time. */
export function currentAttempt(): number {
  return storage.getStore()?.attempt ?? 1;
}

const SECONDS_DIGITS = 8;
const OTHER_DIGITS = 16;

/** An ordinary id: the second of the first request, then 64 bits that are unique to the request. */
function derivedId({ id, startedAt }: Repeatable, nth: number): string {
  const seconds = Math.floor(startedAt.getTime() / 1000);
  const hash = createHash('sha256').update(`${id}:${startedAt.getTime()}:${nth}`).digest('hex');
  return seconds.toString(16).padStart(SECONDS_DIGITS, '0') + hash.slice(0, OTHER_DIGITS);
}
