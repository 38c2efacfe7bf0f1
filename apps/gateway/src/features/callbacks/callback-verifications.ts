import { AppError, type CalledBackIntegration, type Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, WorkUnderWay, cacheTimes } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Bucket } from '../../http/rate-limits/bucket';

const MAX_KNOWN = 10_000;
/** How long an unknown id is remembered (milliseconds): the integration may be created at any moment. */
const UNKNOWN_MS = 5_000;
/** Anybody may call with any id: the account service is asked about unknown ones at most this often. */
const UNKNOWN_IDS = { burst: 200, perSecond: 50 };
/** Concurrent questions to the account service, so that forged callbacks leave it capacity for other commands. */
const UNDER_WAY = { each: 200, all: 500 };

/** Asks the account service to verify signatures of callbacks: the gateway cannot open the secrets. */
@Injectable()
export class CallbackVerifications {
  /** Ids of integrations that existed when last asked about; for some seconds also ids that did not, or are being asked about. */
  private readonly knownIds: LRUCache<string, true>;
  private readonly unknownIds: Bucket;
  private readonly underWay = new WorkUnderWay(UNDER_WAY);

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {
    this.knownIds = new LRUCache<string, true>({ max: MAX_KNOWN, ...cacheTimes(clock, UNKNOWN_MS) });
    this.unknownIds = new Bucket(UNKNOWN_IDS, clock.now().getTime());
  }

  /**
   * Returns the integration's user and channel if its secret signed the callback, else null.
   * @throws AppError service_unavailable if account does not answer, or too many callbacks are in flight
   */
  async verify(callback: Payload<'integration.verify-callback'>): Promise<CalledBackIntegration | null> {
    const { integrationId: id } = callback;
    if (this.underWay.limitReached(id) !== null)
      throw new AppError('service_unavailable', 'Too many callbacks at once');
    this.admit(id);
    const { isKnown, verified } = await this.underWay.run(id, () =>
      this.messenger.request('integration.verify-callback', callback),
    );
    this.knownIds.set(id, true, isKnown ? { ttl: 0 } : {});
    return verified;
  }

  private admit(id: string): void {
    if (this.knownIds.get(id)) return;
    if (!this.unknownIds.take(this.clock.now().getTime()))
      throw new AppError('service_unavailable', 'Too many unknown integrations');
    this.knownIds.set(id, true);
  }
}
