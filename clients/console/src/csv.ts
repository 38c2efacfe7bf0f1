/** As much of a file is read to show its beginning (bytes). */
const HEAD_BYTES = 64 * 1024;
/** As much of a file is in memory while it is rewritten (bytes). */
const PIECE_BYTES = 1024 * 1024;

const [LINE_FEED, QUOTE, COMMA] = [10, 34, 44] as const;

export interface CsvHead {
  columns: string[];
  /** The first rows, as many as were asked for at most. */
  rows: string[][];
  /** Where the first row begins, after the names of columns (bytes). */
  begin: number;
  /** What separates cells. Spreadsheets write semicolons where a comma is in numbers. */
  separator: ',' | ';' | '\t';
  /** As spreadsheets write it: UTF-8, or that of Western Windows. */
  encoding: 'utf-8' | 'windows-1252';
}

/** Reads the beginning of a CSV file (RFC 4180), also of one with other separators than commas. */
export async function readCsvHead(file: Blob, rows = 5): Promise<CsvHead> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  const separator = separatorOf(text);
  const { records, ends } = parseCsv(text, rows + 1, separator);
  const [columns = [], ...rest] = records;
  const names = text.slice(0, ends[0] ?? 0);
  const size = encoding === 'utf-8' ? new TextEncoder().encode(names).length : names.length;
  const begin = size + byteOrderMark(bytes);
  return { columns: columns.map((each) => each.trim()), rows: rest, begin, separator, encoding };
}

function encodingOf(bytes: Uint8Array): CsvHead['encoding'] {
  try {
    // A letter at the end may be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The one that is most often in the names of columns. */
function separatorOf(text: string): CsvHead['separator'] {
  const [names = ''] = text.trimStart().split('\n', 1);
  const cells = names.replace(/"[^"]*"/g, '');
  const count = (letter: string): number => cells.split(letter).length;
  return ([';', '\t'] as const).find((each) => count(each) > count(',')) ?? ',';
}

/** The decoder drops it. */
function byteOrderMark([first, second, third]: Uint8Array): number {
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
}

/** Reads `most` records. A quote in a cell that has none at its beginning is a letter. */
function parseCsv(text: string, most: number, separator = ','): { records: string[][]; ends: number[] } {
  const records: string[][] = [];
  const ends: number[] = [];
  let record: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length && records.length < most; at += 1) {
    const letter = text.charAt(at);
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += letter;
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === separator) {
      record.push(cell);
      cell = '';
    } else if (letter === '\n') {
      record.push(cell.replace(/\r$/, ''));
      cell = '';
      if (record.length > 1 || record[0] !== '') {
        records.push(record);
        ends.push(at + 1);
      }
      record = [];
    } else cell += letter;
  }
  if (records.length < most && (cell !== '' || record.length > 0)) {
    records.push([...record, cell.replace(/\r$/, '')]);
    ends.push(text.length);
  }
  return { records, ends };
}

export interface Mapping {
  /** The column that holds the address. */
  address: string;
  /** The column that holds the channel; null: it is `everybody` for all. */
  channel: string | null;
  everybody: 'email' | 'whatsapp' | 'sms';
}

/** Which columns seem to be meant, by what people usually call them. */
export function guessMapping(columns: readonly string[]): Mapping {
  const called = (pattern: RegExp): string | undefined => columns.find((each) => pattern.test(each));
  const address =
    called(/^identifier$/i) ?? called(/mail|phone|telefon|mobil|handy|number|nummer|address|adresse/i);
  return {
    address: address ?? columns[0] ?? '',
    channel: called(/^(integration|channel|kanal)$/i) ?? null,
    everybody: /phone|telefon|mobil|handy|number|nummer/i.test(address ?? '') ? 'sms' : 'email',
  };
}

/** A row as the API will store it; `isTaken`: as far as one can tell without the API. */
export interface StoredRow {
  channel: string;
  address: string;
  isTaken: boolean;
  /** In the order of `dataColumns`; empty cells are none. */
  data: string[];
  hasConsent: boolean;
}

