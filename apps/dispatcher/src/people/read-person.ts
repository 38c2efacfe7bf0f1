import type { Payload, PersonDelivery, Reply, Variables } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { Dispatches } from '../dispatch';
import { Engagement } from '../engagement';
import { Batches, DeliveryPlaces, RecipientPages, batchId } from '../ledger';
import { deliveriesOf } from '../report';

/** Campaigns in one step, and pages of recipients in one step. */
const CAMPAIGNS = 20;
const PAGES = 10;
/** The time limit of one step, in addition to scanning the pages of one campaign (milliseconds). */
const STEP_MS = 2_000;

/** Where a list of addresses continues: after a campaign, at a page of the next one. */
interface StepPosition {
  after: string | null;
  page: number;
}

/**
 * Reads the deliveries to one person in all campaigns whose ledger is kept, and the addresses of a user's campaigns.
 */
@Injectable()
export class ReadPerson {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly deliveryPlaces: DeliveryPlaces,
    private readonly recipientPages: RecipientPages,
    private readonly engagement: Engagement,
  ) {}

  async deliveries({
    userId,
    address,
    after,
  }: Payload<'person.deliveries'>): Promise<Reply<'person.deliveries'>> {
    const until = performance.now() + STEP_MS;
    const dispatches = await this.dispatches.withLedger(userId, after, CAMPAIGNS);
    const items: PersonDelivery[] = [];
    let last = after;
    for (const dispatch of dispatches) {
      const places = await this.deliveryPlaces.find([dispatch], address);
      items.push(...(await Promise.all(places.map((place) => this.delivery(place)))).flat());
      last = dispatch.campaign;
      if (performance.now() > until) return { items, next: last };
    }
    return { items, next: dispatches.length === CAMPAIGNS ? last : null };
  }

  /** Every address of the pages, some repeatedly. */
  async addresses({
    userId,
    after,
  }: Payload<'person.addresses-in-dispatcher'>): Promise<Reply<'person.addresses-in-dispatcher'>> {
    const place = after === null ? { after: null, page: 0 } : (JSON.parse(after) as StepPosition);
    const [dispatch] = await this.dispatches.withLedger(userId, place.after, 1);
    if (!dispatch) return { items: [], next: null };
    const { campaign, step } = dispatch;
    const pages = Array.from({ length: PAGES }, (_, n) => place.page + n);
    const found = await Promise.all(pages.map((page) => this.recipientPages.addressesOf(campaign, page)));
    const isOver = place.page + PAGES > step;
    const next = isOver ? { after: campaign, page: 0 } : { ...place, page: place.page + PAGES };
    return { items: found.flat(), next: JSON.stringify(next) };
  }

  private async delivery(place: {
    campaign: string;
    seq: number;
    position: number;
  }): Promise<PersonDelivery[]> {
    const batch = await this.batches.find(batchId(place.campaign, place.seq));
    if (!batch) return [];
    const entries = await this.recipientPages.slice(batch.recipientPage, batch.offset, batch.size);
    const entry = entries[place.position];
    const marks = await this.engagement.marksOf(batch.id);
    const of = deliveriesOf(batch, entries, marks).find(({ position }) => position === place.position);
    return of && entry ? [{ ...of.delivery, variables: JSON.parse(entry.v) as Variables }] : [];
  }
}
