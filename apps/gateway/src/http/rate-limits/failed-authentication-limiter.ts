import type { Rate } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { Bucket } from './bucket';
import { RateLimited } from './rate-limited';
import { SharedLimits } from './shared-limits';

const SECONDS_A_MINUTE = 60;

/** Keys that are not known are looked up one by one at this rate; what comes faster, from wherever, is gathered. */
const LOOK_UPS: Rate = { perSecond: 100, burst: 200 };

/** A key that came and is not known to be good. */
export interface Guess {
  /** Whether wrong ones may still come from there. A good one always may. */
  isAllowed: boolean;
  /** Whether it may be looked up by itself; it is to be called once, when it is. */
  isWorthAQuestion(): boolean;
  /** It was good, or nobody can tell: it does not count. */
  takeBack(): void;
  /** What to answer if it was wrong and not allowed any more. */
  refusal(): RateLimited;
}

/** Counts the wrong keys that come from each network, so that nobody finds a right one by trying. */
@Injectable()
export class FailedAuthenticationLimiter {
  private readonly lookUps: Bucket;
  /** As many at once as in a minute. */
  private readonly rate: Rate;

  constructor(
    private readonly limits: SharedLimits,
    private readonly clock: Clock,
    @Inject(gatewayConfig.token) { FAILED_AUTHENTICATIONS_PER_MINUTE: most }: GatewayConfig,
  ) {
    this.rate = { perSecond: most / SECONDS_A_MINUTE, burst: most };
    this.lookUps = new Bucket(LOOK_UPS, clock.now().getTime());
  }

  /** Counts it as wrong until it is taken back. */
  guess(network: string): Guess {
    const { taken, bucket } = this.limits.failedAuthentications.take(network, this.rate);
    return {
      isAllowed: taken,
      isWorthAQuestion: () => taken && this.lookUps.take(this.clock.now().getTime()),
      takeBack: () => {
        if (taken) this.limits.failedAuthentications.giveBack(network, this.rate);
      },
      refusal: () =>
        new RateLimited(
          'Too many wrong API keys came from this address; good ones still work',
          bucket.lastsS,
        ),
    };
  }
}
