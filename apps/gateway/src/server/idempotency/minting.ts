import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { newId } from '@carillon/contracts';

/** A request that may be carried out several times, and is to mint the same ids each time. */
export interface Repeatable {
  /** What stands for the request, whichever gateway it comes to. */
  id: string;
  /** When it came first, by the database's clock. */
  startedAt: Date;
  /** 1 for the first time it is carried out, one more for each other time. */
  attempt: number;
}

interface Minting extends Repeatable {
  minted: number;
}

const storage = new AsyncLocalStorage<Minting>();

/** Runs `work`, and all that follows from it, as this request. */
export function withMinting<T>(request: Repeatable, work: () => T): T {
  return storage.run({ ...request, minted: 0 }, work);
}

/**
 * The id of something that a request creates. In a request with an `Idempotency-Key` the first, second, third one minted are
 * the same each time it is carried out; in any other a new one.
 */
export function mintId(): string {
  const minting = storage.getStore();
  if (!minting) return newId();
  minting.minted += 1;
  return derivedId(minting, minting.minted);
}

/** Which time this is that the request is carried out, for what cannot be the same each time. */
export function currentAttempt(): number {
  return storage.getStore()?.attempt ?? 1;
}

const SECONDS_DIGITS = 8;
const OTHER_DIGITS = 16;

/** An id as any: the second of the beginning, then 64 bits that no other request comes to. */
function derivedId({ id, startedAt }: Repeatable, nth: number): string {
  const seconds = Math.floor(startedAt.getTime() / 1000);
  const hash = createHash('sha256').update(`${id}:${startedAt.getTime()}:${nth}`).digest('hex');
  return seconds.toString(16).padStart(SECONDS_DIGITS, '0') + hash.slice(0, OTHER_DIGITS);
}
