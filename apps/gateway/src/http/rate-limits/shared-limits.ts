import { MAX_USES, type Payload, type Rate, type Use, newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { BackgroundTask, Clock, Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Bucket } from './bucket';
import { BucketSketch } from './bucket-sketch';

const EVERY_MS = 100;
/**
 * Unsent usage of this age is obsolete, because the buckets have refilled in the meantime and each gateway limited
 * requests alone (milliseconds).
 */
const STALE_MS = 1_000;
/** A gateway is lost after this time without a message (milliseconds). */
const GONE_MS = 60_000;

/**
 * The limits whose names strangers can invent. Each kind is counted separately, so that a flood of one kind doesn't
 * fill the others.
 */
export type SketchKind =
  | 'wrong-key'
  | 'network'
  | 'network-right'
  | 'person'
  | 'person-network'
  | 'person-right'
  | 'mail'
  | 'notice';

/** The rate-limit buckets, and their exchange between the gateways. No request waits for the exchange. */
@Injectable()
export class SharedLimits extends BackgroundTask {
  /** Requests, by the ID of the key. */
  readonly keys: SharedBuckets;
  /** The kinds of limits whose names strangers can invent. */
  private readonly sketches = new Map<string, BucketSketch>();
  private readonly gatewayId = newId();
  /** The other gateways, with the time of each one's last message. */
  private readonly others = new Map<string, number>();
  private roundAt: number;

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    log: Logger,
  ) {
    super({ name: 'publishing the use of rate limits', everyMs: EVERY_MS, log });
    this.keys = new SharedBuckets(clock);
    this.roundAt = this.now();
  }

  /** The buckets of one kind and rate, by unverified names: networks, and people who may not exist. */
  sketch(kind: SketchKind, rate: Rate): BucketSketch {
    const sketch = this.sketches.get(kind) ?? new BucketSketch(rate, this.clock);
    this.sketches.set(kind, sketch);
    return sketch;
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.round().catch(() => undefined);
  }

  receive({ gatewayId, keys, failedAuthentications }: Payload<'limits.used'>): void {
    if (gatewayId === this.gatewayId) return;
    this.others.set(gatewayId, this.now());
    for (const [id, at] of this.others) if (this.now() - at > GONE_MS) this.others.delete(id);
    this.keys.applyElsewhere(keys, this.others.size);
    for (const { id, used } of failedAuthentications) {
      const [kind = '', name = ''] = id.split(' ', 2);
      this.sketches.get(kind)?.applyElsewhere(name, used, this.others.size);
    }
  }

  /** Publishes the uses once. Returns true if there are more. Drops uses that can't be published. */
  async round(): Promise<boolean> {
    this.forgetStale();
    const keys = this.keys.takePending(MAX_USES);
    const failedAuthentications: Use[] = [];
    for (const [kind, sketch] of this.sketches)
      failedAuthentications.push(...sketch.takePending(`${kind} `, MAX_USES - failedAuthentications.length));
    if (keys.length + failedAuthentications.length === 0) return false;
    await this.messenger.broadcast('limits.used', { gatewayId: this.gatewayId, keys, failedAuthentications });
    return this.keys.hasPending || [...this.sketches.values()].some(({ hasPending }) => hasPending);
  }

  private forgetStale(): void {
    const sinceMs = this.now() - this.roundAt;
    this.roundAt = this.now();
    if (sinceMs <= STALE_MS) return;
    this.keys.dropPending();
    for (const sketch of this.sketches.values()) sketch.dropPending();
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

/** The least recently used bucket is dropped and counts as unused. */
const MAX_BUCKETS = 20_000;
/** The maximum time in which other gateways may have admitted requests without each other's usage (seconds). */
const LATE_S = 1;

/** The debt that work can leave, in seconds of the rate. */
const MOST_DEBT_S = 30;

/** A local bucket, and its unpublished use. `pendingWork`: the cost of work in addition to the requests. */
interface Shared {
  id: string;
  rate: Rate;
  bucket: Bucket;
  pendingUse: number;
  pendingWork: number;
}

/**
 * One bucket per name, with a copy in every gateway. Local usage is published afterward, and usage elsewhere is
 * subtracted here, as a debt if necessary. Each gateway therefore decides alone and immediately, and in the long run,
 * all gateways together admit as many requests as a single gateway would.
 */
export class SharedBuckets {
  private readonly buckets = new LRUCache<string, Shared>({ max: MAX_BUCKETS });
  private readonly pending = new Set<Shared>();

  constructor(private readonly clock: Clock) {}

  /** Takes one request if one is available, and returns the bucket's state. */
  take(id: string, rate: Rate): { taken: boolean; bucket: Bucket } {
    const shared = this.find(id, rate);
    const taken = shared.bucket.take(this.now());
    if (taken) this.note(shared, 1);
    return { taken, bucket: shared.bucket };
  }

  /** Returns one or more taken requests. */
  giveBack(id: string, rate: Rate, count = 1): void {
    const shared = this.find(id, rate);
    shared.bucket.book(-count, 0, this.now());
    this.note(shared, -count);
  }

  /** Takes more than is available if necessary, and returns the bucket's state. */
  charge(id: string, rate: Rate, cost: number): Bucket {
    const shared = this.find(id, rate);
    shared.bucket.book(cost, rate.perSecond * MOST_DEBT_S, this.now());
    this.note(shared, 0, cost);
    return shared.bucket;
  }

  /** The unpublished uses, up to a limit; once returned, they count as published. */
  takePending(limit: number): Use[] {
    const uses: Use[] = [];
    for (const shared of this.pending) {
      if (uses.length === limit) break;
      this.pending.delete(shared);
      const { id, rate, pendingUse: used, pendingWork: worked } = shared;
      if (used !== 0 || worked !== 0) uses.push({ id, used, rate, ...(worked !== 0 && { worked }) });
      shared.pendingUse = shared.pendingWork = 0;
    }
    return uses;
  }

  dropPending(): void {
    for (const shared of this.pending) shared.pendingUse = shared.pendingWork = 0;
    this.pending.clear();
  }

  get hasPending(): boolean {
    return this.pending.size > 0;
  }

  /**
   * Books use elsewhere. A debt is limited to the number of requests that this many other gateways can have admitted
   * without each other's usage, because later usage must not count for more. The cost of work isn't admitted in
   * advance.
   */
  applyElsewhere(uses: readonly Use[], others: number): void {
    const now = this.now();
    for (const { id, used, worked = 0, rate } of uses) {
      const { bucket } = this.find(id, rate);
      bucket.book(used, others * (rate.burst + rate.perSecond * LATE_S), now);
      if (worked > 0) bucket.book(worked, rate.perSecond * MOST_DEBT_S, now);
    }
  }

  private find(id: string, rate: Rate): Shared {
    const existing = this.buckets.get(id);
    if (existing) {
      existing.rate = rate;
      existing.bucket.adopt(rate);
      return existing;
    }
    const shared = { id, rate, bucket: new Bucket(rate, this.now()), pendingUse: 0, pendingWork: 0 };
    this.buckets.set(id, shared);
    return shared;
  }

  private note(shared: Shared, used: number, worked = 0): void {
    if (this.pending.size >= MAX_BUCKETS && !this.pending.has(shared)) return;
    shared.pendingUse += used;
    shared.pendingWork += worked;
    this.pending.add(shared);
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
