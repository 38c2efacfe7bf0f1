import { type ApiKey, scopes } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Id, OneOf, OrNull, Text, Time, View, presenter } from '../../openapi/view';

/** The fields that user keys and operator keys share. */
export const keyProperties = {
  expiresAt: OrNull(Time(), { description: 'The expiration time; null: never' }),
  networks: OrNull(Type.Array(Text('203.0.113.0/24')), {
    description: 'The networks from which the key is accepted; null: all',
  }),
  createdAt: Time(),
  lastUsedAt: OrNull(Time()),
};

/** The secret of a key, which is shown once. */
export const secretKey = (example: string) =>
  Type.Optional(
    Text(example, {
      description: "The key. It is shown only once, and replayed responses don't contain it",
    }),
  );

/** A key in the form that may be shown at any time. */
export const ApiKeyView = View('ApiKey', {
  _id: Id(),
  user: Id(),
  name: Text('Web shop'),
  prefix: Text('car_live_0aB1', { description: 'The first 13 characters' }),
  scopes: Type.Array(OneOf(scopes, { $id: 'Scope' })),
  ...keyProperties,
});

/** A key in the form that is shown once. */
export const NewApiKeyView = View('NewApiKey', {
  ...ApiKeyView.properties,
  key: secretKey('car_live_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0u1vW2xY'),
});

const named = ({ id, userId, expiresAt, networks, ...apiKey }: ApiKey) => ({
  ...apiKey,
  _id: id,
  user: userId,
  scopes: apiKey.scopes,
  expiresAt: expiresAt ?? null,
  networks: networks ?? null,
});

export const presentApiKey = presenter(ApiKeyView, named);
export const presentNewApiKey = presenter(NewApiKeyView, (created: ApiKey & { key: string }) => ({
  ...named(created),
  key: created.key,
}));
