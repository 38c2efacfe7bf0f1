import { type Integration, type IntegrationCheck, channelRow } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { ChannelName, Id, OneOf, OrNull, Text, Time, View, presenter } from '../openapi/view';
import { settingsSchemas } from './settings';

const statuses = ['UNTESTED', 'OK', 'FAILING'] as const satisfies Integration['status'][];

/** A user's credentials for a channel. Of each secret only the last four characters are shown. */
export const IntegrationView = View('Integration', {
  _id: Id(),
  user: Id(),
  channel: ChannelName,
  name: Text('Our mail server'),
  settings: Type.Unsafe<Record<string, unknown>>(settingsSchemas.anyShown),
  secrets: Type.Record(Type.String(), Type.String(), {
    description: 'The end of each secret, by its name',
    examples: [{ password: '…aple' }],
  }),
  ratePerSecond: OrNull(Type.Number({ exclusiveMinimum: 0 }), {
    description: 'What holds, be it said or usual for the channel; null: as fast as it goes',
  }),
  status: OneOf(statuses, { description: 'What the last test said' }),
  statusReason: OrNull(Text('LOGIN')),
  checkedAt: OrNull(Time()),
  createdAt: Time(),
  updatedAt: Time(),
});

/** What a provider said when an integration was tried. */
export const CheckView = View('IntegrationCheck', {
  ok: Type.Boolean({ examples: [true] }),
  reason: OrNull(Text('LOGIN')),
  providerCode: OrNull(Text('535')),
  detail: OrNull(Text('The server refused the user name or the password')),
  checkedAt: Time(),
});

export const presentIntegration = presenter(IntegrationView, (integration: Integration) => ({
  ...integration,
  _id: integration.id,
  user: integration.userId,
  ratePerSecond: integration.ratePerSecond ?? channelRow(integration.channel).ratePerSecond,
}));

/** What a provider said: one that refuses is `ok: false`, not an error. */
export const presentCheck = presenter(CheckView, (check: IntegrationCheck) => check);
