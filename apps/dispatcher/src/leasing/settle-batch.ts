import { Inject, Injectable } from '@nestjs/common';
import { type BatchSettled, type Outcome, type Payload, domainGroupOfAddress } from '@carillon/contracts';
import { inSpan } from '@carillon/messaging';
import { DatabaseClock } from '@carillon/mongo';
import { Batcher } from '@carillon/platform';
import { isPermanentFailure, JudgeSender, RampUps, RateReservations, ReleaseBatches } from '../releasing';
import { type DispatcherConfig, dispatcherConfig, renewedForMs } from '../config';
import { Completions } from '../dispatch';
import { type Batch, Batches, jitterOf, RecipientPages, type Settled } from '../ledger';

/**
 * Batches of a provider that is down are due again after this pause (milliseconds); the breaker decides when they are
 * offered.
 */
const PROVIDER_DOWN_PAUSE_MS = 1_000;

/**
 * How long a piece of a lease waits for the next one (milliseconds), so that a worker can report often: a piece costs
 * little without its write. The last piece doesn't wait.
 */
const GATHER_MS = 100;
/** The number of pieces in one write. */
const MAX_PIECES = 100;
/** The number of concurrent writes. */
const WRITES_AT_ONCE = 32;

type Change = Record<'before' | 'after', Batch>;

/** Writes the settlements of workers into the ledger. Settlements can be repeated, late, or reordered. */
@Injectable()
export class SettleBatch {
  private readonly pieces = new Batcher<BatchSettled, Batch | null>({
    keyOf: ({ batchId, fence }) => `${batchId} ${fence}`,
    waitMs: GATHER_MS,
    isUrgent: ({ done }) => done,
    most: MAX_PIECES,
    atOnce: WRITES_AT_ONCE,
    run: async (reports) => {
      const batch = await this.settle(joined(reports));
      return reports.map(() => batch);
    },
  });

  constructor(
    private readonly batches: Batches,
    private readonly judgeSender: JudgeSender,
    private readonly release: ReleaseBatches,
    private readonly completions: Completions,
    private readonly recipientPages: RecipientPages,
    private readonly reservations: RateReservations,
    private readonly rampUps: RampUps,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  /** Afterward, it updates the breaker, triggers the next release, and checks whether the campaign is complete. */
  settleBatch(report: BatchSettled): Promise<void> {
    const about = { 'carillon.sent': report.sent.length, 'carillon.returned': report.returned?.length ?? 0 };
    return inSpan('settle batch', about, async (span) => {
      const batch = await this.pieces.add(report);
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
    await this.count(report, change, now);
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
    if (change.before.lease?.requestId === requestId)
      await this.giveBackDay(change.before, change.before.lease.positions);
    this.release.ended(change.before);
    if (change.after.state === 'DONE') this.completions.check(change.after.campaign);
  }

  /**
   * Gives back what recipients of a lease didn't use of their sender's rate and of its emails of the day, and counts
   * those that were rejected. A crash before this only wastes the unused part.
   */
  private async count(report: BatchSettled, { before, after }: Change, now: Date): Promise<void> {
    const { lease, sender } = before;
    if (sender === null || !lease || (lease.rate.startAt === null && lease.rampUpDate === undefined)) return;
    const left = new Set(after.lease?.positions);
    const ended = new Set(lease.positions.filter((position) => !left.has(position)));
    const outcomes = report.outcomes.filter(({ i }) => ended.has(i));
    const untried = outcomes.filter(({ reason }) => reason === 'DOMAIN_GROUP_LIMITED');
    if (lease.rate.startAt !== null && untried.length > 0)
      await this.reservations.giveBack(sender, untried.length);
    if (lease.rampUpDate === undefined) return;
    const refused = outcomes.filter(({ kind }) => kind === 'throttled').map(({ i }) => i);
    const returned = (report.returned ?? []).filter((i) => ended.has(i));
    await this.giveBackDay(before, [...refused, ...returned]);
    await this.rampUps.returned(sender, { bounced: outcomes.filter(isBounce).length }, now);
  }

  /** Recipients of a lease to whom no email was handed over don't count on its day. */
  private async giveBackDay(before: Batch, positions: readonly number[]): Promise<void> {
    const { lease, sender, recipientPage, offset, size } = before;
    if (sender === null || lease?.rampUpDate === undefined || positions.length === 0) return;
    const entries = await this.recipientPages.slice(recipientPage, offset, size);
    const groups = positions.map((position) => domainGroupOfAddress(entries[position]?.a ?? ''));
    await this.rampUps.giveBack(sender, lease.rampUpDate, groups);
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

/**
 * One report with the results of several pieces of a lease. As in separate writes, the first result of a recipient counts:
 * a piece that arrives again changes nothing.
 */
function joined(pieces: readonly BatchSettled[]): BatchSettled {
  const [first] = pieces;
  if (!first) throw new Error('There is no piece');
  const joint = { ...first, sent: [] as number[], outcomes: [] as Outcome[], returned: [] as number[] };
  const known = new Set<number>();
  for (const { sent, outcomes, returned = [], done, providerDown } of pieces) {
    const isNew = (i: number): boolean => !known.has(i);
    const [newlySent, newlyReturned] = [sent.filter(isNew), returned.filter(isNew)];
    const newOutcomes = outcomes.filter(({ i }) => isNew(i));
    joint.sent.push(...newlySent);
    joint.outcomes.push(...newOutcomes);
    joint.returned.push(...newlyReturned);
    joint.done ||= done;
    joint.providerDown = providerDown ?? joint.providerDown;
    for (const i of [...newlySent, ...newlyReturned, ...newOutcomes.map(({ i }) => i)]) known.add(i);
  }
  return joint;
}

/** Whether the recipient's provider rejected the email permanently. Reasons of the worker have no code. */
function isBounce({ kind, permanent, providerCode }: Outcome): boolean {
  return kind === 'failed' && permanent && providerCode !== null;
}
