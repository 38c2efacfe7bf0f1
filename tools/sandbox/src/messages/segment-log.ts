import { mkdir, open, readdir, readFile, rm, truncate, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { recordAt, type RecordMeta } from './record';

/** Where a record is: the number of its file, its offset and length in bytes. */
export interface Place {
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}

const FILE = /^(\d{16})\.log$/;

/**
 * Records on disk in files that only grow, and are dropped whole, the oldest first. What was appended is with the
 * operating system: it outlives this process, however that ends, though not a power cut.
 */
export class SegmentLog {
  /** Bytes of each file by its number, oldest first. */
  private readonly segments = new Map<number, number>();
  private cut = 0;
  private current: { segment: number; handle: FileHandle } | null = null;

  private constructor(
    private readonly directory: string,
    private readonly segmentBytes: number,
  ) {}

  /**
   * Opens the directory, making it if need be, and tells of every record found, oldest first. A file that ends in the
   * middle of a record is cut back to its last whole one.
   */
  static async open(
    directory: string,
    segmentBytes: number,
    found: (meta: RecordMeta, place: Place) => void,
  ): Promise<SegmentLog> {
    const log = new SegmentLog(directory, segmentBytes);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const names = (await readdir(directory)).map((name) => FILE.exec(name)?.[1]);
    for (const name of names.filter((digits) => digits !== undefined).sort()) {
      await log.load(Number(name), found);
    }
    return log;
  }

  get bytes(): number {
    return [...this.segments.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Bytes that were not a whole record when the directory was opened, and were cut off. */
  get cutBytes(): number {
    return this.cut;
  }

  /** Number of the oldest file, or null when there is none. */
  get oldest(): number | null {
    return this.segments.keys().next().value ?? null;
  }

  /** Number of the newest file, or null when there is none. */
  get newest(): number | null {
    return [...this.segments.keys()].at(-1) ?? null;
  }

  /**
   * Appends all records or none.
   * @param nextSegment the number that a new file gets, if one must be begun
   * @returns where each record went, in their order
   */
  async append(records: readonly Buffer[], nextSegment: number): Promise<Place[]> {
    const { segment, handle } = await this.writable(nextSegment);
    let end = this.segments.get(segment) ?? 0;
    try {
      await handle.appendFile(Buffer.concat(records));
    } catch (error) {
      await handle.truncate(end);
      throw error;
    }
    const places = records.map(({ length }) => ({ segment, offset: (end += length) - length, length }));
    this.segments.set(segment, end);
    return places;
  }

  /** The record's first bytes, all of it unless `limit` says less; null when it is gone. */
  async read({ segment, offset, length }: Place, limit = length): Promise<Buffer | null> {
    if (!this.segments.has(segment)) return null;
    const handle = await open(this.path(segment), 'r').catch(() => null);
    if (!handle) return null;
    try {
      const wanted = Math.min(length, limit);
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, offset);
      return bytesRead === wanted ? buffer : null;
    } finally {
      await handle.close();
    }
  }

  /** Removes every file that is older than `segment`. */
  async dropBefore(segment: number): Promise<void> {
    for (const old of [...this.segments.keys()].filter((number) => number < segment)) {
      this.segments.delete(old);
      await rm(this.path(old), { force: true });
    }
  }

  /** Removes every file and begins `nextSegment`, so that numbers go on from there after a restart, too. */
  async clear(nextSegment: number): Promise<void> {
    await this.close();
    await this.dropBefore(Infinity);
    await this.begin(nextSegment);
  }

  async close(): Promise<void> {
    await this.current?.handle.close();
    this.current = null;
  }

  private async writable(nextSegment: number): Promise<{ segment: number; handle: FileHandle }> {
    const newest = this.newest;
    const full = newest === null || (this.segments.get(newest) ?? 0) >= this.segmentBytes;
    if (full) {
      await this.close();
      return this.begin(nextSegment);
    }
    return (this.current ??= { segment: newest, handle: await open(this.path(newest), 'a', 0o600) });
  }

  private async begin(segment: number): Promise<{ segment: number; handle: FileHandle }> {
    const handle = await open(this.path(segment), 'a', 0o600);
    this.segments.set(segment, 0);
    return (this.current = { segment, handle });
  }

  private async load(segment: number, found: (meta: RecordMeta, place: Place) => void): Promise<void> {
    const bytes = await readFile(this.path(segment));
    let offset = 0;
    for (let next = recordAt(bytes, 0); next; next = recordAt(bytes, offset)) {
      found(next.meta, { segment, offset, length: next.length });
      offset += next.length;
    }
    if (offset < bytes.length) {
      this.cut += bytes.length - offset;
      await truncate(this.path(segment), offset);
    }
    this.segments.set(segment, offset);
  }

  private path(segment: number): string {
    return join(this.directory, `${String(segment).padStart(16, '0')}.log`);
  }
}
