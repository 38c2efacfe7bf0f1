import { Readable } from 'node:stream';
import type { Json } from '../api/json';
import type { Query } from '../api/request';
import { UsageError } from '../failures';
import { bar, barForm } from '../output/bar';
import type { Session } from '../session';
import { type FileToSend, fileToSend } from '../terminal/input';

export type FileFormat = 'csv' | 'ndjson';

const types: Record<FileFormat, string> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };
const NEWLINE = 10;
const BAR = 30;
/** Bytes; often enough for a bar. */
const SHOWN_EVERY = 256 * 1024;

/** How much of a file has left. */
interface Sent {
  bytes: number;
  /** Line breaks; a value may have some in it. */
  lines: number;
}

/** @returns the job that was made of the file, and how many lines it has, roughly */
export async function sendFile(
  { user, output, world }: Session,
  path: string,
  query: Query,
  file: string,
  format: FileFormat,
): Promise<{ job: Json; lines: number }> {
  if (file === '-' && world.stdin.isTTY) throw new UsageError('- is what is piped in, and nothing is');
  const source = fileToSend(file, world);
  let sent: Sent = { bytes: 0, lines: 0 };
  const show = (): void => output.showLive([`sending  ${howFar(sent, source.size, world.env)}`]);
  const open = (): Readable => {
    sent = { bytes: 0, lines: 0 };
    return Readable.from(counted(source, sent, show), { objectMode: false });
  };
  const upload = { type: types[format], open, isOnce: file === '-' };
  try {
    const job = await user.object({ method: 'POST', path, query, upload });
    return { job, lines: format === 'csv' ? sent.lines - 1 : sent.lines };
  } finally {
    output.endLive();
  }
}

/** By the end of its name, unless it was said. */
export function formatOf(file: string, said: FileFormat | undefined): FileFormat {
  return said ?? (/\.(ndjson|jsonl)$/i.test(file) ? 'ndjson' : 'csv');
}

async function* counted(source: FileToSend, sent: Sent, show: () => void): AsyncGenerator<Buffer, void> {
  let next = 0;
  for await (const chunk of source.open() as AsyncIterable<Buffer>) {
    yield chunk;
    sent.bytes += chunk.length;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) sent.lines += 1;
    if (sent.bytes < next) continue;
    show();
    next = sent.bytes + SHOWN_EVERY;
  }
  show();
}

function howFar({ bytes }: Sent, size: number | null, env: Record<string, string | undefined>): string {
  if (size === null || size === 0) return megabytes(bytes);
  return `${bar(bytes / size, BAR, barForm(env))}  ${megabytes(bytes)} of ${megabytes(size)}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
