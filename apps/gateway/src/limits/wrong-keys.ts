import type { Rate } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { RateLimited } from './rate-limited';
import { SharedLimits } from './shared-limits';

/** 30 wrong keys at once, and as many a minute. */
const RATE: Rate = { perSecond: 0.5, burst: 30 };

/** A key that came and is not known to be good. */
export interface Guess {
  /** Whether wrong ones may still come from there. A good one always may. */
  isAllowed: boolean;
  /** It was good, or nobody can tell: it does not count. */
  takeBack(): void;
  /** What to answer if it was wrong and not allowed any more. */
  refusal(): RateLimited;
}

/** Counts the wrong keys that come from each network, so that nobody finds a right one by trying. */
@Injectable()
export class WrongKeys {
  constructor(private readonly limits: SharedLimits) {}

  /** Counts it as wrong until it is taken back. */
  guess(network: string): Guess {
    const { taken, bucket } = this.limits.wrongKeys.take(network, RATE);
    return {
      isAllowed: taken,
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
