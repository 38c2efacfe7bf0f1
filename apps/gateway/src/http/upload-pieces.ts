import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, PIECE_BYTES } from '@carillon/contracts';
import { jittered } from '@carillon/platform';

/** How long a service may be unavailable (milliseconds). Its restart must not abort an hour-long upload. */
const WAIT_MS = 45_000;
const PAUSE_MS = 500;

/**
 * Retries while the service does not respond. Use this only for requests that may be repeated. @throws the AppError of
 * the last attempt
 */
export async function whileAway<T>(ask: () => Promise<T>): Promise<T> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isAway = error instanceof AppError && error.kind === 'unavailable';
      if (!isAway || performance.now() > until) throw error;
      await pause(jittered(PAUSE_MS));
    }
  }
}

/**
 * Splits the body into parts of equal size. The parts of a slow body and the last part are shorter. Reads only as fast
 * as parts are consumed.
 * @param idleMs the maximum pause in the arriving data
 * @param heldMs the maximum time between two parts. After this time, the received data becomes a part
 * @throws AppError request_timeout or malformed_request. The remaining body can still be discarded
 */
export async function* piecesOf(body: Readable, idleMs: number, heldMs: number): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer, undefined> = body.iterator({ destroyOnReturn: false });
  try {
    let waiting: Buffer[] = [];
    let size = 0;
    let takenAt = performance.now();
    for (;;) {
      const next = await arriving(chunks.next(), idleMs);
      if (next.done) break;
      waiting.push(next.value);
      size += next.value.length;
      const isDue = performance.now() - takenAt >= heldMs;
      if (size < PIECE_BYTES && !isDue) continue;
      const least = isDue ? 1 : PIECE_BYTES;
      let rest = Buffer.concat(waiting, size);
      for (; rest.length >= least; rest = rest.subarray(PIECE_BYTES)) yield rest.subarray(0, PIECE_BYTES);
      waiting = rest.length > 0 ? [rest] : [];
      size = rest.length;
      takenAt = performance.now();
    }
    if (size > 0) yield Buffer.concat(waiting, size);
  } finally {
    // While the iterator listens, the remaining body does not flow. The return is not awaited, because it waits for a
    // chunk that may never arrive.
    void chunks.return?.();
  }
}

async function arriving<T>(next: Promise<T>, idleMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('request_timeout')), idleMs);
  });
  try {
    return await Promise.race([next, tooLate]);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('malformed_request', 'The body ended early', [], {}, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
