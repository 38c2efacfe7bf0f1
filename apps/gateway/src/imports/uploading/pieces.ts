import type { Readable } from 'node:stream';
import { AppError } from '@carillon/contracts';

/** What is sent on at once. */
export const PIECE_BYTES = 256 * 1024;

/**
 * Cuts what arrives into pieces of one size; the last one may be shorter. It is read only as fast as pieces are taken.
 * @param idleMs how long nothing may arrive while it is waited for
 * @throws AppError request_timeout or malformed_request; the rest of the body can still be let go by
 */
export async function* piecesOf(body: Readable, idleMs: number): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer, undefined> = body.iterator({ destroyOnReturn: false });
  let waiting: Buffer[] = [];
  let size = 0;
  for (;;) {
    const next = await arriving(chunks.next(), idleMs);
    if (next.done) break;
    waiting.push(next.value);
    size += next.value.length;
    if (size < PIECE_BYTES) continue;
    let rest = Buffer.concat(waiting, size);
    for (; rest.length >= PIECE_BYTES; rest = rest.subarray(PIECE_BYTES)) yield rest.subarray(0, PIECE_BYTES);
    waiting = rest.length > 0 ? [rest] : [];
    size = rest.length;
  }
  if (size > 0) yield Buffer.concat(waiting, size);
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
    throw new AppError('malformed_request', 'The body broke off', [], {}, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
