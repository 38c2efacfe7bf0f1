import { type Static, Type } from '@sinclair/typebox';
import { broadcast } from './define';
import { Id } from './field-types';

/** How many requests a second in the long run, and how many at once after a rest. */
export const Rate = Type.Object({
  perSecond: Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }),
  burst: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
});
export type Rate = Static<typeof Rate>;

/** How fast a key may be used. `PLAN`: as the gateway is configured for the user's plan; `NONE`: without a limit. */
export const KeyRate = Type.Union([Type.Literal('PLAN'), Type.Literal('NONE'), Rate]);
export type KeyRate = Static<typeof KeyRate>;

/** The most of one kind that one message tells. */
export const MAX_USES = 1_000;

/** What was used of one bucket since it was told last; below zero: given back. `id`: of a key, or a network. */
const Use = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  used: Type.Integer(),
  rate: Rate,
});
export type Use = Static<typeof Use>;
const Uses = Type.Array(Use, { maxItems: MAX_USES });

export const limitMessages = {
  /** What came to the gateway of this id, for the others: requests by keys, and wrong keys by networks. */
  'limits.used': broadcast(Type.Object({ gatewayId: Id, keys: Uses, failedAuthentications: Uses })),
};
