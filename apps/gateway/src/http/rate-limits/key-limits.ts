import type { Plan, Principal, Rate } from '@carillon/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../../config';
import type { Bucket } from './bucket';
import { parseRate } from '../../rate';
import { RateLimited } from './rate-limited';
import { SharedLimits } from './shared-limits';

/** A counted request, and the limit of its key or its account that is closer to being reached. */
export interface Counted {
  headers: { 'ratelimit-policy': string; ratelimit: string };
  /** Null: the request may pass. */
  refusal: RateLimited | null;
}

/** The limits of a plan. Null: no limit. */
interface PlanRates {
  key: Rate | null;
  /** All keys of a user that don't have their own rate. */
  account: Rate | null;
}

/** The largest rate that gateways share with each other. */
const MOST: Rate = { perSecond: 100_000, burst: 1_000_000 };
/** The account's rate as a multiple of the key's rate, if the configuration does not set it. */
const KEYS_WORTH = 2;
/** The limit of new keys per user, because each key has its own rate limit. */
const MINTING: Rate = { perSecond: 0.1, burst: 60 };

/**
 * Counts the requests of each user's keys, individually and together. The limits of plans come from the configuration.
 * A key can have its own limit. Then it does not count toward the account limit.
 */
@Injectable()
export class KeyLimits {
  private readonly plans: Readonly<Record<Plan, PlanRates>>;

  constructor(
    private readonly limits: SharedLimits,
    @Inject(gatewayConfig.token)
    { RATE_FREE, RATE_UPGRADED, ACCOUNT_RATE_FREE, ACCOUNT_RATE_UPGRADED }: GatewayConfig,
  ) {
    this.plans = {
      FREE: planRates(RATE_FREE, ACCOUNT_RATE_FREE),
      UPGRADED: planRates(RATE_UPGRADED, ACCOUNT_RATE_UPGRADED),
    };
  }

  /** Returns null if no limit applies. Operator keys have no limit. */
  count(principal: Principal): Counted | null {
    if (principal.role === 'operator') return null;
    const { key, account } = this.ratesOf(principal);
    const ofKey = key && this.take('key', principal.keyId, key);
    if (!account || ofKey?.taken === false) return ofKey && countedBy(ofKey);
    const ofAccount = this.take('account', principal.userId, account);
    if (!ofKey) return countedBy(ofAccount);
    if (!ofAccount.taken) this.limits.keys.giveBack(principal.keyId, ofKey.rate);
    return countedBy(!ofAccount.taken || ofAccount.bucket.left < ofKey.bucket.left ? ofAccount : ofKey);
  }

  isLimited(principal: Principal): boolean {
    if (principal.role === 'operator') return false;
    const { key, account } = this.ratesOf(principal);
    return key !== null || account !== null;
  }

  /** Charges for the additional work of a counted request, as a debt if necessary. Returns the state of the limits. */
  charge(principal: Principal, cost: number): Counted['headers'] | null {
    if (principal.role === 'operator') return null;
    const { key, account } = this.ratesOf(principal);
    const charged = [
      ...(key ? [this.book('key', principal.keyId, key, cost)] : []),
      ...(account ? [this.book('account', principal.userId, account, cost)] : []),
    ].sort((a, b) => a.bucket.left - b.bucket.left || b.bucket.lastsS - a.bucket.lastsS);
    return charged[0] ? countedBy(charged[0]).headers : null;
  }

  /** Counts a key that a user creates. @throws RateLimited */
  countMinting(userId: string): void {
    const { taken, bucket } = this.limits.keys.take(`minting ${userId}`, MINTING);
    if (!taken) throw new RateLimited('Too many keys were created for this account', bucket.lastsS);
  }

  private ratesOf({ rate, plan }: Extract<Principal, { role: 'user' }>): PlanRates {
    if (rate === 'PLAN') return this.plans[plan];
    return { key: rate === 'NONE' ? null : rate, account: null };
  }

  private take(owner: Taken['owner'], id: string, rate: Rate): Taken {
    const { taken, bucket } = this.limits.keys.take(nameOf(owner, id), rate);
    return { owner, rate, taken, bucket };
  }

  private book(owner: Taken['owner'], id: string, rate: Rate, cost: number): Taken {
    return { owner, rate, taken: true, bucket: this.limits.keys.charge(nameOf(owner, id), rate, cost) };
  }
}

/** A request counted by one limit. */
interface Taken {
  owner: 'key' | 'account';
  rate: Rate;
  taken: boolean;
  bucket: Bucket;
}

function nameOf(owner: Taken['owner'], id: string): string {
  return owner === 'key' ? id : `account ${id}`;
}

function planRates(ofKey: string, ofAccount: string | undefined): PlanRates {
  const key = parseRate(ofKey);
  if (ofAccount !== undefined) return { key, account: parseRate(ofAccount) };
  return {
    key,
    account: key && {
      perSecond: Math.min(key.perSecond * KEYS_WORTH, MOST.perSecond),
      burst: Math.min(key.burst * KEYS_WORTH, MOST.burst),
    },
  };
}

function countedBy({ owner, rate, taken, bucket }: Taken): Counted {
  return {
    headers: { 'ratelimit-policy': policyOf(rate), ratelimit: remainingOf(bucket) },
    refusal: taken ? null : refusalOf(owner, rate, bucket),
  };
}

/**
 * draft-ietf-httpapi-ratelimit-headers-11 §3: a quota and its window in seconds. Seconds are whole, and the quota is
 * the rate times the seconds, so that a client that uses the quota sends exactly at the rate.
 */
function policyOf({ perSecond, burst }: Rate): string {
  const seconds = Math.ceil(burst / perSecond);
  return `"default";q=${seconds * perSecond};w=${seconds}`;
}

/**
 * §4 of the same draft: the remaining requests, and how long they last at the rate. If none remain, the time until the
 * next request.
 */
function remainingOf({ left, lastsS }: Bucket): string {
  return `"default";r=${left};t=${lastsS}`;
}

function refusalOf(owner: Taken['owner'], { perSecond, burst }: Rate, { lastsS }: Bucket): RateLimited {
  const who = owner === 'key' ? 'This key' : 'All keys of this account together';
  return new RateLimited(`${who} can make ${perSecond} requests per second, with bursts of ${burst}`, lastsS);
}
