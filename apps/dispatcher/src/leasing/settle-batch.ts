import { Inject, Injectable } from '@nestjs/common';
import type { BatchSettled, Payload } from '@carillon/contracts';
import { inSpan } from '@carillon/messaging';
import { DatabaseClock } from '@carillon/mongo';
import { isPermanentFailure, JudgeSender, RateReservations, ReleaseBatches } from '../releasing';
import { type DispatcherConfig, dispatcherConfig, renewedForMs } from '../config';
import { Completions } from '../dispatch';
import { type Batch, Batches, jitterOf, type Settled } from '../ledger';

/**
 * Batches of a provider that is down are due again after this pause (milliseconds); the breaker decides when they are
 * offered.
 */
const PROVIDER_DOWN_PAUSE_MS = 1_000;

type Change = Record<'before' | 'after', Batch>;

/** Writes the settlements of workers into the ledger. Settlements can be repeated, late, or reordered. */
@Injectable()
export class SettleBatch {
  constructor(
    private readonly batches: Batches,
    private readonly judgeSender: JudgeSender,
    private readonly release: ReleaseBatches,
    private readonly completions: Completions,
    private readonly reservations: RateReservations,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  /** Afterward, it updates the breaker, triggers the next release, and checks whether the campaign is complete. */
  settleBatch(report: BatchSettled): Promise<void> {
    const about = { 'carillon.sent': report.sent.length, 'carillon.returned': report.returned?.length ?? 0 };
    return inSpan('settle batch', about, async (span) => {
      const batch = await this.settle(report);
      if (batch) span.set({ 'carillon.result': batch.state });
    });
  }

  /** Returns the batch after the change. Null if it doesn't exist. */
  private async settle(report: BatchSettled): Promise<Batch | null> {
    const now = await this.clock.now();
    const decide = (batch: Batch): Settled => this.factOf(report, batch, now);
    const change = await this.batches.change(report.batchId, decide, { proves: true });
    if (!change) return null;
    const { before, after } = change;
    await this.judgeSender.judge(report, before);
    await this.giveBackRate(report, change);
    if (after.state !== 'LEASED') this.release.ended(before);
    if (after.state === 'DONE') this.completions.check(after.campaign);
    return after;
  }

  /** Ends a lease that a worker requested and won't use, whether or not it was granted yet. */
  async decline({ batchId, release, requestId }: Payload<'lease.declined'>): Promise<void> {
    const now = await this.clock.now();
    const fact = { type: 'declined', now, release, requestId } as const;
    const change = await this.batches.change(batchId, () => fact, { proves: true });
    if (!change || change.after === change.before) return;
    this.release.ended(change.before);
    if (change.after.state === 'DONE') this.completions.check(change.after.campaign);
  }

  /** Recipients that were put back unsent have used none of their sender's rate. A crash before this only wastes it. */
  private async giveBackRate({ outcomes }: BatchSettled, { before, after }: Change): Promise<void> {
    const { lease, sender } = before;
    if (sender === null || lease?.rate.startAt == null) return;
    const left = new Set(after.lease?.positions);
    const ended = new Set(lease.positions.filter((position) => !left.has(position)));
    const untried = outcomes.filter(({ i, reason }) => reason === 'DOMAIN_GROUP_LIMITED' && ended.has(i));
    if (untried.length > 0) await this.reservations.giveBack(sender, untried.length);
  }

  private factOf(report: BatchSettled, { sender }: Batch, now: Date): Settled {
    const { fence, sent, outcomes, returned = [], providerDown } = report;
    const permanentFailure = providerDown && sender !== null && isPermanentFailure(sender, providerDown);
    return {
      type: 'settled',
      now,
      fence,
      sent,
      outcomes,
      returned,
      until: new Date(now.getTime() + renewedForMs(report, this.config)),
      notBefore: providerDown && new Date(now.getTime() + PROVIDER_DOWN_PAUSE_MS),
      permanentFailure: permanentFailure === true ? providerDown.reason : null,
      jitter: jitterOf(report.batchId, fence),
    };
  }
}
