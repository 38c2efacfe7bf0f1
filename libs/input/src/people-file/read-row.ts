import type { Buffer } from 'node:buffer';
import { type PhoneCountry, parseAddress } from '@carillon/address';
import {
  AppError,
  type Channel,
  type FieldError,
  type FileFormat,
  type ConsentDetails,
} from '@carillon/contracts';
import { consentFields, consentIssues, readConsent } from '../consent';
import { parseJson } from '../parse-json';
import { isRecord, issue, keyIssues, readChannel, readExtraData, unfitCharacters, within } from '../rules';
import { identifierOf, isBlankCell, trimmedCell } from './cells';
import { channelNameOf, hasPeople, personColumns } from './columns';
import { type Contact, type ContactFields, contactFields, isContact, readContact } from './read-contact';
import type { FileRecord } from './file-record';

/** The address or the person of a record, or the reason why the record was rejected. */
export type Row =
  | { line: number; person: Person; contact?: undefined }
  | { line: number; person: null; contact: Contact; text: () => string }
  | { line: number; person: null; contact?: undefined; reason: string; text: string };

/** The number of characters of a rejected line that are shown. */
const SHOWN = 200;
const MOST_ISSUES = 5;
const LONGEST_FIELD = 80;
const FIELDS = ['integration', 'identifier', 'extraData', 'consent'];

/** The format of a file; `columns` is empty if the format has none. */
export interface Shape {
  format: FileFormat;
  columns: readonly string[];
  /** The country of phone numbers without a country code. Absent: such numbers are refused. */
  defaultCountry?: PhoneCountry | undefined;
  /** Each row must be one address on one channel. */
  onlyAddresses?: boolean;
}

/**
 * Reads a record according to the rules of POST /subscribers (one address), or of POST /people (a person with all
 * channels).
 */
export function readRow(record: FileRecord, shape: Shape): Row {
  const { format, columns, defaultCountry, onlyAddresses = false } = shape;
  const { line, cells, flaw } = record;
  if (flaw) return rejected(record, flaw);
  if (format === 'csv' && !onlyAddresses && hasPeople(columns)) {
    const fields = contactCells(columns, cells ?? []);
    if (fields === null) return rejected(record, 'too_many');
    return contactRow(record, fields, defaultCountry);
  }
  const fields =
    format === 'csv' ? fieldsFromCells(columns, cells ?? []) : fieldsFromJson(record.bytes, onlyAddresses);
  if (fields === null) return rejected(record, 'too_many');
  if (typeof fields === 'string') return rejected(record, fields);
  if (!onlyAddresses && isContact(fields)) return contactRow(record, fields, defaultCountry);
  const person = personOf(fields, defaultCountry);
  return Array.isArray(person) ? rejected(record, reasonOf(person)) : { line, person };
}

/** A member of a group needs an address. */
function contactRow(
  record: FileRecord,
  fields: ContactFields,
  defaultCountry: PhoneCountry | undefined,
): Row {
  const contact = readContact(fields, defaultCountry);
  if (Array.isArray(contact)) return rejected(record, reasonOf(contact));
  if (contact.addresses.length === 0) return rejected(record, reasonOf(issue('required', '', 'email')));
  return { line: record.line, person: null, contact, text: () => shown(record.bytes) };
}

function rejected({ line, bytes }: FileRecord, reason: string): Row {
  return { line, person: null, reason, text: shown(bytes) };
}

/** The issues as one text: `identifier: invalid_email; integration: required`. */
export function reasonOf(issues: readonly FieldError[]): string {
  const texts = issues
    .slice(0, MOST_ISSUES)
    .map(({ field, code }) => (field === '' ? code : `${shownField(field)}: ${code}`));
  return texts.join('; ');
}

