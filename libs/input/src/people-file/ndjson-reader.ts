import { Buffer } from 'node:buffer';
import {
  type FileRecord,
  lineBreakIn,
  LineSkipper,
  MAX_RECORD_BYTES,
  type Position,
  type RecordReader,
  withoutLineBreak,
} from './file-record';

/** Reads one record for each line (https://github.com/ndjson/ndjson-spec). It does not parse the JSON. */
export class NdjsonReader implements RecordReader {
  private pending: Buffer = Buffer.alloc(0);
  private skipper: LineSkipper | null = null;

  constructor(private position: Position) {}

  *feed(piece: Buffer): Generator<FileRecord[]> {
    yield this.take(piece);
  }

  *end(): Generator<FileRecord[]> {
    if (this.skipper) yield [this.skipper.end()];
    else if (this.pending.length > 0) yield this.record(this.pending, 0);
  }

  private take(piece: Buffer): FileRecord[] {
    const records: FileRecord[] = [];
    let rest: Buffer = this.pending.length === 0 ? piece : Buffer.concat([this.pending, piece]);
    if (this.skipper) {
      const skipped = this.skipper.skip(rest);
      if (!skipped) return [];
      records.push(this.passed(skipped.record));
      rest = skipped.rest;
    }
    for (let end = lineBreakIn(rest); end !== -1; end = lineBreakIn(rest)) {
      records.push(...this.record(rest.subarray(0, end + 1), 1));
      rest = rest.subarray(end + 1);
    }
    this.keep(rest);
    return records;
  }

  private keep(rest: Buffer): void {
    this.pending = rest;
    if (rest.length <= MAX_RECORD_BYTES) return;
    this.skipper = new LineSkipper(this.position, 'too_long');
    this.skipper.skip(rest);
    this.pending = Buffer.alloc(0);
  }

  private record(bytes: Buffer, lines: number): FileRecord[] {
    const { line, offset } = this.position;
    this.position = { line: line + lines, offset: offset + bytes.length };
    const content = withoutLineBreak(bytes);
    if (isBlank(content)) return [];
    const flaw = bytes.length > MAX_RECORD_BYTES ? 'too_long' : null;
    return [{ line, next: this.position, bytes: content, cells: null, flaw }];
  }

  private passed(record: FileRecord): FileRecord {
    this.skipper = null;
    this.pending = Buffer.alloc(0);
    this.position = record.next;
    return record;
  }
}

const SPACE = 0x20;
const TAB = 0x09;

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === SPACE || byte === TAB);
}
