import { Injectable } from '@nestjs/common';
import {
  AppError,
  type Delivery,
  type DeliveryPlace,
  type Payload,
  readDeliveryId,
} from '@carillon/contracts';
import { Dispatches } from '../dispatches/dispatches';
import { Rosters } from '../ledger/rosters';
import { deliveriesOf } from './deliveries-of';
import { DeliveryPages } from './delivery-pages';

/** Answers what became of one person of a campaign. Errors: delivery_not_found, also once the ledger is gone. */
@Injectable()
export class GetDelivery {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly pages: DeliveryPages,
    private readonly rosters: Rosters,
  ) {}

  async execute({ userId, campaignId, id }: Payload<'dispatch.delivery'>): Promise<Delivery> {
    const place = readDeliveryId(id);
    const dispatch = place?.batchId.startsWith(campaignId) ? await this.dispatches.find(campaignId) : null;
    const delivery = place && dispatch?.user === userId ? await this.at(place) : null;
    if (!delivery) throw new AppError('delivery_not_found');
    return delivery;
  }

  private async at({ batchId, position }: DeliveryPlace): Promise<Delivery | null> {
    const batch = await this.pages.batch(batchId);
    if (!batch) return null;
    const entries = await this.rosters.slice(batch.roster, batch.offset, batch.size);
    return deliveriesOf(batch, entries).find((each) => each.position === position)?.delivery ?? null;
  }
}
