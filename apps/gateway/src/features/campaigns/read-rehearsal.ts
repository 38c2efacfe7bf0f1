import { rehearsalQueryOf } from '@carillon/content';
import {
  type AppError,
  type Costs,
  type Reply,
  type Timeline,
  channels,
  costsOf,
  eachChannel,
  expectedMessages,
  monthOf,
  routesOf,
  spendingExcess,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { estimatedEnd, ratesOf } from './rehearsal-end';
import { type RehearsalView, presentRehearsal } from './rehearsal.presenter';

/** The number of sent campaigns whose rate is considered. */
const RECENT = 3;

/** Combines what a campaign would do with each recipient, what prevents it, and how fast it would be. */
@Injectable()
export class ReadRehearsal {
  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError campaign_not_found, campaign_wrong_status, rate_limited, service_unavailable */
  async read(userId: string, id: string): Promise<RehearsalView> {
    const [{ campaign, problems }, profile, { priceList }, runningCampaigns] = await Promise.all([
      this.messenger.request('campaign.check', { userId, id }),
      this.messenger.request('account.sending-profile', { userId }),
      this.messenger.request('price-list.get', { id: null }),
      this.runningCampaigns(userId),
    ]);
    const routes = routesOf(profile, campaign.senders ?? {});
    const rehearsal = await this.messenger.request('audience.rehearse', rehearsalQueryOf(campaign, profile));
    const isMms = campaign.content.media?.SMS !== undefined;
    const reached = eachChannel((channel) => rehearsal.channels[channel].reached);
    const unlimited = channels.filter((each) => reached[each] > 0 && routes[each]?.ratePerSecond === null);
    const rates = ratesOf(routes, unlimited.length > 0 ? await this.recentTimelines(userId) : []);
    const costs = costsOf(priceList, expectedMessages(rehearsal, routes, isMms));
    const excess = await this.excess(userId, costs);
    const startsAt = Math.max(this.clock.now().getTime(), Date.parse(campaign.scheduledAt ?? '') || 0);
    return presentRehearsal({
      campaignId: id,
      ...rehearsal,
      // An MMS has no segments.
      sms: isMms ? null : rehearsal.sms,
      costs,
      rates,
      problems: [...problems, ...(excess ? [shownProblem(excess)] : [])],
      runningCampaigns,
      ...estimatedEnd(reached, rates, new Date(startsAt)),
    });
  }

  /** The error if the account would spend more in this month than its plan allows. */
  private async excess(userId: string, { currency, total }: Costs): Promise<AppError | null> {
    if (currency === null) return null;
    const { limits } = await this.messenger.request('account.quotas', { userId });
    const { monthlySpending: limit } = limits;
    if (limit === undefined) return null;
    const since = monthOf(this.clock.now()).toISOString();
    const { total: spent } = await this.messenger.request('dispatch.spending', { userId, since, currency });
    return spendingExcess({ limit, currency, spent, expected: total });
  }

  /** Campaigns above the limit wait until others have ended. */
  private async runningCampaigns(userId: string): Promise<RehearsalView['runningCampaigns']> {
    const [{ limits }, { used }] = await Promise.all([
      this.messenger.request('account.quotas', { userId }),
      this.messenger.request('campaign.usage', { userId }),
    ]);
    return { used: used.runningCampaigns ?? 0, limit: limits.runningCampaigns ?? null };
  }

  /** The newest first. */
  private async recentTimelines(userId: string): Promise<Timeline[]> {
    const filter = { status: 'SENT', isSummary: true } as const;
    const query = { userId, after: null, limit: RECENT, ...filter };
    const { items } = await this.messenger.request('campaign.list', query);
    const timelines = await Promise.all(
      items.map(({ id }) => this.messenger.request('dispatch.timeline', { userId, campaignId: id })),
    );
    return timelines.flatMap(({ timeline }) => timeline ?? []);
  }
}

function shownProblem({ code, detail, fields }: AppError): Reply<'campaign.check'>['problems'][number] {
  return { code, detail, fields: [...fields] };
}
