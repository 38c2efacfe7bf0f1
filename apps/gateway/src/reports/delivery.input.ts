import {
  AppError,
  type DeliveryState,
  type Payload,
  deliveryStates,
  readDeliveryId,
} from '@carillon/contracts';
import type { PipeTransform } from '@nestjs/common';
import { channel, readChannel } from '../checks/channel';
import { addressIn, identifierFilter } from '../checks/identifier-filter';
import { Optional } from '../checks/rule';
import { oneOf } from '../checks/scalars';
import { text } from '../checks/text';
import { PageQuery } from '../paging/page-query';

const MAX_REASON = 64;

export class DeliveriesQuery extends PageQuery {
  @Optional(oneOf(deliveryStates))
  readonly state?: DeliveryState;

  @Optional(channel)
  readonly channel?: string;

  @Optional(text({ max: MAX_REASON }))
  readonly reason?: string;

  @Optional(identifierFilter('channel'))
  readonly identifier?: string;
}

/** What can be no delivery's id names nothing. */
export const existingDelivery: PipeTransform<string, string> = {
  transform(id) {
    if (!readDeliveryId(id)) throw new AppError('delivery_not_found');
    return id;
  },
};

type Filters = Pick<Payload<'dispatch.deliveries'>, 'state' | 'channel' | 'reason' | 'address'>;

export function toFilters(query: DeliveriesQuery): Filters {
  const channel = readChannel(query.channel) ?? null;
  return {
    state: query.state ?? null,
    channel,
    reason: query.reason ?? null,
    address: addressIn(query.identifier, channel),
  };
}
