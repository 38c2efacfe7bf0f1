import type { Rate } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Bucket } from './bucket';
import { RateLimited } from './rate-limited';
import { SharedLimits } from './shared-limits';

/** 30 wrong keys at once, and as many a minute. */
const RATE: Rate = { perSecond: 0.5, burst: 30 };

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
export class WrongKeys {
  private readonly lookUps: Bucket;

  constructor(
    private readonly limits: SharedLimits,
    private readonly clock: Clock,
  ) {
    this.lookUps = new Bucket(LOOK_UPS, clock.now().getTime());
  }

  /** Counts it as wrong until it is taken back. */
  guess(network: string): Guess {
    const { taken, bucket } = this.limits.wrongKeys.take(network, RATE);
    return {
      isAllowed: taken,
      isWorthAQuestion: () => taken && this.lookUps.take(this.clock.now().getTime()),
      takeBack: () => {
        if (taken) this.limits.wrongKeys.giveBack(network, RATE);
      },
      refusal: () =>
        new RateLimited(
          'Too many wrong API keys came from this address; good ones still work',
          bucket.lastsS,
        ),
    };
  }
}