/** Shows a row by the rules of the API (docs/api.md, Subscribers, and Import and export). */
export function storedRow(row: readonly string[], head: CsvHead, mapping: Mapping): StoredRow {
  const cell = (name: string): string => row[head.columns.indexOf(name)] ?? '';
  const channel = (mapping.channel === null ? mapping.everybody : cell(mapping.channel)).toLowerCase();
  const given = cell(mapping.address).trim();
  const address = channel === 'email' ? given.toLowerCase() : given.replace(/[ .()-]/g, '');
  const isNumber = channel === 'sms' || channel === 'whatsapp';
  const isTaken = isNumber
    ? /^\+[1-9]\d{6,14}$/.test(address)
    : channel === 'email' && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(address);
  return {
    channel,
    address: isTaken ? address : given,
    isTaken,
    data: dataColumns(head, mapping).map((name) => cell(name).replace(/[\r\n\t]+/g, ' ')),
    hasConsent: head.columns.some((name) => isConsent(name) && cell(name) !== ''),
  };
}

/** The columns that become extraData. */
export function dataColumns({ columns }: CsvHead, { address, channel }: Mapping): string[] {
  return columns.filter((each) => each !== address && each !== channel && each !== '' && !isConsent(each));
}

function isConsent(column: string): boolean {
  return /^consent\.(?:source|wording|ip|at)$/.test(column);
}

const KEPT = 'carillon.columns';
/** Shapes of files that are remembered. */
const MOST_KEPT = 30;

/** How the columns of such a file were mapped the last time in this browser; null: never. */
export function rememberedMapping(accountId: string, columns: readonly string[]): Mapping | null {
  const mapping = keptMappings()[shapeOf(accountId, columns)];
  if (!mapping || !columns.includes(mapping.address)) return null;
  return mapping.channel === null || columns.includes(mapping.channel) ? mapping : null;
}

export function rememberMapping(accountId: string, columns: readonly string[], mapping: Mapping): void {
  const shape = shapeOf(accountId, columns);
  const { [shape]: _, ...others } = keptMappings();
  const latest = Object.entries(others).slice(1 - MOST_KEPT);
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries([...latest, [shape, mapping]])));
}

function keptMappings(): Partial<Record<string, Mapping>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

function shapeOf(accountId: string, columns: readonly string[]): string {
  return JSON.stringify([accountId, ...columns]);
}

/** Told how much of a file is read, from 0 to 1. */
type OnProgress = (share: number) => void;

/**
 * Returns the file with the columns' names that the API knows, commas, UTF-8, and a channel in each line. Pieces that
 * are done are handed to the browser as Blobs, so however large the file is, little of it is in the tab's memory.
 */
export async function mapped(
  file: Blob,
  head: CsvHead,
  mapping: Mapping,
  onProgress?: OnProgress,
): Promise<Blob> {
  const isAsTheApiReads = head.separator === ',' && head.encoding === 'utf-8';
  const prefix = mapping.channel === null ? `${mapping.everybody},` : '';
  const header = [...(prefix === '' ? [] : ['integration']), ...namesFor(head, mapping)]
    .map(quoted)
    .join(',');
  const rest = file.slice(head.begin);
  if (isAsTheApiReads && prefix === '') return new Blob([`${header}\n`, rest], { type: 'text/csv' });
  const body = isAsTheApiReads
    ? prefixed(rest, prefix, onProgress)
    : rewritten(rest, head, prefix, onProgress);
  return new Blob([`${header}\n`, ...(await collected(body))], { type: 'text/csv' });
}

