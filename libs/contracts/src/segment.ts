import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { behaviors } from './behavior-kinds';
import { Channel } from './channels';
import { command, count, read } from './define';
import { Deleted, Id, Nullable, Page, PageRequest, Timestamp } from './field-types';
import { Person } from './person';

/** A calendar day in UTC: `2026-11-28`. */
const Day = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' });
const Days = Type.Integer({ minimum: 0, maximum: 36_500 });

/**
 * Days in UTC, both ends included. Without `from` or `to`, the range is open. `inLastDays` 7: today and the seven days
 * before.
 */
const DayRange = Type.Union([
  Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) }, { additionalProperties: false }),
  Type.Object({ inLastDays: Days }, { additionalProperties: false }),
  Type.Object({ inNextDays: Days }, { additionalProperties: false }),
]);
export type DayRange = Static<typeof DayRange>;

/** Both ends included. */
const NumberRange = Type.Object(
  { from: Type.Optional(Type.Number()), to: Type.Optional(Type.Number()) },
  { additionalProperties: false },
);

const Behavior = Type.Union(behaviors.map((each) => Type.Literal(each)));

const only = { additionalProperties: false };
const named = { attribute: Type.String() };

/** A condition on a person. Exactly one of its kinds. */
const conditions = [
  /** One of the values. For a list: one of its texts. */
  Type.Object({ ...named, is: Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()])) }, only),
  /** In any letter case. For a list: one of its texts. */
  Type.Object({ ...named, contains: Type.String() }, only),
  Type.Object({ ...named, startsWith: Type.String() }, only),
  Type.Object({ ...named, number: NumberRange }, only),
  Type.Object({ ...named, date: DayRange }, only),
  Type.Object({ ...named, exists: Type.Literal(true) }, only),
  /** A member of the group, with any address. */
  Type.Object({ group: Id }, only),
  /** A member of any group on this channel, with an address that is not suppressed. */
  Type.Object({ channel: Channel }, only),
  Type.Object({ country: Type.Array(Type.String()) }, only),
  /** The language, or the language in the country: `de` includes `de-AT`. */
  Type.Object({ locale: Type.Array(Type.String()) }, only),
  /** When the person was added. */
  Type.Object({ joined: DayRange }, only),
  /**
   * What the person did, or what was done: in a campaign or in any, in these days or ever, in at least this number of
   * campaigns (1). `link`: the number of the clicked link.
   */
  Type.Object(
    {
      did: Behavior,
      campaignId: Type.Optional(Id),
      inLastDays: Type.Optional(Days),
      atLeast: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
      link: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    only,
  ),
] as const;
export const Condition = Type.Union([...conditions]);
export type Condition = Static<typeof Condition>;
export type BehaviorCondition = Extract<Condition, { did: unknown }>;
export type AttributeCondition = Extract<Condition, { attribute: unknown }>;

/** All, any, or none of the conditions. `all` of nothing is everyone. */
export type SegmentTree = { all: SegmentTree[] } | { any: SegmentTree[] } | { not: SegmentTree } | Condition;
export const SegmentTree = Type.Unsafe<SegmentTree>(
  Type.Recursive(
    (This) =>
      Type.Union([
        Type.Object({ all: Type.Array(This) }, only),
        Type.Object({ any: Type.Array(This) }, only),
        Type.Object({ not: This }, only),
        ...conditions,
      ]),
    { $id: 'SegmentTree' },
  ),
);

/** A part of a segment that no longer exists. The segment cannot be used until it is changed. */
export const SegmentProblem = Type.Object({
  kind: Type.Union([Type.Literal('GROUP'), Type.Literal('ATTRIBUTE')]),
  /** The ID of the group, or the name of the attribute. */
  what: Type.String(),
});
export type SegmentProblem = Static<typeof SegmentProblem>;

/** A named selection of people. Its version increases when its conditions change. */
export const Segment = Type.Object({
  id: Id,
  userId: Id,
  name: Type.String(),
  conditions: SegmentTree,
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Segment = Static<typeof Segment>;

/** An unchangeable version of a segment. */
export const SegmentVersion = Type.Object({ id: Id, version: Type.Integer() });
export type SegmentVersion = Static<typeof SegmentVersion>;

/**
 * The campaign sends to each person on the first channel of `order` that reaches them. If that fails permanently within
 * `fallbackHours` after the delivery was planned, it sends on the next channel. Null: it never does.
 */
export const FirstChannel = Type.Object({
  order: Type.Array(Channel),
  fallbackHours: Nullable(Type.Integer()),
});
export type FirstChannel = Static<typeof FirstChannel>;
/** Absent: on every channel on which a person is a member. */
const first = Type.Optional(FirstChannel);

/** Whom a campaign targets besides its groups, and whom it doesn't reach. `topicId` null: no topic. */
export const Audience = Type.Object({
  segments: Type.Array(Id),
  excludeGroups: Type.Array(Id),
  excludeSegments: Type.Array(Id),
  topicId: Nullable(Id),
  first,
});
export type Audience = Static<typeof Audience>;

/** An audience with the versions that its segments had when the campaign started. */
export const FrozenAudience = Type.Object({
  segments: Type.Array(SegmentVersion),
  excludeGroups: Type.Array(Id),
  excludeSegments: Type.Array(SegmentVersion),
  topicId: Nullable(Id),
  first,
});
export type FrozenAudience = Static<typeof FrozenAudience>;

const which = { userId: Id, id: Id };

export const segmentMessages = {
  /** Errors: limit_reached, quota_exceeded, validation_failed. */
  'segment.create': command(
    'subscriber',
    Type.Object({ by: By, ...which, name: Type.String(), conditions: SegmentTree }),
    Segment,
  ),
  'segment.get': command('subscriber', Type.Object(which), Segment),
  'segment.list': read('subscriber', Type.Object({ userId: Id, ...PageRequest }), Page(Segment)),
  'segment.update': command(
    'subscriber',
    Type.Object({
      by: By,
      ...which,
      name: Type.Optional(Type.String()),
      conditions: Type.Optional(SegmentTree),
    }),
    Segment,
  ),
  /** Errors: segment_in_use. */
  'segment.delete': command('subscriber', Type.Object({ by: By, ...which }), Deleted),
  /**
   * The number of people that match. `isComplete` false: at least so many, because counting takes longer. Ask again for
   * the whole count. `problems`: what no longer exists. In this case, nothing is counted.
   */
  'segment.count': count(
    'subscriber',
    Type.Object({ userId: Id, conditions: SegmentTree }),
    Type.Object({
      people: Type.Integer(),
      isComplete: Type.Boolean(),
      problems: Type.Array(SegmentProblem),
    }),
  ),
  /** Some people that match, oldest first. A page can be empty even if more pages follow. */
  'segment.people': count(
    'subscriber',
    Type.Object({ userId: Id, conditions: SegmentTree, ...PageRequest }),
    Page(Person),
  ),
  /** The current versions of these segments, the IDs that are no segments of the user, and what no longer exists. */
  'segment.resolve': command(
    'subscriber',
    Type.Object({ userId: Id, ids: Type.Array(Id) }),
    Type.Object({
      found: Type.Array(SegmentVersion),
      missing: Type.Array(Id),
      problems: Type.Array(Type.Object({ id: Id, ...SegmentProblem.properties })),
    }),
  ),
};
