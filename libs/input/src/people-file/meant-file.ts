import { Buffer } from 'node:buffer';
import { type PhoneCountry, parseAddress, parsePhone } from '@carillon/address';
import { identifierOf, isBlankCell, trimmedCell } from './cells';
import { type ContactColumn, type Mapping, type PeopleMapping, columnsOf, contactColumns } from './columns';
import { decodeFile } from './decode-file';
import { type FileRecord, MAX_RECORD_BYTES, type Position } from './file-record';
import { readFile } from './read-file';
import type { Contact } from './read-contact';
import { type Row, type Shape, headerIssues, readRow, reasonOf, shown } from './read-row';
import { type FormFound, type TextForm, TextEvidence } from './text-form';
import { TimeSlice } from './time-slice';

/**
 * Clients' CSV files before the upload: their form, the API's result for their lines, and the same lines in the form
 * that the API reads without parameters. Line numbers stay those of the file.
 */

/** Bytes of a file from its beginning, each time it is called. */
export type OpenFile = () => AsyncIterable<Uint8Array>;

/** The interpretation of a file: its form, and its columns. */
export interface MeantFile {
  form: TextForm;
  /** The names in the first line, or generated ones. */
  columns: readonly string[];
  /** The first line is data. */
  isHeaderless: boolean;
  mapping: Mapping;
}

const START: Position = { offset: 0, line: 1 };

/** Scans the whole file. */
export async function examineFile(open: OpenFile): Promise<FormFound> {
  const evidence = new TextEvidence();
  const slice = new TimeSlice();
  for await (const piece of open()) {
    evidence.feed(piece);
    if (slice.isOver) await slice.yieldToOthers();
  }
  return evidence.found();
}

/** The records of a file, the header row among them. */
export async function* recordsOf(open: OpenFile, form: TextForm): AsyncGenerator<FileRecord[]> {
  const layout = { format: 'csv', delimiter: form.delimiter } as const;
  yield* readFile(layout, decodeFile(open(), form), START);
}

/** The beginning of a file. */
export interface FileHead {
  columns: string[];
  isHeaderless: boolean;
  rows: string[][];
}

/** Reads the names of the columns and the first rows. */
export async function headOf(open: OpenFile, form: TextForm, most: number): Promise<FileHead> {
  const rows: string[][] = [];
  for await (const chunk of recordsOf(open, form)) {
    for (const { cells } of chunk) if (cells) rows.push([...cells]);
    if (rows.length > most) break;
  }
  const [first = [], ...rest] = rows;
  if (!first.some(isAddress))
    return { columns: columnsOf(first), isHeaderless: false, rows: rest.slice(0, most) };
  const columns = first.map((_, index) => `column${index + 1}`);
  return { columns, isHeaderless: true, rows: rows.slice(0, most) };
}

/** A first line with an address contains no column names. */
function isAddress(cell: string): boolean {
  const text = identifierOf(cell);
  return parseAddress('EMAIL', text).ok || parsePhone(text).ok || /^0\d[\d /.-]{7,}$/.test(text);
}

/** The columns for the API. No column is used twice. */
export function apiColumns({ columns, mapping }: Pick<MeantFile, 'columns' | 'mapping'>): string[] {
  if (mapping.people) return peopleColumns(columns, mapping.people);
  const names = columns.map((name) => {
    if (name === mapping.address) return 'identifier';
    if (name === mapping.channel) return 'integration';
    return name === 'integration' || name === 'identifier' ? `${name}_` : name;
  });
  return mapping.channel === null ? ['integration', ...names] : names;
}

/** Other columns with the API's names for addresses get another name, so that they become attributes. */
const reserved = new Set(['integration', 'identifier', ...contactColumns.map((name) => name.toLowerCase())]);

function peopleColumns(columns: readonly string[], people: PeopleMapping['people']): string[] {
  const names = columns.map((name) => {
    const chosen = contactColumns.find((column) => people[column] === name);
    return chosen ?? (reserved.has(name.toLowerCase()) ? `${name}_` : name);
  });
  return columnsOf([...repeatedColumns(people), ...names]);
}

/** The fields whose column is already the column of another field. Each row begins with a copy of their cells. */
function repeatedColumns(people: PeopleMapping['people']): ContactColumn[] {
  return contactColumns.filter(
    (column, index) =>
      people[column] !== null &&
      contactColumns.slice(0, index).some((before) => people[before] === people[column]),
  );
}

