import { parseAddress } from '@carillon/address';
import { type Channel, channelRow, channels } from '@carillon/contracts';
import { readChannel, unfitCharacters } from '@carillon/input';
import { Type } from '@sinclair/typebox';
import { type Rule, finding, rule } from './rule';
import { LINE_PATTERN } from './text';

export { readChannel };

/** The channel by a name that has passed its rule. */
export function knownChannel(name: string): Channel {
  const known = readChannel(name);
  if (known === undefined) throw new TypeError('A channel was not checked before it was used');
  return known;
}

/** As the contract writes it, and as answers do; what other mixtures of case are taken is not worth a client's types. */
const spellings = [...channels.map((channel) => channelRow(channel).word), ...channels];

/** The name of a channel in any letter case. */
export const channel: Rule = rule(
  Type.Unsafe({ type: 'string', enum: spellings, description: 'A channel, in any letter case' }),
  (value) => {
    if (typeof value !== 'string') return finding('wrong_type', 'This must be a string');
    return readChannel(value) === undefined
      ? finding('not_allowed', `This must be one of ${channels.join(', ')}`)
      : [];
  },
);

const details = {
  invalid_email: 'This is not an email address that can be used',
  invalid_phone: 'This is not an international phone number, + and the country code first',
};

/** All that a schema can say of addresses of any kind. */
export const ADDRESS = Type.String({
  minLength: 1,
  maxLength: 1_000,
  pattern: LINE_PATTERN,
  examples: ['ann@example.com'],
});

/** What the channel, if it is known, calls an address. */
export function address(channelOf: (owner: object) => Channel | undefined): Rule {
  return rule(ADDRESS, (value, owner) => {
    if (typeof value !== 'string') return finding('wrong_type', 'This must be a string');
    const unfit = unfitCharacters(value);
    const known = channelOf(owner);
    if (unfit.length > 0 || known === undefined) return unfit;
    const parsed = parseAddress(known, value);
    return parsed.ok ? [] : finding(parsed.code, details[parsed.code]);
  });
}

export const email: Rule = address(() => 'EMAIL');

/** The canonical form of an address that has passed its rule. */
export function canonical(channel: Channel, raw: string): string {
  const parsed = parseAddress(channel, raw);
  if (!parsed.ok) throw new TypeError('An address was not checked before it was used');
  return parsed.address;
}
