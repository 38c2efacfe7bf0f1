import { Readable } from 'node:stream';
import { AppError, type FileFormat, type Payload, type Subscriber } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { allPages } from '../../http/paging/pages';

/** More than a reasonable header row has; an import accepts as many. */
const MAX_COLUMNS = 1_000;
const OWN = ['integration', 'identifier'];
/** A client that reads nothing of a file for this time is cut off (milliseconds). */
const STALLED_MS = 60_000;

/**
 * Writes the members of a group, oldest first, in a form that can be imported again.
 * @throws AppError group_not_found, limit_reached for CSV of too many columns; both before the first text
 */
export async function exportedMembers(
  messenger: Messenger,
  whose: { userId: string; groupId: string },
  format: FileFormat,
): Promise<AsyncIterable<string>> {
  const columns = format === 'csv' ? await columnsOf(messenger, whose) : null;
  const members = await allPages((slice) =>
    messenger.request('subscriber.list', { ...whose, channel: null, ...slice }),
  );
  return membersAs(members, columns);
}

/** The top-level keys of the members' extra data, in the order of their first occurrence. */
async function columnsOf(
  messenger: Messenger,
  whose: { userId: string; groupId: string },
): Promise<string[]> {
  const columns = new Set<string>();
  let after: string | null = null;
  do {
    const page: { columns: string[]; next: string | null } = await messenger.request('export.columns', {
      ...whose,
      after,
    });
    for (const column of page.columns) if (!OWN.includes(column)) columns.add(column);
    if (columns.size > MAX_COLUMNS) {
      const detail = `The extra data has more than ${MAX_COLUMNS} different keys: export it as ndjson`;
      throw new AppError('limit_reached', detail);
    }
    after = page.next;
  } while (after !== null);
  return [...columns];
}

async function* membersAs(
  members: AsyncIterable<readonly Subscriber[]>,
  columns: readonly string[] | null,
): AsyncGenerator<string> {
  if (columns) yield csvLine([...OWN, ...columns]);
  const textOf = columns ? (member: Subscriber) => csvOf(member, columns) : ndjsonOf;
  for await (const page of members) yield page.map(textOf).join('');
}

function ndjsonOf({ channel, address, extraData }: Subscriber): string {
  return `${JSON.stringify({ integration: channel, identifier: address, extraData })}\n`;
}

function csvOf({ channel, address, extraData }: Subscriber, columns: readonly string[]): string {
  const cells = columns.map((key) => (Object.hasOwn(extraData, key) ? cellOf(extraData[key]) : ''));
  return csvLine([channel, address, ...cells]);
}

function cellOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/**
 * Writes the rejected lines of a file as CSV, with line and reason.
 * @throws AppError import_not_found, removal_not_found; before the first text
 */
export async function rejectedLines(
  messenger: Messenger,
  which: Payload<'import.get'>,
): Promise<AsyncIterable<string>> {
  const pages = await allPages((slice) => messenger.request('import.rejected', { ...which, ...slice }));
  return (async function* () {
    yield csvLine(['line', 'reason', 'text']);
    for await (const lines of pages) {
      yield lines.map(({ line, reason, text }) => csvLine([String(line), reason, text])).join('');
    }
  })();
}

/** A record of CSV (RFC 4180 §2), with its line break. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * Answers with a file, of this name and type, that is generated while it is sent. If that fails the connection is
 * cut, so that nobody mistakes a part for the whole.
 */
export function sendFile(
  reply: FastifyReply,
  { name, type }: { name: string; type: string },
  texts: AsyncIterable<string>,
): StreamableFile {
  // A HEAD request must not generate the whole file.
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
