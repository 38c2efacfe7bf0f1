import type { Footer, Variables } from '@carillon/content';
import type { CampaignPreview, Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Injectable } from '@nestjs/common';
import type { StoredCampaign } from '../campaigns/campaign-document';
import { Campaigns } from '../campaigns/campaigns';
import { hasWatermark } from '../campaigns/draft';
import { CompiledEmails } from './compiled-emails';
import { renderPreview } from './render-preview';

type Query = Payload<'campaign.preview'>;

/**
 * Shows what one person would be sent if the campaign went out now, or went out when it did.
 * @throws AppError campaign_not_found, subscriber_not_found; validation_failed for what is too long to be shown
 */
@Injectable()
export class PreviewCampaign {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly messenger: Messenger,
    private readonly emails: CompiledEmails,
  ) {}

  async execute(query: Query): Promise<CampaignPreview> {
    const stored = await this.campaigns.get(query.id, query.userId);
    const [variables, footer] = await Promise.all([this.variablesOf(query), this.footerOf(stored)]);
    const email = footer && this.emails.of(stored, footer);
    return renderPreview(stored.campaign, email, { variables, unsubscribeUrl: query.unsubscribeUrl });
  }

  private async variablesOf({ userId, subscriberId, extraData }: Query): Promise<Variables> {
    if (subscriberId === null) return extraData;
    return (await this.messenger.request('subscriber.get', { userId, id: subscriberId })).extraData;
  }

  /** By the plan at publish, else the one that holds now; the address is of the sender that holds now. Null: no email. */
  private async footerOf({ campaign, plan }: StoredCampaign): Promise<Footer | null> {
    const { userId, bodies } = campaign;
    if (bodies.EMAIL === null) return null;
    const profile = await this.messenger.request('account.sending-profile', { userId });
    const watermark = hasWatermark(campaign, plan ?? profile.plan);
    const postalAddress = await this.postalAddress(userId, profile.routes.EMAIL?.integrationId);
    return { watermark, postalAddress, hasLink: true };
  }

  private async postalAddress(userId: string, id: string | undefined): Promise<string | undefined> {
    if (id === undefined) return undefined;
    const { settings } = await this.messenger.request('integration.open', { userId, id });
    return typeof settings.postalAddress === 'string' ? settings.postalAddress : undefined;
  }
}
