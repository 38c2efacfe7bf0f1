import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { Channel } from './channels';
import { broadcast, command } from './define';
import { Id, Nullable, Page, PageRequest, Timestamp } from './field-types';
import { SenderProvider } from './providers';

/** What an operator has set for a provider account, for all senders that use it. */
export const ProviderAccountControls = Type.Object({
  id: Id,
  /** Null: no shared limit. */
  ratePerSecond: Nullable(Type.Number()),
  /** Since when the recipients of all campaigns wait. Absent: it isn't paused. */
  pausedAt: Type.Optional(Timestamp),
});
export type ProviderAccountControls = Static<typeof ProviderAccountControls>;

/**
 * An account at a provider, which senders of several users can share: the same server and user, or the same API key. The
 * ID is a keyed hash of them. `name`: as far as it isn't secret.
 */
export const ProviderAccount = Type.Object({
  ...ProviderAccountControls.properties,
  provider: SenderProvider,
  name: Type.String(),
  channels: Type.Array(Channel),
  senders: Type.Integer(),
  users: Type.Integer(),
});
export type ProviderAccount = Static<typeof ProviderAccount>;

export const providerAccountMessages = {
  /** Those that senders use, including the operator's default sender, in the order of their IDs. */
  'provider-account.list': command('account', Type.Object(PageRequest), Page(ProviderAccount)),
  /** Errors: provider_account_not_found. */
  'provider-account.get': command('account', Type.Object({ id: Id }), ProviderAccount),
  /** Changes the given fields. Errors: provider_account_not_found. */
  'provider-account.update': command(
    'account',
    Type.Object({
      by: By,
      id: Id,
      isPaused: Type.Optional(Type.Boolean()),
      ratePerSecond: Type.Optional(Nullable(Type.Number({ exclusiveMinimum: 0 }))),
    }),
    ProviderAccount,
  ),
  /** Everything cached about provider accounts is out of date. */
  'provider-accounts.changed': broadcast(Type.Object({})),
};
