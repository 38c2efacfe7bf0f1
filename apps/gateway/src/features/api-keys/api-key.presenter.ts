import type { ApiKey, Scope } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Id, OneOf, OrNull, Text, Time, View, presenter } from '../../openapi/view';

export const allScopes = ['read', 'write', 'send'] as const satisfies Scope[];

/** A key as it may be shown permanently. */
export const ApiKeyView = View('ApiKey', {
  _id: Id(),
  user: Id(),
  name: Text('Web shop'),
  prefix: Text('car_live_0aB1', { description: 'The first 13 characters' }),
  scopes: Type.Array(OneOf(allScopes, { $id: 'Scope' })),
  createdAt: Time(),
  lastUsedAt: OrNull(Time()),
});

/** A key as it is shown once. */
export const NewApiKeyView = View('NewApiKey', {
  ...ApiKeyView.properties,
  key: Type.Optional(
    Text('car_live_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0u1vW2xY', {
      description: 'The key itself. It is never shown again, and is missing in a replayed answer',
    }),
  ),
});

const named = ({ id, userId, ...apiKey }: ApiKey) => ({ ...apiKey, _id: id, user: userId });

export const presentApiKey = presenter(ApiKeyView, named);
export const presentNewApiKey = presenter(NewApiKeyView, (created: ApiKey & { key: string }) => ({
  ...named(created),
  key: created.key,
}));
