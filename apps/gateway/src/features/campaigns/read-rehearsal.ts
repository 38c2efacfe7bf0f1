import { neededKeysOf, skippedChannels } from '@carillon/content';
import {
  type Campaign,
  type Channel,
  type Payload,
  type SendingProfile,
  type Timeline,
  channels,
  eachChannel,
  routesOf,
  textsIn,
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
    const [{ campaign, problems }, profile, runningCampaigns] = await Promise.all([
      this.messenger.request('campaign.check', { userId, id }),
      this.messenger.request('account.sending-profile', { userId }),
      this.runningCampaigns(userId),
    ]);
    const routes = routesOf(profile, campaign.senders ?? {});
    const rehearsal = await this.messenger.request('audience.rehearse', queryOf(campaign, profile));
    const reached = eachChannel((channel) => rehearsal.channels[channel].reached);
    const unlimited = channels.filter((each) => reached[each] > 0 && routes[each]?.ratePerSecond === null);
    const rates = ratesOf(routes, unlimited.length > 0 ? await this.recentTimelines(userId) : []);
    const startsAt = Math.max(this.clock.now().getTime(), Date.parse(campaign.scheduledAt ?? '') || 0);
    return presentRehearsal({
      campaignId: id,
      ...rehearsal,
      // An MMS has no segments.
      sms: campaign.content.media?.SMS ? null : rehearsal.sms,
      rates,
      problems,
      runningCampaigns,
      ...estimatedEnd(reached, rates, new Date(startsAt)),
    });
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

function queryOf(campaign: Campaign, profile: SendingProfile): Payload<'audience.rehearse'> {
  const { userId, groups: groupIds, audience, content } = campaign;
  return {
    ...{ userId, groupIds, ...(audience && { audience }) },
    skipped: skippedChannels(campaign, profile),
    needed: neededKeysOf(campaign),
    texts: textsOf(campaign),
    ...(content.liquid && { engine: 'liquid' as const }),
  };
}

/** WhatsApp uses the template for some or all recipients, if the campaign has one. */
function textsOf({ content }: Campaign): Payload<'audience.rehearse'>['texts'] {
  const { bodies, whatsappTemplate } = textsIn(content);
  const complete: Channel[] = whatsappTemplate ? ['SMS'] : ['SMS', 'WHATSAPP'];
  return complete.flatMap((channel) => {
    const text = bodies[channel];
    return text === null ? [] : [{ channel, text }];
  });
}
