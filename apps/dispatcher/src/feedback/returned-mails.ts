import { Injectable } from '@nestjs/common';
import { type DeliveryReturned, readDeliveryId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { DatabaseClock } from '@carillon/mongo';
import { Batcher, Logger, Metrics } from '@carillon/platform';
import { isErased } from '@carillon/vault';
import { Completions, ReturnRates } from '../dispatch';
import { type Batch, Batches, type Fact, type ReturnedItem, RecipientPages, feedbackOf } from '../ledger';

/** How long bounces of a batch are gathered (milliseconds), how many at most, and how many batches are written at once. */
const GATHERING = { waitMs: 250, most: 500, atOnce: 10 };

type Placed = DeliveryReturned & { batchId: string; position: number };

/**
 * Records bounces and complaints in the ledger, and reports the consequences for their addresses to the subscriber
 * service (note-consent.ts). libs/feedback decides on the consequences.
 */
@Injectable()
export class GatherReturned {
  private readonly gathering: Batcher<Placed>;
  private readonly counted;

  constructor(
    private readonly batches: Batches,
    private readonly recipientPages: RecipientPages,
    private readonly completions: Completions,
    private readonly returnRates: ReturnRates,
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
    this.gathering = new Batcher<Placed>({
      ...GATHERING,
      keyOf: ({ batchId }) => batchId,
      run: (items, batchId) => this.write(batchId, items),
    });
  }

  /** Resolves when the bounce is written and reported, or found to belong to no delivery. */
  async record(returned: DeliveryReturned): Promise<void> {
    const place = readDeliveryId(returned.deliveryId);
    if (place) await this.gathering.add({ ...returned, ...place });
  }

  /**
   * The addresses are reported after the ledger is written, and each time, because the report of a repeated bounce may
   * have been lost.
   */
  private async write(batchId: string, told: readonly Placed[]): Promise<void> {
    const now = await this.clock.now();
    let items: readonly Placed[] = [];
    const decide = ({ sender }: Batch): Fact | null => {
      items = told.filter(({ senderId = sender }) => senderId === sender);
      return items.length > 0 ? { type: 'returned', now, items: items.map(asItem) } : null;
    };
    const change = await this.batches.change(batchId, decide, { proves: true });
    if (!change || items.length < told.length) {
      const returned = told.length - (change ? items.length : 0);
      this.log.debug({ batchId, returned }, 'bounces of unknown deliveries were received');
    }
    if (!change) return;
    const { after, before } = change;
    await this.tell(before, after, items);
    for (const { feedback, isHard } of items)
      this.counted.inc({ feedback: feedback === 'COMPLAINED' ? 'complained' : isHard ? 'hard' : 'soft' });
    if (after === before) return;
    this.returnRates.check(after.campaign);
    if (after.state === 'DONE') this.completions.check(after.campaign);
  }

  /** Deliveries of one write are read with one query, and reported concurrently. */
  private async tell(before: Batch, batch: Batch, items: readonly Placed[]): Promise<void> {
    const firstOf = timesOfKnown(before);
    const placed = items.filter(({ position }) => position < batch.size);
    if (placed.length === 0) return;
    const positions = placed.map(({ position }) => position);
    const [first, last] = [Math.min(...positions), Math.max(...positions)];
    const entries = await this.recipientPages.slice(
      batch.recipientPage,
      batch.offset + first,
      last - first + 1,
    );
    await Promise.all(
      placed.map(async (item) => {
        const entry = entries[item.position - first];
        if (entry && !isErased(entry.a)) await this.tellOne(batch, entry.a, item, firstOf(item));
      }),
    );
  }

  private async tellOne(
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
 * The time of a report. A known bounce is reported with the time when the email was sent, which precedes its first
 * report. So a late repeat is neither a second doubt, nor new after the suppression was lifted.
 */
function timesOfKnown(before: Batch): (word: Placed) => string {
  const known = new Map(before.exceptions.map((each) => [each.i, each]));
  return ({ position, feedback, isHard, at }) => {
    const one = known.get(position);
    if (!one || feedbackOf(one) !== feedback || (isHard && !one.permanent && feedback === 'BOUNCED'))
      return at;
    const first = (one.sentAt ?? one.at).toISOString();
    return first < at ? first : at;
  };
}

function asItem({ position: i, feedback, isHard, reason, providerCode, at }: Placed): ReturnedItem {
  return { i, feedback, isHard, reason, providerCode, at: new Date(at) };
}
