import { type OperatorKey, operatorScopes } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { keyProperties, secretKey } from '../api-keys';
import { Id, OneOf, Text, View, presenter } from '../../openapi/view';

/** An operator key in the form that may be shown at any time. */
export const OperatorKeyView = View('OperatorApiKey', {
  _id: Id(),
  name: Text('On call'),
  prefix: Text('car_op_0aB1cD', { description: 'The first 13 characters' }),
  scopes: Type.Array(OneOf(operatorScopes, { $id: 'OperatorScope' })),
  isConfigured: Type.Boolean({
    description: 'The key is defined in the configuration, and can be changed only there',
  }),
  ...keyProperties,
});

/** An operator key in the form that is shown once. */
export const NewOperatorKeyView = View('NewOperatorApiKey', {
  ...OperatorKeyView.properties,
  key: secretKey('car_op_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0u1vW2xY'),
});

const named = ({ id, grants, expiresAt, networks, ...key }: OperatorKey) => ({
  ...key,
  _id: id,
  scopes: grants,
  expiresAt: expiresAt ?? null,
  networks: networks ?? null,
});

export const presentOperatorKey = presenter(OperatorKeyView, named);
export const presentNewOperatorKey = presenter(
  NewOperatorKeyView,
  (created: OperatorKey & { key: string }) => ({
    ...named(created),
    key: created.key,
  }),
);
