import { trimmedCell } from './cells';

/** The columns with a fixed meaning. All others are data of the person. */
const own = ['integration', 'identifier'] as const;
const consent = ['consent.source', 'consent.wording', 'consent.ip', 'consent.at'] as const;
const known = byLowerCase([...own, ...consent]);

/** The columns that identify a person, and that can be chosen for a file. The first three are addresses. */
export const contactColumns = ['email', 'phone', 'whatsapp', 'externalId'] as const;
export type ContactColumn = (typeof contactColumns)[number];

/** The columns of a file with one person for each row, besides consent. */
export const personColumns = [...contactColumns, 'locale', 'timeZone', 'country'] as const;
export type PersonColumn = (typeof personColumns)[number];
const knownOfPeople = byLowerCase(personColumns);

function byLowerCase(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}

/**
 * The columns of a header row: without spaces around the names and empty columns at the end, and with Carillon's
 * columns in any letter case.
 */
export function columnsOf(cells: readonly string[]): string[] {
  const names = cells.map(trimmedCell).map((name) => known.get(name.toLowerCase()) ?? name);
  const columns = names.slice(0, names.findLastIndex((name) => name !== '') + 1);
  const ofPeople = columns.map((name) => knownOfPeople.get(name.toLowerCase()) ?? name);
  return hasPeople(ofPeople) ? ofPeople : columns;
}

/**
 * Whether each row of a file with these columns is a person with all channels, rather than one address on one channel.
 */
export function hasPeople(columns: readonly string[]): boolean {
  return !own.some((name) => columns.includes(name)) && contactColumns.some((name) => columns.includes(name));
}

/** The columns of a file with one address on one channel for each row. */
export interface AddressMapping {
  people?: undefined;
  /** The column that contains the address. */
  address: string;
  /** The channel column. Null: `everybody` is the channel of all rows. */
  channel: string | null;
  everybody: 'email' | 'whatsapp' | 'sms';
}

/** The columns of a file with one person for each row. `phone` and `whatsapp` can be the same column. */
export interface PeopleMapping {
  /** Null: the file has no such column. */
  people: Record<ContactColumn, string | null>;
}

/** The columns of a file with a meaning. All others are data. */
export type Mapping = AddressMapping | PeopleMapping;

/** Common column names, best first: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish. */
const called = {
  identifier: /^identifier$/i,
  email: /^(?:e-?mail|mail|courriel|correo)(?:$|[\s_.-]|adres)|\be-?mail\b|mail-?adresse|^correo/i,
  whatsapp: /whats\s?app/i,
  phone:
    /^(?:mobil|mobile|cell|handy|gsm|sms|tel\.?|telefon|telefono|teléfono|téléphone|telephone|phone|portable|móvil|celular|cellulare|telefoon|komórka|numer)|phone|telefon|mobil|handy|(?:rufnummer)/i,
  other: /^(?:address|adresse|recipient|empfänger|number|nummer|contact|kontakt)/i,
  channel: /^(?:integration|channel|kanal|canal|canale|kanaal)$/i,
};

/** Common names of the columns of a person, best first. More precise, because a file has many columns with data. */
const calledOfPeople: Readonly<Record<ContactColumn, readonly RegExp[]>> = {
  email: [/^email$/, /^(?:e-?mail|mail|correo)$/i, called.email],
  phone: [
    /^phone$/,
    /mobil|handy|^cell|\bgsm\b|^sms|portable|m[oó]vil|celular|kom[oó]rk/i,
    /^tel(?:\b|\.)|phone|telefon|t[eé]l[eé]phone|tel[eé]fono|telefoon|rufnummer/i,
  ],
  whatsapp: [/^whatsapp$/, called.whatsapp],
  // Several contacts of a company can have the same customer number, so it isn't chosen.
  externalId: [/^externalId$/, /^(?:extern(?:al|e|a|o)?|contact|kontakt|person(?:en)?)[\s_-]?id$/i],
};
/** Columns about addresses that contain no addresses to write to. */
const aboutAddresses = /fax|opt[\s_-]?(?:in|out)|consent|einwilligung|status|\b(?:date|type)\b|datum|typ$/i;

/** The probable columns according to common names: those of people, if any of them contains addresses. */
export function guessMapping(columns: readonly string[]): Mapping {
  const isOfAddresses = columns.some((each) => called.identifier.test(each) || called.channel.test(each));
  const people = guessPeople(columns);
  return isOfAddresses || !hasAddresses({ people }) ? guessAddressMapping(columns) : { people };
}

/** The probable columns of people. */
export function guessPeople(columns: readonly string[]): PeopleMapping['people'] {
  const chosen = new Set<string>();
  const find = (column: ContactColumn): string | null => {
    for (const pattern of calledOfPeople[column]) {
      const name = columns.find(
        (each) => pattern.test(each) && !aboutAddresses.test(each) && !chosen.has(each),
      );
      if (name === undefined) continue;
      chosen.add(name);
      return name;
    }
    return null;
  };
  // "WhatsApp number" and "Mobile (WhatsApp)" are names of one channel.
  const whatsapp = find('whatsapp');
  return { email: find('email'), whatsapp, phone: find('phone'), externalId: find('externalId') };
}

/** Whether a column with addresses is chosen. */
export function hasAddresses(mapping: Mapping): boolean {
  const { people } = mapping;
  return people === undefined || [people.email, people.phone, people.whatsapp].some((each) => each !== null);
}

/** The probable columns of a file with one address on one channel for each row. */
export function guessAddressMapping(columns: readonly string[]): AddressMapping {
  const find = (pattern: RegExp): string | undefined => columns.find((each) => pattern.test(each));
  const address =
    find(called.identifier) ??
    find(called.email) ??
    find(called.whatsapp) ??
    find(called.phone) ??
    find(called.other) ??
    columns[0] ??
    '';
  const channel = find(called.channel) ?? null;
  return {
    address,
    channel: channel === address ? null : channel,
    everybody: everybodyOf(address),
  };
}

function everybodyOf(address: string): AddressMapping['everybody'] {
  if (called.email.test(address)) return 'email';
  if (called.whatsapp.test(address)) return 'whatsapp';
  return called.phone.test(address) || /number|nummer/i.test(address) ? 'sms' : 'email';
}

/** Terms for channels in addition to their names, as in files and forms. */
const channelTerms: Readonly<Record<string, string>> = {
  'e-mail': 'email',
  mail: 'email',
  'e mail': 'email',
  'whats app': 'whatsapp',
  'text message': 'sms',
  text: 'sms',
  textnachricht: 'sms',
};

/** The channel name of a cell; the cell itself if it has none. */
export function channelNameOf(cell: string): string {
  const name = trimmedCell(cell);
  const plain = name
    .replace(/[\u00a0\s]+/g, ' ')
    .replace(/[\u2010-\u2015]/g, '-')
    .toLowerCase();
  return channelTerms[plain] ?? name;
}
