import type {
  Channel,
  Condition,
  ExplainedGroup,
  ExplainedSegment,
  ExplainedSuppression,
  Payload,
  Reply,
  SegmentTree,
} from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import { Behavior, type PastBehavior } from '../behavior';
import { People, type PersonDocument, type PersonVersion, PersonVersions, addressesOf } from '../identity';
import { type DatedMembership, Groups, MembershipRemovals, Memberships } from '../membership';
import {
  type CheckedReferences,
  type Facts,
  References,
  Segments,
  clausesOf,
  conditionsIn,
} from '../segments';
import { type AddressHistory, Suppressions } from '../suppressions';
import { Topics } from '../topics';

type Query = Payload<'audience.explain'>;
type Explanation = Reply<'audience.explain'>;

/** A segment of the campaign. Conditions null: they are no longer stored. */
interface Target {
  id: string;
  version: number | null;
  name: string | null;
  conditions: SegmentTree | null;
}

/** What is stored about a person, as far as it can be known for a time in the past. */
interface Past {
  /** When the campaign was planned for the person. */
  at: Date;
  /** When it was last checked whether the person may receive the message. */
  checkedAt: Date;
  asOf: Date;
  person: PersonDocument | null;
  /** Whether the values and channels of the person may have been different. */
  isPersonChanged: boolean;
  /** The memberships that exist now. */
  memberships: readonly DatedMembership[];
  /** Whether someone left a group since, which may have been the person. */
  hasRemovals: boolean;
  histories: readonly AddressHistory[];
}

/** Explains why a person is in the audience of a campaign, or isn't, with the code that decides it. */
@Injectable()
export class ExplainAudience {
  constructor(
    private readonly people: People,
    private readonly versions: PersonVersions,
    private readonly groups: Groups,
    private readonly memberships: Memberships,
    private readonly removals: MembershipRemovals,
    private readonly segments: Segments,
    private readonly references: References,
    private readonly behavior: Behavior,
    private readonly suppressions: Suppressions,
    private readonly topics: Topics,
    private readonly clock: Clock,
  ) {}

  async explain(query: Query): Promise<Explanation> {
    const [past, included, excluded, topic] = await Promise.all([
      this.past(query),
      this.targets(query.userId, query.segments),
      this.targets(query.userId, query.excludeSegments),
      query.topicId === null ? null : this.topics.get(query.userId, query.topicId),
    ]);
    const segments = await this.inSegments(query, past, [...included, ...excluded]);
    const groupIds = [...new Set([...query.groups, ...query.excludeGroups])];
    const names = await this.groups.names(query.userId, groupIds);
    const inGroup = (id: string): ExplainedGroup => explainedGroup(id, names.get(id) ?? null, past);
    return {
      groups: query.groups.map(inGroup),
      segments: segments.slice(0, included.length),
      excludeGroups: query.excludeGroups.map(inGroup),
      excludeSegments: segments.slice(included.length),
      hasMembership: past.memberships.length > 0,
      topic: query.topicId === null ? null : topicOf(query.topicId, topic?.name ?? null, past),
      suppressions: past.histories.flatMap((history) => suppressionsOf(history, past.checkedAt)),
      snoozes: past.histories.flatMap((history) => snoozesOf(history, past.checkedAt)),
    };
  }

