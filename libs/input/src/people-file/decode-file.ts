import { Buffer } from 'node:buffer';
import type { TextForm } from './text-form';

/**
 * Yields a file of any form in UTF-8 with line feeds. UTF-8 bytes pass unchanged, so that broken lines stay
 * broken and are rejected individually. Line numbers stay the same.
 */
export async function* decodeFile(
  pieces: AsyncIterable<Uint8Array>,
  { encoding, newline }: Pick<TextForm, 'encoding' | 'newline'>,
): AsyncGenerator<Uint8Array> {
  if (encoding === 'utf-8' && newline === 'lf') {
    yield* pieces;
    return;
  }
  if (encoding === 'utf-8') {
    for await (const piece of pieces) yield withLineFeeds(piece);
    return;
  }
  const decoder = new TextDecoder(encoding);
  const utf8 = (text: string): Uint8Array =>
    Buffer.from(newline === 'cr' ? text.replaceAll('\r', '\n') : text);
  for await (const piece of pieces) yield utf8(decoder.decode(piece, { stream: true }));
  yield utf8(decoder.decode());
}

const [LF, CR] = [10, 13] as const;

/** No byte of a longer character of UTF-8 is a carriage return. */
function withLineFeeds(piece: Uint8Array): Uint8Array {
  const lines = Uint8Array.from(piece);
  for (let at = lines.indexOf(CR); at >= 0; at = lines.indexOf(CR, at + 1)) lines[at] = LF;
  return lines;
}
