import type { WebhookEvent } from '@carillon/contracts';
import { notesAnd } from '@carillon/mongo';
import { Clock, Metrics } from '@carillon/platform';
import { WebhookInterests } from '@carillon/webhooks';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, QueryFilter } from 'mongoose';
import {
  BY_TURN,
  type Claimed,
  type Failure,
  type ImportDocument,
  ImportRecord,
  LONG_AGO,
  type Progress,
  fileNote,
  toClaimed,
} from './import-document';

/** How long a batch may take before another worker may take over its file (milliseconds). */
const LEASE_MS = 10_000;
/**
 * A worker begins a batch only in this part of the lease. The rest covers transfer to the database and stalls (milliseconds).
 */
const SAFE_MS = (LEASE_MS * 2) / 3;
/** The pause of a file after its first failure; it doubles with each further failure (milliseconds). */
const PUT_OFF_MS = 1_000;

/** Whether it is certain that no other worker holds the file. */
export function isSurelyHeld({ requestedAt }: Claimed): boolean {
  return performance.now() - requestedAt < SAFE_MS;
}

/** The files that are being processed, in turns. The database's clock decides leases and turns. */
@Injectable()
export class ImportLeases {
  private readonly ended;

  constructor(
    @InjectModel(ImportRecord.name) private readonly imports: Model<ImportDocument>,
    private readonly clock: Clock,
    private readonly interests: WebhookInterests,
    metrics: Metrics,
  ) {
    this.ended = metrics.counter('carillon_imports_ended_total', 'Files that were processed', ['state']);
  }

  /**
   * Leases the next file: of the user whose last turn is longest ago, the file whose last turn is longest ago. Returns
   * null if no file is ready, or other workers hold the files.
   */
  async claim(): Promise<Claimed | null> {
    const requestedAt = performance.now();
    const turn = { userTurnAt: '$$NOW', turnAt: '$$NOW', leaseUntil: later(LEASE_MS) };
    const claimed = await this.imports.findOneAndUpdate(
      isReady,
      [{ $set: { ...turn, fence: { $add: ['$fence', 1] } } }],
      { sort: BY_TURN, hint: BY_TURN, returnDocument: 'after', lean: true },
    );
    if (!claimed) return null;
    // A turn counts for all files of the user. A crash before this write affects only the order.
    await this.imports.updateMany({ userId: claimed.userId, state: 'RUNNING' }, [
      { $set: { userTurnAt: '$$NOW' } },
    ]);
    return toClaimed(claimed, requestedAt);
  }

  /** Whether a file is ready that no worker holds. */
  async isAnyReady(): Promise<boolean> {
    return (await this.imports.findOne(isReady, { _id: 1 }).hint(BY_TURN).lean()) !== null;
  }

  /** Saves the progress and renews the lease. Returns null if another worker holds the file. */
  async advance(claimed: Claimed, progress: Progress): Promise<Claimed | null> {
    const requestedAt = performance.now();
    const saved = { ...literal(progress), failures: 0, batchAt: '$$NOW', leaseUntil: later(LEASE_MS) };
    const advanced = await this.imports.findOneAndUpdate(held(claimed), [{ $set: saved }], {
      returnDocument: 'after',
      lean: true,
    });
    return advanced && toClaimed(advanced, requestedAt);
  }

  /** Ends a file that is completely processed. */
  finish(claimed: Claimed, progress: Progress): Promise<void> {
    return this.end(claimed, { ...literal(progress), state: 'DONE' }, { state: 'DONE', ...progress.counts });
  }

  /** Ends a file that cannot be imported; its user sees the reason. */
  fail(claimed: Claimed, reason: string): Promise<void> {
    const failure = { $literal: { line: claimed.position.line, reason } };
    return this.end(claimed, { state: 'FAILED', failure }, { state: 'FAILED', ...claimed.counts });
  }

  /** Ends a file that is processed up to an invalid line. Its user sees the reason. */
  stop(claimed: Claimed, progress: Progress, failure: Failure): Promise<void> {
    const ended = { ...literal(progress), state: 'FAILED', failure: { $literal: failure } };
    return this.end(claimed, ended, { state: 'FAILED', ...progress.counts });
  }

  /** Ends the lease, so that any worker may take the file. */
  async release(claimed: Claimed): Promise<void> {
    await this.imports.updateOne(held(claimed), { $set: { leaseUntil: LONG_AGO } });
  }

  /** Pauses the file after a failure that may be temporary. */
  async putOff(claimed: Claimed): Promise<void> {
    const leaseUntil = later(PUT_OFF_MS * 2 ** claimed.failures);
    await this.imports.updateOne(held(claimed), [{ $set: { leaseUntil, failures: claimed.failures + 1 } }]);
  }

  private async end(claimed: Claimed, ended: object, facts: Record<string, string | number>): Promise<void> {
    const now = this.clock.now();
    const notes = notesAnd(fileNote(claimed, 'ended', now, facts));
    const isWanted = !claimed.dryRun && (await this.interests.wants(claimed.userId, 'import.finished'));
    const pendingWebhookEvents = isWanted && {
      pendingWebhookEvents: { $literal: [finished(claimed, now, facts)] },
    };
    const set = { ...ended, ...pendingWebhookEvents, notes, finishedAt: '$$NOW', slot: '$$REMOVE' };
    const { modifiedCount } = await this.imports.updateOne(held(claimed), [{ $set: set }]);
    if (modifiedCount === 1) this.ended.inc({ state: String(facts.state) });
  }
}

/** The webhook notification about a file that was processed, or can't be. */
function finished(
  { id, groupId, kind }: Claimed,
  now: Date,
  { state, ...counts }: Record<string, string | number>,
): WebhookEvent {
  const at = now.toISOString();
  const item = { importId: id, groupId, kind, state, counts, at };
  return { id: `${id}-finished`, type: 'import.finished', at, campaignId: null, items: [item] };
}

function held({ id, fence }: Claimed): QueryFilter<ImportDocument> {
  return { _id: new ObjectId(id), state: 'RUNNING', fence };
}

/** The filter for files that no worker holds. */
const isReady: QueryFilter<ImportDocument> = {
  state: 'RUNNING',
  $expr: { $lt: ['$leaseUntil', '$$NOW'] },
};

function later(ms: number): object {
  return { $add: ['$$NOW', ms] };
}

/** Values from files must not be read as expressions: a column may be called `$fence`. */
function literal({ position, columns, counts, misfits }: Progress): object {
  return {
    position: { $literal: position },
    columns: { $literal: columns },
    counts: { $literal: counts },
    ...(misfits && { misfits: { $literal: misfits } }),
  };
}
