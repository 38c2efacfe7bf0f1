import { type Static, Type } from '@sinclair/typebox';
import { type DeliveryBehavior as Kind, deliveryBehaviors } from './behavior-kinds';
import { Channel } from './channels';
import { read } from './define';
import { Id, Nullable, PageRequest, Timestamp } from './field-types';

const DeliveryBehavior = Type.Unsafe<Kind>(
  Type.Union(deliveryBehaviors.map((behavior) => Type.Literal(behavior))),
);

/** The part of a batch that has changed: the states of its deliveries, or the opens and clicks of its emails. */
export const behaviorParts = ['STATES', 'MARKS'] as const;
export type BehaviorPart = (typeof behaviorParts)[number];
const BehaviorPart = Type.Unsafe<BehaviorPart>(Type.Union(behaviorParts.map((part) => Type.Literal(part))));

/** A behavior of some recipients of a batch on the same day. */
export const BehaviorFact = Type.Object({
  did: DeliveryBehavior,
  /** The number of the clicked link. Null: any link, or no click. */
  link: Nullable(Type.Integer()),
  /** The days since 1970-01-01, UTC. */
  day: Type.Integer(),
  /** Positions in the batch, as pairs of first and last. */
  positions: Type.Array(Type.Integer()),
});
export type BehaviorFact = Static<typeof BehaviorFact>;

/** All facts about a batch that its requested parts contain. */
export const BatchBehavior = Type.Object({
  batchId: Type.String(),
  campaignId: Id,
  channel: Channel,
  /** The earliest time at which a message was sent. Null: none was, or this part wasn't requested. */
  sentFrom: Nullable(Timestamp),
  facts: Type.Array(BehaviorFact),
  /** The recipients by position. Absent: not requested. */
  addresses: Type.Optional(Type.Array(Type.String())),
});
export type BatchBehavior = Static<typeof BatchBehavior>;

/** The maximum number of batches in one request. Each has up to some hundred recipients. */
export const MAX_BEHAVIOR_BATCHES = 20;

/** Reads the behavior of recipients from the ledger, without a write on the path of sending. */
export const behaviorMessages = {
  /** The IDs of all batches of a user, in the order of planning, continuing after a batch. */
  'dispatch.behavior-batches': read(
    'dispatcher',
    Type.Object({ userId: Id, ...PageRequest }),
    Type.Object({ items: Type.Array(Type.String()), next: Nullable(Type.String()) }),
    { timeoutMs: 10_000 },
  ),
  /**
   * The batches of a user of which this part has changed, in the order of their last change, continuing after a change.
   * Null: from now on. A change can appear up to a minute after later ones. `asOf`: the list contains every change that
   * was acknowledged before this time and isn't older than `after`. `next`: the position after these items.
   */
  'dispatch.behavior-changes': read(
    'dispatcher',
    Type.Object({ userId: Id, part: BehaviorPart, ...PageRequest }),
    Type.Object({
      items: Type.Array(Type.Object({ batchId: Type.String(), change: Type.String() })),
      next: Type.String(),
      asOf: Timestamp,
    }),
    { timeoutMs: 10_000 },
  ),
  /** The facts about these batches. Batches whose ledger is deleted are omitted. */
  'dispatch.behavior': read(
    'dispatcher',
    Type.Object({
      userId: Id,
      parts: Type.Array(BehaviorPart),
      batches: Type.Array(Type.Object({ batchId: Type.String(), withAddresses: Type.Boolean() }), {
        maxItems: MAX_BEHAVIOR_BATCHES,
      }),
    }),
    Type.Object({ batches: Type.Array(BatchBehavior) }),
    { timeoutMs: 10_000 },
  ),
  /** Those among these campaigns that the user has deleted. */
  'dispatch.deleted-campaigns': read(
    'dispatcher',
    Type.Object({ userId: Id, campaignIds: Type.Array(Id, { maxItems: 1_000 }) }),
    Type.Object({ campaignIds: Type.Array(Id) }),
  ),
};
