import { Injectable } from '@nestjs/common';
import { type DeliveryReturned, readDeliveryId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { DatabaseClock } from '@carillon/mongo';
import { Batcher, Logger, Metrics } from '@carillon/platform';
import { isErased } from '@carillon/vault';
import { Completions, EndedDispatches, ReturnRates } from '../dispatch';
import { RampUps } from '../releasing';
import {
  type Batch,
  Batches,
  type Fact,
  type ReturnedItem,
  RecipientPages,
  feedbackOf,
  senderOf,
} from '../ledger';

/**
 * The time over which bounces of a batch are collected (milliseconds), the maximum number of bounces in one write, and
 * the number of concurrent writes.
 */
const BATCHING = { waitMs: 250, most: 500, atOnce: 10 };

/** A bounce or complaint with its position in the batch. */
type LocatedReturn = DeliveryReturned & { batchId: string; position: number };

/**
 * Records bounces and complaints in the ledger, and reports the consequences for their addresses to the subscriber
 * service (note-consent.ts). libs/feedback decides on the consequences.
 */
@Injectable()
export class GatherReturned {
  private readonly batcher: Batcher<LocatedReturn>;
  private readonly counted;

  constructor(
    private readonly batches: Batches,
    private readonly recipientPages: RecipientPages,
    private readonly completions: Completions,
    private readonly ended: EndedDispatches,
    private readonly returnRates: ReturnRates,
    private readonly rampUps: RampUps,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    this.counted = metrics.counter(
      'carillon_deliveries_returned_total',
      'Bounces (hard, soft) and complaints of known deliveries',
      ['feedback'],
    );
    this.batcher = new Batcher<LocatedReturn>({
      ...BATCHING,
      keyOf: ({ batchId }) => batchId,
      run: (items, batchId) => this.write(batchId, items),
    });
  }

  /** Resolves when the bounce is written and reported, or dropped because it concerns no delivery. */
  async record(returned: DeliveryReturned): Promise<void> {
    const delivery = readDeliveryId(returned.deliveryId);
    if (delivery) await this.batcher.add({ ...returned, ...delivery });
  }

  /**
   * Reports the addresses after it has written the ledger. Also reports repeated bounces, because the earlier report
   * may have been lost.
   */
  private async write(batchId: string, received: readonly LocatedReturn[]): Promise<void> {
    const now = await this.clock.now();
    let items: readonly LocatedReturn[] = [];
    const decide = (batch: Batch): Fact | null => {
      items = received.filter(
        ({ senderId, position }) => senderId === undefined || senderId === senderOf(batch, position),
      );
      return items.length > 0 ? { type: 'returned', now, items: items.map(asItem) } : null;
    };
    const change = await this.batches.change(batchId, decide, { proves: true });
    if (!change || items.length < received.length) {
      const dropped = received.length - (change ? items.length : 0);
      this.log.debug({ batchId, returned: dropped }, 'bounces of unknown deliveries were dropped');
    }
    if (!change) return;
    const { after, before } = change;
    await this.publishAll(before, after, items);
    for (const { feedback, isHard } of items)
      this.counted.inc({ feedback: feedback === 'COMPLAINED' ? 'complained' : isHard ? 'hard' : 'soft' });
    // Also after a repetition, because a crash may have followed the write.
    await this.ended.changed(after.campaign);
    if (after === before) return;
    this.returnRates.check(after.campaign);
    await this.countOfDay(after, items, now);
    if (after.state === 'DONE') this.completions.check(after.campaign);
  }

  /** A sender with daily limits pauses if too many emails of a day come back. */
  private async countOfDay(batch: Batch, items: readonly LocatedReturn[], now: Date): Promise<void> {
    const senders = new Set(items.map(({ position }) => senderOf(batch, position)));
    for (const sender of senders) {
      if (sender === null) continue;
      const own = items.filter(({ position }) => senderOf(batch, position) === sender);
      const complained = own.filter(({ feedback }) => feedback === 'COMPLAINED').length;
      const bounced = own.filter(({ feedback, isHard }) => feedback !== 'COMPLAINED' && isHard).length;
      await this.rampUps.returned(sender, { bounced, complained }, now);
    }
  }

  /** Reads the recipients of one write with one query, and reports them concurrently. */
  private async publishAll(before: Batch, batch: Batch, items: readonly LocatedReturn[]): Promise<void> {
    const timeOf = reportTimes(before);
    const known = items.filter(({ position }) => position < batch.size);
    if (known.length === 0) return;
    const positions = known.map(({ position }) => position);
    const [first, last] = [Math.min(...positions), Math.max(...positions)];
    const entries = await this.recipientPages.slice(
      batch.recipientPage,
      batch.offset + first,
      last - first + 1,
    );
    await Promise.all(
      known.map(async (item) => {
        const entry = entries[item.position - first];
        if (entry && !isErased(entry.a)) await this.publish(batch, entry.a, item, timeOf(item));
      }),
    );
  }

  private async publish(
    { user: userId, channel, campaign: campaignId }: Batch,
    address: string,
    { feedback, consequence }: DeliveryReturned,
    at: string,
  ): Promise<void> {
    const person = { userId, channel, addresses: [address], at };
    const returned = { userId, channel, address, campaignId, at };
    if (feedback === 'COMPLAINED')
      await this.messenger.publish('address.returned', { ...returned, cause: 'COMPLAINED' });
    else if (consequence === 'SUPPRESS')
      await this.messenger.publish('address.refused', { ...person, cause: 'BOUNCED', sender: null });
    else if (consequence === 'DOUBT')
      await this.messenger.publish('address.doubted', { ...person, campaignId });
    else if (consequence === 'COUNT')
      await this.messenger.publish('address.returned', { ...returned, cause: 'BOUNCED_FOR_NOW' });
  }
}

/**
 * Returns the time to report for a bounce. A known bounce gets the time when the email was sent, which precedes its
 * first report. Therefore, a late repetition does not count as a second doubt, or as a new bounce after the suppression
 * was lifted.
 */
function reportTimes(before: Batch): (returned: LocatedReturn) => string {
  const known = new Map(before.exceptions.map((each) => [each.i, each]));
  return ({ position, feedback, isHard, at }) => {
    const exception = known.get(position);
    if (
      !exception ||
      feedbackOf(exception) !== feedback ||
      (isHard && !exception.permanent && feedback === 'BOUNCED')
    )
      return at;
    const first = (exception.sentAt ?? exception.at).toISOString();
    return first < at ? first : at;
  };
}

function asItem({ position: i, feedback, isHard, reason, providerCode, at }: LocatedReturn): ReturnedItem {
  return { i, feedback, isHard, reason, providerCode, at: new Date(at) };
}
