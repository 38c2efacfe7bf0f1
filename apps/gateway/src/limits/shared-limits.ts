import { MAX_USES, type Payload, newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { BackgroundLoop, Clock, Logger } from '@carillon/platform';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SharedBuckets } from './shared-buckets';

const EVERY_MS = 100;
/** What could not be told for so long has come back meanwhile: each gateway limited alone (milliseconds). */
const STALE_MS = 1_000;
/** Who was not heard of for so long counts as gone (milliseconds). */
const GONE_MS = 60_000;

/** What limits are counted by, and its exchange between the gateways. Nothing in a request waits for it. */
@Injectable()
export class SharedLimits implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Requests, by the id of the key. */
  readonly keys: SharedBuckets;
  /** Wrong keys, by the network they come from. */
  readonly wrongKeys: SharedBuckets;
  private readonly gatewayId = newId();
  /** The other gateways, and when each was last heard of. */
  private readonly others = new Map<string, number>();
  private toldAt: number;
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    log: Logger,
  ) {
    this.keys = new SharedBuckets(clock);
    this.wrongKeys = new SharedBuckets(clock);
    this.toldAt = this.now();
    const round = () => this.tell();
    this.loop = new BackgroundLoop({
      name: 'telling what was used of limits',
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

  hear({ gatewayId, keys, wrongKeys }: Payload<'limits.used'>): void {
    if (gatewayId === this.gatewayId) return;
    this.others.set(gatewayId, this.now());
    for (const [id, at] of this.others) if (this.now() - at > GONE_MS) this.others.delete(id);
    this.keys.hear(keys, this.others.size);
    this.wrongKeys.hear(wrongKeys, this.others.size);
  }

  /** Tells once. True: there is more. What cannot be told is forgotten. */
  async tell(): Promise<boolean> {
    this.forgetStale();
    const keys = this.keys.untold(MAX_USES);
    const wrongKeys = this.wrongKeys.untold(MAX_USES);
    if (keys.length + wrongKeys.length === 0) return false;
    await this.messenger.broadcast('limits.used', { gatewayId: this.gatewayId, keys, wrongKeys });
    return this.keys.hasUntold || this.wrongKeys.hasUntold;
  }

  private forgetStale(): void {
    const sinceMs = this.now() - this.toldAt;
    this.toldAt = this.now();
    if (sinceMs <= STALE_MS) return;
    this.keys.forgetUntold();
    this.wrongKeys.forgetUntold();
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