/** The content of a JSON record, or the reason why it is unreadable. */
function fieldsFromJson(bytes: Buffer, onlyAddresses: boolean): RecordFields | string {
  try {
    const fields = parseJson(bytes);
    if (!isRecord(fields)) return 'wrong_type';
    const allowed = !onlyAddresses && isContact(fields) ? contactFields : FIELDS;
    const unknown = Object.keys(fields).filter((name) => !allowed.includes(name));
    if (unknown.length === 0) return fields;
    return reasonOf(unknown.flatMap((name) => issue('unknown_field', 'Unknown field', name)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.fields.length === 0 ? error.code : reasonOf(error.fields);
  }
}

function shownField(field: string): string {
  return (field.length > LONGEST_FIELD ? `${field.slice(0, LONGEST_FIELD)}…` : field).toWellFormed();
}

/** The beginning of a line, in the form that users see. */
export function shown(bytes: Buffer): string {
  // In UTF-8, a character takes at most three bytes per unit of a string.
  const text = bytes.subarray(0, 4 * SHOWN).toString('utf8');
  return text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text;
}

const OWN = ['integration', 'identifier'];
/** The columns of a consent, `consent.source` and so on, with the name that each has within it. */
const CONSENT = new Map(consentFields.map((name) => [`consent.${name}`, name]));
const isOwn = (name: string): boolean => OWN.includes(name) || CONSENT.has(name);
const ofPerson = new Set<string>(personColumns);
const isOwnOfPeople = (name: string): boolean => ofPerson.has(name) || CONSENT.has(name);
/** The maximum number of columns, which is also the limit of an export. A row can fill a hundred of them. */
const MAX_COLUMNS = 1_000;
/** Names with a special meaning in JavaScript, which JSON bodies must not contain either. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The issues of a header row for `columnsOf`. The field of each issue is the column. A column can have no name: its
 * cells are empty. `onlyAddresses`: as in `Shape`.
 */
export function headerIssues(columns: readonly string[], onlyAddresses = false): FieldError[] {
  const isOfPeople = !onlyAddresses && hasPeople(columns);
  const missing = isOfPeople ? [] : OWN.filter((name) => !columns.includes(name));
  const named = columns.filter((name) => name !== '');
  const others = named.filter((name) => !(isOfPeople ? isOwnOfPeople : isOwn)(name));
  return [
    ...missing.flatMap((name) => issue('required', 'Unknown column', name)),
    ...named.flatMap((name, index) =>
      named.indexOf(name) < index ? issue('conflict', 'Duplicate column', name) : [],
    ),
    ...others.flatMap((name) => keyIssues(name)),
    ...others.flatMap((name) =>
      forbidden.has(name) ? issue('not_allowed', 'Invalid column name', name) : [],
    ),
    ...(others.length > MAX_COLUMNS ? issue('too_many', 'Too many columns') : []),
  ];
}

/** Spreadsheets write line breaks and tabs in cells, but extra data must not contain them. */
const breaks = /[\t\r\n]+/g;

/**
 * The content of a CSV row: all columns except the identifier, the channel, and consent are extra data, as single-line
 * text; empty cells are omitted. Null: a value has no column.
 */
function fieldsFromCells(columns: readonly string[], cells: readonly string[]): RecordFields | null {
  const extraData: Record<string, string> = {};
  const fields: RecordFields = { extraData };
  let consent: Record<string, string> | undefined;
  let index = 0;
  for (const cell of cells) {
    const name = columns[index++];
    if (cell === '') continue;
    if (name === undefined || name === '') {
      if (isBlankCell(cell)) continue;
      return null;
    }
    const ofConsent = CONSENT.get(name);
    if (name === 'integration') fields.integration = channelNameOf(cell);
    else if (name === 'identifier') fields.identifier = identifierOf(cell);
    else if (ofConsent !== undefined) (consent ??= {})[ofConsent] = cell;
    else extraData[name] = cell.replace(breaks, ' ');
  }
  if (consent) fields.consent = consent;
  return fields;
}

/**
 * The content of a CSV row about a person: columns other than those of a person and of consent are attributes, as
 * single-line text; empty cells are omitted. Null: a value has no column.
 */
function contactCells(columns: readonly string[], cells: readonly string[]): ContactFields | null {
  const attributes: Record<string, string> = {};
  const fields: ContactFields = { attributes };
  let consent: Record<string, string> | undefined;
  for (const [index, cell] of cells.entries()) {
    const name = columns[index];
    if (isBlankCell(cell)) continue;
    if (name === undefined || name === '') return null;
    const ofConsent = CONSENT.get(name);
    if (ofConsent !== undefined) (consent ??= {})[ofConsent] = cell;
    else if (!ofPerson.has(name)) attributes[name] = cell.replace(breaks, ' ');
    else if (name === 'phone' || name === 'whatsapp' || name === 'email') fields[name] = identifierOf(cell);
    else fields[name as 'externalId'] = trimmedCell(cell);
  }
  if (consent) fields.consent = consent;
  return fields;
}

/** The person of a record; `extraData` is JSON text. */
export interface Person {
  channel: Channel;
  address: string;
  extraData: string;
  consent?: ConsentDetails;
}

/** The fields of a record, named as in POST /subscribers. */
interface RecordFields {
  integration?: unknown;
  identifier?: unknown;
  extraData?: unknown;
  consent?: unknown;
}

/** The person, or all issues, according to the rules of POST /subscribers. */
function personOf(
  { integration, identifier, extraData, consent }: RecordFields,
  defaultCountry: PhoneCountry | undefined,
): Person | FieldError[] {
  const channel = readChannel(integration);
  const address = addressOf(channel, identifier, defaultCountry);
  const { text, issues: unfit } = readExtraData(extraData ?? {});
  const unfitConsent = consent === undefined ? [] : consentIssues(consent);
  if (!channel || typeof address !== 'string' || unfit.length + unfitConsent.length > 0) {
    return [
      ...(channel ? [] : notOne(integration)),
      ...(typeof address === 'string' ? [] : address),
      ...within('extraData', unfit),
      ...within('consent', unfitConsent),
    ];
  }
  const person: Person = { channel, address, extraData: text };
  if (consent !== undefined) person.consent = readConsent(consent as ConsentDetails);
  return person;
}

function addressOf(
  channel: Channel | undefined,
  identifier: unknown,
  defaultCountry: PhoneCountry | undefined,
): string | FieldError[] {
  if (identifier === undefined) return issue('required', 'This field is required', 'identifier');
  if (typeof identifier !== 'string') return issue('wrong_type', 'Must be a string', 'identifier');
  const unfit = within('identifier', unfitCharacters(identifier));
  if (unfit.length > 0 || !channel) return unfit;
  const parsed = parseAddress(channel, identifier, defaultCountry);
  return parsed.ok ? parsed.address : issue(parsed.code, 'Must be a valid address', 'identifier');
}

function notOne(integration: unknown): FieldError[] {
  if (integration === undefined) return issue('required', 'This field is required', 'integration');
  return typeof integration === 'string'
    ? issue('not_allowed', 'Must be a channel', 'integration')
    : issue('wrong_type', 'Must be a string', 'integration');
}
