import { Injectable } from '@nestjs/common';
import type { ImportCounts } from '@carillon/contracts';
import type { Progress } from '../import-document';
import { Pace } from '../pace';
import { type Row, readRow } from '../reading/read-row';
import { Rejections } from '../rejections';
import { AddMembers } from '../writing/add-members';
import type { Batch } from './batch';
import { type Claimed, isSurelyHeld } from './import-line';
import { RemoveMembers } from '../writing/remove-members';

/** Works a batch in, and says how far the file has come by it. Doing so twice changes nothing. */
@Injectable()
export class WorkBatch {
  constructor(
    private readonly addMembers: AddMembers,
    private readonly removeMembers: RemoveMembers,
    private readonly rejections: Rejections,
  ) {}

  /** Null: the file may be somebody else's by now, and nothing was written. */
  async execute(claimed: Claimed, batch: Batch): Promise<Omit<Progress, 'batchAt'> | null> {
    const rows = await readRows(claimed, batch);
    if (!isSurelyHeld(claimed)) return null;
    const worked = await this.workIn(claimed, rows);
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

  private workIn(claimed: Claimed, rows: readonly Row[]): Promise<Partial<ImportCounts>> {
    return claimed.kind === 'ADD'
      ? this.addMembers.execute(claimed, rows)
      : this.removeMembers.execute(claimed, rows);
  }
}

async function readRows({ format, columns }: Claimed, { records }: Batch): Promise<Row[]> {
  const pace = new Pace();
  const rows: Row[] = [];
  for (const record of records) {
    rows.push(readRow(record, { format, columns: columns ?? [] }));
    if (pace.isOver) await pace.breathe();
  }
  return rows;
}

function added(before: ImportCounts, more: Partial<ImportCounts>): ImportCounts {
  const names = Object.keys(before) as (keyof ImportCounts)[];
  return Object.fromEntries(names.map((name) => [name, before[name] + (more[name] ?? 0)])) as ImportCounts;
}
