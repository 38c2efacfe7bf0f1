import type { Rate } from '@carillon/contracts';
import { LRUCache } from 'lru-cache';
import { Bucket } from './bucket';

/** The number of networks whose requests are counted. Beyond this number, the least active one starts again. */
const NETWORKS = 10_000;

/** Limits each network to a rate. */
export class NetworkRate {
  private readonly networks = new LRUCache<string, Bucket>({ max: NETWORKS });

  constructor(private readonly rate: Rate) {}

  /** Takes one request. Returns false if the network exceeds the rate. `now`: milliseconds since 1970. */
  take(network: string, now: number): boolean {
    const bucket = this.networks.get(network) ?? new Bucket(this.rate, now);
    this.networks.set(network, bucket);
    return bucket.take(now);
  }
}
