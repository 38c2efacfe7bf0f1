import type { Channel } from '@carillon/contracts';
import { address, canonical, readChannel } from './channel';
import type { Rule } from './rule';

/** A query that finds by address: an `identifier`, and a `channel` that may say what kind of address it is. */
export interface AddressQuery {
  readonly channel?: string;
  readonly identifier?: string;
}

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

export const identifierFilter: Rule = (value, owner) =>
  address(channelOf)(typeof value === 'string' ? withPlus(value) : value, owner);

/** The canonical address that a checked query asks for; null: any. */
export function addressIn(query: AddressQuery): string | null {
  return query.identifier === undefined ? null : canonical(channelOf(query), withPlus(query.identifier));
}
