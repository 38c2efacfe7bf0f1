import { isUtf8 } from 'node:buffer';
import { CsvParser, type ParsedRecord } from './csv-parser';
import {
  type FileRecord,
  MAX_RECORD_BYTES,
  type Position,
  type RecordFlaw,
  type RecordReader,
  countLines,
  withoutLineBreak,
} from './file-record';
import { LineSkipper } from './line-skipper';

/** The parser looks so many bytes ahead, at most, before it says that a record is complete. */
const LOOK_AHEAD = 16;
/** A record that is not complete by then is too long, however the file was cut into pieces. */
const MAX_FED = MAX_RECORD_BYTES + LOOK_AHEAD;

interface Step {
  records: FileRecord[];
  /** What is to be read next. */
  rest: Buffer;
}

/**
 * Reads CSV record by record with the place of each, so that another reader can go on behind any of them.
 *
 * What is no record, or too long for one, costs the line that it begins with, and reading goes on with the next line: a
 * quote that somebody forgot must not swallow the rest of a file.
 */
export class CsvReader implements RecordReader {
  /** What was fed to the parser and is not in a record yet. */
  private pending: Buffer = Buffer.alloc(0);
  private parser = new CsvParser();
  /** Where the parser's own count of bytes begins. */
  private parserStart: number;
  private skipper: LineSkipper | null = null;

  constructor(private position: Position) {
    this.parserStart = position.offset;
  }

  async feed(piece: Buffer): Promise<FileRecord[]> {
    const records: FileRecord[] = [];
    let rest = piece;
    while (rest.length > 0) {
      const step = this.skipper ? this.skip(this.skipper, rest) : await this.parse(rest);
      records.push(...step.records);
      rest = step.rest;
    }
    return records;
  }

  async end(): Promise<FileRecord[]> {
    const records: FileRecord[] = [];
    while (!this.skipper) {
      const { records: parsed, failed } = await this.parser.end();
      const { flaw, ...step } = this.complete(parsed, failed);
      records.push(...step.records);
      if (!flaw) return records;
      records.push(...(await this.feed(this.giveUp(flaw))));
    }
    records.push(this.skipper.end());
    return records;
  }

  private async parse(piece: Buffer): Promise<Step> {
    const part = piece.subarray(0, MAX_FED - this.pending.length);
    const rest = piece.subarray(part.length);
    this.pending = this.pending.length === 0 ? part : Buffer.concat([this.pending, part]);
    const { records: parsed, failed } = await this.parser.feed(part);
    const { records, flaw } = this.complete(parsed, failed);
    return { records, rest: flaw ? Buffer.concat([this.giveUp(flaw), rest]) : rest };
  }

  /** Takes what was parsed up to the first that is too long. `flaw`: why what follows is no record. */
  private complete(
    parsed: readonly ParsedRecord[],
    failed: boolean,
  ): { records: FileRecord[]; flaw: RecordFlaw | null } {
    const records: FileRecord[] = [];
    for (const { cells, end } of parsed) {
      const length = this.parserStart + end - this.position.offset;
      if (length > MAX_RECORD_BYTES) return { records, flaw: 'too_long' };
      const record = this.record(length, cells);
      if (cells.length > 1 || cells[0] !== '') records.push(record);
    }
    if (failed) return { records, flaw: 'malformed_csv' };
    return { records, flaw: this.pending.length < MAX_FED ? null : 'too_long' };
  }

  private record(length: number, cells: string[]): FileRecord {
    const bytes = this.pending.subarray(0, length);
    this.pending = this.pending.subarray(length);
    const { line, offset } = this.position;
    this.position = { line: line + countLines(bytes), offset: offset + length };
    const flaw = isUtf8(bytes) ? null : 'invalid_text';
    return { line, next: this.position, bytes: withoutLineBreak(bytes), cells: flaw ? null : cells, flaw };
  }

  /** The line that is next is no record. Answers what the parser had of it and of what follows. */
  private giveUp(flaw: RecordFlaw): Buffer {
    const { pending } = this;
    this.pending = Buffer.alloc(0);
    this.skipper = new LineSkipper(this.position, flaw);
    return pending;
  }

  private skip(skipper: LineSkipper, piece: Buffer): Step {
    const skipped = skipper.skip(piece);
    if (!skipped) return { records: [], rest: Buffer.alloc(0) };
    this.skipper = null;
    this.position = skipped.record.next;
    this.parserStart = this.position.offset;
    this.parser = new CsvParser();
    return { records: [skipped.record], rest: skipped.rest };
  }
}
