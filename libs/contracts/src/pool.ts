import { type Static, Type } from '@sinclair/typebox';
import { Id } from './field-types';

/** The most senders of a pool, and the most entries of each rule of a sender. */
export const POOL_LIMITS = { members: 10, rules: 100, weight: 1_000 };

const rule = Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: POOL_LIMITS.rules }));

/**
 * The recipients of a sender of a pool: recipients at these domains (email), with numbers of these countries
 * (ISO 3166-1 alpha-2), and of campaigns with these topics. Absent rules match everyone.
 */
export const PoolRules = Type.Object({
  domains: rule,
  countries: rule,
  topicIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: POOL_LIMITS.rules })),
});
export type PoolRules = Static<typeof PoolRules>;

/** A sender of a pool. `weight`: its share of the recipients with the strategy WEIGHTS; absent: 1. */
export const PoolMember = Type.Object({
  senderId: Id,
  weight: Type.Optional(Type.Integer({ minimum: 1, maximum: POOL_LIMITS.weight })),
  ...PoolRules.properties,
});
export type PoolMember = Static<typeof PoolMember>;

export const PoolMembers = Type.Array(PoolMember, { minItems: 1, maxItems: POOL_LIMITS.members });

export const PoolStrategy = Type.Union([Type.Literal('ORDER'), Type.Literal('WEIGHTS')]);
export type PoolStrategy = Static<typeof PoolStrategy>;

export function hasRules({ domains, countries, topicIds }: PoolRules): boolean {
  return domains !== undefined || countries !== undefined || topicIds !== undefined;
}
