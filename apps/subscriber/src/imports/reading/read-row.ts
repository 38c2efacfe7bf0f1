import { AppError, type FieldError, type FileFormat } from '@carillon/contracts';
import { isRecord, issue, parseJson } from '@carillon/input';
import { givenByCells } from './csv-columns';
import type { FileRecord } from './file-record';
import { type Given, type Person, personOf } from './person';

/** A record that names somebody, or why it does not. */
export type Row =
  { line: number; person: Person } | { line: number; person: null; reason: string; text: string };

/** So many characters of a line are enough to find it by. */
const SHOWN = 200;
const MOST_ISSUES = 5;
const LONGEST_FIELD = 80;
const FIELDS = ['integration', 'identifier', 'extraData'];

/** What a file is made of beside its records; `columns` empty where the format has none. */
export interface Shape {
  format: FileFormat;
  columns: readonly string[];
}

/** Reads a record by the rules of POST /subscribers. */
export function readRow(record: FileRecord, { format, columns }: Shape): Row {
  const { line, cells, flaw } = record;
  if (flaw) return rejected(record, flaw);
  const given = format === 'csv' ? givenByCells(columns, cells ?? []) : givenByJson(record.bytes);
  if (given === null) return rejected(record, 'too_many');
  if (typeof given === 'string') return rejected(record, given);
  const person = personOf(given);
  return Array.isArray(person) ? rejected(record, reasonOf(person)) : { line, person };
}

export function rejected({ line, bytes }: FileRecord, reason: string): Row {
  return { line, person: null, reason, text: shown(bytes) };
}

/** Issues in words for a person who looks for the line: `identifier: invalid_email; integration: required`. */
export function reasonOf(issues: readonly FieldError[]): string {
  const told = issues
    .slice(0, MOST_ISSUES)
    .map(({ field, code }) => (field === '' ? code : `${shownField(field)}: ${code}`));
  return told.join('; ');
}

/** Or why it says nothing. */
function givenByJson(bytes: Buffer): Given | string {
  try {
    const given = parseJson(bytes);
    if (!isRecord(given)) return 'wrong_type';
    const unknown = Object.keys(given).filter((name) => !FIELDS.includes(name));
    if (unknown.length === 0) return given;
    return reasonOf(unknown.flatMap((name) => issue('unknown_field', 'There is no such field here', name)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.fields.length === 0 ? error.code : reasonOf(error.fields);
  }
}

function shownField(field: string): string {
  return (field.length > LONGEST_FIELD ? `${field.slice(0, LONGEST_FIELD)}…` : field).toWellFormed();
}

function shown(bytes: Buffer): string {
  // Of UTF-8 a character takes three bytes for each unit of a string at most.
  const text = bytes.subarray(0, 4 * SHOWN).toString('utf8');
  return text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text;
}
