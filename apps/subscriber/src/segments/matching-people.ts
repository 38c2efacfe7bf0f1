import { AppError, type Channel, type SegmentTree } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { Behavior, type PreparedBehavior } from '../behavior';
import { PeopleScans, type PersonDocument, addressesOf } from '../identity';
import { type Membership, Memberships } from '../membership';
import { SuppressedAddresses } from '../suppressions';
import { type Candidate, type Facts, type Outcome, evaluate } from './evaluate';
import { type CompiledFilter, compile } from './filter';
import { type CheckedReferences, References, conditionsIn } from './references';

/** The number of people that one read examines at most. */
const EXAMINED = 20_000;
/** The number of people that are evaluated together at most, and how long a page looks for more people (milliseconds). */
const [TOGETHER, LOOK_MS] = [1_000, 500];

/** People who match, and where to continue. `next` null: at the end. */
export interface MatchingPage {
  people: PersonDocument[];
  next: string | null;
}

/** Finds people who match conditions. */
@Injectable()
export class MatchingPeople {
  constructor(
    private readonly people: PeopleScans,
    private readonly memberships: Memberships,
    private readonly suppressed: SuppressedAddresses,
    private readonly references: References,
    private readonly behavior: Behavior,
  ) {}

  /**
   * Prepares conditions that are evaluated together at one time. `isFinal`: waits until all behavior up to this time is
   * known, and refuses attributes that only some people have already with their new type or name.
   * @throws AppError service_unavailable if it isn't known soon, or while the values of people are changed
   */
  async prepare(
    userId: string,
    trees: readonly SegmentTree[],
    { asOf, isFinal = false }: { asOf: Date; isFinal?: boolean },
  ): Promise<Evaluation> {
    const conditions = trees.flatMap((tree) => [...conditionsIn(tree)]);
    const behaviors = conditions.flatMap((each) => ('did' in each ? each : []));
    const behaviorUpTo = behaviors.length > 0 ? await this.behaviorUpTo(userId, asOf, isFinal) : null;
    const references = await this.references.check(userId, trees);
    if (isFinal && references.isChanging)
      throw new AppError('service_unavailable', 'The values of an attribute are being changed');
    return {
      userId,
      asOf,
      references,
      channels: conditions.flatMap((each) => ('channel' in each ? each.channel : [])),
      behaviorUpTo,
      behavior: await this.behavior.reader(userId, behaviors, asOf),
    };
  }

  /** The outcomes of several conditions on the same people: for each tree, for each person. */
  async outcomes(
    evaluation: Evaluation,
    trees: readonly SegmentTree[],
    people: readonly Candidate[],
  ): Promise<Outcome[][]> {
    const facts = await this.facts(evaluation, people);
    return trees.map((tree) => people.map((person) => evaluate(tree, person, facts)));
  }

  /**
   * Some people who match, in the order of their IDs, continuing after a person's ID. Examines a limited number of
   * people, so a page can be empty even if more people follow.
   */
  async page(
    evaluation: Evaluation,
    tree: SegmentTree,
    { after, limit }: { after: string | null; limit: number },
  ): Promise<MatchingPage> {
    const { userId } = evaluation;
    const { filter, isExact } = this.filterOf(evaluation, tree);
    const end = await this.people.nth(userId, after, EXAMINED);
    const until = performance.now() + LOOK_MS;
    const matching: PersonDocument[] = [];
    let last = after;
    for (let most = limit + 1; ; most = Math.max(most, TOGETHER)) {
      const found = await this.people.matching(userId, filter, { after: last, end, limit: most });
      matching.push(...(isExact ? found : await this.matchingAmong(evaluation, tree, found)));
      if (matching.length > limit) {
        const people = matching.slice(0, limit);
        return { people, next: people.at(-1)?._id.toHexString() ?? null };
      }
      if (found.length < most) return { people: matching, next: end };
      last = found.at(-1)?._id.toHexString() ?? null;
      if (performance.now() > until) return { people: matching, next: last };
    }
  }

  /** Only people who already existed at the time of the evaluation can match. */
  private filterOf({ asOf, references }: Evaluation, tree: SegmentTree): CompiledFilter {
    const { filter, isExact } = compile(tree, asOf, references.isKnown);
    return { filter: { $and: [{ createdAt: { $lte: asOf } }, filter] }, isExact };
  }

  private async matchingAmong(
    evaluation: Evaluation,
    tree: SegmentTree,
    people: PersonDocument[],
  ): Promise<PersonDocument[]> {
    const [outcomes = []] = await this.outcomes(evaluation, [tree], people);
    return people.filter((_, index) => outcomes[index] === true);
  }

  private async behaviorUpTo(userId: string, asOf: Date, isFinal: boolean): Promise<Date> {
    if (isFinal) return this.behavior.waitFor(userId, asOf);
    await this.behavior.require(userId);
    return this.behavior.caughtUpTo(userId);
  }

  private async facts(
    { userId, asOf, references, channels, behavior }: Evaluation,
    people: readonly Candidate[],
  ): Promise<Facts> {
    const addresses = addressesOf(people);
    const [inGroups, anywhere] = await Promise.all([
      references.groups.size > 0 ? this.memberships.of(userId, addresses, [...references.groups]) : [],
      channels.length > 0 ? this.memberships.of(userId, addresses) : [],
    ]);
    const groupsOf = Map.groupBy(inGroups, addressOf);
    const isSuppressed = await this.suppressed.amongPeople(userId, anywhere);
    const channelsOf = Map.groupBy(
      anywhere.filter((membership) => !isSuppressed(membership)),
      addressOf,
    );
    const some = (
      person: Candidate,
      of: ReadonlyMap<string, Membership[]>,
      is: (membership: Membership) => boolean,
    ): boolean => person.channels.some(({ address }) => of.get(address)?.some(is));
    return {
      asOf,
      isMember: (person, group) => some(person, groupsOf, ({ groupId }) => groupId === group),
      isReachable: (person, through) => some(person, channelsOf, ({ channel }) => channel === through),
      did: behavior.did,
      isKnown: references.isKnown,
    };
  }
}

/** Conditions that are evaluated at one time. */
export interface Evaluation {
  userId: string;
  asOf: Date;
  references: CheckedReferences;
  /** The channels that conditions name. */
  channels: Channel[];
  /** The time up to which behavior is known. Null: no condition asks for it. */
  behaviorUpTo: Date | null;
  behavior: PreparedBehavior;
}

const addressOf = ({ address }: Membership): string => address;
