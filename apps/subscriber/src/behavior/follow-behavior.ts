import { type BehaviorPart, MAX_BEHAVIOR_BATCHES, behaviorParts } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { isOutage } from '@carillon/mongo';
import {
  BackgroundTask,
  Clock,
  Logger,
  Metrics,
  QUIET_PAUSE_MS,
  type RoundEnd,
  seldom,
} from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { BehaviorBatches } from './behavior-batches';
import { type BehaviorFeed, BehaviorFeeds, type FeedPosition } from './behavior-feeds';
import { BehaviorSets } from './behavior-sets';
import { IndexBatches } from './index-batches';
import { IndexReplies } from './index-replies';

/** The pause between two looks for a feed that is due (milliseconds). */
const LOOK_MS = 1_000;
/** The duration of a feed's turn (milliseconds). */
const TURN_MS = 2_000;
/** The number of changes in one page. Only those that aren't known yet are read. */
const CHANGES = 500;
/**
 * Changes are listed again for this long (seconds): a change gets its position when it is written, and appears when its
 * transaction ends, at most a minute later.
 */
const OVERLAP_S = 120;
const SWEEP_MS = 60 * 60_000;
const SWEPT_AT_ONCE = 1_000;
/** Batches whose last change this process has read. A forgotten batch is read again, which changes nothing. */
const REMEMBERED = 20_000;

const positionOf = { STATES: 'states', MARKS: 'marks' } as const;

/**
 * Follows what people do, for users with a condition about behavior: first all batches of the kept ledgers, then changed
 * batches, then replies.
 *
 * A position is saved after the sets of people, and adding to them again changes nothing. A crash at any point, or a second
 * process on the same feed, therefore changes nothing.
 */
@Injectable()
export class FollowBehavior extends BackgroundTask {
  private readonly read = new LRUCache<string, string>({ max: REMEMBERED });
  private readonly counted;

  constructor(
    private readonly feeds: BehaviorFeeds,
    private readonly indexBatches: IndexBatches,
    private readonly indexReplies: IndexReplies,
    private readonly sets: BehaviorSets,
    private readonly batches: BehaviorBatches,
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    super({ name: 'following behavior', everyMs: LOOK_MS, quietMs: QUIET_PAUSE_MS, log });
    this.counted = metrics.counter(
      'carillon_behavior_batches_total',
      'Batches read for segments about behavior',
    );
    const earliest = seldom(() => this.feeds.earliest());
    metrics.readings(
      'carillon_behavior_lag_seconds',
      'Age of the oldest behavior that segments may not know yet; none if no segment asks for behavior',
      [],
      async () => {
        const time = await earliest();
        return time ? [{ labels: {}, value: Math.max(0, Date.now() - time.getTime()) / 1000 }] : [];
      },
    );
  }

  async round(): Promise<RoundEnd> {
    const feed = await this.feeds.claim();
    if (!feed) return 'idle';
    try {
      await this.follow(feed);
    } catch (error) {
      if (isOutage(error)) throw error;
      this.log.warn(
        { userId: feed._id.toHexString(), err: error },
        'behavior cannot be followed at the moment',
      );
      await this.feeds.putOff(feed);
    }
    return true;
  }

  /** One turn. */
  private async follow(feed: BehaviorFeed): Promise<void> {
    const turn = new Turn(this.feeds, feed);
    const userId = feed._id.toHexString();
    if (feed.states === null) await this.beginChanges(turn, userId);
    while (turn.goesOn && !turn.feed.isWalked) await this.walk(turn, userId);
    let [asOf, foundAny] = [Infinity, false];
    for (const part of behaviorParts) {
      const end = turn.goesOn ? await this.followChanges(turn, userId, part) : null;
      if (!end) return turn.giveWay();
      asOf = Math.min(asOf, end.asOf.getTime());
      foundAny ||= end.foundAny;
    }
    const reply = await this.indexReplies.index(userId, turn.feed.reply);
    await turn.advance({ reply });
    await this.sweep(turn, userId);
    if (turn.isHeld) await this.feeds.finish(turn.feed, new Date(asOf), foundAny);
  }

  /** Fixes where changes begin before the first walk, so that none is missed. */
  private async beginChanges(turn: Turn, userId: string): Promise<void> {
    const begin = (part: BehaviorPart) =>
      this.messenger.request('dispatch.behavior-changes', { userId, part, after: null, limit: 1 });
    const [states, marks] = [await begin('STATES'), await begin('MARKS')];
    await turn.advance({ states: states.next, marks: marks.next });
  }

