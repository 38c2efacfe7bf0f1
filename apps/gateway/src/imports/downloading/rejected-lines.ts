import type { Payload, RejectedLine } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Injectable } from '@nestjs/common';
import { MAX_SLICE, type Slice, pages, startingWith } from '../../paging/pages';
import { csvLine } from './csv-line';

/** Writes the lines of a file that were not taken as CSV, with line and reason. */
@Injectable()
export class RejectedLines {
  constructor(private readonly messenger: Messenger) {}

  /** @throws AppError import_not_found, removal_not_found */
  async execute(which: Payload<'import.get'>): Promise<AsyncIterable<string>> {
    const fetch = (slice: Slice) => this.messenger.request('import.rejected', { ...which, ...slice });
    const first = await fetch({ after: null, limit: MAX_SLICE });
    return texts(
      first.next === null ? [first.items] : startingWith(first.items, pages(fetch, first.next, null)),
    );
  }
}

async function* texts(
  lines: AsyncIterable<RejectedLine[]> | Iterable<RejectedLine[]>,
): AsyncGenerator<string> {
  yield csvLine(['line', 'reason', 'text']);
  for await (const some of lines) {
    yield some.map(({ line, reason, text }) => csvLine([String(line), reason, text])).join('');
  }
}
