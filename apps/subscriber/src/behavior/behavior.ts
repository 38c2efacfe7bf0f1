import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type BehaviorCondition } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { NumberedPeople } from '../identity';
import { dayOf } from '../utc-days';
import { BehaviorBatches } from './behavior-batches';
import { BehaviorFeeds } from './behavior-feeds';
import { BehaviorSets } from './behavior-sets';
import { CampaignCounts } from './campaign-counts';
import { FollowBehavior } from './follow-behavior';
import { type NumberSet, NumberSetBuilder, chunkOf, difference, includes, union } from '../number-sets';

/** Whether a person meets one of the prepared conditions. */
type BehaviorReader = (person: { n: readonly number[] }, condition: BehaviorCondition) => boolean;

/** Conditions whose people are known. */
export interface PreparedBehavior {
  did: BehaviorReader;
  /** The own numbers of the people who meet one of the conditions. Some of these people may no longer exist. */
  numbersOf(condition: BehaviorCondition): Promise<NumberSet>;
}

/** What a person did before a time. `isCertain` false: it may have been different then. */
export interface PastBehavior {
  did(condition: BehaviorCondition): boolean;
  isCertain(condition: BehaviorCondition): boolean;
}

/** The conditions that are kept for the next page of the same evaluation, and for how long (milliseconds). */
const KEPT = { max: 100, ttl: 5 * 60_000, updateAgeOnGet: true };

/** How long a page of a campaign waits until behavior is known, and how often it looks (milliseconds). */
const [WAIT_MS, LOOK_EVERY_MS] = [2_000, 100];

/** What people did with campaigns, for segments. */
@Injectable()
export class Behavior {
  private readonly kept = new LRUCache<string, Promise<NumberSet>>(KEPT);

  constructor(
    private readonly feeds: BehaviorFeeds,
    private readonly sets: BehaviorSets,
    private readonly batches: BehaviorBatches,
    private readonly people: NumberedPeople,
    private readonly following: FollowBehavior,
    private readonly clock: Clock,
  ) {}

  /** Begins to follow what people of a user do, if it isn't followed yet. Called for each condition about behavior. */
  async require(userId: string): Promise<void> {
    await this.feeds.begin(userId, this.clock.now());
    this.following.nudge();
  }

  /**
   * The time up to which all stored behavior is known. 1970: nothing is known yet. Also requests that later behavior is
   * read soon, so a caller that waits for a time can ask again.
   */
  async caughtUpTo(userId: string): Promise<Date> {
    const feed = await this.feeds.get(userId);
    if (feed) {
      await this.feeds.hurry(userId);
      this.following.nudge();
    }
    return feed?.caughtUpTo ?? new Date(0);
  }

  /**
   * Waits until all behavior that was stored before a time is known, and returns the time up to which it is.
   * @throws AppError service_unavailable
   */
  async waitFor(userId: string, time: Date): Promise<Date> {
    await this.require(userId);
    for (const end = performance.now() + WAIT_MS; ;) {
      const upTo = await this.caughtUpTo(userId);
      if (upTo >= time) return upTo;
      if (performance.now() > end)
        throw new AppError('service_unavailable', 'What people did is not known up to this time yet');
      await delay(LOOK_EVERY_MS);
    }
  }

  /**
   * Loads the people who meet these conditions, at a time. The days of the conditions are days in UTC, up to and including
   * the day of `asOf`. Pages that are evaluated at the same time get the same people, as far as the process keeps them.
   */
  async reader(
    userId: string,
    conditions: readonly BehaviorCondition[],
    asOf: Date,
  ): Promise<PreparedBehavior> {
    const upTo = conditions.length > 0 ? (await this.feeds.get(userId))?.caughtUpTo : null;
    const isFinal = !!upTo && upTo >= asOf;
    const meeting = new Map<string, NumberSet>();
    for (const condition of conditions) {
      const key = keyOf(condition);
      if (!meeting.has(key)) meeting.set(key, await this.meeting(userId, condition, asOf, isFinal));
    }
    const prepared = new WeakMap(conditions.map((each) => [each, meeting.get(keyOf(each))]));
    const peopleOf = (condition: BehaviorCondition): NumberSet => {
      const people = prepared.get(condition) ?? meeting.get(keyOf(condition));
      if (!people) throw new Error('This condition was not prepared');
      return people;
    };
    return {
      did: ({ n }, condition) => isAmong(n, peopleOf(condition)),
      numbersOf: async (condition) => ownNumbers(peopleOf(condition), await this.people.owners(userId)),
    };
  }

