import { type Static, Type } from '@sinclair/typebox';
import { command } from './define';
import { Id } from './field-types';

/**
 * The quotas of a plan. Kinds that end in `Bytes` are in bytes, `monthlySpending` is in the currency of
 * the prices, and the others are counts.
 */
export const quotaKinds = [
  'subscribers',
  'people',
  'groups',
  'segments',
  'campaigns',
  'runningCampaigns',
  'monthlySpending',
  'media',
  'mediaBytes',
  'templates',
  'savedFilters',
  'importBytes',
  'rejectedLines',
  'suppressions',
  'idempotencyBytes',
] as const;
export type QuotaKind = (typeof quotaKinds)[number];

/** An amount of each kind. A service omits kinds that it doesn't know. */
const amount = Type.Optional(Type.Integer({ minimum: 0 }));
const Amounts = Type.Object(
  Object.fromEntries(quotaKinds.map((kind) => [kind, amount])) as Record<QuotaKind, typeof amount>,
);
export type Amounts = Static<typeof Amounts>;

/** The user that the limits or the usage belong to. */
const Whose = Type.Object({ userId: Id });

export const quotaMessages = {
  /** The limits of the user's plan. An absent kind has none. Errors: user_not_found. */
  'account.quotas': command('account', Whose, Type.Object({ limits: Amounts })),
  /** A user's usage of the kinds that the service stores. */
  'subscriber.usage': command('subscriber', Whose, Type.Object({ used: Amounts })),
  'campaign.usage': command('campaign', Whose, Type.Object({ used: Amounts })),
};
