import type { FileFormat } from '@carillon/contracts';
import { CsvReader } from '../reading/csv-reader';
import type { FileRecord, Position, RecordReader } from '../reading/file-record';
import { NdjsonReader } from '../reading/ndjson-reader';

/** A piece is read in parts that take a few milliseconds. */
const PART_BYTES = 32 * 1024;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Reads a file from a position on, a few records at a time. */
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
      yield await reader.feed(piece.subarray(from, from + PART_BYTES));
    }
  }
  if (reader) yield await reader.end();
}

function readerOf(format: FileFormat, position: Position): RecordReader {
  return format === 'csv' ? new CsvReader(position) : new NdjsonReader(position);
}

/** How long a byte order mark is, which spreadsheets put before CSV; in JSON it has no place (RFC 8259 §8.1). */
function markIn(format: FileFormat, head: Buffer, { offset }: Position): number {
  const { length } = BYTE_ORDER_MARK;
  return format === 'csv' && offset === 0 && head.subarray(0, length).equals(BYTE_ORDER_MARK) ? length : 0;
}
