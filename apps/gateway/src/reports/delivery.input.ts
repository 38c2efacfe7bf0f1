import { type DeliveryState, type Payload, deliveryStates, readDeliveryId } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { channel, readChannel } from '../checks/channel';
import { addressIn, identifierFilter } from '../checks/identifier-filter';
import { existing } from '../checks/path-id';
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

/** The id of a delivery has a form of its own, which is nothing to clients. */
export const existingDelivery = existing('delivery', {
  schema: Type.String({ minLength: 1, examples: ['6560f0a1b2c3d4e5f6a7b8c9-0000000001-0'] }),
  fits: (id) => readDeliveryId(id) !== null,
});

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