function apiCells(
  cells: readonly string[],
  { columns, mapping }: Pick<MeantFile, 'columns' | 'mapping'>,
): string[] {
  const filled = cells.slice(0, cells.findLastIndex((cell) => !isBlankCell(cell)) + 1);
  const { people } = mapping;
  if (people)
    return [
      ...repeatedColumns(people).map((column) => cells[columns.indexOf(people[column] ?? '')] ?? ''),
      ...filled,
    ];
  return mapping.channel === null ? [mapping.everybody, ...filled] : filled;
}

/** Reads a row according to the rules of the API. */
export function readMeantRow(record: FileRecord, file: Omit<MeantFile, 'form'>, shape: Shape): Row {
  return readRow(meant(record, file), shape);
}

/** The record with the cells of the columns that the API reads. */
function meant(record: FileRecord, file: Omit<MeantFile, 'form'>): FileRecord {
  return record.cells ? { ...record, cells: apiCells(record.cells, file) } : record;
}

/** Lines that are rejected for one reason. */
export interface RejectedFor {
  reason: string;
  count: number;
  /** The first lines, with their numbers in the file. */
  examples: { line: number; text: string }[];
}

/** The API's result for a file, as far as the file alone determines it. */
export interface Judgment {
  lines: number;
  taken: number;
  /** The number of valid lines that repeat an address or the external ID of an earlier line. */
  repeated: number;
  /** The most frequent first. */
  rejected: RejectedFor[];
  /** Lines that would be valid with a default country. */
  national: { country: PhoneCountry; count: number } | null;
  /** Why the file cannot be imported at all; null: it can. */
  flaw: string | null;
  /** The values of each column with few different ones, such as consents, with the number of their lines. */
  values: Readonly<Partial<Record<string, ColumnValue[]>>>;
}

export interface ColumnValue {
  value: string;
  lines: number;
}

interface JudgeOptions {
  defaultCountry?: PhoneCountry | undefined;
  /** The country to suggest if phone numbers lack a country code. */
  suggested?: PhoneCountry | undefined;
  signal?: AbortSignal;
}

const MOST_EXAMPLES = 5;
/** The number of addresses that are compared with earlier ones. */
const MOST_COMPARED = 500_000;

/** The addresses and external IDs of earlier lines, with the line of the person who has them. */
class EarlierLines {
  private readonly lineOf = new Map<string, number>();
  private readonly externalIds = new Map<number, string>();

  /** Whether a line has a new person, the same person as an earlier line, or values of different people. */
  note(line: number, keys: readonly string[], externalId?: string): 'new' | 'repeated' | 'conflict' {
    const lines = new Set(keys.flatMap((key) => this.lineOf.get(key) ?? []));
    const [person = line, ...others] = lines;
    if (others.length > 0) return 'conflict';
    const known = this.externalIds.get(person);
    if (externalId !== undefined && known !== undefined && known !== externalId) return 'conflict';
    if (this.lineOf.size < MOST_COMPARED) {
      for (const key of keys) this.lineOf.set(key, person);
      if (externalId !== undefined) this.externalIds.set(person, externalId);
    }
    return lines.size === 0 ? 'new' : 'repeated';
  }
}

/** An address is a person's on all channels, as in `matchContacts`. */
function keysOf({ addresses, externalId }: Contact): string[] {
  const keys = addresses.map(({ address }) => address);
  // No address begins with a space.
  return externalId === undefined ? keys : [...keys, ` ${externalId}`];
}

/** The most different values of a column, and their most characters, for which they are counted. */
const MOST_VALUES = 12;
const LONGEST_VALUE = 100;

/** Counts the values of columns, without regard to letter case, while a column has few different ones. */
class CountedValues {
  private readonly columns: (Map<string, ColumnValue> | null)[];

  constructor(private readonly names: readonly string[]) {
    this.columns = names.map(() => new Map());
  }

  note(cells: readonly string[]): void {
    for (const [index, values] of this.columns.entries()) {
      if (!values) continue;
      const value = trimmedCell(cells[index] ?? '');
      if (value === '') continue;
      const known = values.get(value.toLowerCase());
      if (known) known.lines += 1;
      else if (values.size === MOST_VALUES || value.length > LONGEST_VALUE) this.columns[index] = null;
      else values.set(value.toLowerCase(), { value, lines: 1 });
    }
  }

  found(): Judgment['values'] {
    return Object.fromEntries(
      this.columns.flatMap((values, index) =>
        values && values.size > 0
          ? [[this.names[index] ?? '', [...values.values()].sort((a, b) => b.lines - a.lines)]]
          : [],
      ),
    );
  }
}

