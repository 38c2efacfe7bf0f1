import type { Plan, Principal, Rate } from '@carillon/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../../config';
import type { Bucket } from './bucket';
import { parseRate } from '../../rate';
import { RateLimited } from './rate-limited';
import { SharedLimits } from './shared-limits';

/** A counted request and the limit of its key. */
export interface Counted {
  headers: { 'ratelimit-policy': string; ratelimit: string };
  /** Null: the request may pass. */
  refusal: RateLimited | null;
}

/** Counts the requests of each user's key. The plans' limits come from the configuration; a key may have its own. */
@Injectable()
export class KeyLimits {
  private readonly plans: Readonly<Record<Plan, Rate | null>>;

  constructor(
    private readonly limits: SharedLimits,
    @Inject(gatewayConfig.token) { RATE_FREE, RATE_UPGRADED }: GatewayConfig,
  ) {
    this.plans = { FREE: parseRate(RATE_FREE), UPGRADED: parseRate(RATE_UPGRADED) };
  }

  /** Returns null if the key has no limit; operators' keys have none. */
  count(principal: Principal): Counted | null {
    const rate = this.rateOf(principal);
    if (!rate) return null;
    const { taken, bucket } = this.limits.keys.take(principal.keyId, rate);
    return {
      headers: { 'ratelimit-policy': policyOf(rate), ratelimit: remainingOf(bucket) },
      refusal: taken ? null : refusalOf(rate, bucket),
    };
  }

  private rateOf(principal: Principal): Rate | null {
    if (principal.role === 'operator' || principal.rate === 'NONE') return null;
    return principal.rate === 'PLAN' ? this.plans[principal.plan] : principal.rate;
  }
}

/**
 * draft-ietf-httpapi-ratelimit-headers-11 §3: a quota and its window in seconds. Seconds are whole, and the quota is
 * the rate times the seconds, so that a client that keeps to it sends exactly at the rate.
 */
function policyOf({ perSecond, burst }: Rate): string {
  const seconds = Math.ceil(burst / perSecond);
  return `"default";q=${seconds * perSecond};w=${seconds}`;
}

/**
 * The same, §4: what is left, and for how long it lasts at the rate; if nothing is left, when there is something
 * again.
 */
function remainingOf({ left, lastsS }: Bucket): string {
  return `"default";r=${left};t=${lastsS}`;
}

function refusalOf({ perSecond, burst }: Rate, { lastsS }: Bucket): RateLimited {
  return new RateLimited(`This key may make ${perSecond} requests a second, ${burst} at once`, lastsS);
}
