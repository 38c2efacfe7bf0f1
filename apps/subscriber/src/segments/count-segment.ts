import { setTimeout as delay } from 'node:timers/promises';
import type { Payload, Person, Reply, SegmentTree } from '@carillon/contracts';
import { Clock, Logger, UserTurns } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PeopleScans, toPerson } from '../identity';
import type { CompiledFilter } from './filter';
import { type Evaluation, MatchingPeople } from './matching-people';

/** How long a reply waits for a count that takes longer (milliseconds). */
const WAIT_MS = 1_500;
/** How long a complete count is used again (milliseconds). */
const KEPT_MS = 5_000;
/** The number of counts that a process keeps. */
const MOST = 500;
/** How long one query of the database may count before people are counted chunk by chunk (milliseconds). */
const ONE_QUERY_MS = 1_000;
/** A count ends after this time even if it is incomplete (milliseconds). */
const LONGEST_MS = 120_000;
/** The maximum number of counts of one account that run or wait in a process. They run one after another. */
const OF_USER = 10;

/** The number of people that one query of a long count examines. */
const SPAN = 50_000;

type Count = Reply<'segment.count'>;

/** An exact filter, and when its count ends even if it is incomplete. */
interface ExactCount extends Pick<CompiledFilter, 'filter'> {
  userId: string;
  until: number;
}

/** A count in progress. `reply` grows until the count is complete. */
interface Running {
  reply: Count;
  done: Promise<void>;
}

/**
 * Counts the people who match conditions, and shows some. A count that takes long continues after the reply, and the
 * next request gets its progress.
 */
@Injectable()
export class CountSegment {
  private readonly counts = new LRUCache<string, Running>({ max: MOST });
  private readonly turns = new UserTurns(OF_USER, 'counts of segments');

  constructor(
    private readonly matching: MatchingPeople,
    private readonly people: PeopleScans,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  async count({ userId, conditions }: Payload<'segment.count'>): Promise<Count> {
    const key = `${userId} ${JSON.stringify(conditions)}`;
    const known = this.counts.get(key);
    const count = known ?? this.begin(userId, conditions, key);
    await Promise.race([count.done, delay(WAIT_MS)]);
    return { ...count.reply };
  }

  async some({ userId, conditions, after, limit }: Payload<'segment.people'>): Promise<{
    items: Person[];
    next: string | null;
  }> {
    const evaluation = await this.prepare(userId, conditions);
    const { people, next } = await this.matching.page(evaluation, conditions, { after, limit });
    return { items: people.map(toPerson), next };
  }

  private prepare(userId: string, conditions: SegmentTree): Promise<Evaluation> {
    return this.matching.prepare(userId, [conditions], { asOf: this.clock.now() });
  }

  private begin(userId: string, conditions: SegmentTree, key: string): Running {
    const reply: Count = { people: 0, isComplete: false, problems: [] };
    const work = this.turns.take(userId, () => this.run(userId, conditions, reply));
    const running: Running = { reply, done: work };
    this.counts.set(key, running);
    const forget = (): void => {
      if (this.counts.get(key) === running) this.counts.delete(key);
    };
    work.then(
      () => setTimeout(forget, KEPT_MS).unref(),
      (error: unknown) => {
        forget();
        this.log.warn({ err: error }, 'a count of a segment failed');
      },
    );
    return running;
  }

  private async run(userId: string, conditions: SegmentTree, reply: Count): Promise<void> {
    const evaluation = await this.prepare(userId, conditions);
    reply.problems = evaluation.references.problems;
    reply.isComplete = reply.problems.length > 0;
    if (reply.isComplete) return;
    // An account whose behavior is being read for the first time.
    const isKnown = evaluation.behaviorUpTo === null || evaluation.behaviorUpTo.getTime() > 0;
    const { filter, isExact } = this.matching.filterOf(evaluation, conditions);
    const until = performance.now() + LONGEST_MS;
    if (isExact) {
      const counted = await this.people.count(userId, filter, ONE_QUERY_MS);
      if (counted === null) return this.countSpans({ userId, filter, until }, reply);
      reply.people = counted;
    } else {
      for await (const people of this.people.all(userId, filter)) {
        const [outcomes = []] = await this.matching.outcomes(evaluation, [conditions], people);
        reply.people += outcomes.filter((outcome) => outcome === true).length;
        if (performance.now() > until) return;
      }
    }
    reply.isComplete = isKnown;
  }

  /** Counts in the database, a part of the people at a time, so that the reply grows. */
  private async countSpans({ userId, filter, until }: ExactCount, reply: Count): Promise<void> {
    let after: string | null = null;
    do {
      const end: string | null = await this.people.nth(userId, after, SPAN);
      reply.people += await this.people.countIn(userId, filter, { after, end });
      after = end;
      if (performance.now() > until) return;
    } while (after !== null);
    reply.isComplete = true;
  }
}
