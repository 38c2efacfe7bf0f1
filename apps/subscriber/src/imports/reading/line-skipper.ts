import {
  type FileRecord,
  type Position,
  type RecordFlaw,
  lineBreakIn,
  withoutLineBreak,
} from './file-record';

/** What is kept of a line that is not, to show which one it was. */
const SHOWN_BYTES = 1024;

/** Goes on to the end of a line whose bytes need not be kept. */
export class LineSkipper {
  private head = Buffer.alloc(0);
  private skipped = 0;

  constructor(
    private readonly start: Position,
    private readonly flaw: RecordFlaw,
  ) {}

  /** The record that the line is and what follows it; null: it goes on. */
  skip(piece: Buffer): { record: FileRecord; rest: Buffer } | null {
    const end = lineBreakIn(piece) + 1;
    const part = end === 0 ? piece : piece.subarray(0, end);
    if (this.head.length < SHOWN_BYTES) {
      this.head = Buffer.concat([this.head, part.subarray(0, SHOWN_BYTES - this.head.length)]);
    }
    this.skipped += part.length;
    return end === 0 ? null : { record: this.record(1), rest: piece.subarray(end) };
  }

  /** The file is over. */
  end(): FileRecord {
    return this.record(0);
  }

  private record(lines: number): FileRecord {
    const { line, offset } = this.start;
    const next = { line: line + lines, offset: offset + this.skipped };
    return { line, next, bytes: withoutLineBreak(this.head), cells: null, flaw: this.flaw };
  }
}
