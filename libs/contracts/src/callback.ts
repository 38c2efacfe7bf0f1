import { type Static, Type } from '@sinclair/typebox';
import { event } from './define';
import { Nullable, Timestamp } from './field-types';

/** What a provider says of a message after it took it. */
export const ReportedState = Type.Union([
  Type.Literal('SENT'),
  Type.Literal('DELIVERED'),
  Type.Literal('READ'),
  Type.Literal('FAILED'),
]);
export type ReportedState = Static<typeof ReportedState>;

/**
 * A provider's word about the message `providerId`, heard at `at`. It may come several times and in any order, before the
 * worker that sent it has said so. `integrationId` is whose callback it was: of other people's deliveries it says nothing.
 */
export const DeliveryReported = Type.Object({
  deliveryId: Type.String(),
  integrationId: Type.String(),
  providerId: Type.String(),
  state: ReportedState,
  reason: Nullable(Type.String()),
  permanent: Type.Boolean(),
  providerCode: Nullable(Type.String()),
  at: Timestamp,
});
export type DeliveryReported = Static<typeof DeliveryReported>;

export const callbackMessages = {
  'delivery.reported': event(['dispatcher.callbacks'], DeliveryReported),
};
