import { Readable } from 'node:stream';
import {
  AppError,
  type AuditNote,
  type FileFormat,
  type Payload,
  type Reply,
  type Subscriber,
} from '@carillon/contracts';
import { consentFields } from '@carillon/input';
import { Messenger } from '@carillon/messaging';
import { auditNote } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Injectable, StreamableFile, applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { OptionalNotNull } from '../../http/input/rule';
import { allPages } from '../../http/paging/pages';
import { WorkLimits } from '../../http/rate-limits/work-limits';
import { type User, requestedBy } from '../../security/caller';

/** Whether cells that spreadsheets would execute stay unchanged. */
const formulaModes = ['keep', 'escape'] as const;
export type Formulas = (typeof formulaModes)[number];

/** A parameter for the treatment of CSV cells that a spreadsheet would execute. */
export const IsFormulas = applyDecorators(
  ApiProperty({
    description:
      'escape: CSV cells that spreadsheets interpret as formulas begin with an apostrophe; absent: cells are unchanged',
  }),
  IsIn(formulaModes),
  OptionalNotNull(),
);

/** The maximum number of columns, which exceeds a reasonable header row. Imports have the same limit. */
const MAX_COLUMNS = 1_000;
const OWN = ['integration', 'identifier'];
/** The columns of consents, which the file contains if at least one member has a consent. */
const CONSENT = consentFields.map((name) => `consent.${name}`);
/** A client that reads nothing of a file for this time is cut off (milliseconds). */
const STALLED_MS = 60_000;

/**
 * Writes the members of a group, oldest first, in a form that can be imported again.
 * @throws AppError group_not_found, or limit_reached for CSV with too many columns, both before the first text
 */
export async function exportedMembers(
  messenger: Messenger,
  whose: { userId: string; groupId: string },
  format: FileFormat,
  formulas: Formulas,
  reply: FastifyReply,
): Promise<AsyncIterable<string>> {
  const columns = format === 'csv' ? await columnsOf(messenger, whose, reply) : null;
  const members = await allPages((slice) =>
    messenger.request('subscriber.list', { ...whose, channel: null, withAttributes: true, ...slice }),
  );
  return membersAs(members, columns, formulas);
}

/** The source of the columns of a CSV file. */
interface Columns {
  keys: string[];
  hasConsent: boolean;
}

/**
 * The columns of consents, then the top-level keys of the members' extra data, in the order of their first occurrence.
 * Reads all members while the client waits.
 */
async function columnsOf(
  messenger: Messenger,
  whose: { userId: string; groupId: string },
  reply: FastifyReply,
): Promise<Columns> {
  const columns = new Set<string>();
  let hasConsent = false;
  let after: string | null = null;
  do {
    requireClient(reply);
    const page: Reply<'export.columns'> = await messenger.request('export.columns', {
      ...whose,
      after,
    });
    for (const column of page.columns)
      if (!OWN.includes(column) && !CONSENT.includes(column)) columns.add(column);
    if (columns.size > MAX_COLUMNS) {
      const detail = `The extra data has more than ${MAX_COLUMNS} different keys. Export it as ndjson`;
      throw new AppError('limit_reached', detail);
    }
    hasConsent ||= page.hasConsent === true;
    after = page.next;
  } while (after !== null);
  return { keys: [...columns], hasConsent };
}

async function* membersAs(
  members: AsyncIterable<readonly Subscriber[]>,
  columns: Columns | null,
  formulas: Formulas,
): AsyncGenerator<string> {
  if (columns) yield headerOf(columns, formulas);
  const textOf = columns ? (member: Subscriber) => csvOf(member, columns, formulas) : ndjsonOf;
  for await (const page of members) yield page.map(textOf).join('');
}

function headerOf({ keys, hasConsent }: Columns, formulas: Formulas): string {
  return csvLine([...OWN, ...(hasConsent ? CONSENT : []), ...keys.map(cellFor[formulas])]);
}

