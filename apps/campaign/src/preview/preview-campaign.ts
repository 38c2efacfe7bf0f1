import { type EmailTexts, type Footer, type Variables, emailTexts, hasWatermark } from '@carillon/content';
import type { CampaignPreview, Payload, Reply } from '@carillon/contracts';
import { Command, Messenger } from '@carillon/messaging';
import { Controller, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Campaigns, type StoredCampaign } from '../campaigns';
import { renderPreview } from './render-preview';

/** Bytes, about. Most emails take 100 KB; an email of nothing but placeholders takes more than this and is not kept. */
const REMEMBERED = 16 * 1024 * 1024;
const PART_BYTES = 400;

/** A cache of emails compiled for previews. Compiling takes up to a second, and users preview an email for several people. */
@Injectable()
export class CompiledEmails {
  private readonly emails = new LRUCache<string, EmailTexts>({
    maxSize: REMEMBERED,
    sizeCalculation: ({ text, html }) => bytesOf(text) + bytesOf(html),
  });

  /** Returns null if the campaign has no email. */
  of({ campaign, rev }: StoredCampaign, footer: Footer): EmailTexts | null {
    const { id, name: subject, bodies } = campaign;
    if (bodies.EMAIL === null) return null;
    const key = JSON.stringify([id, rev, footer]);
    const known = this.emails.get(key);
    if (known) return known;
    const compiled = emailTexts({ subject, emailBody: bodies.EMAIL }, footer);
    this.emails.set(key, compiled);
    return compiled;
  }
}

function bytesOf(parts: EmailTexts['text']): number {
  return parts.reduce((sum, part) => sum + PART_BYTES + (typeof part === 'string' ? 2 * part.length : 0), 0);
}

type Query = Payload<'campaign.preview'>;

/**
 * Shows what one person would get if the campaign were sent now, or got when it was sent.
 * @throws AppError campaign_not_found, subscriber_not_found; validation_failed if a message is too long to show
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

  /** By the plan at publish, else the current one, and the current sender's address. Null: the campaign has no email. */
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

@Controller()
export class PreviewController {
  constructor(private readonly previewCampaign: PreviewCampaign) {}

  @Command('campaign.preview')
  preview(query: Payload<'campaign.preview'>): Promise<Reply<'campaign.preview'>> {
    return this.previewCampaign.execute(query);
  }
}
