import { Buffer } from 'node:buffer';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { FileFormat } from '@carillon/contracts';
import { CsvReader } from './csv-reader';
import { type FileRecord, type Position, type RecordReader, countLines, lineBreakIn } from './file-record';
import { NdjsonReader } from './ndjson-reader';
import { type Delimiter, joined, declaredDelimiter } from './text-form';

/**
 * The size of a chunk. Reading it takes a few milliseconds, unless many lines are broken; in that case, the reader
 * itself yields.
 */
const PART_BYTES = 32 * 1024;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
/** The length of `sep=;` in quotes with its line break (bytes). */
const LONGEST_SAYING = 16;

/** How the records of a file in UTF-8 are separated. */
export interface FileLayout {
  format: FileFormat;
  /** The delimiter of CSV; absent: a comma. */
  delimiter?: Delimiter | undefined;
}

/** Yields the records of a file from a position on, a few at a time; other work gets the event loop in between. */
export async function* readFile(
  layout: FileLayout,
  pieces: AsyncIterable<Uint8Array>,
  position: Position,
): AsyncGenerator<FileRecord[]> {
  let reader: RecordReader | null = null;
  for await (const bytes of withHead(pieces)) {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let from = 0;
    if (!reader) {
      const first = firstRecord(layout, piece, position);
      from = first.offset - position.offset;
      reader = readerOf(layout, first);
    }
    for (; from < piece.length; from += PART_BYTES) {
      yield* reader.feed(piece.subarray(from, from + PART_BYTES));
      await nextTick();
    }
  }
  if (reader) yield* reader.end();
}

/** Joins the first chunks until there are enough bytes to recognize the beginning of the file. */
async function* withHead(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array();
  for await (const piece of pieces) {
    if (!head) yield piece;
    else {
      head = head.length === 0 ? piece : joined([head, piece]);
      if (head.length < BYTE_ORDER_MARK.length + LONGEST_SAYING) continue;
      yield head;
      head = null;
    }
  }
  if (head && head.length > 0) yield head;
}

function readerOf({ format, delimiter }: FileLayout, position: Position): RecordReader {
  return format === 'csv' ? new CsvReader(position, delimiter) : new NdjsonReader(position);
}

/**
 * The start of the first record: after the byte order mark and the line `sep=;` that spreadsheets put before CSV. JSON
 * has none (RFC 8259 §8.1).
 */
function firstRecord({ format }: FileLayout, head: Buffer, position: Position): Position {
  if (format !== 'csv' || position.offset > 0) return position;
  const { length } = BYTE_ORDER_MARK;
  const mark = head.subarray(0, length).equals(BYTE_ORDER_MARK) ? length : 0;
  const beginning = head.subarray(mark, mark + LONGEST_SAYING);
  const isDeclared = declaredDelimiter(beginning.toString('latin1')) !== null;
  const declaration = beginning.subarray(0, isDeclared ? lineBreakIn(beginning) + 1 : 0);
  return { offset: mark + declaration.length, line: position.line + countLines(declaration) };
}
