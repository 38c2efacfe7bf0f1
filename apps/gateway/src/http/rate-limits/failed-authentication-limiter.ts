import type { Rate } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { Bucket } from './bucket';
import type { BucketSketch } from './bucket-sketch';
import { RateLimited } from './rate-limited';
import { SharedLimits } from './shared-limits';

const SECONDS_A_MINUTE = 60;

/**
 * At up to this rate, unknown keys are looked up one by one. Beyond it, keys from any network are looked up together.
 */
const LOOK_UPS: Rate = { perSecond: 100, burst: 200 };

/** A presented key that isn't known to be valid. */
export interface Guess {
  /** Whether further invalid keys are allowed from its network. A valid key is always allowed. */
  isAllowed: boolean;
  /** Whether it may be looked up individually; call this once, for a lookup that follows. */
  isWorthAQuestion(): boolean;
  /** Stops counting the key, because it was valid or could not be checked. */
  takeBack(): void;
  /** The response if it was invalid and no longer allowed. */
  refusal(): RateLimited;
}

/** Counts the invalid keys of each network, so that valid ones can't be guessed. */
@Injectable()
export class FailedAuthenticationLimiter {
  private readonly lookUps: Bucket;
  private readonly wrongKeys: BucketSketch;

  constructor(
    limits: SharedLimits,
    private readonly clock: Clock,
    @Inject(gatewayConfig.token) { FAILED_AUTHENTICATIONS_PER_MINUTE: most }: GatewayConfig,
  ) {
    // The burst equals one minute at the rate.
    this.wrongKeys = limits.sketch('wrong-key', { perSecond: most / SECONDS_A_MINUTE, burst: most });
    this.lookUps = new Bucket(LOOK_UPS, clock.now().getTime());
  }

  /** Counts the key as invalid until it is returned. */
  guess(network: string): Guess {
    const { taken, lastsS } = this.wrongKeys.take(network);
    return {
      isAllowed: taken,
      isWorthAQuestion: () => taken && this.lookUps.take(this.clock.now().getTime()),
      takeBack: () => {
        if (taken) this.wrongKeys.giveBack(network);
      },
      refusal: () =>
        new RateLimited('Too many invalid API keys came from this address. Valid keys still work', lastsS),
    };
  }
}
