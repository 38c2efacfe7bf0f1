import { type Amounts, type QuotaKind, quotaKinds } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Injectable } from '@nestjs/common';
import { type Static, Type } from '@sinclair/typebox';
import { IdempotencyUsage } from '../../http/idempotency/idempotency-usage';
import { OrNull, Part, View } from '../../openapi/view';

const Quota = View('Quota', {
  used: Type.Integer({ minimum: 0, examples: [1200] }),
  limit: OrNull(Type.Integer({ minimum: 0 }), { description: 'null: no limit', examples: [2000000] }),
});

const about: Record<QuotaKind, string> = {
  subscribers: 'Members of all groups',
  people: 'People, whether or not they are in a group',
  groups: 'Groups',
  segments: 'Segments',
  campaigns: 'Campaigns in any status',
  runningCampaigns: 'Campaigns that are running. Above the limit, campaigns wait for their turn',
  monthlySpending:
    "What this month's campaigns cost, in the currency of the operator's prices, rounded up. Running campaigns count with their expected cost. The month begins at 00:00 UTC",
  media: 'Uploaded images and other files',
  mediaBytes: 'Bytes of uploaded images and other files',
  templates: 'Templates',
  savedFilters: 'Saved filters of the campaign list',
  importBytes: 'Bytes of files that wait for import or are being imported',
  rejectedLines: 'Rejected import lines that are stored',
  suppressions: 'Addresses with a suppression, including lifted ones',
  idempotencyBytes: 'Bytes of requests with an `Idempotency-Key` and their responses, stored for a day',
};

/** The usage of each quota and the limit of the plan. */
export const UsageView = View(
  'Usage',
  Object.fromEntries(
    quotaKinds.map((kind) => [kind, Part(Quota.properties, { description: about[kind] })]),
  ) as unknown as Record<QuotaKind, typeof Quota>,
);

/** Requests the usage of a user from each service. */
@Injectable()
export class ReadUsage {
  constructor(
    private readonly messenger: Messenger,
    private readonly idempotency: IdempotencyUsage,
  ) {}

  /** @throws AppError user_not_found; service_unavailable if one of the services is unavailable */
  async read(userId: string): Promise<Static<typeof UsageView>> {
    const [{ limits }, audience, campaigns, idempotencyBytes] = await Promise.all([
      this.messenger.request('account.quotas', { userId }),
      this.messenger.request('subscriber.usage', { userId }),
      this.messenger.request('campaign.usage', { userId }),
      this.idempotency.usedBy(userId),
    ]);
    const used: Amounts = { ...audience.used, ...campaigns.used, idempotencyBytes };
    return Object.fromEntries(
      quotaKinds.map((kind) => [kind, { used: used[kind] ?? 0, limit: limits[kind] ?? null }]),
    ) as Static<typeof UsageView>;
  }
}