  private async past({ userId, personId, mergedId, addresses, ...query }: Query): Promise<Past> {
    const times = {
      at: new Date(query.at),
      asOf: new Date(query.asOf),
      checkedAt: new Date(query.checkedAt),
    };
    const [now, before] =
      personId === null
        ? [null, null]
        : await Promise.all([
            this.people.get(userId, personId),
            this.versions.at(userId, mergedId ?? personId, times.at),
          ]);
    const current = now && mergedId ? { ...now, createdAt: new ObjectId(mergedId).getTimestamp() } : now;
    const person = current && before ? withValuesOf(before, current) : current;
    const all = [...new Set([...addresses, ...addressesOf([now, person].flatMap((each) => each ?? []))])];
    const [memberships, hasRemovals, histories] = await Promise.all([
      this.memberships.dated(userId, all),
      this.removals.anySince(userId, times.at, this.clock.now()),
      Promise.all(
        all.map(async (address) =>
          // An erased address is stored under its hash.
          (await this.suppressions.ofAddress(userId, address)).map((history) => ({
            ...history,
            address: { ...history.address, address },
          })),
        ),
      ),
    ]);
    const isPersonChanged = !person || (!before && person.updatedAt > times.at);
    return { ...times, person, isPersonChanged, memberships, hasRemovals, histories: histories.flat() };
  }

  /** Segments with the conditions of their versions. */
  private async targets(userId: string, versions: Query['segments']): Promise<Target[]> {
    const ids = versions.map(({ id }) => id);
    const current = new Map((await this.segments.among(userId, ids)).map((each) => [each.id, each]));
    return Promise.all(
      versions.map(async ({ id, version }) => {
        const now = current.get(id);
        const conditions =
          version === null ? now?.conditions : await this.segments.conditionsOf(userId, id, version);
        return {
          id,
          version: version ?? now?.version ?? null,
          name: now?.name ?? null,
          conditions: conditions ?? null,
        };
      }),
    );
  }

  private async inSegments(
    { userId, campaignId }: Query,
    past: Past,
    targets: readonly Target[],
  ): Promise<ExplainedSegment[]> {
    const { person, asOf } = past;
    const trees = targets.flatMap(({ conditions }) => conditions ?? []);
    const behaviors = trees.flatMap((tree) =>
      [...conditionsIn(tree)].flatMap((each) => ('did' in each ? each : [])),
    );
    const [references, behavior] = await Promise.all([
      this.references.check(userId, trees),
      this.behavior.ofPerson(userId, person?.n ?? [], behaviors, { asOf, exceptFor: campaignId }),
    ]);
    return targets.map((target) => explainedSegment(target, past, references, behavior));
  }
}

/** The person with previous values. */
function withValuesOf(
  { n, channels, attributes, locale, country }: PersonVersion,
  now: PersonDocument,
): PersonDocument {
  const { attributes: _, locale: __, country: ___, ...rest } = now;
  return {
    ...{ ...rest, n, channels },
    ...(attributes && { attributes }),
    ...(locale !== undefined && { locale }),
    ...(country !== undefined && { country }),
  };
}

function explainedGroup(id: string, name: string | null, past: Past): ExplainedGroup {
  const own = past.memberships.filter(({ groupId }) => groupId === id);
  const before = own.filter(({ createdAt }) => createdAt <= past.at);
  const isCertain =
    before.length > 0
      ? before.some(({ updatedAt }) => updatedAt <= past.at)
      : name !== null && !past.hasRemovals && !past.isPersonChanged;
  return {
    id,
    name,
    outcome: name === null ? null : before.length > 0,
    mayHaveChanged: !isCertain,
    memberships: own.map(({ id: subscriberId, channel, address, createdAt, updatedAt }) => ({
      subscriberId,
      channel,
      address,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    })),
  };
}

function explainedSegment(
  { id, name, version, conditions }: Target,
  past: Past,
  references: CheckedReferences,
  behavior: PastBehavior,
): ExplainedSegment {
  const { person, asOf } = past;
  const segment = { id, name, version };
  if (!person || !conditions)
    return { ...segment, outcome: null, mayHaveChanged: true, isTooNew: false, clauses: [] };
  const facts = pastFacts(past, references, behavior);
  const mayHaveChanged = (condition: Condition): boolean =>
    !facts.isKnown(condition) || isUncertain(condition, past, behavior);
  const clauses = clausesOf(conditions, person, facts).map((clause) => ({
    ...clause,
    mayHaveChanged: clause.condition !== null && mayHaveChanged(clause.condition),
  }));
  const isTooNew = person.createdAt > asOf;
  return {
    ...segment,
    outcome: isTooNew ? false : (clauses[0]?.outcome ?? null),
    mayHaveChanged: !isTooNew && clauses.some((clause) => clause.mayHaveChanged),
    isTooNew,
    clauses,
  };
}

