import { type Static, Type } from '@sinclair/typebox';
import { event } from './define';
import { Nullable, Timestamp } from './field-types';

/** What a provider reports on a message after it accepted it. */
export const ReportedState = Type.Union([
  Type.Literal('SENT'),
  Type.Literal('DELIVERED'),
  Type.Literal('READ'),
  Type.Literal('FAILED'),
]);
export type ReportedState = Static<typeof ReportedState>;

/**
 * A provider's report on the message `providerId`, received at `at`. It may come several times and in any order,
 * before the settlement by the worker that sent the message. `integrationId` is the integration of the callback: it
 * has no effect on deliveries by another one.
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
