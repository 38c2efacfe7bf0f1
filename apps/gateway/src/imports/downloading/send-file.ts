import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** A client that takes nothing of a file for so long is cut off (milliseconds). */
const STALLED_MS = 60_000;

/** What a file is called, and what it is. */
export interface Sent {
  name: string;
  type: string;
}

/**
 * Answers with a file that is made while it is taken. When making it fails the connection is cut, so that nobody takes a
 * part for the whole.
 */
export function sendFile(
  reply: FastifyReply,
  { name, type }: Sent,
  texts: AsyncIterable<string>,
): StreamableFile {
  // Whoever asks for the headers alone must not have all of it made.
  const content = reply.request.method === 'HEAD' ? [] : asBytes(texts);
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  return new StreamableFile(Readable.from(content, { objectMode: false, highWaterMark: 1 }), {
    type: `${type}; charset=utf-8`,
    disposition: `attachment; filename="${name}"`,
  });
}

async function* asBytes(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) if (text !== '') yield Buffer.from(text);
}
