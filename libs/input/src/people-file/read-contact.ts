import { type PhoneCountry, isPhoneCountry, parseAddress, phoneCountries } from '@carillon/address';
import type { Channel, ConsentDetails, FieldError } from '@carillon/contracts';
import { consentIssues, readConsent } from '../consent';
import { contactColumns, personColumns } from './columns';
import { extraDataLimits, isLongerThan, isRecord, issue, keyIssues, unfitCharacters, within } from '../rules';
import { Buffer } from 'node:buffer';

/** The value of an attribute. */
export type AttributeValue = string | number | boolean | string[];

/** A person with all channels, as in POST /people. Absent fields are unknown. */
export interface Contact {
  addresses: { channel: Channel; address: string }[];
  externalId?: string;
  locale?: string;
  timeZone?: string;
  country?: string;
  attributes: Record<string, AttributeValue>;
  consent?: ConsentDetails;
}

/** The fields of a person before they are checked. */
export interface ContactFields {
  email?: unknown;
  phone?: unknown;
  whatsapp?: unknown;
  externalId?: unknown;
  locale?: unknown;
  timeZone?: unknown;
  country?: unknown;
  attributes?: unknown;
  consent?: unknown;
}

export const contactFields: readonly string[] = [...personColumns, 'attributes', 'consent'];

/** The limit of an external ID and of a text in a list (characters), and of the texts in a list. */
export const contactLimits = { externalId: 128, listed: 128, list: 100 } as const;

const channelOf = { email: 'EMAIL', phone: 'SMS', whatsapp: 'WHATSAPP' } as const;

/** Whether the fields of a JSON record are those of a person rather than of an address. */
export function isContact(fields: object): boolean {
  return (
    !('integration' in fields) && !('identifier' in fields) && contactColumns.some((name) => name in fields)
  );
}

/** The person, or all issues. `email`, `phone`, and `whatsapp` are one address or a list, the preferred one first. */
export function readContact(
  fields: ContactFields,
  defaultCountry: PhoneCountry | undefined,
): Contact | FieldError[] {
  const issues: FieldError[] = [];
  const contact: Contact = { addresses: addressesOf(fields, defaultCountry, issues), attributes: {} };
  for (const name of ['externalId', 'locale', 'timeZone', 'country'] as const) {
    const value = fields[name];
    if (value === undefined || value === null) continue;
    const read =
      typeof value === 'string' ? contactReaders[name](value) : issue('wrong_type', 'Must be a string');
    if (typeof read === 'string') contact[name] = read;
    else issues.push(...within(name, read));
  }
  const { attributes, consent } = fields;
  if (attributes !== undefined) {
    const unfit = attributeIssues(attributes);
    if (unfit.length > 0) issues.push(...within('attributes', unfit));
    else contact.attributes = attributes as Contact['attributes'];
  }
  if (consent !== undefined) {
    const unfit = consentIssues(consent);
    if (unfit.length > 0) issues.push(...within('consent', unfit));
    else contact.consent = readConsent(consent as ConsentDetails);
  }
  return issues.length > 0 ? issues : contact;
}

function addressesOf(
  fields: ContactFields,
  defaultCountry: PhoneCountry | undefined,
  issues: FieldError[],
): Contact['addresses'] {
  const addresses: Contact['addresses'] = [];
  for (const name of ['email', 'phone', 'whatsapp'] as const) {
    const value = fields[name];
    if (value === undefined || value === null) continue;
    const channel = channelOf[name];
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const address = addressOf(channel, each, defaultCountry);
      if (typeof address !== 'string') issues.push(...within(name, address));
      else if (!addresses.some((one) => one.channel === channel && one.address === address))
        addresses.push({ channel, address });
    }
  }
  return addresses;
}

function addressOf(
  channel: Channel,
  value: unknown,
  defaultCountry: PhoneCountry | undefined,
): string | FieldError[] {
  if (typeof value !== 'string') return issue('wrong_type', 'Must be a string');
  const unfit = unfitCharacters(value);
  if (unfit.length > 0) return unfit;
  const parsed = parseAddress(channel, value, defaultCountry);
  return parsed.ok ? parsed.address : issue(parsed.code, 'Must be a valid address');
}

