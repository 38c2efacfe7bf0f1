import { Injectable } from '@nestjs/common';
import {
  AppError,
  type Channel,
  type Delivery,
  type DeliveryPlace,
  type Payload,
  type Reply,
  channels,
  readDeliveryId,
} from '@carillon/contracts';
import { Dispatches } from '../dispatches/dispatches';
import { Addresses } from '../ledger/addresses';
import type { Batch } from '../ledger/batch';
import { batchId } from '../ledger/batch-document';
import { Batches, type Place } from '../ledger/batches';
import { Rosters } from '../ledger/rosters';
import { deliveriesOf } from './deliveries-of';

type Query = Payload<'dispatch.deliveries'>;
type Page = Reply<'dispatch.deliveries'>;

/** The people of a campaign and what became of each. */
@Injectable()
export class Deliveries {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly rosters: Rosters,
    private readonly addresses: Addresses,
  ) {}

  /** @throws AppError delivery_not_found, also once the ledger is gone */
  async get({ userId, campaignId, id }: Payload<'dispatch.delivery'>): Promise<Delivery> {
    const place = readDeliveryId(id);
    const dispatch = place?.batchId.startsWith(campaignId) ? await this.dispatches.find(campaignId) : null;
    const delivery = place && dispatch?.user === userId ? await this.at(place) : null;
    if (!delivery) throw new AppError('delivery_not_found');
    return delivery;
  }

  /** Newest planned first. */
  async list(query: Query): Promise<Page> {
    const dispatch = await this.dispatches.find(query.campaignId);
    if (dispatch?.user !== query.userId) return { items: [], next: null };
    return query.address === null ? this.page(query) : this.single(query, query.address);
  }

  private async at({ batchId, position }: DeliveryPlace): Promise<Delivery | null> {
    const batch = await this.batches.find(batchId);
    const all = batch ? await this.deliveriesOf(batch) : [];
    return all.find((each) => each.position === position)?.delivery ?? null;
  }

  /** Walks batches backwards until the page is full. */
  private async page(query: Query): Promise<Page> {
    const items: Delivery[] = [];
    let before = query.after === null ? null : placeOf(query.after);
    for (;;) {
      const batch = await this.batches.before(query, before);
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

  private async deliveryTo(query: Query, channel: Channel, address: string): Promise<Delivery[]> {
    const place = await this.addresses.find(query.campaignId, channel, address);
    const batch = place && (await this.batches.find(batchId(query.campaignId, place.seq)));
    return batch ? this.read(query, batch, (position) => position === place.position) : [];
  }

  /** The deliveries of a batch that were asked for, last position first. */
  private async read(
    { state, reason }: Query,
    batch: Batch,
    wanted: (position: number) => boolean,
  ): Promise<Delivery[]> {
    return (await this.deliveriesOf(batch))
      .filter(({ position }) => wanted(position))
      .map(({ delivery }) => delivery)
      .filter((delivery) => state === null || delivery.state === state)
      .filter((delivery) => reason === null || delivery.reason === reason);
  }

  private async deliveriesOf(batch: Batch): Promise<ReturnType<typeof deliveriesOf>> {
    return deliveriesOf(batch, await this.rosters.slice(batch.roster, batch.offset, batch.size));
  }
}

/** A delivery's id ends with the number of its batch and its position there. */
function placeOf(delivery: string): Place {
  const [, seq, position] = delivery.split('-').map(Number);
  return { seq: seq ?? 0, position: position ?? 0 };
}
