import { parseAddress } from '@carillon/address';
import { languageOf, linkInLanguage } from '@carillon/content';
import type { Rate } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, Logger, Metrics, cacheTimes, parseSecret } from '@carillon/platform';
import { UnsubscribeTokens, parseKeyRing } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { Bucket } from '../../http/rate-limits/bucket';

/** The input of a person with a damaged link. `link`: the remaining part of the link. */
export interface LinkRequest {
  link: string;
  address: string;
}

/** The limits of addresses from one network, and from all networks. Each address gets at most one email per hour. */
const NETWORK: Rate = { perSecond: 1 / 720, burst: 5 };
const ALL: Rate = { perSecond: 1, burst: 100 };
const PAUSE_MS = 3_600_000;
const MOST = 20_000;
/**
 * The number of memberships to read. A person is in few groups, and the data of one membership may name the person's
 * language.
 */
const MEMBERSHIPS = 10;
/** The beginning of a token, which identifies the sender, and some more characters. */
const PART = 60;

/**
 * Sends a working unsubscribe link to an address that a person enters (ADR 91). Only the mailbox of the address reveals
 * whether the address is subscribed, because the response is sent before any lookup.
 */
@Injectable()
export class SendLink {
  private readonly tokens: UnsubscribeTokens;
  private readonly networks = new LRUCache<string, Bucket>({ max: MOST });
  private readonly all: Bucket;
  private readonly mailed: LRUCache<string, true>;
  private readonly requests;

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    private readonly log: Logger,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
    metrics: Metrics,
  ) {
    this.tokens = new UnsubscribeTokens(parseSecret('LINK_KEYS', config.LINK_KEYS, parseKeyRing));
    this.all = new Bucket(ALL, clock.now().getTime());
    this.mailed = new LRUCache<string, true>({ max: MOST, ...cacheTimes(clock, PAUSE_MS) });
    this.requests = metrics.counter(
      'carillon_unsubscribe_links_requested_total',
      'Addresses entered because an unsubscribe link was damaged',
      ['result'],
    );
  }

  /** The remaining part of a damaged token, if it identifies the sender. */
  partOf(token: string): string | null {
    if (this.tokens.claimedBy(token) === null) return null;
    return token
      .toLowerCase()
      .replace(/[^0-9a-z]/g, '')
      .slice(0, PART);
  }

  /** `unknown`: the link doesn't identify the sender. The email is sent after the response. */
  take({ link, address }: LinkRequest, network: string): 'taken' | 'limited' | 'no_address' | 'unknown' {
    const claimed = this.tokens.claimedBy(link);
    if (!claimed) return this.counted('unknown');
    const parsed = parseAddress('EMAIL', address);
    if (!parsed.ok) return this.counted('no_address');
    const now = this.clock.now().getTime();
    const bucket = this.networks.get(network) ?? new Bucket(NETWORK, now);
    this.networks.set(network, bucket);
    if (!bucket.take(now) || !this.all.take(now)) return this.counted('limited');
    const person = `${claimed.userId} ${parsed.address}`;
    if (this.mailed.get(person) !== true) {
      this.mailed.set(person, true);
      setImmediate(() => void this.send(claimed, parsed.address));
    }
    return this.counted('taken');
  }

  private async send(claimed: { userId: string; campaignId: string }, address: string): Promise<void> {
    const { userId } = claimed;
    try {
      const person = { userId, address, after: null, limit: MEMBERSHIPS };
      const { items } = await this.messenger.request('person.memberships', person);
      if (items.length === 0) return;
      const language = items.map(({ extraData }) => languageOf(extraData)).find((each) => each !== undefined);
      const link = `${this.config.PUBLIC_URL}/u/${this.tokens.maker(claimed)(address)}`;
      const url = linkInLanguage(link, language);
      const own = language && { language };
      await this.messenger.publish('unsubscribe-link.requested', { userId, address, url, ...own });
    } catch (error) {
      this.mailed.delete(`${userId} ${address}`);
      this.log.warn({ err: error, userId }, 'a requested unsubscribe link was not sent');
    }
  }

  private counted<R extends string>(result: R): R {
    this.requests.inc({ result });
    return result;
  }
}
