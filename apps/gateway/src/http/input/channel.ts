import { parseAddress, parseEmail } from '@carillon/address';
import { type Channel, type FieldError, channelRow, channels } from '@carillon/contracts';
import { issue, readChannel, unfitCharacters } from '@carillon/input';
import type { ValidationOptions } from 'class-validator';
import { defaultCountry } from './country';
import { Holds, type Rule, stringRule } from './rule';
import { LINE_PATTERN } from './texts';

/** The channel of a checked name. */
export function validChannel(name: string): Channel {
  const channel = readChannel(name);
  if (channel === undefined) throw new TypeError('The channel was used before it was validated');
  return channel;
}

/** The spellings in the API and in its responses. Other letter cases are accepted, but omitted from clients' types. */
const spellings = [...channels.map((channel) => channelRow(channel).name), ...channels];

const channelRule = stringRule({ enum: spellings, description: 'A channel, in any letter case' }, (name) =>
  readChannel(name) === undefined ? issue('not_allowed', `Must be one of ${channels.join(', ')}`) : [],
);

/** The name of a channel in any letter case. */
export const IsChannel = (options?: ValidationOptions): PropertyDecorator =>
  Holds('isChannel', channelRule, options);

const details = {
  invalid_email: 'Must be a valid email address',
  invalid_phone:
    'Must be an international phone number with + and country code. To accept national numbers, set a default country for the account',
};

/** Errors of a channel's address; undefined: the channel isn't known yet. */
export function addressIssues(text: string, channel: Channel | undefined): FieldError[] {
  const unfit = unfitCharacters(text);
  if (unfit.length > 0 || channel === undefined) return unfit;
  const parsed = parseAddress(channel, text, defaultCountry());
  return parsed.ok ? [] : issue(parsed.code, details[parsed.code]);
}

/** The schema of addresses of any kind. */
const addressSchema = {
  minLength: 1,
  maxLength: 1_000,
  pattern: LINE_PATTERN,
  examples: ['ann@example.com'],
};

/** An address of a channel, or of any channel if none is given. */
export function addressRule(channelOf: (input: object) => Channel | undefined = () => undefined): Rule {
  return stringRule(addressSchema, (text, input) => addressIssues(text, channelOf(input)));
}

/** `IsEmail` and `IsPhoneNumber` accept unusable addresses, such as quoted local parts and extensions. */
export const IsAddressOf = (channel: Channel): PropertyDecorator =>
  Holds(
    'isAddress',
    addressRule(() => channel),
  );

const mailboxRule = stringRule(addressSchema, (text) => {
  const issues = addressIssues(text, 'EMAIL');
  if (issues.length > 0 || parseEmail(text).ok) return issues;
  return issue('invalid_email', 'Must be an email address whose part before the @ is in ASCII');
});

/**
 * The email address of a sender or of a user. Unlike a recipient's, its local part is in ASCII: few mail servers deliver
 * other addresses, and a sender's address is in the email of each recipient.
 */
export const IsMailbox = (): PropertyDecorator => Holds('isMailbox', mailboxRule);

/** An address of the channel in another property. It isn't checked if that channel is invalid. */
export const IsAddress = (named: string): PropertyDecorator =>
  Holds(
    'isAddress',
    addressRule((input) => readChannel(Reflect.get(input, named))),
  );

/** The canonical form of a checked address. */
export function canonical(channel: Channel, raw: string): string {
  const parsed = parseAddress(channel, raw, defaultCountry());
  if (!parsed.ok) throw new TypeError('The address was used before it was validated');
  return parsed.address;
}

/** The kind of an address, by its form. */
const kindOf = (identifier: string): Channel => (identifier.includes('@') ? 'EMAIL' : 'SMS');

/** An unencoded `+` in a query arrives as a space. */
const withPlus = (typed: string): string => typed.replace(/^ (?=\d)/, '+');

/** An address in a query: of the channel in the filter `named`, otherwise of the kind that it resembles. */
export const IsAddressFilter = (named: string): PropertyDecorator =>
  Holds(
    'isAddress',
    stringRule(addressSchema, (text, input) =>
      addressIssues(withPlus(text), readChannel(Reflect.get(input, named)) ?? kindOf(text)),
    ),
  );

/** The canonical form of a checked address, of the kind that it resembles. */
export function addressOf(identifier: string): string {
  return canonical(kindOf(identifier), withPlus(identifier));
}

/** The canonical form of a checked address filter; null: any. */
export function addressIn(identifier: string | undefined, channel: Channel | null): string | null {
  return identifier === undefined ? null : canonical(channel ?? kindOf(identifier), withPlus(identifier));
}
