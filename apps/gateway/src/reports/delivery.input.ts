import { type DeliveryState, type Payload, deliveryStates, readDeliveryId } from '@carillon/contracts';
import { issue, readChannel } from '@carillon/input';
import { IsIn } from 'class-validator';
import { IsAddressFilter, IsChannel, addressIn } from '../input/channel';
import { existing } from '../input/path-id';
import { OptionalNotNull, stringRule } from '../input/rule';
import { IsText } from '../input/texts';
import { PageQuery } from '../paging/page-query';

const MAX_REASON = 64;

export class DeliveriesQuery extends PageQuery {
  @IsIn(deliveryStates)
  @OptionalNotNull()
  readonly state?: DeliveryState;

  @IsChannel()
  @OptionalNotNull()
  readonly channel?: string;

  @IsText({ max: MAX_REASON })
  @OptionalNotNull()
  readonly reason?: string;

  @IsAddressFilter('channel')
  @OptionalNotNull()
  readonly identifier?: string;
}

/** The id of a delivery has a form of its own, which is nothing to clients. */
export const existingDelivery = existing(
  'delivery',
  stringRule({ minLength: 1, examples: ['6560f0a1b2c3d4e5f6a7b8c9-0000000001-0'] }, (id) =>
    readDeliveryId(id) ? [] : issue('invalid_id', 'There is no delivery by such an id'),
  ),
);

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
