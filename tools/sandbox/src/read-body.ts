import { type IncomingMessage } from 'node:http';

/** A request's body as text; null when it is larger than allowed, and then read to its end but not kept. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes <= maxBytes) pieces.push(piece);
  }
  return bytes <= maxBytes ? Buffer.concat(pieces).toString('utf8') : null;
}
