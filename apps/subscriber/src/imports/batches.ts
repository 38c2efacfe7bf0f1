import { setImmediate as nextTick } from 'node:timers/promises';
import type { FileFormat } from '@carillon/contracts';
import { CsvReader } from './reading/csv-reader';
import type { FileRecord, Position, RecordReader } from './reading/file-record';
import { NdjsonReader } from './reading/ndjson-reader';

/** Read in a few milliseconds, unless line after line is broken; then its reader gives way to other work itself. */
const PART_BYTES = 32 * 1024;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Yields the records of a file from a position on, a few at a time; other work gets the event loop in between. */
export async function* readFile(
  format: FileFormat,
  pieces: AsyncIterable<Buffer>,
  position: Position,
): AsyncGenerator<FileRecord[]> {
  let reader: RecordReader | null = null;
  for await (const piece of pieces) {
    const marked = reader ? 0 : markIn(format, piece, position);
    reader ??= readerOf(format, { ...position, offset: position.offset + marked });
    for (let from = marked; from < piece.length; from += PART_BYTES) {
      yield* reader.feed(piece.subarray(from, from + PART_BYTES));
      await nextTick();
    }
  }
  if (reader) yield* reader.end();
}

function readerOf(format: FileFormat, position: Position): RecordReader {
  return format === 'csv' ? new CsvReader(position) : new NdjsonReader(position);
}

/** The length of the byte order mark that spreadsheets put before CSV; JSON has none (RFC 8259 §8.1). */
function markIn(format: FileFormat, head: Buffer, { offset }: Position): number {
  const { length } = BYTE_ORDER_MARK;
  return format === 'csv' && offset === 0 && head.subarray(0, length).equals(BYTE_ORDER_MARK) ? length : 0;
}

/** A batch ends after so many records, or so many bytes. */
const limits = { records: 1_000, bytes: 1024 * 1024 };

/** Records that are written together. */
export interface Batch {
  records: FileRecord[];
  /** Where the next batch begins. */
  next: Position;
  /** The file ends with this batch. */
  isLast: boolean;
}

/**
 * Cuts a file into batches. The end of a batch follows from its beginning and the file alone, so that a worker that starts
 * again gets the same batch.
 */
export async function* batches(chunks: AsyncIterable<FileRecord[]>, start: Position): AsyncGenerator<Batch> {
  let batch: Batch = { records: [], next: start, isLast: false };
  for await (const chunk of chunks) {
    for (const record of chunk) {
      batch.records.push(record);
      const bytes = record.next.offset - start.offset;
      batch.next = record.next;
      if (batch.records.length < limits.records && bytes < limits.bytes) continue;
      yield batch;
      start = record.next;
      batch = { records: [], next: start, isLast: false };
    }
  }
  yield { ...batch, isLast: true };
}

/** Makes the next item while the current one is in use. */
export async function* ahead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const source = items[Symbol.asyncIterator]();
  let next = source.next();
  try {
    for (;;) {
      const step = await next;
      if (step.done === true) return;
      next = source.next();
      // An error is thrown where the item is awaited, if it ever is.
      next.catch(() => undefined);
      yield step.value;
    }
  } finally {
    await next.catch(() => undefined);
    await source.return?.();
  }
}