/** Each returns the canonical value, or its issues. */
export const contactReaders = {
  externalId(value: string): string | FieldError[] {
    if (value === '') return issue('too_short', 'Must not be empty');
    if (isLongerThan(value, contactLimits.externalId))
      return issue('too_long', `Can have at most ${contactLimits.externalId} characters`);
    const unfit = unfitCharacters(value);
    return unfit.length > 0 ? unfit : value;
  },
  locale(value: string): string | FieldError[] {
    return (
      known(locales, value) ?? issue('not_allowed', 'Must be a BCP 47 language tag, such as de or pt-BR')
    );
  },
  timeZone(value: string): string | FieldError[] {
    return (
      known(timeZones, value) ?? issue('not_allowed', 'Must be an IANA time zone, such as Europe/Berlin')
    );
  },
  country(value: string): string | FieldError[] {
    const code = aliases.get(value.toLowerCase()) ?? namesOf.region.codeOf(value) ?? value.toUpperCase();
    return isPhoneCountry(code)
      ? code
      : issue('not_allowed', 'Must be an ISO 3166-1 alpha-2 country, such as DE');
  },
};

/** Languages in which files name countries and languages. */
const inLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'];
const languageCodes = [
  ...inLanguages,
  ...'bg cs da el et fi ga hr hu ja ko lt lv mt no ro ru sk sl sv tr uk zh ar he'.split(' '),
];

/** Finds the code of a country or a language by its name: `Germany`, `Deutschland`. */
class CodeNames {
  private codes: Map<string, string> | undefined;

  constructor(
    private readonly type: 'region' | 'language',
    private readonly list: () => readonly string[],
  ) {}

  codeOf(name: string): string | undefined {
    if (name.length < MIN_NAME) return undefined;
    this.codes ??= this.read();
    return this.codes.get(name.toLowerCase());
  }

  private read(): Map<string, string> {
    return new Map(
      inLanguages.flatMap((language) => {
        const names = new Intl.DisplayNames(language, { type: this.type });
        return this.list().map((code): [string, string] => [(names.of(code) ?? code).toLowerCase(), code]);
      }),
    );
  }
}

/** Names of countries that are not official. */
const aliases = new Map([
  ['usa', 'US'],
  ['uk', 'GB'],
  ['england', 'GB'],
  ['great britain', 'GB'],
  ['holland', 'NL'],
]);

/** Shorter texts are codes. */
const MIN_NAME = 4;
const namesOf = {
  region: new CodeNames('region', phoneCountries),
  language: new CodeNames('language', () => languageCodes),
};

/** Values that were read before, with their canonical form; undefined: invalid. */
interface Known {
  readonly forms: Map<string, string | undefined>;
  read: (value: string) => string;
}

/** A file repeats few values, and each costs much. */
const MOST_KNOWN = 2_000;
const LONGEST_KNOWN = 64;
const locales: Known = {
  forms: new Map(),
  read: (value) => namesOf.language.codeOf(value) ?? new Intl.Locale(value.replaceAll('_', '-')).toString(),
};
const timeZones: Known = {
  forms: new Map(),
  read: (value) => {
    if (!/^[A-Za-z]/.test(value)) throw new RangeError('Not a name');
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  },
};

function known({ forms, read }: Known, value: string): string | undefined {
  if (forms.has(value)) return forms.get(value);
  let form: string | undefined;
  try {
    if (value.length <= LONGEST_KNOWN) form = read(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  if (forms.size < MOST_KNOWN) forms.set(value, form);
  return form;
}

/** The issues of attributes: an object of texts, numbers, booleans, and lists of texts. */
export function attributeIssues(value: unknown): FieldError[] {
  if (!isRecord(value)) return issue('wrong_type', 'Must be an object');
  const { bytes, keys } = extraDataLimits;
  const names = Object.keys(value);
  if (names.length > keys) return issue('too_many', `Can have at most ${keys} attributes`);
  const issues = names.flatMap((name) => {
    const wrongKey = keyIssues(name);
    return wrongKey.length > 0 ? wrongKey : within(name, valueIssues(value[name]));
  });
  if (issues.length > 0) return issues;
  return Buffer.byteLength(JSON.stringify(value)) > bytes
    ? issue('too_big', `Must have at most ${bytes} bytes as JSON`)
    : [];
}

function valueIssues(value: unknown): FieldError[] {
  if (typeof value === 'string') return unfitCharacters(value);
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return [];
  if (!Array.isArray(value))
    return issue('wrong_type', 'Must be text, a number, true, false, or a list of texts');
  if (value.length > contactLimits.list)
    return issue('too_many', `Can have at most ${contactLimits.list} texts`);
  return value.flatMap((each: unknown, index) => {
    if (typeof each !== 'string') return issue('wrong_type', 'Must be a string', `${index}`);
    return isLongerThan(each, contactLimits.listed)
      ? issue('too_long', `Can have at most ${contactLimits.listed} characters`, `${index}`)
      : within(`${index}`, unfitCharacters(each));
  });
}
