import { MAX_USES, type Payload, type Rate, type Use, newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { BackgroundLoop, Clock, Logger } from '@carillon/platform';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Bucket } from './bucket';

const EVERY_MS = 100;
/**
 * Uses that could not be sent for this long are obsolete, as they have regenerated meanwhile: each gateway limited
 * alone (milliseconds).
 */
const STALE_MS = 1_000;
/** A gateway is lost after this time without a message (milliseconds). */
const GONE_MS = 60_000;

/** The rate-limit buckets, and their exchange between the gateways. No request waits for the exchange. */
@Injectable()
export class SharedLimits implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Requests, by the id of the key. */
  readonly keys: SharedBuckets;
  /** Failed authentications, by network. */
  readonly failedAuthentications: SharedBuckets;
  private readonly gatewayId = newId();
  /** The other gateways, with the time of each one's last message. */
  private readonly others = new Map<string, number>();
  private toldAt: number;
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    log: Logger,
  ) {
    this.keys = new SharedBuckets(clock);
    this.failedAuthentications = new SharedBuckets(clock);
    this.toldAt = this.now();
    const round = () => this.tell();
    this.loop = new BackgroundLoop({
      name: 'publishing the use of rate limits',
      everyMs: EVERY_MS,
      round,
      log,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.tell().catch(() => undefined);
  }

  hear({ gatewayId, keys, failedAuthentications }: Payload<'limits.used'>): void {
    if (gatewayId === this.gatewayId) return;
    this.others.set(gatewayId, this.now());
    for (const [id, at] of this.others) if (this.now() - at > GONE_MS) this.others.delete(id);
    this.keys.hear(keys, this.others.size);
    this.failedAuthentications.hear(failedAuthentications, this.others.size);
  }

  /** Publishes the uses once. Returns true if there are more. Drops what cannot be published. */
  async tell(): Promise<boolean> {
    this.forgetStale();
    const keys = this.keys.untold(MAX_USES);
    const failedAuthentications = this.failedAuthentications.untold(MAX_USES);
    if (keys.length + failedAuthentications.length === 0) return false;
    await this.messenger.broadcast('limits.used', { gatewayId: this.gatewayId, keys, failedAuthentications });
    return this.keys.hasUntold || this.failedAuthentications.hasUntold;
  }

  private forgetStale(): void {
    const sinceMs = this.now() - this.toldAt;
    this.toldAt = this.now();
    if (sinceMs <= STALE_MS) return;
    this.keys.forgetUntold();
    this.failedAuthentications.forgetUntold();
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

/** The least recently used bucket is dropped, which is as if it had not been used. */
const MAX_BUCKETS = 20_000;
/** For how long other gateways may have admitted requests without knowing of each other, at most (seconds). */
const LATE_S = 1;

/** A local bucket, and its use that was not published yet. */
interface Shared {
  id: string;
  rate: Rate;
  bucket: Bucket;
  untold: number;
}

/**
 * One bucket per name, with a copy in every gateway: local use is published afterwards, and use elsewhere is booked
 * here, as a debt if need be. So each gateway decides alone and at once, and in the long run all together admit what
 * one gateway would.
 */
export class SharedBuckets {
  private readonly buckets = new LRUCache<string, Shared>({ max: MAX_BUCKETS });
  private readonly toTell = new Set<Shared>();

  constructor(private readonly clock: Clock) {}

  /** Takes one request if there is one, and returns the bucket's state. */
  take(id: string, rate: Rate): { taken: boolean; bucket: Bucket } {
    const shared = this.find(id, rate);
    const taken = shared.bucket.take(this.now());
    if (taken) this.note(shared, 1);
    return { taken, bucket: shared.bucket };
  }

  /** Returns one request that was taken, or more. */
  giveBack(id: string, rate: Rate, count = 1): void {
    const shared = this.find(id, rate);
    shared.bucket.book(-count, 0, this.now());
    this.note(shared, -count);
  }

  /** The unpublished uses, up to a limit; once returned, they count as published. */
  untold(limit: number): Use[] {
    const uses: Use[] = [];
    for (const shared of this.toTell) {
      if (uses.length === limit) break;
      this.toTell.delete(shared);
      if (shared.untold !== 0) uses.push({ id: shared.id, used: shared.untold, rate: shared.rate });
      shared.untold = 0;
    }
    return uses;
  }

  forgetUntold(): void {
    for (const shared of this.toTell) shared.untold = 0;
    this.toTell.clear();
  }

  get hasUntold(): boolean {
    return this.toTell.size > 0;
  }

  /**
   * Books use elsewhere. A debt never exceeds what this number of other gateways can have admitted before they knew
   * of each other: later use must not count for more.
   */
  hear(uses: readonly Use[], others: number): void {
    const now = this.now();
    for (const { id, used, rate } of uses) {
      const mostDebt = others * (rate.burst + rate.perSecond * LATE_S);
      this.find(id, rate).bucket.book(used, mostDebt, now);
    }
  }

  private find(id: string, rate: Rate): Shared {
    const known = this.buckets.get(id);
    if (known) {
      known.rate = rate;
      known.bucket.adopt(rate);
      return known;
    }
    const shared = { id, rate, bucket: new Bucket(rate, this.now()), untold: 0 };
    this.buckets.set(id, shared);
    return shared;
  }

  private note(shared: Shared, used: number): void {
    if (this.toTell.size >= MAX_BUCKETS && !this.toTell.has(shared)) return;
    shared.untold += used;
    this.toTell.add(shared);
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
