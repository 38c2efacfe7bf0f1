import { type Static, Type } from '@sinclair/typebox';

/** A way to reach a person. The contract with clients calls it `integration`. */
export const channels = ['EMAIL', 'WHATSAPP', 'SMS'] as const;
export const Channel = Type.Union(
  channels.map((channel) => Type.Literal(channel)) as [
    ReturnType<typeof Type.Literal<'EMAIL'>>,
    ReturnType<typeof Type.Literal<'WHATSAPP'>>,
    ReturnType<typeof Type.Literal<'SMS'>>,
  ],
);
export type Channel = Static<typeof Channel>;

/** What became of one recipient; see docs/architecture.md for the moves between them. */
export const deliveryStates = [
  'QUEUED',
  'SENT',
  'DELIVERED',
  'READ',
  'FAILED',
  'SKIPPED',
  'UNCONFIRMED',
  'CANCELLED',
] as const;
export type DeliveryState = (typeof deliveryStates)[number];
export const DeliveryState = Type.Unsafe<DeliveryState>(
  Type.Union(deliveryStates.map((state) => Type.Literal(state))),
);

/** A count for every state, zeros included. */
export const StateCounts = Type.Object(
  Object.fromEntries(deliveryStates.map((state) => [state, Type.Integer()])) as Record<
    DeliveryState,
    ReturnType<typeof Type.Integer>
  >,
);
export type StateCounts = Static<typeof StateCounts>;

export const Plan = Type.Union([Type.Literal('FREE'), Type.Literal('UPGRADED')]);
export type Plan = Static<typeof Plan>;
