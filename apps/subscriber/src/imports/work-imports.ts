import type { ImportCounts, RejectedLine } from '@carillon/contracts';
import {
  type FileRecord,
  type Row,
  TimeSlice,
  columnsOf,
  headerIssues,
  readFile,
  readRow,
  reasonOf,
} from '@carillon/input';
import { isOutage } from '@carillon/mongo';
import { BackgroundTask, Logger, Metrics, QUIET_PAUSE_MS, type RoundEnd } from '@carillon/platform';
import { Quotas } from '@carillon/quotas';
import { Injectable } from '@nestjs/common';
import { Groups } from '../membership';
import { type Batch, ahead, batches, linesBefore } from './batches';
import type { Claimed, Misfits, Progress } from './import-document';
import { ImportLeases, isSurelyHeld } from './import-leases';
import { Pieces } from './pieces';
import { ImportedOptOuts, type OptedOut, optOutColumns, takeOptOuts } from './opt-outs';
import { Rejections } from './rejections';
import { Turn } from './turn';
import { type SavedPeople, WriteMembers, type Written } from './write-members';

/** The interval between checks for files that other copies of this service received or left behind (milliseconds). */
const LOOK_MS = 1_000;
/** The number of consecutive failures after which a file fails. */
const MOST_FAILURES = 8;

/**
 * Processes files in every copy of this service, in turns.
 *
 * All writes of a batch are derived from the file and from the saved progress, and progress is saved only under the
 * lease of the file. A crash at any point, or a second worker on the same file, therefore changes nothing. People can be
 * saved one batch ahead of the progress: saved again, they are found by their addresses.
 */
@Injectable()
export class WorkImports extends BackgroundTask {
  private readonly lines;

  constructor(
    private readonly leases: ImportLeases,
    private readonly pieces: Pieces,
    private readonly groups: Groups,
    private readonly writeMembers: WriteMembers,
    private readonly optOuts: ImportedOptOuts,
    private readonly rejections: Rejections,
    private readonly quotas: Quotas,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    super({ name: 'processing imports', everyMs: LOOK_MS, quietMs: QUIET_PAUSE_MS, log });
    this.lines = metrics.counter(
      'carillon_import_lines_total',
      'Lines of files, by result; a batch that is processed again is counted again',
      ['result'],
    );
  }

  /** Processes the next file. */
  async round(): Promise<RoundEnd> {
    const claimed = await this.leases.claim();
    if (!claimed) return 'idle';
    try {
      await this.workOn(claimed);
    } catch (error) {
      if (isOutage(error)) throw error;
      this.log.error({ importId: claimed.id, err: error }, 'an import failed');
      await this.giveWay(claimed);
    }
    return true;
  }

  /**
   * Processes a file batch by batch until it is done or its turn ends. While the members of a batch are written, the people
   * of the next batch are saved, and the batch after it is read.
   */
  async workOn(claimed: Claimed): Promise<void> {
    const turn = new Turn(() => this.leases.isAnyReady());
    const { position } = claimed;
    const records = readFile(claimed, this.pieces.from(claimed, position.offset), position);
    let current: Claimed | null = claimed;
    let writing: Promise<Claimed | null> = Promise.resolve(claimed);
    /** The next batch to write. */
    let next: SavedBatch | null = null;
    try {
      for await (const batch of ahead(readBatches(claimed, batches(records, position)))) {
        if (!isSurelyHeld(current)) break;
        next = await this.savePeople(current, batch, writing);
        current = await writing;
        if (!current) return;
        writing = this.step(current, next);
        // The error is thrown where the result is awaited.
        writing.catch(() => undefined);
        const { endsFile } = next;
        next = null;
        if (endsFile || (await turn.isOver())) break;
      }
      current = await writing;
      if (current) await this.leases.release(current);
    } finally {
      await writing.catch(() => undefined);
      if (next?.people) this.writeMembers.cancel(claimed, next.people);
    }
  }

  private async savePeople(
    claimed: Claimed,
    batch: ReadBatch,
    previous: Promise<unknown>,
  ): Promise<SavedBatch> {
    const isThere = (await this.groups.get(claimed.userId, claimed.groupId)) !== null;
    const flaw = isThere ? batch.flaw : 'group_not_found';
    if (flaw !== null) return { ...batch, flaw, people: null, endsFile: true };
    const people = await this.writeMembers.savePeople(claimed, batch.rows, previous);
    return { ...batch, flaw, people, endsFile: batch.isLast || people.fullAt !== null };
  }

  /** Null: the file is done or has failed, or another worker holds it. */
  private async step(claimed: Claimed, batch: SavedBatch): Promise<Claimed | null> {
    if (!batch.people) {
      await this.leases.fail(claimed, batch.flaw);
      return null;
    }
    const { progress, fullAt, fullBecause } = await this.write(claimed, batch, batch.people);
    if (fullAt !== null) {
      await this.leases.stop(claimed, progress, { line: fullAt, reason: fullBecause });
      return null;
    }
    if (!batch.isLast) return this.leases.advance(claimed, progress);
    await this.leases.finish(claimed, progress);
    return null;
  }

