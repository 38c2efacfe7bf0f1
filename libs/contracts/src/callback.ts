import { type Static, Type } from '@sinclair/typebox';
import { event } from './define';
import { Nullable, Timestamp } from './field-types';
import { DeliveryReason } from './reasons';

/** A provider's report about a message after accepting it. */
export const ReportedState = Type.Union([
  Type.Literal('SENT'),
  Type.Literal('DELIVERED'),
  Type.Literal('READ'),
  Type.Literal('FAILED'),
]);
export type ReportedState = Static<typeof ReportedState>;

/**
 * A provider's report about the message `providerId`, received at `at`. It can arrive repeatedly and in any order,
 * before the settlement by the worker that sent the message. `senderId` is the sender of the callback: it has
 * no effect on deliveries through another one.
 */
export const DeliveryReported = Type.Object({
  deliveryId: Type.String(),
  senderId: Type.String(),
  providerId: Type.String(),
  state: ReportedState,
  reason: Nullable(DeliveryReason),
  permanent: Type.Boolean(),
  providerCode: Nullable(Type.String()),
  /** The sender is unusable for all recipients, as when a provider reports it in the response to a message. */
  stopsSender: Type.Optional(Type.Literal(true)),
  at: Timestamp,
});
export type DeliveryReported = Static<typeof DeliveryReported>;

/**
 * The consequence of a bounce for its address: it is suppressed, or doubted (the third doubt within 30 days suppresses
 * it), or counted as temporary, or unaffected.
 */
export const BounceConsequence = Type.Union([
  Type.Literal('SUPPRESS'),
  Type.Literal('DOUBT'),
  Type.Literal('COUNT'),
  Type.Literal('NOTHING'),
]);
export type BounceConsequence = Static<typeof BounceConsequence>;

/** The outcome of a message after its provider had accepted it. */
export const Feedback = Type.Union([Type.Literal('BOUNCED'), Type.Literal('COMPLAINED')]);
export type Feedback = Static<typeof Feedback>;

/**
 * A delivery bounced, or its recipient complained. The publisher has verified the delivery. It can arrive repeatedly
 * and in any order, before the settlement by the worker that sent the message. For a complaint, `consequence` has no
 * effect: the address is always suppressed.
 */
export const DeliveryReturned = Type.Object({
  deliveryId: Type.String(),
  /** The sender whose provider reported it: no effect on deliveries by others. Absent: a returned email reported it. */
  senderId: Type.Optional(Type.String()),
  feedback: Feedback,
  /** The provider rejected the message permanently. */
  isHard: Type.Boolean(),
  reason: DeliveryReason,
  providerCode: Nullable(Type.String()),
  consequence: BounceConsequence,
  at: Timestamp,
});
export type DeliveryReturned = Static<typeof DeliveryReturned>;

export const callbackMessages = {
  'delivery.reported': event(['dispatcher.callbacks'], DeliveryReported),
  'delivery.returned': event(['dispatcher.callbacks'], DeliveryReturned),
};