function ndjsonOf({ channel, address, extraData, consent }: Subscriber): string {
  return `${JSON.stringify({ integration: channel, identifier: address, extraData, consent })}\n`;
}

/** An address is never a formula, although it may begin with a plus sign. */
function csvOf(
  { channel, address, extraData, consent = {} }: Subscriber,
  { keys, hasConsent }: Columns,
  formulas: Formulas,
): string {
  const agreed = hasConsent ? consentFields.map((name) => consent[name] ?? '') : [];
  const cells = keys.map((key) => (Object.hasOwn(extraData, key) ? cellOf(extraData[key]) : ''));
  return csvLine([channel, address, ...[...agreed, ...cells].map(cellFor[formulas])]);
}

function cellOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/**
 * Writes the rejected lines of a file as CSV, with the line number and the reason.
 * @throws AppError import_not_found or removal_not_found, before the first text
 */
export async function rejectedLines(
  messenger: Messenger,
  which: Payload<'import.get'>,
  formulas: Formulas,
): Promise<AsyncIterable<string>> {
  const pages = await allPages((slice) => messenger.request('import.rejected', { ...which, ...slice }));
  return (async function* () {
    yield csvLine(['line', 'reason', 'text']);
    for await (const lines of pages) {
      yield lines
        .map(({ line, reason, text }) => csvLine([String(line), reason, cellFor[formulas](text)]))
        .join('');
    }
  })();
}

/** Cells that spreadsheets may execute as a formula. Source: OWASP, CSV Injection. */
const formula = /^[=+\-@\t\r]/;

/** Returns the cell, with a leading apostrophe if a spreadsheet would execute it. */
export const cellFor: Readonly<Record<Formulas, (cell: string) => string>> = {
  keep: (cell) => cell,
  escape: (cell) => (formula.test(cell) ? `'${cell}` : cell),
};

/** A record of CSV (RFC 4180 §2), with its line break. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

async function* asBytes(
  texts: AsyncIterable<string>,
  charge: (characters: number) => void,
): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    if (text === '') continue;
    charge(text.length);
    yield Buffer.from(text);
  }
}

/** An exported file and its audit entry. */
export interface ExportedFile extends Pick<AuditNote, 'action' | 'target' | 'changes'> {
  name: string;
  type: string;
}

/** Lets users export data as files. */
@Injectable()
export class Exports {
  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    private readonly work: WorkLimits,
  ) {}

  /**
   * Responds with a file that is generated while it is sent. If the generation fails, the connection is cut, so that no
   * client mistakes an incomplete file for a complete one. The file counts toward the account's limit before `read`
   * requests any data, and the broker has stored the audit entry before any data is sent. A HEAD request reads nothing
   * and isn't recorded.
   * @throws AppError rate_limited: too many concurrent files of the account; service_unavailable: the broker is
   * unavailable; errors of `read`
   */
  async answer(
    user: User,
    reply: FastifyReply,
    { name, type, action, target, changes }: ExportedFile,
    read: () => Promise<AsyncIterable<string>>,
  ): Promise<StreamableFile> {
    this.work.begin('file', reply);
    let content: Iterable<Buffer> | AsyncIterable<Buffer> = [];
    if (reply.request.method !== 'HEAD') {
      content = asBytes(await read(), this.work.meter('file', reply));
      requireClient(reply);
      const entry = { userId: user.userId, action, target, changes };
      await this.messenger.publish('audit.noted', auditNote(requestedBy(user), this.clock.now(), entry));
    }
    reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
    return new StreamableFile(Readable.from(content, { objectMode: false, highWaterMark: 1 }), {
      type: `${type}; charset=utf-8`,
      disposition: `attachment; filename="${name}"`,
    });
  }
}

/** Aborts the work for a client that has disconnected or got a timeout. No client receives this error. */
function requireClient({ raw }: Pick<FastifyReply, 'raw'>): void {
  if (raw.destroyed) throw new AppError('malformed_request', 'The connection has ended');
}
