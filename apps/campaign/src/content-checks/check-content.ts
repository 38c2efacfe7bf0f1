import { fieldsQueryOf, sentContent, textsOf, usableChannels } from '@carillon/content';
import { checkContent } from '@carillon/content-checks';
import { type Campaign, type ContentChecks, type Payload, type Reply, channels } from '@carillon/contracts';
import { Command, Messenger } from '@carillon/messaging';
import { Controller, Injectable } from '@nestjs/common';
import { Campaigns } from '../campaigns';
import { CompiledEmails } from '../compiling';

/**
 * Finds what is wrong with the messages of a campaign, and which recipients lack values for them. Stores nothing.
 * @throws AppError campaign_not_found; validation_failed if the email is too complex; rate_limited if too many counts of
 * the user wait
 */
@Injectable()
export class CheckContent {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly emails: CompiledEmails,
    private readonly messenger: Messenger,
  ) {}

  async check({ userId, id }: Payload<'campaign.check-content'>): Promise<ContentChecks> {
    const { campaign } = await this.campaigns.get(id, userId);
    const [inspection, audience] = await Promise.all([
      this.emails.inspect(userId, campaign.content),
      this.audienceOf(campaign),
    ]);
    return {
      recipients: audience?.people ?? null,
      isComplete: audience?.isComplete ?? true,
      characters: textsOf(sentContent(campaign)).reduce((sum, { text }) => sum + text.length, 0),
      findings: checkContent(campaign, inspection, audience),
    };
  }

  /** Null: the campaign has no recipients yet. */
  private async audienceOf(campaign: Campaign): Promise<Reply<'audience.fields'> | null> {
    const { userId, groups, audience } = campaign;
    if (groups.length + (audience?.segments.length ?? 0) === 0) return null;
    const usable = audience?.first
      ? usableChannels(campaign, await this.messenger.request('account.sending-profile', { userId }))
      : [...channels];
    return this.messenger.request('audience.fields', fieldsQueryOf(campaign, usable));
  }
}

@Controller()
export class ContentChecksController {
  constructor(private readonly checkContent: CheckContent) {}

  @Command('campaign.check-content')
  check(query: Payload<'campaign.check-content'>): Promise<Reply<'campaign.check-content'>> {
    return this.checkContent.check(query);
  }
}
