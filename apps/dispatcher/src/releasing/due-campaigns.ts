import { setImmediate as othersTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Channel, type DirectRoute, type Route, directRoutesOf } from '@carillon/contracts';
import { Dispatches } from '../dispatch';
import type { Leadership } from '../leader';
import { BatchQueue, type DueBatch } from '../ledger';
import { type Candidate, type DueGroup, Turns } from './channel-capacity';

/**
 * The number of dispatches that are looked up concurrently, and the number of campaigns that are processed before other
 * work gets its turn.
 */
const AT_ONCE = 1_000;
/** The number of campaigns of a group that are looked up together with a campaign that can no longer send. */
const GROUP_CHECK = 200;
/** Usually, a batch is visible within this time after its `since` (milliseconds). */
const VISIBLE_MS = 5_000;

interface CampaignGroup {
  user: string;
  route: DirectRoute;
  campaigns: Set<string>;
  /** Those among the campaigns that have a pool. */
  pooled: Set<string>;
}

/** The account and the route of a campaign. */
interface Routed {
  user: string;
  route: Route;
}

/** The campaigns of a channel with due batches, as of the last read. */
class View {
  /** The campaigns, by user and sender. */
  readonly groups = new Map<string, CampaignGroup>();
  private readonly routed = new Map<string, Routed>();
  /** When all campaigns are read again (monotonic clock). Null: in every round. */
  restsUntil: number | null = null;

  /** @param seenAt the last round that read new due batches (database time) */
  constructor(public seenAt: Date) {}

  /** Adds a campaign to the group of its sender, or to the groups of all senders of its pool. */
  add(campaign: string, routed: Routed): void {
    const { user, route } = routed;
    for (const direct of directRoutesOf(route)) {
      const key = keyOf(user, direct);
      const known = this.groups.get(key);
      const group = known ?? { user, route: direct, campaigns: new Set(), pooled: new Set() };
      this.groups.set(key, group);
      group.campaigns.add(campaign);
      if (route.pool) group.pooled.add(campaign);
    }
    this.routed.set(campaign, routed);
  }

  find(campaign: string): Routed | undefined {
    return this.routed.get(campaign);
  }

  forget(campaign: string): void {
    const routed = this.routed.get(campaign);
    this.routed.delete(campaign);
    for (const direct of routed ? directRoutesOf(routed.route) : []) {
      const group = this.groups.get(keyOf(routed?.user ?? '', direct));
      group?.campaigns.delete(campaign);
      group?.pooled.delete(campaign);
    }
  }
}

function keyOf(user: string, { senderId }: DirectRoute): string {
  return `${user} ${senderId}`;
}

/**
 * The campaigns with due batches, for the leader. If they are few, each round reads all of them and their state. With
 * tens of thousands of campaigns, this would take most of the time. In that case, all campaigns are read only
 * occasionally, each round reads the campaigns whose batches were planned or retried in the meantime, and the state of
 * a campaign is read at its turn.
 */
@Injectable()
export class DueCampaigns {
  /** When all campaigns are read. */
  private readonly pace = {
    /** Up to this many campaigns are read in every round. */
    few: 1_000,
    /** With more campaigns, the next read of all campaigns waits for this multiple of the duration of the last read, */
    rest: 3,
    /** but no longer than this (milliseconds), because the last read may have been slow for other reasons. */
    longestRestMs: 5_000,
  } as const;
  private readonly views = new Map<Channel, View>();
  /** The leadership in which the views were read. */
  private leadership: Leadership | null = null;

  constructor(
    private readonly queue: BatchQueue,
    private readonly dispatches: Dispatches,
    private readonly turns: Turns,
  ) {}

  async of(channel: Channel, now: Date, leadership: Leadership): Promise<DueGroup[]> {
    if (leadership !== this.leadership) this.views.clear();
    this.leadership = leadership;
    const known = this.views.get(channel);
    const isResting = known?.restsUntil != null && performance.now() < known.restsUntil;
    const view = isResting
      ? await this.readRecent(known, channel, now)
      : await this.readAll(known, channel, now);
    this.views.set(channel, view);
    return [...view.groups.values()].flatMap(({ campaigns, ...group }) =>
      campaigns.size === 0 ? [] : [{ ...group, breaker: null, campaigns }],
    );
  }

