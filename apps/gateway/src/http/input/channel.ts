import { parseAddress } from '@carillon/address';
import { type Channel, type FieldError, channelRow, channels } from '@carillon/contracts';
import { issue, readChannel, unfitCharacters } from '@carillon/input';
import type { ValidationOptions } from 'class-validator';
import { Holds, type Rule, stringRule } from './rule';
import { LINE_PATTERN } from './texts';

/** The channel by a name that has passed its rule. */
export function knownChannel(name: string): Channel {
  const known = readChannel(name);
  if (known === undefined) throw new TypeError('A channel was not checked before it was used');
  return known;
}

/** As the contract writes it, and as answers do; what other mixtures of case are taken is not worth a client's types. */
const spellings = [...channels.map((channel) => channelRow(channel).word), ...channels];

const channelRule = stringRule({ enum: spellings, description: 'A channel, in any letter case' }, (name) =>
  readChannel(name) === undefined ? issue('not_allowed', `This must be one of ${channels.join(', ')}`) : [],
);

/** The name of a channel in any letter case. */
export const IsChannel = (options?: ValidationOptions): PropertyDecorator =>
  Holds('isChannel', channelRule, options);

const details = {
  invalid_email: 'This is not an email address that can be used',
  invalid_phone: 'This is not an international phone number, + and the country code first',
};

/** What is wrong with an address of a channel; undefined: it is not known yet which. */
export function addressIssues(text: string, channel: Channel | undefined): FieldError[] {
  const unfit = unfitCharacters(text);
  if (unfit.length > 0 || channel === undefined) return unfit;
  const parsed = parseAddress(channel, text);
  return parsed.ok ? [] : issue(parsed.code, details[parsed.code]);
}

/** All that a schema can say of addresses of any kind. */
const addressSchema = {
  minLength: 1,
  maxLength: 1_000,
  pattern: LINE_PATTERN,
  examples: ['ann@example.com'],
};

/** An address of a channel; without one, of any. */
export function addressRule(channelOf: (input: object) => Channel | undefined = () => undefined): Rule {
  return stringRule(addressSchema, (text, input) => addressIssues(text, channelOf(input)));
}

/** `IsEmail` and `IsPhoneNumber` take what cannot be written to, such as quoted local parts and extensions. */
export const IsAddressOf = (channel: Channel): PropertyDecorator =>
  Holds(
    'isAddress',
    addressRule(() => channel),
  );

/** An address of the channel that another property names; nothing is wrong with it if that is wrong. */
export const IsAddress = (named: string): PropertyDecorator =>
  Holds(
    'isAddress',
    addressRule((input) => readChannel(Reflect.get(input, named))),
  );

/** The canonical form of an address that has passed its rule. */
export function canonical(channel: Channel, raw: string): string {
  const parsed = parseAddress(channel, raw);
  if (!parsed.ok) throw new TypeError('An address was not checked before it was used');
  return parsed.address;
}

/** What kind of address it is, by its form. */
const kindOf = (identifier: string): Channel => (identifier.includes('@') ? 'EMAIL' : 'SMS');

/** A `+` that was not encoded in a query arrives as a space. */
const withPlus = (typed: string): string => typed.replace(/^ (?=\d)/, '+');

/** An address in a query: of the channel that the filter `named` so may say, else of the kind that it looks like. */
export const IsAddressFilter = (named: string): PropertyDecorator =>
  Holds(
    'isAddress',
    stringRule(addressSchema, (text, input) =>
      addressIssues(withPlus(text), readChannel(Reflect.get(input, named)) ?? kindOf(text)),
    ),
  );

/** The canonical form of the address that a checked filter asks for; null: any. */
export function addressIn(identifier: string | undefined, channel: Channel | null): string | null {
  return identifier === undefined ? null : canonical(channel ?? kindOf(identifier), withPlus(identifier));
}
