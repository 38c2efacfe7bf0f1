import type { Payload, PersonDelivery, Reply, Variables } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { Dispatches } from '../dispatch';
import { Conversions, Engagement } from '../engagement';
import { Batches, DeliveryLookUp, RecipientPages, batchId } from '../ledger';
import { deliveriesOf } from '../report';

/** The number of campaigns in one step, and the number of recipient pages in one step. */
const CAMPAIGNS = 20;
const PAGES = 10;
/** The time limit of one step, in addition to scanning the pages of one campaign (milliseconds). */
const STEP_MS = 2_000;

/** The continuation of a list of addresses: after a campaign, at a page of the next campaign. */
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
    private readonly deliveryLookUp: DeliveryLookUp,
    private readonly recipientPages: RecipientPages,
    private readonly engagement: Engagement,
    private readonly conversions: Conversions,
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
      const found = await this.deliveryLookUp.find([dispatch], [address]);
      items.push(...(await Promise.all(found.map((each) => this.delivery(each)))).flat());
      last = dispatch.campaign;
      if (performance.now() > until) return { items, next: last };
    }
    return { items, next: dispatches.length === CAMPAIGNS ? last : null };
  }

  /** Returns every address in the pages. Some addresses may be repeated. */
  async addresses({
    userId,
    after,
  }: Payload<'person.addresses-in-dispatcher'>): Promise<Reply<'person.addresses-in-dispatcher'>> {
    const start = after === null ? { after: null, page: 0 } : (JSON.parse(after) as StepPosition);
    const [dispatch] = await this.dispatches.withLedger(userId, start.after, 1);
    if (!dispatch) return { items: [], next: null };
    const { campaign, step } = dispatch;
    const pages = Array.from({ length: PAGES }, (_, n) => start.page + n);
    const found = await Promise.all(pages.map((page) => this.recipientPages.addressesOf(campaign, page)));
    const isOver = start.page + PAGES > step;
    const next = isOver ? { after: campaign, page: 0 } : { ...start, page: start.page + PAGES };
    return { items: found.flat(), next: JSON.stringify(next) };
  }

  private async delivery({
    campaign,
    seq,
    position,
  }: {
    campaign: string;
    seq: number;
    position: number;
  }): Promise<PersonDelivery[]> {
    const batch = await this.batches.find(batchId(campaign, seq));
    if (!batch) return [];
    const entries = await this.recipientPages.slice(batch.recipientPage, batch.offset, batch.size);
    const entry = entries[position];
    const marks = await this.engagement.marksOf(batch.id);
    const found = deliveriesOf(batch, entries, marks).find((each) => each.position === position);
    if (!found || !entry) return [];
    const conversions = marks.conversions?.[position]
      ? await this.conversions.ofDelivery({ batch: batch.id, position })
      : [];
    return [{ ...found.delivery, variables: JSON.parse(entry.v) as Variables, conversions }];
  }
}
