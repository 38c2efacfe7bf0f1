import { type Static, Type } from '@sinclair/typebox';
import { Channel } from './channels';
import { read } from './define';
import { Delivery } from './dispatch';
import { Id, Nullable, Timestamp } from './field-types';
import { DeliveryReason } from './reasons';
import { Condition, FrozenAudience } from './segment';
import { SuppressionReason } from './suppression';

/** A campaign as it was planned. `areDeliveriesKept` false: its deliveries are deleted. */
export const PlannedCampaign = Type.Object({
  publishedAt: Timestamp,
  isPlanned: Type.Boolean(),
  areDeliveriesKept: Type.Boolean(),
  groups: Type.Array(Id),
  /** Null: only the groups. */
  audience: Nullable(FrozenAudience),
});
export type PlannedCampaign = Static<typeof PlannedCampaign>;

export const EarlierSender = Type.Object({
  senderId: Type.String(),
  reason: DeliveryReason,
  providerCode: Nullable(Type.String()),
  at: Timestamp,
});
export type EarlierSender = Static<typeof EarlierSender>;

/** A delivery with its sender, and with what the user can do about its reason. */
export const ExplainedDelivery = Type.Object({
  ...Delivery.properties,
  senderId: Nullable(Type.String()),
  /** The senders of a pool that refused the message before `senderId` got it, oldest first. Absent: none. */
  earlierSenders: Type.Optional(Type.Array(EarlierSender)),
  advice: Nullable(Type.String()),
  /** The language of the translation. Null: the texts for everyone. Absent: the campaign has no translations. */
  translation: Type.Optional(Nullable(Type.String())),
});
export type ExplainedDelivery = Static<typeof ExplainedDelivery>;

/** Null: unknown, because it names something that no longer exists, or no person is known. */
const Outcome = Nullable(Type.Boolean());

/** A part of a campaign's audience, and whether the person was in it. */
const target = {
  id: Id,
  /** Null: it no longer exists. */
  name: Nullable(Type.String()),
  outcome: Outcome,
  /** The outcome is computed from values that may have been different when the campaign was planned. */
  mayHaveChanged: Type.Boolean(),
};

/** An address with which a person is a member of a group now. */
const GroupMembership = Type.Object({
  subscriberId: Id,
  channel: Channel,
  address: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const ExplainedGroup = Type.Object({ ...target, memberships: Type.Array(GroupMembership) });
export type ExplainedGroup = Static<typeof ExplainedGroup>;

/** A part of the conditions of a segment: a condition, or `all`, `any`, or `not` of the clauses one level deeper. */
export const ExplainedClause = Type.Object({
  depth: Type.Integer(),
  operator: Type.Union([Type.Literal('all'), Type.Literal('any'), Type.Literal('not'), Type.Null()]),
  condition: Nullable(Condition),
  outcome: Outcome,
  /** What the person has: a value, or whether the person is a member, can be reached, or did it. Null: no value. */
  value: Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())])),
  mayHaveChanged: Type.Boolean(),
});
export type ExplainedClause = Static<typeof ExplainedClause>;

/** The clauses are in the order of the tree. Without a person, there are none. */
export const ExplainedSegment = Type.Object({
  ...target,
  version: Nullable(Type.Integer()),
  /** The person was added after the campaign started, and therefore isn't in any segment of it. */
  isTooNew: Type.Boolean(),
  clauses: Type.Array(ExplainedClause),
});
export type ExplainedSegment = Static<typeof ExplainedSegment>;

/** `applied`: it was in force when the message was sent or skipped. */
const choice = { channel: Channel, address: Type.String(), applied: Type.Boolean() };
const lifted = { liftedAt: Nullable(Timestamp) };

export const ExplainedSuppression = Type.Object({
  ...choice,
  ...lifted,
  reason: SuppressionReason,
  sender: Nullable(Type.String()),
  source: Nullable(Type.String()),
  createdAt: Timestamp,
});
export type ExplainedSuppression = Static<typeof ExplainedSuppression>;

const ExplainedOptOut = Type.Object({
  ...choice,
  ...lifted,
  source: Nullable(Type.String()),
  createdAt: Timestamp,
});

const ExplainedTopic = Type.Object({
  id: Id,
  name: Nullable(Type.String()),
  isLeft: Type.Boolean(),
  optOuts: Type.Array(ExplainedOptOut),
});

/** A pause of all messages. `until` null: the person ended it. */
const ExplainedSnooze = Type.Object({ ...choice, until: Nullable(Timestamp), changedAt: Timestamp });

/** Version null: the current one. */
const Version = Type.Object({ id: Id, version: Nullable(Type.Integer()) });

/**
 * An address, and when a person had it. `from` null: unknown. `until` null: the person still has it. `personId`: who had
 * it, possibly a person who was merged into this one since.
 */
export const HeldAddress = Type.Object({
  address: Type.String(),
  personId: Id,
  from: Nullable(Timestamp),
  until: Nullable(Timestamp),
});
export type HeldAddress = Static<typeof HeldAddress>;

export const explainMessages = {
  /** Null: the dispatcher doesn't know the campaign (yet). */
  'dispatch.planned-campaign': read(
    'dispatcher',
    Type.Object({ userId: Id, campaignId: Id }),
    Type.Object({ campaign: Nullable(PlannedCampaign) }),
  ),
  /** The deliveries of a campaign to these addresses, on all channels. */
  'dispatch.explain': read(
    'dispatcher',
    Type.Object({ userId: Id, campaignId: Id, addresses: Type.Array(Type.String()) }),
    Type.Object({ deliveries: Type.Array(ExplainedDelivery) }),
    { timeoutMs: 10_000 },
  ),
  /**
   * A person, or everyone who has an address or had it after a time, with the addresses since then. A person who was
   * merged into another one is that person. Errors: person_not_found.
   */
  'person.holders': read(
    'subscriber',
    Type.Object({
      userId: Id,
      whom: Type.Union([Type.Object({ personId: Id }), Type.Object({ address: Type.String() })]),
      since: Timestamp,
    }),
    Type.Object({ people: Type.Array(Type.Object({ personId: Id, held: Type.Array(HeldAddress) })) }),
  ),
  /**
   * Why a person, or some addresses without a person, are in the audience of a campaign or not. `asOf`: the time for
   * which segments are evaluated. `at`: when the values were read. `checkedAt`: when opt-outs were last checked.
   * `mergedId`: the person who was merged into this one since, and whose values were read.
   */
  'audience.explain': read(
    'subscriber',
    Type.Object({
      userId: Id,
      campaignId: Id,
      personId: Nullable(Id),
      mergedId: Nullable(Id),
      addresses: Type.Array(Type.String()),
      groups: Type.Array(Id),
      segments: Type.Array(Version),
      excludeGroups: Type.Array(Id),
      excludeSegments: Type.Array(Version),
      topicId: Nullable(Id),
      asOf: Timestamp,
      at: Timestamp,
      checkedAt: Timestamp,
    }),
    Type.Object({
      groups: Type.Array(ExplainedGroup),
      segments: Type.Array(ExplainedSegment),
      excludeGroups: Type.Array(ExplainedGroup),
      excludeSegments: Type.Array(ExplainedSegment),
      /** Whether the person is a member of any group, and can therefore receive messages at all. */
      hasMembership: Type.Boolean(),
      topic: Nullable(ExplainedTopic),
      suppressions: Type.Array(ExplainedSuppression),
      snoozes: Type.Array(ExplainedSnooze),
    }),
    { timeoutMs: 10_000 },
  ),
};
