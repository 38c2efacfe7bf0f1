import { type Channel, type DeliveryState, type Payload, deliveryStates } from '@carillon/contracts';
import { address, canonical, channel, readChannel } from '../checks/channel';
import { Optional, type Rule } from '../checks/rule';
import { oneOf } from '../checks/scalars';
import { text } from '../checks/text';
import { PageQuery } from '../paging/page-query';

const MAX_REASON = 64;

/** What kind of address a filter names: by the channel filter if there is one, else by its form. */
function channelOf(owner: object): Channel {
  const identifier: unknown = Reflect.get(owner, 'identifier');
  const isEmail = typeof identifier === 'string' && identifier.includes('@');
  return readChannel(Reflect.get(owner, 'channel')) ?? (isEmail ? 'EMAIL' : 'SMS');
}

/** A `+` that was not encoded arrives as a space. */
function withPlus(typed: string): string {
  return typed.replace(/^ (?=\d)/, '+');
}

const identifier: Rule = (value, owner) =>
  address(channelOf)(typeof value === 'string' ? withPlus(value) : value, owner);

export class DeliveriesQuery extends PageQuery {
  @Optional(oneOf(deliveryStates))
  readonly state?: DeliveryState;

  @Optional(channel)
  readonly channel?: string;

  @Optional(text({ max: MAX_REASON }))
  readonly reason?: string;

  @Optional(identifier)
  readonly identifier?: string;
}

type Filters = Pick<Payload<'dispatch.deliveries'>, 'state' | 'channel' | 'reason' | 'address'>;

export function toFilters(query: DeliveriesQuery): Filters {
  return {
    state: query.state ?? null,
    channel: readChannel(query.channel) ?? null,
    reason: query.reason ?? null,
    address: query.identifier === undefined ? null : canonical(channelOf(query), withPlus(query.identifier)),
  };
}