/** Checks all lines of a file against the rules of the API. @throws the signal's reason */
export async function judgeFile(
  open: OpenFile,
  file: MeantFile,
  { defaultCountry, suggested, signal }: JudgeOptions = {},
): Promise<Judgment> {
  const shape = { format: 'csv', columns: apiColumns(file), defaultCountry } as const;
  const issues = headerIssues(shape.columns);
  const flaw = issues.length === 0 ? null : `header: ${reasonOf(issues)}`;
  const judgment: Judgment = {
    lines: 0,
    taken: 0,
    repeated: 0,
    rejected: [],
    national: null,
    flaw,
    values: {},
  };
  const values = new CountedValues(shape.columns);
  const reasons = new Map<string, RejectedFor>();
  const earlier = new EarlierLines();
  let nationals = 0;
  let isHeader = !file.isHeaderless;
  const slice = new TimeSlice();
  for await (const chunk of recordsOf(open, file.form)) {
    for (const record of chunk) {
      if (isHeader) {
        isHeader = false;
        continue;
      }
      judgment.lines += 1;
      const read = meant(record, file);
      values.note(read.cells ?? []);
      const row = readRow(read, shape);
      const { line } = row;
      if ('reason' in row) {
        noteRejected(reasons, row);
        if (suggested && lacksCountryCode(row.reason)) {
          const national = readRow(read, { ...shape, defaultCountry: suggested });
          if (!('reason' in national)) nationals += 1;
        }
      } else {
        const found = row.person
          ? earlier.note(line, [`${row.person.channel} ${row.person.address}`])
          : earlier.note(line, keysOf(row.contact), row.contact.externalId);
        if (found === 'conflict')
          noteRejected(reasons, { line, reason: CONFLICT, text: shown(record.bytes) });
        else judgment.taken += 1;
        if (found === 'repeated') judgment.repeated += 1;
      }
      if (!slice.isOver) continue;
      signal?.throwIfAborted();
      await slice.yieldToOthers();
    }
  }
  judgment.rejected = mostFirst(reasons);
  judgment.values = values.found();
  if (suggested && nationals > 0) judgment.national = { country: suggested, count: nationals };
  return judgment;
}

/** Whether a line may be rejected only because of phone numbers without a country code. */
export function lacksCountryCode(reason: string): boolean {
  return reason.split('; ').every((each) => /^(?:identifier|phone|whatsapp): invalid_phone$/.test(each));
}

const CONFLICT = 'person_conflict';

/** Rejected lines by reason, the most frequent first. */
export function groupRejected(lines: Iterable<RejectedLine>): RejectedFor[] {
  const reasons = new Map<string, RejectedFor>();
  for (const line of lines) noteRejected(reasons, line);
  return mostFirst(reasons);
}

interface RejectedLine {
  line: number;
  reason: string;
  text: string;
}

function mostFirst(reasons: ReadonlyMap<string, RejectedFor>): RejectedFor[] {
  return [...reasons.values()].sort((a, b) => b.count - a.count);
}

function noteRejected(reasons: Map<string, RejectedFor>, { line, reason: full, text }: RejectedLine): void {
  // The IDs of the people differ from line to line.
  const reason = full.startsWith(`${CONFLICT}:`) ? CONFLICT : full;
  const known = reasons.get(reason) ?? { reason, count: 0, examples: [] };
  known.count += 1;
  if (known.examples.length < MOST_EXAMPLES) known.examples.push({ line, text });
  reasons.set(reason, known);
}

/** The number of characters that are collected before they are passed on. */
const PART = 64 * 1024;

/**
 * Writes a file in the form that the API reads without parameters: UTF-8, commas, the API's column names, and a channel
 * in each line. Each record begins at its line of the file; without a header row in the file, one line later. An
 * unreadable line stays unchanged, so that the API rejects it.
 */
export async function* rewriteFile(open: OpenFile, file: MeantFile): AsyncGenerator<Uint8Array> {
  const header = csvLine(apiColumns(file));
  let written = 1;
  let text = '';
  const shift = file.isHeaderless ? 1 : 0;
  if (file.isHeaderless) {
    text = `${header}\n`;
    written += 1;
  }
  let isHeader = !file.isHeaderless;
  for await (const chunk of recordsOf(open, file.form)) {
    for (const record of chunk) {
      const line = record.line + shift;
      if (line > written) {
        text += '\n'.repeat(line - written);
        written = line;
      }
      if (record.cells) {
        const next = isHeader ? header : csvLine(apiCells(record.cells, file));
        text += `${next}\n`;
        written += 1 + breaksIn(next);
      } else {
        yield Buffer.from(text);
        text = '\n';
        yield record.bytes;
        if (record.flaw === 'too_long') yield Buffer.alloc(MAX_RECORD_BYTES, ' ');
        written += 1;
      }
      isHeader = false;
    }
    if (text.length < PART) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

function breaksIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
}
