import { setImmediate as othersTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Channel, Route } from '@carillon/contracts';
import { Dispatches } from '../dispatch';
import { Batches, type DueBatch } from '../ledger';
import type { Candidate, DueGroup } from './channel-capacity';

/** So many campaigns are looked at in every round, which then sees each change of them. */
const FEW = 1_000;
/** With more, the next reading of all waits so many times as long as the last one took. */
const REST = 3;
/** Dispatches that are looked up at once, and campaigns that are gone through before others have their turn. */
const AT_ONCE = 1_000;

interface KnownGroup {
  user: string;
  route: Route;
  campaigns: Set<string>;
}

/** The campaigns of a channel with due batches, as they were when they were read. */
class View {
  /** By user and integration. */
  readonly groups = new Map<string, KnownGroup>();
  private readonly groupOf = new Map<string, KnownGroup>();
  /** The newest campaign that was read, null: none. */
  newest: string | null = null;
  /** When all campaigns are read again (monotonic clock); null: in every round. */
  restsUntil: number | null = null;

  add(campaign: string, { user, route }: Pick<KnownGroup, 'user' | 'route'>): void {
    const key = `${user} ${route.integrationId}`;
    const group = this.groups.get(key) ?? { user, route, campaigns: new Set() };
    this.groups.set(key, group);
    group.campaigns.add(campaign);
    this.groupOf.set(campaign, group);
  }

  find(campaign: string): KnownGroup | undefined {
    return this.groupOf.get(campaign);
  }

  forget(campaign: string): void {
    this.groupOf.get(campaign)?.campaigns.delete(campaign);
    this.groupOf.delete(campaign);
  }
}

/**
 * The campaigns with due batches, for the leader. As long as they are few, each round reads them and their state anew. When
 * tens of thousands wait, that would take most of the time: then all are read at times only, each round reads those that were
 * created since, and whether a campaign may still send is read when it has its turn.
 */
@Injectable()
export class DueCampaigns {
  private readonly views = new Map<Channel, View>();

  constructor(
    private readonly batches: Batches,
    private readonly dispatches: Dispatches,
  ) {}

  async of(channel: Channel, now: Date): Promise<DueGroup[]> {
    const known = this.views.get(channel);
    const isResting = known?.restsUntil != null && performance.now() < known.restsUntil;
    const view = isResting
      ? await this.readNewest(known, channel, now)
      : await this.readAll(known, channel, now);
    this.views.set(channel, view);
    return [...view.groups.values()].flatMap(({ campaigns, ...group }) =>
      campaigns.size === 0 ? [] : [{ ...group, breaker: null, campaigns }],
    );
  }

  /** The batches of a campaign that may be offered now, the earliest due first. */
  async next(
    { campaign, route }: Candidate,
    channel: Channel,
    now: Date,
    limit: number,
  ): Promise<DueBatch[]> {
    const view = this.views.get(channel);
    const mayHaveChanged = view?.restsUntil != null;
    const isAble = !mayHaveChanged || (await this.maySend(campaign, channel, route, now));
    const due = isAble ? await this.batches.next(campaign, channel, now, limit) : [];
    if (due.length === 0) view?.forget(campaign);
    return due;
  }

  private async maySend(campaign: string, channel: Channel, route: Route, now: Date): Promise<boolean> {
    const [dispatch] = await this.dispatches.sending([campaign], now);
    return dispatch?.routes?.[channel]?.integrationId === route.integrationId;
  }

  private async readAll(known: View | undefined, channel: Channel, now: Date): Promise<View> {
    const from = performance.now();
    const due = (await this.batches.due(channel, now)).sort();
    const view = new View();
    const areFew = due.length <= FEW;
    await this.addTo(view, due, channel, now, areFew ? undefined : known);
    if (!areFew) view.restsUntil = performance.now() + REST * (performance.now() - from);
    return view;
  }

  private async readNewest(view: View, channel: Channel, now: Date): Promise<View> {
    await this.addTo(view, (await this.batches.due(channel, now, view.newest)).sort(), channel, now);
    return view;
  }

  /** Adds those that may send. Their users and routes are looked up unless they are known. */
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
        const group = dispatch && route ? { user: dispatch.user, route } : known?.find(campaign);
        if (group) view.add(campaign, group);
      }
      if (some.length === AT_ONCE) await othersTurn();
    }
    view.newest = due[due.length - 1] ?? view.newest;
  }
}
