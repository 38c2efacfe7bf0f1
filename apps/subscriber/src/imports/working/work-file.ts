import type { ImportCounts } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { Groups } from '../../groups/groups';
import type { Claimed, Progress } from '../import-document';
import { Imports, isSurelyHeld } from '../imports';
import { TimeSlice } from '../time-slice';
import { type Row, readRow } from '../reading/read-row';
import { Pieces } from '../receiving/pieces';
import { Rejections } from '../rejections';
import { AddMembers } from '../writing/add-members';
import { RemoveMembers } from '../writing/remove-members';
import { type Batch, ahead, batches } from './batch';
import { readFile } from './read-file';
import { readHeader } from './read-header';

/** How long a file is worked on before it is another one's turn (milliseconds). */
const TURN_MS = 500;

/**
 * Works on a file, batch by batch, until its turn is over. All that is written follows from the file and from what is saved,
 * and how far it came is saved by whoever still has it: a crash anywhere, or a second worker, changes nothing.
 */
@Injectable()
export class WorkFile {
  constructor(
    private readonly imports: Imports,
    private readonly pieces: Pieces,
    private readonly groups: Groups,
    private readonly addMembers: AddMembers,
    private readonly removeMembers: RemoveMembers,
    private readonly rejections: Rejections,
  ) {}

  async execute(claimed: Claimed): Promise<void> {
    const until = performance.now() + TURN_MS;
    const { format, position } = claimed;
    const records = readFile(format, this.pieces.from(claimed, position.offset), position);
    let current: Claimed | null = claimed;
    for await (const batch of ahead(batches(records, position))) {
      current = await this.step(current, batch);
      if (!current) return;
      if (performance.now() < until) continue;
      await this.imports.release(current);
      return;
    }
  }

  /** Null: there is nothing more to do, or it is for others. */
  private async step(claimed: Claimed, batch: Batch): Promise<Claimed | null> {
    if (!(await this.groups.get(claimed.userId, claimed.groupId))) {
      await this.imports.fail(claimed, 'group_not_found');
      return null;
    }
    const begun = readHeader(claimed, batch);
    if (begun.flaw !== null) {
      await this.imports.fail(claimed, begun.flaw);
      return null;
    }
    const progress = await this.workIn(begun.claimed, begun.batch);
    if (!progress) return null;
    if (!batch.isLast) return this.imports.advance(claimed, progress);
    await this.imports.finish(claimed, progress);
    return null;
  }

  /** Doing so twice changes nothing. Null: the file may be somebody else's by now, and nothing was written. */
  private async workIn(claimed: Claimed, batch: Batch): Promise<Progress | null> {
    const rows = await readRows(claimed, batch);
    if (!isSurelyHeld(claimed)) return null;
    const writing = claimed.kind === 'ADD' ? this.addMembers : this.removeMembers;
    const worked = await writing.execute(claimed, rows);
    const rejected = rows.flatMap((row) => {
      if (row.person) return [];
      const { line, reason, text } = row;
      return [{ line, reason, text }];
    });
    if (rejected.length > 0)
      await this.rejections.note(claimed.id, claimed.position.line, rejected, claimed.batchAt);
    const counts = added(claimed.counts, { ...worked, lines: rows.length, rejected: rejected.length });
    return { position: batch.next, columns: claimed.columns, counts };
  }
}

async function readRows({ format, columns }: Claimed, { records }: Batch): Promise<Row[]> {
  const slice = new TimeSlice();
  const rows: Row[] = [];
  for (const record of records) {
    rows.push(readRow(record, { format, columns: columns ?? [] }));
    if (slice.isOver) await slice.yieldToOthers();
  }
  return rows;
}

function added(before: ImportCounts, more: Partial<ImportCounts>): ImportCounts {
  const names = Object.keys(before) as (keyof ImportCounts)[];
  return Object.fromEntries(names.map((name) => [name, before[name] + (more[name] ?? 0)])) as ImportCounts;
}
