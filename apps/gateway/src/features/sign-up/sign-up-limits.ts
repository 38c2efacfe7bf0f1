import type { Rate } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Bucket } from '../../http/rate-limits/bucket';

/** The limits of sign-ups from one network, with one form, and of all. Many people of an event can share a network. */
const NETWORK: Rate = { perSecond: 1 / 20, burst: 20 };
const FORM: Rate = { perSecond: 1, burst: 100 };
const ALL: Rate = { perSecond: 10, burst: 500 };
const MOST = 20_000;

/** Limits the sign-ups that a gateway accepts. The subscriber service limits the emails to each address. */
@Injectable()
export class SignUpLimits {
  private readonly networks = new LRUCache<string, Bucket>({ max: MOST });
  private readonly forms = new LRUCache<string, Bucket>({ max: MOST });
  private readonly all: Bucket;

  constructor(private readonly clock: Clock) {
    this.all = new Bucket(ALL, this.now());
  }

  /** Counts a sign-up. Returns false if it is one too many. */
  take(network: string, formId: string): boolean {
    const now = this.now();
    return (
      bucketOf(this.networks, network, NETWORK, now).take(now) &&
      bucketOf(this.forms, formId, FORM, now).take(now) &&
      this.all.take(now)
    );
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

function bucketOf(buckets: LRUCache<string, Bucket>, key: string, rate: Rate, now: number): Bucket {
  const bucket = buckets.get(key) ?? new Bucket(rate, now);
  buckets.set(key, bucket);
  return bucket;
}
