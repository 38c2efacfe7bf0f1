import { AppError, type CalledBackIntegration, type Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Bucket } from '../../http/rate-limits/bucket';

const MAX_KNOWN = 10_000;
/** An integration that is not there may be created any moment (milliseconds). */
const UNKNOWN_MS = 5_000;
/** Anybody may call with any id: the account service is not asked about unheard-of ones more often. */
const UNHEARD_OF = { burst: 200, perSecond: 50 };
/** Questions that wait for the account service at once, so that forged callbacks leave it room for all else. */
const UNDER_WAY = { each: 200, all: 500 };

/** Asks the account service whether callbacks are genuine: it opens the secrets that sign them, the gateway cannot. */
@Injectable()
export class CallbackVerifications {
  /** The integrations that there were when they were asked about last, and for some seconds those that there were not. */
  private readonly heardOf: LRUCache<string, true>;
  private readonly unheardOf: Bucket;
  private readonly underWay = new Map<string, number>();
  private total = 0;

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {
    this.heardOf = new LRUCache<string, true>({
      max: MAX_KNOWN,
      // It takes 0 for no time, and for stale what is older than its time to live.
      perf: { now: () => clock.now().getTime() + 1 },
      ttl: UNKNOWN_MS - 1,
      ttlResolution: 0,
    });
    this.unheardOf = new Bucket(UNHEARD_OF, clock.now().getTime());
  }

  /**
   * Whose integration signed the callback; null if none did.
   * @throws AppError service_unavailable if nobody can tell, or too much is asked
   */
  async verify(callback: Payload<'integration.verify-callback'>): Promise<CalledBackIntegration | null> {
    const { integrationId: id } = callback;
    const ofIntegration = this.underWay.get(id) ?? 0;
    if (ofIntegration >= UNDER_WAY.each || this.total >= UNDER_WAY.all)
      throw new AppError('service_unavailable', 'Too many callbacks at once');
    this.admit(id);
    this.count(id, 1);
    try {
      const { isKnown, verified } = await this.messenger.request('integration.verify-callback', callback);
      this.heardOf.set(id, true, isKnown ? { ttl: 0 } : {});
      return verified;
    } finally {
      this.count(id, -1);
    }
  }

  private admit(id: string): void {
    if (this.heardOf.get(id)) return;
    if (!this.unheardOf.take(this.clock.now().getTime()))
      throw new AppError('service_unavailable', 'Too many unknown integrations');
    this.heardOf.set(id, true);
  }

  private count(id: string, change: 1 | -1): void {
    this.total += change;
    const ofIntegration = (this.underWay.get(id) ?? 0) + change;
    if (ofIntegration > 0) this.underWay.set(id, ofIntegration);
    else this.underWay.delete(id);
  }
}
