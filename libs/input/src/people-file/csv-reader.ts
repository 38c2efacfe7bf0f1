import { Buffer, isUtf8 } from 'node:buffer';
import { isBlankCell } from './cells';
import {
  countLines,
  type FileRecord,
  LineSkipper,
  MAX_RECORD_BYTES,
  type Position,
  type RecordFlaw,
  type RecordReader,
  withoutLineBreak,
} from './file-record';
import { type CsvError, Parser } from 'csv-parse';
import type { Delimiter } from './text-form';
import { TimeSlice } from './time-slice';

/** The maximum number of bytes that the parser looks ahead before it reports a complete record. */
const LOOK_AHEAD = 16;
/** A record that is incomplete after this many bytes is too long, regardless of how the file was cut into pieces. */
const MAX_FED = MAX_RECORD_BYTES + LOOK_AHEAD;

interface Step {
  records: FileRecord[];
  /** The bytes to read next. */
  rest: Buffer;
}

/**
 * Reads CSV record by record with the position of each, so that another reader can continue after any record. A
 * malformed or too long record costs only its first line, and reading continues with the next line, because a missing
 * quote must not swallow the rest of a file. Each malformed line needs its own parser, which takes about twenty times
 * as long as a valid line. If a file has many of them, other work gets the event loop in between, and the completed
 * records are yielded, so that they don't have to be read again.
 */
export class CsvReader implements RecordReader {
  /** Bytes that were fed to the parser and are not in a record yet. */
  private pending: Buffer = Buffer.alloc(0);
  private parser: CsvParser;
  /** The offset at which the parser's own count of bytes begins. */
  private parserStart: number;
  private skipper: LineSkipper | null = null;

  constructor(
    private position: Position,
    private readonly delimiter: Delimiter = ',',
  ) {
    this.parserStart = position.offset;
    this.parser = new CsvParser(delimiter);
  }

  async *feed(piece: Buffer): AsyncGenerator<FileRecord[]> {
    const slice = new TimeSlice();
    let records: FileRecord[] = [];
    let rest = piece;
    while (rest.length > 0) {
      const step = this.skipper ? this.skip(this.skipper, rest) : await this.parse(rest);
      records.push(...step.records);
      rest = step.rest;
      if (!slice.isOver || rest.length === 0) continue;
      yield records;
      records = [];
      await slice.yieldToOthers();
    }
    yield records;
  }

  async *end(): AsyncGenerator<FileRecord[]> {
    while (!this.skipper) {
      const { records: parsed, failed } = await this.parser.end();
      const { records, flaw } = this.complete(parsed, failed);
      yield records;
      if (!flaw) return;
      yield* this.feed(this.giveUp(flaw));
    }
    yield [this.skipper.end()];
  }

  private async parse(piece: Buffer): Promise<Step> {
    const part = piece.subarray(0, MAX_FED - this.pending.length);
    const rest = piece.subarray(part.length);
    this.pending = this.pending.length === 0 ? part : Buffer.concat([this.pending, part]);
    const { records: parsed, failed } = await this.parser.feed(part);
    const { records, flaw } = this.complete(parsed, failed);
    if (!flaw) return { records, rest };
    const again = this.giveUp(flaw);
    // Usually these bytes are in the chunk. Otherwise, the whole chunk would be copied for each broken line.
    const isInPiece = again.length <= part.length;
    return {
      records,
      rest: isInPiece ? piece.subarray(part.length - again.length) : Buffer.concat([again, rest]),
    };
  }

  /** Takes the parsed records up to the first one that is too long. `flaw`: why the remaining text is not a record. */
  private complete(
    parsed: readonly ParsedRecord[],
    failed: boolean,
  ): { records: FileRecord[]; flaw: RecordFlaw | null } {
    const records: FileRecord[] = [];
    const { pending, parserStart } = this;
    const begin = this.position.offset;
    // Records end at line breaks, which are not within a character: if the whole text is UTF-8, so is each record.
    const last = parsed.at(-1);
    const isText = !last || isUtf8(pending.subarray(0, parserStart + last.end - begin));
    let isTooLong = false;
    for (const { cells, end } of parsed) {
      const start = this.position.offset;
      isTooLong = parserStart + end - start > MAX_RECORD_BYTES;
      if (isTooLong) break;
      const record = this.record(pending.subarray(start - begin, parserStart + end - begin), cells, isText);
      if (!cells.every(isBlankCell)) records.push(record);
    }
    this.pending = pending.subarray(this.position.offset - begin);
    if (isTooLong) return { records, flaw: 'too_long' };
    if (failed) return { records, flaw: 'malformed_csv' };
    return { records, flaw: this.pending.length < MAX_FED ? null : 'too_long' };
  }

  private record(bytes: Buffer, cells: string[], isText: boolean): FileRecord {
    const { line, offset } = this.position;
    this.position = { line: line + countLines(bytes), offset: offset + bytes.length };
    const flaw = isText || isUtf8(bytes) ? null : 'invalid_text';
    return { line, next: this.position, bytes: withoutLineBreak(bytes), cells: flaw ? null : cells, flaw };
  }

  /** Skips the next line, which is not a record. Returns the bytes that the parser had from there on. */
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
    this.parser = new CsvParser(this.delimiter);
    return { records: [skipped.record], rest: skipped.rest };
  }
}

/** A record and the offset after its line break, counted from where the parser began. */
interface ParsedRecord {
  cells: string[];
  end: number;
}

/**
 * csv-parse, fed chunk by chunk: it returns the records of a chunk even if it fails at a later one. Quotes are allowed
 * only around cells and are doubled within them (RFC 4180).
 */
class CsvParser {
  private found: ParsedRecord[] = [];
  private readonly parser: Parser;

  constructor(delimiter: Delimiter) {
    this.parser = new Parser({
      bom: false,
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      on_record: (cells: string[], { bytes }) => {
        this.found.push({ cells, end: bytes });
        // Records do not go through the stream: it loses waiting records when it fails.
        return null;
      },
    });
    this.parser.on('error', () => undefined).resume();
  }

  /** `failed`: the text after the last record isn't CSV, and the parser accepts no more. */
  async feed(piece: Buffer): Promise<{ records: ParsedRecord[]; failed: boolean }> {
    return this.outcome((done) => this.parser.write(piece, done));
  }

  async end(): Promise<{ records: ParsedRecord[]; failed: boolean }> {
    return this.outcome((done) => this.parser.end(done));
  }

  private async outcome(
    act: (done: (error?: CsvError | Error | null) => void) => void,
  ): Promise<{ records: ParsedRecord[]; failed: boolean }> {
    const failed = await new Promise<boolean>((resolve) => {
      act((error) => resolve(error !== undefined && error !== null));
    });
    const records = this.found;
    this.found = [];
    return { records, failed };
  }
}
