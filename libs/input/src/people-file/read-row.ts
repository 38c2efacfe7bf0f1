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
import { identifierOf, isBlankCell } from './cells';
import { channelNameOf } from './columns';
import type { FileRecord } from './file-record';

/** The person of a record, or the reason why the record was rejected. */
export type Row =
  { line: number; person: Person } | { line: number; person: null; reason: string; text: string };

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
}

/**
 * Reads a record according to the rules of POST /subscribers: first the cells or JSON, and then the channel, the
 * address, and the extra data.
 */
export function readRow(record: FileRecord, { format, columns, defaultCountry }: Shape): Row {
  const { line, cells, flaw } = record;
  if (flaw) return rejected(record, flaw);
  const fields = format === 'csv' ? fieldsFromCells(columns, cells ?? []) : fieldsFromJson(record.bytes);
  if (fields === null) return rejected(record, 'too_many');
  if (typeof fields === 'string') return rejected(record, fields);
  const person = personOf(fields, defaultCountry);
  return Array.isArray(person) ? rejected(record, reasonOf(person)) : { line, person };
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
function fieldsFromJson(bytes: Buffer): RecordFields | string {
  try {
    const fields = parseJson(bytes);
    if (!isRecord(fields)) return 'wrong_type';
    const unknown = Object.keys(fields).filter((name) => !FIELDS.includes(name));
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
/** The maximum number of columns, which is also the limit of an export. A row can fill a hundred of them. */
const MAX_COLUMNS = 1_000;
/** Names with a special meaning in JavaScript, which JSON bodies must not contain either. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The issues of a header row for `columnsOf`. The field of each issue is the column. A column can have no name: its
 * cells are empty.
 */
export function headerIssues(columns: readonly string[]): FieldError[] {
  const missing = OWN.filter((name) => !columns.includes(name));
  const named = columns.filter((name) => name !== '');
  const others = named.filter((name) => !isOwn(name));
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
