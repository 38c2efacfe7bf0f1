import {
  type AddressMapping,
  type ContactColumn,
  type FormFound,
  type Judgment,
  type Mapping,
  type MeantFile,
  type RejectedFor,
  type Row,
  type TextForm,
  apiColumns,
  contactColumns,
  examineFile,
  guessAddressMapping,
  guessMapping,
  guessPeople,
  hasAddresses,
  groupRejected,
  headOf,
  judgeFile,
  lacksCountryCode,
  personColumns,
  readMeantRow,
  rewriteFile,
} from '@carillon/input';
import { type OnProgress, openFile, recordsIn } from '../../ui/csv-records';

export { contactColumns, guessAddressMapping, guessMapping, guessPeople, hasAddresses, lacksCountryCode };
export type { AddressMapping, ContactColumn, FormFound, Judgment, Mapping, RejectedFor, TextForm };

/** The beginning of a file, and the form that was detected from the whole file. */
export interface CsvHead extends TextForm {
  columns: string[];
  /** The first rows, up to the requested number. */
  rows: string[][];
  /** The offset at which the text begins (bytes). */
  begin: number;
  separator: TextForm['delimiter'];
  /** The first line is data: the columns have made-up names. */
  isHeaderless: boolean;
  found: FormFound;
}

/** Reads the first rows of a CSV file, and detects its form from all of its bytes. Throws NotCsv for a workbook. */
export async function readCsvHead(file: Blob, rows = 5): Promise<CsvHead> {
  const found = await examineFile(openFile(file));
  if (found.binary) throw new NotCsv(found.binary);
  return readHeadAs(file, found, found, rows);
}

/** Reads the beginning of a file again, in the form that its reader chose. */
export async function readHeadAs(file: Blob, found: FormFound, form: TextForm, rows = 5): Promise<CsvHead> {
  const { encoding, delimiter, newline } = form;
  const head = await headOf(openFile(file), form, rows);
  return { ...head, encoding, delimiter, newline, separator: delimiter, begin: found.markBytes, found };
}

/** A file that isn't text. */
export class NotCsv extends Error {
  constructor(readonly kind: NonNullable<FormFound['binary']>) {
    super(`The file is not CSV but ${kind}`);
  }
}

function fileWith({ columns, isHeaderless, ...form }: CsvHead, mapping: Mapping): MeantFile {
  return { form, columns, isHeaderless, mapping };
}

/** The API's result for all lines of a file. */
export function checkFile(
  file: Blob,
  head: CsvHead,
  mapping: Mapping,
  options: Parameters<typeof judgeFile>[2] & { onProgress?: OnProgress } = {},
): Promise<Judgment> {
  return judgeFile(openFile(file, options.onProgress), fileWith(head, mapping), options);
}

/** A row as the API will store it. */
export interface StoredRow {
  /** `channel` and `address`, or the addresses and other fields of a person by their column. */
  fields: Readonly<Partial<Record<string, string>>>;
  isTaken: boolean;
  /** Why the row is rejected. */
  reason: string | null;
  /** In the order of `dataColumns`. Empty cells have no value. */
  data: string[];
  hasConsent: boolean;
}

/** Shows a row by the rules of the API (docs/api/subscribers.md and docs/api/imports.md). */
export function storedRow(
  cells: readonly string[],
  head: CsvHead,
  mapping: Mapping,
  defaultCountry?: string,
): StoredRow {
  const file = fileWith(head, mapping);
  const record = { line: 1, next: { line: 2, offset: 0 }, bytes: NOTHING, cells, flaw: null };
  const shape = {
    format: 'csv' as const,
    columns: apiColumns(file),
    defaultCountry: defaultCountry as never,
  };
  const row = readMeantRow(record, file, shape);
  const added = shape.columns.length - head.columns.length;
  const named = (name: string): string => (cells[shape.columns.lastIndexOf(name) - added] ?? '').trim();
  const cell = (name: string): string => cells[head.columns.indexOf(name)] ?? '';
  return {
    fields: mapping.people
      ? Object.fromEntries(
          fieldColumns(head, mapping).map((name) => {
            const chosen = contactColumns.find((each) => each === name);
            const text = chosen ? cell(mapping.people[chosen] ?? '').trim() : named(name);
            return [name, storedValue(row, name) ?? text];
          }),
        )
      : {
          channel: row.person?.channel.toLowerCase() ?? channelOf(cell, mapping),
          address: row.person?.address ?? cell(mapping.address).trim(),
        },
    isTaken: !('reason' in row),
    reason: 'reason' in row ? row.reason : null,
    data: dataColumns(head, mapping).map((name) => named(name).replace(/[\r\n\t]+/g, ' ')),
    hasConsent: head.columns.some((name) => isConsent(name) && cell(name) !== ''),
  };
}

