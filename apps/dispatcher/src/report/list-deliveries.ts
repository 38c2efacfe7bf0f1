import { Injectable } from '@nestjs/common';
import { type Delivery, type Payload, type Reply, channels } from '@carillon/contracts';
import { Dispatches } from '../dispatches/dispatches';
import { Addresses } from '../ledger/addresses';
import type { Batch } from '../ledger/batch';
import { batchId } from '../ledger/batch-document';
import { Rosters } from '../ledger/rosters';
import { deliveriesOf } from './deliveries-of';
import { DeliveryPages, type Place } from './delivery-pages';

type Query = Payload<'dispatch.deliveries'>;
type Page = Reply<'dispatch.deliveries'>;

/** The people of a campaign and what became of each, newest planned first. */
@Injectable()
export class ListDeliveries {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly pages: DeliveryPages,
    private readonly rosters: Rosters,
    private readonly addresses: Addresses,
  ) {}

  async execute(query: Query): Promise<Page> {
    const dispatch = await this.dispatches.find(query.campaignId);
    if (dispatch?.user !== query.userId) return { items: [], next: null };
    return query.address === null ? this.page(query) : this.single(query, query.address);
  }

  /** Walks batches backwards until the page is full. */
  private async page(query: Query): Promise<Page> {
    const items: Delivery[] = [];
    let before = query.after === null ? null : placeOf(query.after);
    for (;;) {
      const batch = await this.pages.batchBefore(query, before);
      if (!batch) return { items, next: null };
      const until = before?.seq === batch.seq ? before.position : batch.size;
      const matching = await this.read(query, batch, (position) => position < until);
      const room = query.limit - items.length;
      items.push(...matching.slice(0, room));
      if (matching.length > room) return { items, next: items.at(-1)?.id ?? null };
      before = { seq: batch.seq, position: 0 };
    }
  }

  /** One address is one look-up in each channel that was asked for. */
  private async single(query: Query, address: string): Promise<Page> {
    const asked = query.channel ? [query.channel] : channels;
    const found = await Promise.all(asked.map((channel) => this.deliveryTo(query, channel, address)));
    return { items: found.flat(), next: null };
  }

  private async deliveryTo(
    query: Query,
    channel: (typeof channels)[number],
    address: string,
  ): Promise<Delivery[]> {
    const place = await this.addresses.find(query.campaignId, channel, address);
    const batch = place && (await this.pages.batch(batchId(query.campaignId, place.seq)));
    return batch ? this.read(query, batch, (position) => position === place.position) : [];
  }

  /** The deliveries of a batch that were asked for, last position first. */
  private async read(
    { state, reason }: Query,
    batch: Batch,
    wanted: (position: number) => boolean,
  ): Promise<Delivery[]> {
    const entries = await this.rosters.slice(batch.roster, batch.offset, batch.size);
    return deliveriesOf(batch, entries)
      .filter(({ position }) => wanted(position))
      .map(({ delivery }) => delivery)
      .filter((delivery) => state === null || delivery.state === state)
      .filter((delivery) => reason === null || delivery.reason === reason);
  }
}

/** A delivery's id ends with the number of its batch and its position there. */
function placeOf(delivery: string): Place {
  const [, seq, position] = delivery.split('-').map(Number);
  return { seq: seq ?? 0, position: position ?? 0 };
}