function namesFor({ columns }: CsvHead, mapping: Mapping): string[] {
  return columns.map((name) => {
    if (name === mapping.address) return 'identifier';
    if (name === mapping.channel) return 'integration';
    // The API takes no column twice.
    return name === 'integration' || name === 'identifier' ? `${name}_` : name;
  });
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Puts a prefix before each record; line breaks within quotes begin none. */
async function* prefixed(file: Blob, prefix: string, onProgress?: OnProgress): AsyncGenerator<BlobPart> {
  const before = new TextEncoder().encode(prefix);
  let isOpen = false;
  for await (const lines of linesOf(file, onProgress)) {
    const parts: Uint8Array[] = [];
    for (const line of lines) {
      if (!isOpen && !isBlank(line)) parts.push(before);
      parts.push(line);
      isOpen = staysOpen(line, isOpen, COMMA);
    }
    yield joined(parts);
  }
}

/** Writes each record anew, as RFC 4180 has it. */
async function* rewritten(
  file: Blob,
  { separator, encoding }: CsvHead,
  prefix: string,
  onProgress?: OnProgress,
): AsyncGenerator<BlobPart> {
  const decoder = new TextDecoder(encoding);
  let record = '';
  let isOpen = false;
  for await (const lines of linesOf(file, onProgress)) {
    let text = '';
    for (const line of lines) {
      record += decoder.decode(line);
      isOpen = staysOpen(line, isOpen, separator.charCodeAt(0));
      if (isOpen && record.length < HEAD_BYTES) continue;
      const [cells] = parseCsv(record, 1, separator).records;
      // A blank line stays one: the numbers of lines are those of the file.
      text += cells ? `${prefix}${cells.map(quoted).join(',')}\n` : '\n';
      record = '';
      isOpen = false;
    }
    yield text;
  }
  const [cells] = parseCsv(record, 1, separator).records;
  if (cells) yield `${prefix}${cells.map(quoted).join(',')}\n`;
}

/**
 * Returns a file of only the lines that were rejected, to be mended and imported again.
 * @param sent the file as it was sent
 * @param rejected what the API says of its lines: `line,reason,text`
 */
export async function rejectedAgain(sent: Blob, rejected: Blob): Promise<Blob> {
  const numbers = await numbersIn(rejected);
  const picked = async function* (): AsyncGenerator<BlobPart> {
    let number = 0;
    let isOpen = false;
    for await (const lines of linesOf(sent)) {
      const parts: Uint8Array[] = [];
      for (const line of lines) {
        number += 1;
        if (number > 1 && !isOpen && !numbers.has(number)) continue;
        parts.push(line);
        isOpen = staysOpen(line, isOpen, COMMA);
      }
      yield joined(parts);
    }
  };
  return new Blob(await collected(picked()), { type: 'text/csv' });
}

/** The first cell of each record. */
async function numbersIn(rejected: Blob): Promise<Set<number>> {
  const decoder = new TextDecoder();
  const numbers = new Set<number>();
  let isOpen = false;
  for await (const lines of linesOf(rejected))
    for (const line of lines) {
      if (!isOpen) numbers.add(Number.parseInt(decoder.decode(line.subarray(0, 12)), 10));
      isOpen = staysOpen(line, isOpen, COMMA);
    }
  return numbers;
}

/** The browser keeps what is in a Blob outside of the tab, on disk if it is much. */
async function collected(pieces: AsyncIterable<BlobPart>): Promise<Blob[]> {
  const blobs: Blob[] = [];
  for await (const piece of pieces) blobs.push(new Blob([piece]));
  return blobs;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The lines of a file with their line breaks, those of a piece of it at a time. */
async function* linesOf(file: Blob, onProgress?: OnProgress): AsyncGenerator<Uint8Array<ArrayBuffer>[]> {
  let rest = new Uint8Array();
  for (let from = 0; from < file.size; from += PIECE_BYTES) {
    const read = new Uint8Array(await file.slice(from, from + PIECE_BYTES).arrayBuffer());
    const piece = new Uint8Array(rest.length + read.length);
    piece.set(rest);
    piece.set(read, rest.length);
    const lines: Uint8Array<ArrayBuffer>[] = [];
    let begin = 0;
    for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, begin)) {
      lines.push(piece.subarray(begin, end + 1));
      begin = end + 1;
    }
    rest = piece.slice(begin);
    yield lines;
    onProgress?.(Math.min(1, (from + PIECE_BYTES) / file.size));
  }
  if (rest.length > 0) yield [rest];
}

/** Whether a quoted cell goes on in the next line. */
function staysOpen(line: Uint8Array, isOpen: boolean, separator: number): boolean {
  if (!line.includes(QUOTE)) return isOpen;
  let state: 'beginning' | 'plain' | 'quoted' | 'closed' = isOpen ? 'quoted' : 'beginning';
  for (const byte of line) {
    if (state === 'quoted') state = byte === QUOTE ? 'closed' : 'quoted';
    else if (byte === QUOTE && state !== 'plain') state = 'quoted';
    else state = byte === separator ? 'beginning' : 'plain';
  }
  return state === 'quoted';
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === LINE_FEED || byte === 13);
}
