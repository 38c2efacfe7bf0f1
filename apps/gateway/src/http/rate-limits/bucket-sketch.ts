import { hash, randomBytes } from 'node:crypto';
import type { Rate, Use } from '@carillon/contracts';
import type { Clock } from '@carillon/platform';

/**
 * A name shares each of its cells with few other names, and almost never all of them. Below {@link WIDTH} attempts
 * within the time in which a bucket refills, strangers' attempts raise the count of few people, and only slightly.
 */
const ROWS = 4;
const WIDTH = 65_536;
const BYTES_OF_INDEX = 4;
const MS = 1_000;
/** The maximum number of bursts in a cell, so that a flood is forgotten as soon as with a bucket. */
const MOST_BURSTS = 2;
/** Uses of more names than this are not published before the next message. */
const MAX_PENDING = 20_000;
/** The maximum time in which other gateways may have admitted requests without each other's usage (seconds). */
const LATE_S = 1;

/**
 * Whether a request was admitted. `lastsS`: if it was not, the whole seconds until the next request can be admitted.
 */
export interface Taking {
  taken: boolean;
  lastsS: number;
}

/**
 * Token buckets with one rate, for names that strangers can invent: a count-min sketch (Cormode and Muthukrishnan, "An
 * Improved Data Stream Summary", 2005). A name has one cell in each row, selected by a hash with a secret of this
 * process. Uses are counted in all of its cells, and the lowest is its count. Memory is bounded (2 MiB), nothing is
 * evicted, and errors are on the safe side: a count is never too low.
 */
export class BucketSketch {
  /** When each cell is full again, in milliseconds of {@link now}. */
  private readonly cells = new Float64Array(ROWS * WIDTH);
  private readonly secret = randomBytes(16).toString('hex');
  private readonly pendingUses = new Map<string, number>();
  private elapsed = 0;
  private seenAt: number;

  constructor(
    readonly rate: Rate,
    private readonly clock: Clock,
  ) {
    this.seenAt = clock.now().getTime();
  }

  /** Takes one request if one is available. */
  take(name: string): Taking {
    const taking = this.peek(name);
    if (!taking.taken) return taking;
    this.book(name, 1, 0);
    this.note(name, 1);
    return taking;
  }

  /** What `take` would return. */
  peek(name: string): Taking {
    const { burst, perSecond } = this.rate;
    const missing = this.used(name) + 1 - burst;
    if (missing <= 0) return { taken: true, lastsS: 0 };
    return { taken: false, lastsS: Math.max(1, Math.ceil(missing / perSecond)) };
  }

  /** Returns one taken request. */
  giveBack(name: string): void {
    this.book(name, -1, 0);
    this.note(name, -1);
  }

  /** Returns everything that this name has used. */
  forgive(name: string): void {
    const used = Math.ceil(this.used(name));
    if (used === 0) return;
    this.book(name, -used, 0);
    this.note(name, -used);
  }

  /** The unpublished uses, up to a limit; once returned, they count as published. `prefix` is put before the names. */
  takePending(prefix: string, limit: number): Use[] {
    const uses: Use[] = [];
    for (const [name, used] of this.pendingUses) {
      if (uses.length === limit) break;
      this.pendingUses.delete(name);
      if (used !== 0) uses.push({ id: `${prefix}${name}`, used, rate: this.rate });
    }
    return uses;
  }

  get hasPending(): boolean {
    return this.pendingUses.size > 0;
  }

  dropPending(): void {
    this.pendingUses.clear();
  }

  /**
   * Subtracts usage at other gateways as a debt, up to the number of requests that this many gateways can have admitted
   * without each other's usage.
   */
  applyElsewhere(name: string, used: number, others: number): void {
    const { burst, perSecond } = this.rate;
    this.book(name, used, others * (burst + perSecond * LATE_S));
  }

  /** The use of the fullest bucket that this name may share, in requests. */
  private used(name: string): number {
    const now = this.now();
    const until = Math.min(...this.cellsOf(name).map((cell) => this.cells[cell] ?? 0));
    return (Math.max(0, until - now) * this.rate.perSecond) / MS;
  }

  private book(name: string, count: number, mostDebt: number): void {
    const { burst, perSecond } = this.rate;
    const now = this.now();
    const most = now + ((MOST_BURSTS * burst + mostDebt) / perSecond) * MS;
    for (const cell of this.cellsOf(name)) {
      const until = Math.max(this.cells[cell] ?? 0, now);
      this.cells[cell] = Math.min(until + (count / perSecond) * MS, Math.max(until, most));
    }
  }

  private cellsOf(name: string): number[] {
    const digest = hash('sha256', `${this.secret}${name}`, 'buffer');
    return Array.from(
      { length: ROWS },
      (_, row) => row * WIDTH + (digest.readUInt32BE(row * BYTES_OF_INDEX) % WIDTH),
    );
  }

  private note(name: string, used: number): void {
    if (this.pendingUses.size >= MAX_PENDING && !this.pendingUses.has(name)) return;
    this.pendingUses.set(name, (this.pendingUses.get(name) ?? 0) + used);
  }

  /** Milliseconds since the creation of the sketch. A clock that is set back changes nothing. */
  private now(): number {
    const at = this.clock.now().getTime();
    this.elapsed += Math.max(0, at - this.seenAt);
    this.seenAt = at;
    return this.elapsed;
  }
}