const channelsOf = { email: 'EMAIL', phone: 'SMS', whatsapp: 'WHATSAPP' } as const;

/** The canonical address in a column of an accepted row. */
function storedValue({ contact }: Row, column: string): string | undefined {
  const channel = (channelsOf as Readonly<Partial<Record<string, string>>>)[column];
  return contact?.addresses.find((each) => each.channel === channel)?.address;
}

/** The names of `StoredRow.fields` in their order. */
export function fieldColumns({ columns }: Pick<CsvHead, 'columns'>, mapping: Mapping): string[] {
  if (!mapping.people) return ['channel', 'address'];
  const names = apiColumns({ columns, mapping });
  return personColumns.filter((name) => names.includes(name));
}

const NOTHING = new Uint8Array() as Parameters<typeof readMeantRow>[0]['bytes'];

function channelOf(cell: (name: string) => string, { channel, everybody }: AddressMapping): string {
  return channel === null ? everybody : cell(channel).trim().toLowerCase();
}

/** The columns that become data of people, with their names as placeholders. */
export function dataColumns({ columns }: Pick<CsvHead, 'columns'>, mapping: Mapping): string[] {
  const own: readonly string[] = mapping.people ? personColumns : ['integration', 'identifier'];
  return apiColumns({ columns, mapping }).filter(
    (each) => !own.includes(each) && each !== '' && !isConsent(each),
  );
}

/** The values of a data column in the first rows. */
export function columnValues(head: CsvHead, mapping: Mapping, column: string): string[] {
  const columns = apiColumns({ columns: head.columns, mapping });
  const index = columns.lastIndexOf(column) - (columns.length - head.columns.length);
  return head.rows.map((row) => row[index] ?? '');
}

function isConsent(column: string): boolean {
  return /^consent\.(?:source|wording|ip|at)$/.test(column);
}

/**
 * Returns the file as the API reads it: its column names, commas, UTF-8, and a channel in each line. Completed parts
 * become Blobs, so that the tab's memory holds only a small part of a large file.
 */
export async function toApiFile(
  file: Blob,
  head: CsvHead,
  mapping: Mapping,
  onProgress?: OnProgress,
): Promise<Blob> {
  const pieces = rewriteFile(openFile(file, onProgress), fileWith(head, mapping));
  return new Blob(await collect(pieces), { type: 'text/csv' });
}

/**
 * Returns a file of only the rejected lines, to be fixed and imported again.
 * @param sent the file as it was sent
 * @param rejected the API's reasons: `line,reason,text`
 */
export async function rejectedRows(sent: Blob, rejected: Blob): Promise<Blob> {
  const numbers = await numbersIn(rejected);
  const picked = async function* (): AsyncGenerator<Uint8Array> {
    let isHeader = true;
    for await (const chunk of recordsIn(sent))
      for (const { line, bytes } of chunk) {
        if (isHeader || numbers.has(line)) yield joinedWithBreak(bytes);
        isHeader = false;
      }
  };
  return new Blob(await collect(picked()), { type: 'text/csv' });
}

export interface RejectedLine {
  line: number;
  reason: string;
  text: string;
}

/** The lines of `GET /imports/:id/rejected`, and the same by reason. */
export async function rejectionsIn(file: Blob): Promise<{ lines: RejectedLine[]; byReason: RejectedFor[] }> {
  const lines: RejectedLine[] = [];
  let isHeader = true;
  for await (const chunk of recordsIn(file))
    for (const { cells } of chunk) {
      const [line = '', reason = '', text = ''] = cells ?? [];
      if (!isHeader) lines.push({ line: Number.parseInt(line, 10), reason, text });
      isHeader = false;
    }
  return { lines, byReason: groupRejected(lines) };
}

/** The first cell of each record. */
async function numbersIn(rejected: Blob): Promise<Set<number>> {
  const numbers = new Set<number>();
  for await (const chunk of recordsIn(rejected))
    for (const { cells } of chunk) numbers.add(Number.parseInt(cells?.[0] ?? '', 10));
  return numbers;
}

function joinedWithBreak(bytes: Uint8Array): Uint8Array {
  const line = new Uint8Array(bytes.length + 1);
  line.set(bytes);
  line[bytes.length] = 10;
  return line;
}

/** The browser stores Blobs outside of the tab, on disk if they are large. */
async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Blob[]> {
  const blobs: Blob[] = [];
  for await (const piece of pieces) blobs.push(new Blob([piece as Uint8Array<ArrayBuffer>]));
  return blobs;
}
