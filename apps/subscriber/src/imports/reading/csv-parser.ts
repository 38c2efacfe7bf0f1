import { type CsvError, Parser } from 'csv-parse';

/** A record and the byte behind its line break, counted from where the parser began. */
export interface ParsedRecord {
  cells: string[];
  end: number;
}

/**
 * csv-parse, fed from outside: what it finds is handed over when it has taken a piece, also when it fails over what comes
 * after. Quotes stand only around cells and are doubled within them (RFC 4180).
 */
export class CsvParser {
  private found: ParsedRecord[] = [];
  private readonly parser = new Parser({
    bom: false,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    on_record: (cells: string[], { bytes }) => {
      this.found.push({ cells, end: bytes });
      // Nothing is to go through the stream: what waits in it is lost when it fails.
      return null;
    },
  });

  constructor() {
    this.parser.on('error', () => undefined).resume();
  }

  /** `failed`: what follows the last record is no CSV, and nothing more can be fed. */
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