  private async walk(turn: Turn, userId: string): Promise<void> {
    const { items, next } = await this.messenger.request('dispatch.behavior-batches', {
      userId,
      after: turn.feed.walkedTo,
      limit: MAX_BEHAVIOR_BATCHES,
    });
    await this.index(userId, behaviorParts, items);
    await turn.advance({ walkedTo: items.at(-1) ?? turn.feed.walkedTo, isWalked: next === null });
  }

  /** Null: the turn ends before all changes are read. */
  private async followChanges(
    turn: Turn,
    userId: string,
    part: BehaviorPart,
  ): Promise<{ asOf: Date; foundAny: boolean } | null> {
    let after = earlier(turn.feed[positionOf[part]] ?? '0.0');
    let asOf: Date | undefined;
    let foundAny = false;
    for (;;) {
      const request = { userId, part, after, limit: CHANGES };
      const page = await this.messenger.request('dispatch.behavior-changes', request);
      asOf ??= new Date(page.asOf);
      const unread = page.items.filter(
        ({ batchId, change }) => this.read.get(`${part} ${batchId}`) !== change,
      );
      for (let from = 0; from < unread.length; from += MAX_BEHAVIOR_BATCHES) {
        if (!turn.goesOn) return null;
        const some = unread.slice(from, from + MAX_BEHAVIOR_BATCHES);
        await this.index(
          userId,
          [part],
          some.map(({ batchId }) => batchId),
        );
        foundAny = true;
        for (const { batchId, change } of some) this.read.set(`${part} ${batchId}`, change);
        await turn.advance(laterOf(turn.feed, part, some.at(-1)?.change));
      }
      if (page.items.length < CHANGES) return { asOf, foundAny };
      after = page.next;
    }
  }

  private async index(userId: string, parts: readonly BehaviorPart[], ids: readonly string[]): Promise<void> {
    await this.indexBatches.index(userId, parts, ids);
    this.counted.inc(ids.length);
  }

  /** Removes the behavior of deleted campaigns from time to time. */
  private async sweep(turn: Turn, userId: string): Promise<void> {
    const now = this.clock.now();
    if (!turn.isHeld || now.getTime() - turn.feed.sweptAt.getTime() < SWEEP_MS) return;
    const campaigns = await this.sets.campaigns(userId);
    for (let from = 0; from < campaigns.length; from += SWEPT_AT_ONCE) {
      const campaignIds = campaigns.slice(from, from + SWEPT_AT_ONCE);
      const deleted = await this.messenger.request('dispatch.deleted-campaigns', { userId, campaignIds });
      for (const campaignId of deleted.campaignIds) {
        await this.sets.removeCampaign(userId, campaignId);
        await this.batches.removeCampaign(userId, campaignId);
      }
    }
    await turn.advance({ sweptAt: now });
  }
}

/** The turn of a feed: its position, and until when it may go on. */
class Turn {
  private readonly until = performance.now() + TURN_MS;
  private held = true;

  constructor(
    private readonly feeds: BehaviorFeeds,
    public feed: BehaviorFeed,
  ) {}

  get goesOn(): boolean {
    return this.held && performance.now() < this.until;
  }

  get isHeld(): boolean {
    return this.held;
  }

  async advance(position: Partial<FeedPosition>): Promise<void> {
    if (!this.held) return;
    const advanced = await this.feeds.advance(this.feed, position);
    if (advanced) this.feed = advanced;
    else this.held = false;
  }

  async giveWay(): Promise<void> {
    if (this.held) await this.feeds.giveWay(this.feed);
  }
}

/** The later one of a saved position and a change. */
function laterOf(feed: BehaviorFeed, part: BehaviorPart, change: string | undefined): Partial<FeedPosition> {
  const saved = feed[positionOf[part]];
  if (change === undefined || (saved !== null && compare(saved, change) >= 0)) return {};
  return { [positionOf[part]]: change };
}

function compare(one: string, other: string): number {
  const [[t1 = 0, i1 = 0], [t2 = 0, i2 = 0]] = [one.split('.').map(Number), other.split('.').map(Number)];
  return t1 - t2 || i1 - i2;
}

function earlier(change: string): string {
  return `${Math.max(0, Number(change.split('.')[0]) - OVERLAP_S)}.0`;
}
