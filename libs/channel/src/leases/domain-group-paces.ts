import { Inject, Injectable } from '@nestjs/common';
import { type DomainGroup, domainGroupOfAddress, domainGroups } from '@carillon/contracts';
import { Logger, Metrics } from '@carillon/platform';
import { LRUCache } from 'lru-cache';
import type { ProviderResult, Throttled } from '../provider';
import { CHANNEL_SETTINGS, type ChannelSettings } from '../settings';
import { GroupPace } from './group-pace';

/** The number of senders whose paces are remembered. */
const SENDERS = 1_000;
/**
 * One of the many providers of the other domains slows down only its own recipients. From this share of deferred emails
 * on, the providers mean the sender.
 */
const OTHERS_SHARE = 1 / 3;
const OTHERS_LEAST = 5;
/** Results count half after this many further results. */
const OTHERS_RECENT = 50;

/** What a lease needs to know about the groups of its recipients. */
export interface LeasePaces {
  /** The result of an email that isn't sent for now. Null: it may be sent. */
  hold: (address: string) => Throttled | null;
  /** Counts a result. @param begunAt when the send began (monotonic clock, milliseconds) */
  ended: (address: string, begunAt: number, result: ProviderResult) => void;
}

/** For channels whose addresses have no domain. */
const unlimited: LeasePaces = { hold: () => null, ended: () => undefined };

/**
 * The paces of each sender for each group of recipient domains, so that a provider that defers emails slows only the
 * emails to its own recipients. Each worker process adapts on its own.
 */
@Injectable()
export class DomainGroupPaces {
  private readonly senders = new LRUCache<string, SenderPaces>({ max: SENDERS });
  /** Null: addresses of the channel have no domain. */
  private readonly counters: GroupCounters | null;

  constructor(
    @Inject(CHANNEL_SETTINGS) { channel }: Pick<ChannelSettings, 'channel'>,
    metrics: Metrics,
    private readonly log: Logger,
  ) {
    this.counters = channel === 'EMAIL' ? countersOf(metrics) : null;
  }

  /** The paces of the sender of a lease. */
  of(senderId: string): LeasePaces {
    if (!this.counters) return unlimited;
    const known = this.senders.get(senderId);
    if (known) return known;
    const paces = new SenderPaces(this.counters, (group) =>
      this.log.info({ senderId, group }, 'a group of recipient domains accepts fewer emails'),
    );
    this.senders.set(senderId, paces);
    return paces;
  }
}

type GroupCounters = ReturnType<typeof countersOf>;

function countersOf(metrics: Metrics) {
  const labels = ['group'] as const;
  return {
    deferrals: metrics.counter(
      'carillon_domain_group_deferrals_total',
      'Emails that the provider of a group of recipient domains deferred',
      labels,
    ),
    held: metrics.counter(
      'carillon_domain_group_held_total',
      'Emails that were put back because the provider of their recipients accepts fewer emails',
      labels,
    ),
  };
}

class SenderPaces implements LeasePaces {
  private readonly paces = Object.fromEntries(
    domainGroups.map((group) => [group, new GroupPace()]),
  ) as Record<DomainGroup, GroupPace>;
  /** The number of limited groups. Usually 0, so that no email needs its group before it is sent. */
  private limited = 0;
  /** Recent results of the other domains. */
  private others = { accepted: 0, deferred: 0 };

  constructor(
    private readonly counters: GroupCounters,
    private readonly onLimited: (group: DomainGroup) => void,
  ) {}

  readonly hold = (address: string): Throttled | null => {
    if (this.limited === 0) return null;
    const group = domainGroupOfAddress(address);
    const waitMs = this.paces[group].admit(performance.now());
    if (waitMs === 0) return null;
    this.counters.held.inc({ group });
    return {
      kind: 'throttled',
      scope: 'recipient',
      reason: 'DOMAIN_GROUP_LIMITED',
      retryAfterMs: waitMs,
      code: null,
    };
  };

  readonly ended = (address: string, begunAt: number, result: ProviderResult): void => {
    if (result.kind === 'sent') this.accepted(domainGroupOfAddress(address));
    else if (result.kind === 'throttled' && result.byDestination)
      this.deferred(domainGroupOfAddress(address), begunAt, result.retryAfterMs);
  };

  private accepted(group: DomainGroup): void {
    if (group === 'OTHER') this.countOther('accepted');
    if (this.paces[group].accepted(performance.now())) this.limited -= 1;
  }

  private deferred(group: DomainGroup, begunAt: number, retryAfterMs: number | null): void {
    this.counters.deferrals.inc({ group });
    if (group === 'OTHER' && !this.areOthersDeferring()) return;
    const pace = this.paces[group];
    const wasLimited = pace.isLimited;
    if (!pace.deferred(begunAt, retryAfterMs, performance.now()) || wasLimited) return;
    this.limited += 1;
    this.onLimited(group);
  }

  private areOthersDeferring(): boolean {
    const { accepted, deferred } = this.countOther('deferred');
    if (deferred < OTHERS_LEAST || deferred < (accepted + deferred) * OTHERS_SHARE) return false;
    this.others = { accepted: 0, deferred: 0 };
    return true;
  }

  private countOther(result: 'accepted' | 'deferred'): SenderPaces['others'] {
    const { others } = this;
    others[result] += 1;
    if (others.accepted + others.deferred < OTHERS_RECENT) return others;
    others.accepted /= 2;
    others.deferred /= 2;
    return others;
  }
}
