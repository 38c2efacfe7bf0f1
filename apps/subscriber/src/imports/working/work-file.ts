import { Injectable } from '@nestjs/common';
import { Groups } from '../../groups/groups';
import { Pieces } from '../receiving/pieces';
import { type Batch, ahead, batches } from './batch';
import { type Claimed, ImportLine } from './import-line';
import { readFile } from './read-file';
import { readHeader } from './read-header';
import { WorkBatch } from './work-batch';

/** How long a file is worked on before it is another one's turn (milliseconds). */
const TURN_MS = 500;

/**
 * Works on a file, batch by batch, until its turn is over. All that is written follows from the file and from what is saved,
 * and how far it came is saved by whoever still has it: a crash anywhere, or a second worker, changes nothing.
 */
@Injectable()
export class WorkFile {
  constructor(
    private readonly line: ImportLine,
    private readonly pieces: Pieces,
    private readonly groups: Groups,
    private readonly workBatch: WorkBatch,
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
      await this.line.release(current);
      return;
    }
  }

  /** Null: there is nothing more to do, or it is for others. */
  private async step(claimed: Claimed, batch: Batch): Promise<Claimed | null> {
    if (!(await this.groups.get(claimed.userId, claimed.groupId))) {
      await this.line.fail(claimed, 'group_not_found');
      return null;
    }
    const begun = readHeader(claimed, batch);
    if (begun.flaw !== null) {
      await this.line.fail(claimed, begun.flaw);
      return null;
    }
    const progress = await this.workBatch.execute(begun.claimed, begun.batch);
    if (!progress) return null;
    if (!batch.isLast) return this.line.advance(claimed, progress);
    await this.line.finish(claimed, progress);
    return null;
  }
}