  /** Writes a batch; writing it twice changes nothing. */
  private async write(
    claimed: Claimed,
    { rows: read, optedOut, columns, next }: ReadBatch,
    people: SavedPeople,
  ): Promise<Pick<Written, 'fullAt' | 'fullBecause'> & { progress: Progress }> {
    // Before the people become members, so that no campaign reaches them in between.
    if (!claimed.dryRun) await this.optOuts.note(claimed, linesBefore(people.fullAt, optedOut));
    const written = await this.writeMembers.write(claimed, people, optedOut);
    const { fullAt, fullBecause, refused } = written;
    const rows = linesBefore(fullAt, read);
    const rejected = rows.flatMap((row) => {
      if (row.person) return [];
      if (!row.contact) return [{ line: row.line, reason: row.reason, text: row.text }];
      const reason = refused.get(row.line);
      return reason === undefined ? [] : [{ line: row.line, reason, text: row.text() }];
    });
    await this.keepRejected(claimed, rejected);
    const results = { ...written.counts, rejected: rejected.length };
    for (const [result, lines] of Object.entries(results)) this.lines.inc({ result }, lines);
    const counts = added(claimed.counts, { ...results, lines: rows.length });
    const misfits = misfitsAnd(claimed.misfits, written.misfits);
    return { progress: { position: next, columns, counts, ...misfits }, fullAt, fullBecause };
  }

  /** Stores as many rejected lines as the plan allows, and one line that reports the others. */
  private async keepRejected(claimed: Claimed, rejected: RejectedLine[]): Promise<void> {
    if (rejected.length === 0) return;
    const { userId, id: importId, position, batchAt: at } = claimed;
    const count = await this.quotas.takeUpTo(userId, 'rejectedLines', rejected.length);
    const lines = rejected.slice(0, count);
    const notKept = rejected[count];
    if (notKept) lines.push({ line: notKept.line, reason: 'quota_exceeded: rejectedLines', text: '' });
    const isNew = await this.rejections.note({
      userId,
      importId,
      startLine: position.line,
      lines,
      count,
      at,
    });
    if (!isNew) this.quotas.note(userId, 'rejectedLines', -count);
  }

  private giveWay(claimed: Claimed): Promise<void> {
    const { leases } = this;
    return claimed.failures < MOST_FAILURES ? leases.putOff(claimed) : leases.fail(claimed, 'internal');
  }
}

/** The rows of a batch. */
interface ReadBatch extends Omit<Batch, 'records'> {
  rows: Row[];
  /** The addresses that opted out, according to columns of the file. */
  optedOut: readonly OptedOut[];
  /** The header row of a CSV file; null: the file is not CSV. */
  columns: string[] | null;
  /** Why the file cannot be imported; null: it can. */
  flaw: string | null;
}

/** A batch whose people are saved. */
type SavedBatch = ReadBatch & {
  /** Whether nothing of the file is processed after this batch. */
  endsFile: boolean;
} & ({ flaw: null; people: SavedPeople } | { flaw: string; people: null });

/** Parses the rows of batches, and the header row of a CSV file at its beginning. */
async function* readBatches(
  { kind, format, columns: storedColumns, columnOptions, defaultCountry }: Claimed,
  found: AsyncIterable<Batch>,
): AsyncGenerator<ReadBatch> {
  let columns = storedColumns;
  // A removal names the memberships to remove.
  const onlyAddresses = kind === 'REMOVE';
  const optOuts = optOutColumns(columnOptions);
  const slice = new TimeSlice();
  for await (const { records, ...batch } of found) {
    const rows: Row[] = [];
    const optedOut: OptedOut[] = [];
    let flaw: string | null = null;
    if (format === 'csv' && !columns) ({ columns, flaw } = readHeader(records.shift(), onlyAddresses));
    const shape = { format, columns: columns ?? [], defaultCountry, onlyAddresses };
    for (const record of flaw === null ? records : []) {
      const row = readRow(record, shape);
      optedOut.push(...takeOptOuts(row, optOuts));
      rows.push(row);
      if (slice.isOver) await slice.yieldToOthers();
    }
    // Otherwise, they would become garbage only after the previous batch is written, and the collector would need more
    // time.
    records.length = 0;
    yield { ...batch, rows, optedOut, columns, flaw };
  }
}

/** `flaw`: why the file cannot be imported. */
function readHeader(
  header: FileRecord | undefined,
  onlyAddresses: boolean,
): Pick<ReadBatch, 'columns' | 'flaw'> {
  if (!header) return { columns: null, flaw: 'header: required' };
  if (!header.cells) return { columns: null, flaw: `header: ${header.flaw ?? 'malformed_csv'}` };
  const columns = columnsOf(header.cells);
  const issues = headerIssues(columns, onlyAddresses);
  if (issues.length > 0) return { columns: null, flaw: `header: ${reasonOf(issues)}` };
  return { columns, flaw: null };
}

function added(before: ImportCounts, more: Partial<ImportCounts>): ImportCounts {
  const names = Object.keys(before) as (keyof ImportCounts)[];
  return Object.fromEntries(names.map((name) => [name, before[name] + (more[name] ?? 0)])) as ImportCounts;
}

function misfitsAnd(
  before: readonly Misfits[] = [],
  more: ReadonlyMap<string, number>,
): Pick<Progress, 'misfits'> {
  if (more.size === 0 && before.length === 0) return {};
  const values = new Map(before.map((each) => [each.column, each.values]));
  for (const [column, count] of more) values.set(column, (values.get(column) ?? 0) + count);
  return { misfits: Array.from(values, ([column, count]) => ({ column, values: count })) };
}
