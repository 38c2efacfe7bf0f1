import type { Payload, Person, Reply, SegmentTree } from '@carillon/contracts';
import { Clock, Logger, LongCounts } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { NumberedPeople, PeopleScans, type PersonDocument, toPerson } from '../identity';
import { type CompiledFilter, compile } from './filter';
import { type Evaluation, MatchingPeople } from './matching-people';
import { includesPerson, undecided } from './people-set';
import { PeopleSets } from './people-sets';

/** How long one query of the database may count before people are counted chunk by chunk (milliseconds). */
const ONE_QUERY_MS = 1_000;
/** A count ends after this time even if it is incomplete (milliseconds). */
const LONGEST_MS = 120_000;
/** The number of people that one query of a long count examines. */
const SPAN = 50_000;

type Count = Reply<'segment.count'>;

/** An exact filter, and when its count ends even if it is incomplete. */
interface ExactCount extends Pick<CompiledFilter, 'filter'> {
  userId: string;
  until: number;
}

/**
 * Counts the people who match conditions, and shows some. A count that takes long continues after the reply, and the
 * next request gets its progress.
 */
@Injectable()
export class CountSegment {
  private readonly counts: LongCounts<Count>;

  constructor(
    private readonly matching: MatchingPeople,
    private readonly people: PeopleScans,
    private readonly numbered: NumberedPeople,
    private readonly sets: PeopleSets,
    private readonly clock: Clock,
    log: Logger,
  ) {
    this.counts = new LongCounts({ what: 'counts of segments', waitMs: 1_500, keptMs: 5_000, most: 10 }, log);
  }

  count({ userId, conditions }: Payload<'segment.count'>): Promise<Count> {
    return this.counts.join(userId, JSON.stringify(conditions), {
      empty: () => ({ people: 0, isComplete: false, problems: [] }),
      count: (reply) => this.run(userId, conditions, reply),
    });
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

  private async run(userId: string, conditions: SegmentTree, reply: Count): Promise<void> {
    const evaluation = await this.prepare(userId, conditions);
    reply.problems = evaluation.references.problems;
    reply.isComplete = reply.problems.length > 0;
    if (reply.isComplete) return;
    // An account whose behavior is being read for the first time.
    const isKnown = evaluation.behaviorUpTo === null || evaluation.behaviorUpTo.getTime() > 0;
    // People who are added meanwhile count, so that an index alone can answer.
    const { filter, isExact } = compile(conditions, evaluation.asOf, evaluation.references.isKnown);
    const until = performance.now() + LONGEST_MS;
    if (isExact) {
      const counted = await this.people.count(userId, filter, ONE_QUERY_MS);
      if (counted === null) return this.countSpans({ userId, filter, until }, reply);
      reply.people = counted;
      reply.isComplete = true;
      return;
    }
    const decided = await this.sets.decide(evaluation, conditions);
    const open = undecided(decided);
    reply.people = await this.sets.size(userId, decided.yes);
    const others = open.isExcept
      ? this.people.all(userId, filter)
      : this.numbered.withNumbers(userId, open.numbers);
    for await (const people of others) {
      reply.people += await this.countAmong(
        evaluation,
        conditions,
        people.filter((person) => includesPerson(open, person)),
      );
      if (performance.now() > until) return;
    }
    reply.isComplete = isKnown;
  }

  private async countAmong(
    evaluation: Evaluation,
    conditions: SegmentTree,
    people: readonly PersonDocument[],
  ): Promise<number> {
    const [outcomes = []] = await this.matching.outcomes(evaluation, [conditions], people);
    return outcomes.filter((outcome) => outcome === true).length;
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
