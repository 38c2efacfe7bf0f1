import { Injectable } from '@nestjs/common';
import { type DeliveryReturned, readDeliveryId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { DatabaseClock, Logger, Metrics } from '@carillon/platform';
import { Completions, ReturnRates } from '../dispatch';
import {
  type Batch,
  Batches,
  type Fact,
  type ReturnedItem,
  RecipientPages,
  feedbackOf,
  statesOf,
} from '../ledger';
import { Gathering } from './delivery-reports';

/** How long bounces of a batch are gathered (milliseconds), how many at most, and how many batches are written at once. */
const GATHERING = { forMs: 250, most: 500, atOnce: 10 };

type Placed = DeliveryReturned & { position: number };

/**
 * Records bounces and complaints in the ledger, and tells the subscriber service what follows for their addresses
 * (note-consent.ts). libs/feedback decides what does.
 */
@Injectable()
export class GatherReturned {
  private readonly gathering: Gathering<Placed>;
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
      'Bounces (hard, soft) and complaints of deliveries that are known',
      ['feedback'],
    );
    const write = (batchId: string, items: readonly Placed[]): Promise<void> => this.write(batchId, items);
    this.gathering = new Gathering<Placed>({ ...GATHERING, write });
  }

  /** Resolves when it is written and told, or found to concern no delivery. */
  async execute(returned: DeliveryReturned): Promise<void> {
    const place = readDeliveryId(returned.deliveryId);
    if (place) await this.gathering.add(place.batchId, { ...returned, position: place.position });
  }

  /** The addresses are told after the ledger is written, and each time: a repeated bounce may be one whose word was lost. */
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
      this.log.debug({ batchId, returned }, 'mails came back of which no delivery is known');
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

  /** Those of one write are read by one query, and told side by side. */
  private async tell(before: Batch, batch: Batch, items: readonly Placed[]): Promise<void> {
    const stateOf = statesOf(batch);
    const firstOf = timesOfKnown(before);
    const placed = items.filter(({ position }) => position < batch.size && stateOf(position) !== null);
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
        // The address of an erased person is a hash.
        if (entry?.a.includes('@')) await this.tellOne(batch, entry.a, item, firstOf(item));
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
 * The time to tell of a word. One that is known is told as of when the mail was sent, which is before it was first told: it is
 * neither a second doubt nor news after somebody has lifted the suppression, however late a server or a person sends it again.
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
