import { type Integration, type IntegrationCheck, channelRow } from '@carillon/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { ChannelName, Id, OneOf, OrNull, Text, Time, View } from '../openapi/view';
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
export type IntegrationView = Static<typeof IntegrationView>;

/** What a provider said when an integration was tried. */
export const CheckView = View('IntegrationCheck', {
  ok: Type.Boolean({ examples: [true] }),
  reason: OrNull(Text('LOGIN')),
  providerCode: OrNull(Text('535')),
  detail: OrNull(Text('The server refused the user name or the password')),
  checkedAt: Time(),
});
export type CheckView = Static<typeof CheckView>;

export function presentIntegration(integration: Integration): IntegrationView {
  const { id, userId, channel, name, settings, secrets, ratePerSecond } = integration;
  const { status, statusReason, checkedAt, createdAt, updatedAt } = integration;
  return {
    _id: id,
    user: userId,
    channel,
    name,
    settings,
    secrets,
    ratePerSecond: ratePerSecond ?? channelRow(channel).ratePerSecond,
    status,
    statusReason,
    checkedAt,
    createdAt,
    updatedAt,
  };
}

/** What a provider said: one that refuses is `ok: false`, not an error. */
export function presentCheck({ ok, reason, providerCode, detail, checkedAt }: IntegrationCheck): CheckView {
  return { ok, reason, providerCode, detail, checkedAt };
}
