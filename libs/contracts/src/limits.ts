import { type Static, Type } from '@sinclair/typebox';
import { broadcast } from './define';
import { Id } from './field-types';

/** Requests per second in the long run, and the burst. */
export const Rate = Type.Object({
  perSecond: Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }),
  burst: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
});
export type Rate = Static<typeof Rate>;

/** The rate limit of a key. `PLAN`: the gateway's configuration for the user's plan; `NONE`: no limit. */
export const KeyRate = Type.Union([Type.Literal('PLAN'), Type.Literal('NONE'), Rate]);
export type KeyRate = Static<typeof KeyRate>;

/** The maximum number of uses of one kind in one message. */
export const MAX_USES = 1_000;

/**
 * The use of one bucket since the last message; negative: returned. `id`: of a key, or of the limited action and its
 * subject. `worked`: the additional cost of work.
 */
const Use = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  used: Type.Integer(),
  worked: Type.Optional(Type.Integer({ minimum: 0 })),
  rate: Rate,
});
export type Use = Static<typeof Use>;
const Uses = Type.Array(Use, { maxItems: MAX_USES });

export const limitMessages = {
  /** Requests by key, and failed authentications by network, at the gateway with this ID, for the other gateways. */
  'limits.used': broadcast(Type.Object({ gatewayId: Id, keys: Uses, failedAuthentications: Uses })),
};
