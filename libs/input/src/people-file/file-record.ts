import { Buffer } from 'node:buffer';
/** Where a record begins: the bytes before it, and its first line (from 1). */
export interface Position {
  offset: number;
  line: number;
}

/** The size limit of a record, including its line break. Longer records are not kept in memory. */
export const MAX_RECORD_BYTES = 64 * 1024;

/** One record of a file. Blank records are skipped. */
export interface FileRecord {
  /** Where the record begins. */
  line: number;
  /** Where the next record begins. */
  next: Position;
  /** Its bytes without the line break; only the beginning of a record that is too long. */
  bytes: Buffer;
  /** Its cells, for formats that have cells; null if it cannot be read. */
  cells: readonly string[] | null;
  /** Why the record cannot be read; null if it can. */
  flaw: RecordFlaw | null;
}

export type RecordFlaw = 'too_long' | 'malformed_csv' | 'invalid_text';

/** Takes a file piece by piece, cut anywhere, and yields the complete records, in order, some at a time. */
export interface RecordReader {
  feed(piece: Buffer): Chunks;
  /** Ends the file: the remaining bytes are a record even without a line break. */
  end(): Chunks;
}

export type Chunks = AsyncIterable<FileRecord[]> | Iterable<FileRecord[]>;

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

/** The part of a skipped line to show to the user. */
const SHOWN_BYTES = 1024;

/** Skips to the end of a line without keeping its bytes. */
export class LineSkipper {
  private head = Buffer.alloc(0);
  private skipped = 0;

  constructor(
    private readonly start: Position,
    private readonly flaw: RecordFlaw,
  ) {}

  /** The record of the skipped line, and the bytes after it; null: the line continues. */
  skip(piece: Buffer): { record: FileRecord; rest: Buffer } | null {
    const end = lineBreakIn(piece) + 1;
    const part = end === 0 ? piece : piece.subarray(0, end);
    if (this.head.length < SHOWN_BYTES) {
      this.head = Buffer.concat([this.head, part.subarray(0, SHOWN_BYTES - this.head.length)]);
    }
    this.skipped += part.length;
    return end === 0 ? null : { record: this.record(1), rest: piece.subarray(end) };
  }

  /** Ends the file within the line. */
  end(): FileRecord {
    return this.record(0);
  }

  private record(lines: number): FileRecord {
    const { line, offset } = this.start;
    const next = { line: line + lines, offset: offset + this.skipped };
    return { line, next, bytes: withoutLineBreak(this.head), cells: null, flaw: this.flaw };
  }
}
