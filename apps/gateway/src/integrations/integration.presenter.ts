import { type Channel, type Integration, type IntegrationCheck, channelRow } from '@carillon/contracts';

/** A user's credentials for a channel. Of each secret only the last four characters are shown. */
export interface IntegrationView {
  _id: string;
  user: string;
  channel: Channel;
  name: string;
  settings: Record<string, unknown>;
  secrets: Record<string, string>;
  /** What holds, be it said or usual for the channel; null: as fast as it goes. */
  ratePerSecond: number | null;
  status: Integration['status'];
  statusReason: string | null;
  checkedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

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
export function presentCheck({
  ok,
  reason,
  providerCode,
  detail,
  checkedAt,
}: IntegrationCheck): IntegrationCheck {
  return { ok, reason, providerCode, detail, checkedAt };
}
