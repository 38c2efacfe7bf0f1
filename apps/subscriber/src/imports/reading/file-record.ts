/** Where a record begins: bytes before it, and the line (from 1) that it begins in. */
export interface Position {
  offset: number;
  line: number;
}

/** A record may have so many bytes, its line break included; a longer one is not even kept in memory. */
export const MAX_RECORD_BYTES = 64 * 1024;

/** One record of a file as it stands there. Blank ones are passed over. */
export interface FileRecord {
  /** Where it begins. */
  line: number;
  /** Where the next one begins. */
  next: Position;
  /** Its bytes without the line break; of one that is too long, the beginning. */
  bytes: Buffer;
  /** Its cells, for formats that have cells; null where it cannot be read. */
  cells: readonly string[] | null;
  /** Why it cannot be read; null: it can. */
  flaw: RecordFlaw | null;
}

export type RecordFlaw = 'too_long' | 'malformed_csv' | 'invalid_text';

/** Takes a file piece by piece, cut anywhere, and gives back the records that are complete, in order. */
export interface RecordReader {
  feed(piece: Buffer): Promise<FileRecord[]>;
  /** The file is over: what has no line break behind it is a record, too. */
  end(): Promise<FileRecord[]>;
}

const LF = 0x0a;
const CR = 0x0d;

export function lineBreakIn(bytes: Buffer, from = 0): number {
  return bytes.indexOf(LF, from);
}

export function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = lineBreakIn(bytes); at !== -1; at = lineBreakIn(bytes, at + 1)) count += 1;
  return count;
}

export function withoutLineBreak(bytes: Buffer): Buffer {
  let end = bytes.length;
  if (bytes[end - 1] === LF) end -= 1;
  if (bytes[end - 1] === CR) end -= 1;
  return bytes.subarray(0, end);
}
