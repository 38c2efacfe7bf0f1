import { Readable } from 'node:stream';
import type { Json } from '../api/json';
import type { Query } from '../api/request';
import { UsageError } from '../failures';
import { bar, barForm } from '../output/bar';
import type { Session } from '../session';
import { type FileToSend, fileToSend } from '../terminal/input';

export type FileFormat = 'csv' | 'ndjson';

const types: Record<FileFormat, string> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };
const BAR = 30;
/** Bytes; often enough for a bar. */
const SHOWN_EVERY = 256 * 1024;

/**
 * Sends a file about members of a group and shows how far it is.
 * @returns the job that was made of it
 */
export async function sendFile(
  { user, output, world }: Session,
  path: string,
  query: Query,
  file: string,
  format: FileFormat,
): Promise<Json> {
  if (file === '-' && world.stdin.isTTY) throw new UsageError('- is what is piped in, and nothing is');
  const source = fileToSend(file, world);
  const shown = (sent: number): void => output.showLive([`sending  ${howFar(sent, source.size, world.env)}`]);
  const open = (): Readable => Readable.from(counted(source, shown), { objectMode: false });
  const upload = { type: types[format], open, isOnce: file === '-' };
  try {
    return await user.object({ method: 'POST', path, query, upload });
  } finally {
    output.endLive();
  }
}

/** By the end of its name, unless it was said. */
export function formatOf(file: string, said: FileFormat | undefined): FileFormat {
  return said ?? (/\.(ndjson|jsonl)$/i.test(file) ? 'ndjson' : 'csv');
}

async function* counted(source: FileToSend, shown: (sent: number) => void): AsyncGenerator<Buffer, void> {
  let [sent, next] = [0, 0];
  for await (const chunk of source.open() as AsyncIterable<Buffer>) {
    yield chunk;
    sent += chunk.length;
    if (sent < next) continue;
    shown(sent);
    next = sent + SHOWN_EVERY;
  }
  shown(sent);
}

function howFar(sent: number, size: number | null, env: Record<string, string | undefined>): string {
  if (size === null || size === 0) return megabytes(sent);
  return `${bar(sent / size, BAR, barForm(env))}  ${megabytes(sent)} of ${megabytes(size)}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