/** The facts that conditions ask for, as they were. */
function pastFacts(past: Past, { isKnown }: CheckedReferences, behavior: PastBehavior): Facts {
  const members = past.memberships.filter(({ createdAt }) => createdAt <= past.at);
  const suppressed = new Set(
    past.histories
      .filter((history) => suppressionsOf(history, past.at).some(({ applied }) => applied))
      .map(({ address: { channel, address } }) => `${channel} ${address}`),
  );
  return {
    asOf: past.asOf,
    isMember: (_, group) => members.some(({ groupId }) => groupId === group),
    isReachable: (_, through) =>
      members.some(({ channel, address }) => channel === through && !suppressed.has(`${channel} ${address}`)),
    did: (_, condition) => behavior.did(condition),
    isKnown,
  };
}

/** Whether the outcome of a condition may have been different. */
function isUncertain(condition: Condition, past: Past, behavior: PastBehavior): boolean {
  if ('joined' in condition) return false;
  if ('did' in condition) return !behavior.isCertain(condition);
  if ('group' in condition) return explainedGroup(condition.group, condition.group, past).mayHaveChanged;
  if ('channel' in condition) return past.isPersonChanged || isMembershipChanged(past, condition.channel);
  return past.isPersonChanged;
}

function isMembershipChanged(past: Past, through: Channel): boolean {
  const own = past.memberships.filter(({ channel }) => channel === through);
  return past.hasRemovals && !own.some(({ createdAt }) => createdAt <= past.at);
}

/** The causes that exist now, and those that were lifted after the time. */
function suppressionsOf({ address: of, eligibility }: AddressHistory, at: Date): ExplainedSuppression[] {
  const { channel, address } = of;
  const causes = [
    ...eligibility.causes.map((cause) => ({ ...cause, liftedAt: null })),
    ...eligibility.lifted.filter(({ liftedAt }) => liftedAt > at),
  ];
  return causes.map(({ reason, sender, source, at: createdAt, liftedAt }) => ({
    ...{ channel, address, reason, sender, source },
    createdAt: createdAt.toISOString(),
    liftedAt: liftedAt?.toISOString() ?? null,
    applied: createdAt <= at,
  }));
}

function topicOf(id: string, name: string | null, { histories, checkedAt: at }: Past): Explanation['topic'] {
  const optOuts = histories.flatMap(({ address: { channel, address }, eligibility }) =>
    [
      ...eligibility.topics.map((topic) => ({ ...topic, liftedAt: null })),
      ...eligibility.pastTopics.filter(({ liftedAt }) => liftedAt > at),
    ]
      .filter(({ topicId }) => topicId === id)
      .map(({ at: leftAt, source, liftedAt }) => ({
        ...{ channel, address, source },
        createdAt: leftAt.toISOString(),
        liftedAt: liftedAt?.toISOString() ?? null,
        applied: leftAt <= at,
      })),
  );
  return { id, name, isLeft: optOuts.some(({ applied }) => applied), optOuts };
}

/** The pause, if it ends after the time, or was changed after it. */
function snoozesOf(
  { address: of, eligibility: { snooze } }: AddressHistory,
  at: Date,
): Explanation['snoozes'] {
  if (!snooze) return [];
  const { until, at: changedAt } = snooze;
  if (changedAt <= at && (until === null || until <= at)) return [];
  return [
    {
      channel: of.channel,
      address: of.address,
      applied: changedAt <= at,
      until: until?.toISOString() ?? null,
      changedAt: changedAt.toISOString(),
    },
  ];
}
