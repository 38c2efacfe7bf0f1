import { type ProviderAccount, senderProviders } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { ChannelName, Count, Id, OneOf, OrNull, Text, Time, View, presenter } from '../../openapi/view';

export const ProviderAccountView = View('ProviderAccount', {
  _id: Id({ description: 'A keyed hash of what identifies the account, such as its API key' }),
  provider: OneOf(senderProviders),
  name: Text('smtp.example.com · ann', { description: 'Contains only the end of a secret' }),
  channels: Type.Array(ChannelName),
  senders: Count(3, { description: 'Senders that use the account' }),
  users: Count(2, { description: 'Users who own these senders' }),
  ratePerSecond: OrNull(Type.Number({ exclusiveMinimum: 0 }), {
    description: 'The limit for all these senders together. null: no limit',
    examples: [50],
  }),
  isPaused: Type.Boolean({ description: 'Whether all campaigns that use the account wait' }),
  pausedAt: OrNull(Time()),
});

export const presentProviderAccount = presenter(
  ProviderAccountView,
  ({ id, pausedAt, ...account }: ProviderAccount) => ({
    ...account,
    _id: id,
    isPaused: pausedAt !== undefined,
    pausedAt: pausedAt ?? null,
  }),
);
