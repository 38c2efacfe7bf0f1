import type { Channel } from '@carillon/contracts';
import { ADDRESS, address, canonical, readChannel } from './channel';
import { type Rule, rule } from './rule';

/** What kind of address it is, by its form. */
function kindOf(identifier: unknown): Channel {
  return typeof identifier === 'string' && identifier.includes('@') ? 'EMAIL' : 'SMS';
}

/** A `+` that was not encoded arrives as a space. */
function withPlus(typed: string): string {
  return typed.replace(/^ (?=\d)/, '+');
}

/** An address of the channel that the filter `named` so may say, else of the kind that it looks like. */
export function identifierFilter(named: string): Rule {
  const found = address(
    (owner) => readChannel(Reflect.get(owner, named)) ?? kindOf(Reflect.get(owner, 'identifier')),
  );
  return rule(ADDRESS, (value, owner) => found(typeof value === 'string' ? withPlus(value) : value, owner));
}

/** The canonical form of the address that a checked filter asks for; null: any. */
export function addressIn(identifier: string | undefined, channel: Channel | null): string | null {
  return identifier === undefined ? null : canonical(channel ?? kindOf(identifier), withPlus(identifier));
}
