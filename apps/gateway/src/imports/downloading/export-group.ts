import { AppError, type FileFormat, type Subscriber } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Injectable } from '@nestjs/common';
import { MAX_SLICE, type Page, type Slice, pages, startingWith } from '../../paging/pages';
import { csvLine } from './csv-line';

/** As many as a header row may reasonably have, and an import takes. */
const MAX_COLUMNS = 1_000;
const OWN = ['integration', 'identifier'];

/** Writes the members of a group, oldest first, in a form that can be imported again. */
@Injectable()
export class ExportGroup {
  constructor(private readonly messenger: Messenger) {}

  /** @throws AppError group_not_found, limit_reached for CSV of too many columns; all before the first text comes */
  async execute(userId: string, groupId: string, format: FileFormat): Promise<AsyncIterable<string>> {
    const columns = format === 'csv' ? await this.columnsOf(userId, groupId) : null;
    const fetch = (slice: Slice): Promise<Page<Subscriber>> => this.fetch(userId, groupId, slice);
    const { items, next } = await fetch({ after: null, limit: MAX_SLICE });
    return texts(next === null ? [items] : startingWith(items, pages(fetch, next, null)), columns);
  }

  private fetch(userId: string, groupId: string, slice: Slice): Promise<Page<Subscriber>> {
    return this.messenger.request('subscriber.list', { userId, groupId, channel: null, ...slice });
  }

  /** What the members' extra data has at the top, in the order in which it comes up. */
  private async columnsOf(userId: string, groupId: string): Promise<string[]> {
    const columns = new Set<string>();
    let after: string | null = null;
    do {
      const page: { columns: string[]; next: string | null } = await this.messenger.request(
        'export.columns',
        {
          userId,
          groupId,
          after,
        },
      );
      for (const column of page.columns) if (!OWN.includes(column)) columns.add(column);
      if (columns.size > MAX_COLUMNS) {
        const detail = `The extra data has more than ${MAX_COLUMNS} different keys: export it as ndjson`;
        throw new AppError('limit_reached', detail);
      }
      after = page.next;
    } while (after !== null);
    return [...columns];
  }
}

async function* texts(
  members: AsyncIterable<readonly Subscriber[]> | Iterable<readonly Subscriber[]>,
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