  /** The batches of a campaign that may be offered now, earliest due first. */
  async next(candidate: Candidate, channel: Channel, now: Date, limit: number): Promise<DueBatch[]> {
    const { campaign, campaignInFlight } = candidate;
    const view = this.views.get(channel);
    const mayHaveChanged = view?.restsUntil != null;
    if (mayHaveChanged && !(await this.maySend(view, candidate, channel, now))) return [];
    const isPooled = candidate.pooled.has(campaign);
    const sender = isPooled ? candidate.route.senderId : undefined;
    const due = await this.queue.next(campaign, channel, now, { limit, sender });
    // Keeps a campaign with work in flight. It can be ready again soon, because a batch is leased in parts. Another
    // sender of a pool may have batches of the campaign.
    if (due.length === 0 && campaignInFlight === 0 && !isPooled) view?.forget(campaign);
    return due;
  }

  /**
   * Removes a campaign that can no longer send. Also looks up other campaigns of its group, because a user may have
   * canceled thousands of campaigns, and checking them one by one would delay all users.
   */
  private async maySend(
    view: View,
    { campaign, campaigns, route }: Candidate,
    channel: Channel,
    now: Date,
  ): Promise<boolean> {
    const ableOf = async (some: readonly string[]): Promise<Set<string>> => {
      const sending = await this.dispatches.sending(some, now);
      const able = sending.filter(({ routes }) => {
        const current = routes?.[channel];
        return current && directRoutesOf(current).some(({ senderId }) => senderId === route.senderId);
      });
      return new Set(able.map((dispatch) => dispatch.campaign));
    };
    if ((await ableOf([campaign])).has(campaign)) return true;
    const alike = [...campaigns].slice(0, GROUP_CHECK);
    const able = await ableOf(alike);
    for (const each of [campaign, ...alike]) if (!able.has(each)) view.forget(each);
    return false;
  }

  private async readAll(known: View | undefined, channel: Channel, now: Date): Promise<View> {
    const from = performance.now();
    const due = this.turns.inOrder(channel, await this.queue.due(channel, now));
    const view = new View(now);
    const { few, rest, longestRestMs } = this.pace;
    const areFew = due.length <= few;
    await this.addTo(view, due, channel, now, areFew ? undefined : known);
    const until = performance.now();
    if (!areFew) view.restsUntil = until + Math.min(rest * (until - from), longestRestMs);
    return view;
  }

  /** Searches by time and not by campaign ID, because a campaign may be planned long after its creation. */
  private async readRecent(view: View, channel: Channel, now: Date): Promise<View> {
    const since = new Date(view.seenAt.getTime() - VISIBLE_MS);
    const recent = await this.queue.dueSince(channel, since, now);
    const unseen = recent.filter((campaign) => !view.find(campaign));
    await this.addTo(view, this.turns.inOrder(channel, unseen), channel, now);
    view.seenAt = now;
    return view;
  }

  /** Adds the campaigns that can send. Looks up their users and routes unless they are cached. */
  private async addTo(
    view: View,
    due: readonly string[],
    channel: Channel,
    now: Date,
    known?: View,
  ): Promise<void> {
    for (let from = 0; from < due.length; from += AT_ONCE) {
      const some = due.slice(from, from + AT_ONCE);
      const unknown = some.filter((campaign) => !known?.find(campaign));
      const sending = unknown.length > 0 ? await this.dispatches.sending(unknown, now) : [];
      const found = new Map(sending.map((dispatch) => [dispatch.campaign, dispatch]));
      for (const campaign of some) {
        const dispatch = found.get(campaign);
        const route = dispatch?.routes?.[channel];
        const routed = dispatch && route ? { user: dispatch.user, route } : known?.find(campaign);
        if (routed) view.add(campaign, routed);
      }
      if (some.length === AT_ONCE) await othersTurn();
    }
  }
}
