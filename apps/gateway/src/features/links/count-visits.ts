import {
  type EngagementCounted,
  type KnownDeviceCounts,
  MAX_MARKS,
  type Rate,
  knownDevices,
  newId,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { BackgroundTask, Clock, Logger, Metrics } from '@carillon/platform';
import type { NamedLink } from '@carillon/vault';
import { Injectable } from '@nestjs/common';
import { NetworkRate } from '../../http/rate-limits/network-rate';
import { deviceOf } from './device';
import type { Visitor } from '../../http/visitor';

/** How often counts are published (milliseconds). Unpublished counts are lost with the process. */
const EVERY_MS = 1_000;
/**
 * A client that follows many links of an email within this time (milliseconds) is a scanner. Clicks are held back for
 * this time.
 */
const BURST = { links: 3, ms: 3_000 };
/** How long a scanner's further clicks are attributed to it (milliseconds). */
const SCANNING_MS = 30_000;
/**
 * The number of bursts that are tracked concurrently. Beyond this number, the oldest burst is attributed to a person.
 */
const MOST_BURSTS = 20_000;
/** The limit of pending counts and marks while the broker is unavailable. Further counts and marks are lost. */
const MOST_WAITING = 100_000;
/** People in one network don't exceed this rate, but automated clients do. */
const NETWORK: Rate = { perSecond: 50, burst: 1_000 };

interface Counted {
  total: number;
  machine: number;
}

type Mark = EngagementCounted['marks'][number];

/** Events by people, those of them by device, as far as known, and the first of a known delivery. */
interface PeopleEvents {
  count: number;
  devices: KnownDeviceCounts;
  mark: Mark | null;
}

/** The unpublished counts of one campaign. */
interface Tally {
  opens: Counted;
  links: Map<number, Counted>;
  devices: NonNullable<EngagementCounted['devices']>;
  /** The times of the first events, by delivery and link. */
  marks: Map<string, EngagementCounted['marks'][number]>;
}

/** The clicks of one delivery within a short time, or of one network in a campaign if its deliveries are unknown. */
interface Burst {
  since: number;
  campaignId: string;
  isMachine: boolean;
  links: Map<number, PeopleEvents>;
}

/** Collects opens and clicks, and publishes them every second. The memory use doesn't grow with their number. */
@Injectable()
export class CountVisits extends BackgroundTask {
  private readonly tallies = new Map<string, Tally>();
  private readonly bursts = new Map<string, Burst>();
  private readonly networks = new NetworkRate(NETWORK);
  /**
   * Messages to publish. They stay unchanged, because a message that may have arrived is published again with its ID.
   */
  private readonly unpublished: EngagementCounted[] = [];
  /** The number of campaigns, links, and marks in `tallies`, and of marks in `unpublished`. */
  private waiting = 0;
  private readonly visits;
  private readonly lost;

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    super({ name: 'publishing opens and clicks', everyMs: EVERY_MS, log });
    this.visits = metrics.counter(
      'carillon_mail_visits_total',
      'Opens and clicks of emails: by people, by people who opted out of tracking, and automated',
      ['kind', 'visitor'],
    );
    this.lost = metrics.counter(
      'carillon_mail_visits_lost_total',
      'Opens and clicks that were not counted because too many were pending',
    );
    metrics.gauge('carillon_mail_visits_waiting', 'Pending counts of opens and clicks', () => {
      return this.waiting;
    });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    this.decide(Infinity);
    await this.publish().catch((error: unknown) =>
      this.log.warn({ err: error, counts: this.waiting }, 'opens and clicks of the last seconds are lost'),
    );
  }

  /** Counts an open (`link` null) or a click. */
  note(visit: NamedLink, visitor: Visitor, network: string, userAgent?: string): void {
    const now = this.clock.now();
    const who = visitor !== 'machine' && !this.networks.take(network, now.getTime()) ? 'machine' : visitor;
    const { campaignId, link, deliveryId } = visit;
    this.visits.inc({ kind: link === null ? 'open' : 'click', visitor: who });
    const mark = deliveryId !== null && who === 'person' ? { deliveryId, link, at: now.toISOString() } : null;
    if (who === 'machine') {
      this.add(campaignId, link, { total: 0, machine: 1 });
      return;
    }
    const event = { count: 1, devices: noDevices(), mark };
    // Nothing is recorded of people who opted out of tracking, also no device.
    const device = who === 'person' ? deviceOf(userAgent) : null;
    if (device) event.devices[device] = 1;
    if (link === null) this.addPeople(campaignId, link, event);
    else this.watch(visit, link, event, network, now.getTime());
  }

  /** Publishes the counts that are certain. Returns false, because the next round has a fixed time. */
  async round(): Promise<false> {
    this.decide(this.clock.now().getTime());
    await this.publish();
    return false;
  }

  /** Whether people in one network could click this often. */
  /** Holds a click back until it is known whether a scanner made it. */
  private watch(
    { campaignId, deliveryId }: NamedLink,
    link: number,
    event: PeopleEvents,
    network: string,
    now: number,
  ): void {
    const key = deliveryId ?? `${campaignId} ${network}`;
    const burst: Burst = this.bursts.get(key) ?? {
      ...{ since: now, campaignId, isMachine: false },
      links: new Map(),
    };
    this.bursts.set(key, burst);
    const existing = burst.links.get(link);
    if (existing) {
      existing.count += event.count;
      existing.mark ??= event.mark;
      addDevices(existing.devices, event.devices);
    } else burst.links.set(link, event);
    if (burst.links.size >= BURST.links) burst.isMachine = true;
    if (burst.isMachine) this.settle(burst);
    const [oldest] = this.bursts;
    if (this.bursts.size <= MOST_BURSTS || !oldest) return;
    this.settle(oldest[1]);
    this.bursts.delete(oldest[0]);
  }

  /** Counts clicks after the time in which a scanner would have made further clicks. The oldest burst comes first. */
  private decide(now: number): void {
    for (const [key, burst] of this.bursts) {
      if (now - burst.since < BURST.ms) return;
      this.settle(burst);
      if (!burst.isMachine || now - burst.since >= SCANNING_MS) this.bursts.delete(key);
    }
  }

  private settle({ campaignId, isMachine, links }: Burst): void {
    for (const [link, events] of links) {
      if (isMachine) this.add(campaignId, link, { total: 0, machine: events.count });
      else this.addPeople(campaignId, link, events);
    }
    links.clear();
  }

  private addPeople(campaignId: string, link: number | null, events: PeopleEvents): void {
    this.add(campaignId, link, { total: events.count, machine: 0 }, events);
  }

  private add(
    campaignId: string,
    link: number | null,
    { total, machine }: Counted,
    { devices, mark }: Pick<PeopleEvents, 'devices' | 'mark'> = { devices: noDevices(), mark: null },
  ): void {
    const isFull = this.waiting >= MOST_WAITING;
    const tally = this.tallies.get(campaignId) ?? {
      opens: { total: 0, machine: 0 },
      links: new Map<number, Counted>(),
      devices: { opens: noDevices(), clicks: noDevices() },
      marks: new Map<string, Mark>(),
    };
    const existing = link === null ? tally.opens : tally.links.get(link);
    if (isFull && (!existing || !this.tallies.has(campaignId))) {
      this.lost.inc(total + machine);
      return;
    }
    if (!this.tallies.has(campaignId)) this.waiting++;
    this.tallies.set(campaignId, tally);
    const counted = existing ?? { total: 0, machine: 0 };
    if (!existing && link !== null) {
      tally.links.set(link, counted);
      this.waiting++;
    }
    counted.total += total;
    counted.machine += machine;
    addDevices(tally.devices[link === null ? 'opens' : 'clicks'], devices);
    if (!mark || isFull) return;
    const key = `${mark.deliveryId} ${mark.link ?? ''}`;
    if (tally.marks.has(key)) return;
    tally.marks.set(key, mark);
    this.waiting++;
  }

  /** While the broker is unavailable, counts are added in place, and need no more memory. */
  private async publish(): Promise<void> {
    await this.publishPending();
    for (const [campaignId, tally] of this.tallies) {
      this.unpublished.push(...messagesOf(campaignId, tally));
      this.waiting -= 1 + tally.links.size;
    }
    this.tallies.clear();
    await this.publishPending();
  }

  private async publishPending(): Promise<void> {
    for (let next = this.unpublished[0]; next; next = this.unpublished[0]) {
      await this.messenger.publish('engagement.counted', next);
      this.unpublished.shift();
      this.waiting -= next.marks.length;
    }
  }
}

function noDevices(): KnownDeviceCounts {
  return { DESKTOP: 0, PHONE: 0, TABLET: 0 };
}

function addDevices(to: KnownDeviceCounts, more: KnownDeviceCounts): void {
  for (const device of knownDevices) to[device] += more[device];
}

/** The first message of a campaign contains the counts. */
function messagesOf(campaignId: string, { opens, links, devices, marks }: Tally): EngagementCounted[] {
  const all = [...marks.values()];
  const counts = { opens, links: [...links].map(([link, counted]) => ({ link, ...counted })), devices };
  const nothing = { opens: { total: 0, machine: 0 }, links: [] };
  return Array.from({ length: Math.max(1, Math.ceil(all.length / MAX_MARKS)) }, (_, n) => ({
    id: newId(),
    campaignId,
    ...(n === 0 ? counts : nothing),
    marks: all.slice(n * MAX_MARKS, (n + 1) * MAX_MARKS),
  }));
}
