import { Injectable } from '@nestjs/common';
import type { Delivery, Payload, Reply } from '@carillon/contracts';
import { Dispatches } from '../dispatches/dispatches';
import { Addresses } from '../ledger/addresses';
import { Rosters } from '../ledger/rosters';
import { DeliveryPages } from './delivery-pages';
import { deliveriesOf } from './deliveries-of';

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
    let after = query.after;
    for (;;) {
      const batch = await this.pages.batchAt(query, after);
      if (!batch) return { items, next: null };
      const matching = await this.read(query, batch, after);
      const room = query.limit - items.length;
      items.push(...matching.slice(0, room));
      if (matching.length > room) return { items, next: items.at(-1)?.id ?? null };
      after = `${batch.id}-0`;
    }
  }

  /** One address is one look-up in each channel that was asked for. */
  private async single(query: Query, address: string): Promise<Page> {
    const channels = query.channel ? [query.channel] : (['EMAIL', 'WHATSAPP', 'SMS'] as const);
    const items: Delivery[] = [];
    for (const channel of channels) {
      const place = await this.addresses.find(query.campaignId, channel, address);
      const batch = place && (await this.pages.batch(query.campaignId, place.seq));
      if (batch)
        items.push(
          ...(await this.read(query, batch, null)).filter(({ id }) => id.endsWith(`-${place.position}`)),
        );
    }
    return { items, next: null };
  }

  private async read(
    query: Query,
    batch: Parameters<typeof deliveriesOf>[0],
    after: string | null,
  ): Promise<Delivery[]> {
    const entries = await this.rosters.slice(batch.roster, batch.offset, batch.size);
    const before = after?.startsWith(`${batch.id}-`) ? Number(after.slice(batch.id.length + 1)) : batch.size;
    return deliveriesOf(batch, entries)
      .filter(({ position }) => position < before)
      .map(({ delivery }) => delivery)
      .filter((delivery) => query.state === null || delivery.state === query.state)
      .filter((delivery) => query.reason === null || delivery.reason === query.reason);
  }
}