  /**
   * Whether one person met these conditions at a time in the past. Only days are stored, so something that happened later
   * on the day of `asOf` also counts. `exceptFor`: this campaign doesn't count, because its messages were sent later.
   */
  async ofPerson(
    userId: string,
    n: readonly number[],
    conditions: readonly BehaviorCondition[],
    { asOf, exceptFor }: { asOf: Date; exceptFor: string },
  ): Promise<PastBehavior> {
    const upTo = conditions.length > 0 ? await this.caughtUpTo(userId) : asOf;
    const met = new Map<string, { did: boolean; didBefore: boolean }>();
    for (const condition of conditions) {
      const { did: kind, campaignId, atLeast = 1, link = null } = condition;
      const [first, last] = daysOf(condition, asOf);
      const own = new Map(n.length > 1 ? n.map((number) => [number, n[0] ?? number]) : []);
      const counts = [last, last - 1].map((until) => ({ until, of: new CampaignCounts(atLeast, own) }));
      const chunks = new Set(n.map(chunkOf));
      const [chunk] = chunks.size === 1 ? chunks : [];
      const query = { kind, link, campaignId, chunk, from: Math.max(first, 0) };
      for await (const set of this.sets.read(userId, query)) {
        if (set.campaign.toHexString() === exceptFor) continue;
        for (const { until, of } of counts) of.add(set, [first, until]);
      }
      const [did = false, didBefore = false] = counts.map(({ of }) => isAmong(n, of.result()));
      met.set(keyOf(condition), { did, didBefore });
    }
    return {
      did: (condition) => met.get(keyOf(condition))?.did ?? false,
      isCertain: (condition) => {
        const { did, didBefore } = met.get(keyOf(condition)) ?? { did: false, didBefore: true };
        return did === didBefore && upTo >= asOf;
      },
    };
  }

  /** Removes everything about a user. */
  async removeAll(userId: string): Promise<void> {
    await this.feeds.remove(userId);
    await this.sets.removeAll(userId);
    await this.batches.removeAll(userId);
  }

  private async meeting(
    userId: string,
    condition: BehaviorCondition,
    asOf: Date,
    isFinal: boolean,
  ): Promise<NumberSet> {
    if (!isFinal) return this.load(userId, condition, asOf);
    const key = `${userId} ${asOf.getTime()} ${keyOf(condition)}`;
    const kept = this.kept.get(key);
    if (kept) return kept;
    const loading = this.load(userId, condition, asOf);
    this.kept.set(key, loading);
    loading.catch(() => this.kept.delete(key));
    return loading;
  }

  private async load(userId: string, condition: BehaviorCondition, asOf: Date): Promise<NumberSet> {
    const { did: kind, campaignId, atLeast = 1, link = null } = condition;
    const days = daysOf(condition, asOf);
    const owners = atLeast > 1 ? await this.people.owners(userId) : new Map<number, number>();
    const counts = new CampaignCounts(atLeast, owners);
    const from = Math.max(days[0], 0);
    for await (const set of this.sets.read(userId, { kind, link, campaignId, from })) counts.add(set, days);
    return counts.result();
  }
}

function isAmong(n: readonly number[], people: NumberSet): boolean {
  return n.some((number) => includes(people, number));
}

/** The same people by their own numbers, which for merged people can be others. */
function ownNumbers(people: NumberSet, owners: ReadonlyMap<number, number>): NumberSet {
  const [previous, own] = [new NumberSetBuilder(), new NumberSetBuilder()];
  for (const [number, owner] of owners) {
    if (!includes(people, number)) continue;
    previous.add(number);
    own.add(owner);
  }
  return union(difference(people, previous.set), own.set);
}

function keyOf({ did, campaignId, inLastDays, atLeast, link }: BehaviorCondition): string {
  return JSON.stringify([did, campaignId, inLastDays, atLeast, link]);
}

/**
 * The days that count, first and last. "In the last 7 days" includes today and the seven days before, in UTC: an event
 * less than seven days ago always counts, and no event counts for longer than eight days.
 */
function daysOf({ inLastDays }: BehaviorCondition, asOf: Date): [first: number, last: number] {
  const today = dayOf(asOf);
  return [inLastDays === undefined ? -Infinity : today - inLastDays, today];
}
