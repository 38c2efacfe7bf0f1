import { setTimeout as delay } from 'node:timers/promises';
import { type EmailTexts, type Footer, type Variables, emailTexts, hasWatermark } from '@carillon/content';
import {
  AppError,
  type CampaignPreview,
  type Payload,
  type Reply,
  footerLanguages,
} from '@carillon/contracts';
import { Command, Messenger, hasCallerLeft } from '@carillon/messaging';
import { UserTurns } from '@carillon/platform';
import { Controller, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Campaigns, type StoredCampaign } from '../campaigns';
import { renderPreview } from './render-preview';

/** Bytes, about. Most emails take 100 KB; an email of nothing but placeholders takes more than this and is not kept. */
const REMEMBERED = 16 * 1024 * 1024;
const PART_BYTES = 400;
/** An email of no more parts is filled in within a few milliseconds. */
const FEW_PARTS = 500;
/** Emails of one user that are being worked on, or wait for it. */
const MOST = 4;

/**
 * A cache of emails compiled for previews. Compiling takes up to a second, and users preview an email for several people.
 * Nothing else is answered meanwhile, so the emails of one user that are not compiled or have many parts are worked on one
 * after the other, with rests that last as long as the work.
 */
@Injectable()
export class CompiledEmails {
  private readonly emails = new LRUCache<string, EmailTexts>({
    maxSize: REMEMBERED,
    sizeCalculation: ({ text, html }) => bytesOf(text) + bytesOf(html),
  });
  private readonly turns = new UserTurns(MOST, 'previews and tests of new or large emails');

  /**
   * Returns what `fill` makes of the campaign's compiled email; null if the campaign has none.
   * @throws AppError rate_limited with extra.retryAfter in seconds if too many emails of the user wait; timeout if the caller
   * has left before its turn
   */
  async use<T>(
    stored: StoredCampaign,
    footer: Footer | null,
    fill: (email: EmailTexts | null) => T,
  ): Promise<T> {
    const { userId, bodies } = stored.campaign;
    const { EMAIL: emailBody } = bodies;
    if (footer === null || emailBody === null) return fill(null);
    const key = JSON.stringify([stored.campaign.id, stored.rev, footer]);
    const known = this.emails.get(key);
    if (known && known.text.length + known.html.length <= FEW_PARTS) return fill(known);
    return this.inTurn(userId, () => {
      const subject = stored.campaign.name;
      const email = this.emails.get(key) ?? emailTexts({ subject, emailBody }, footer);
      this.emails.set(key, email);
      return fill(email);
    });
  }

  /** The answer does not wait for the rest; the user's next work does. */
  private inTurn<T>(userId: string, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const turn = this.turns.take(userId, async () => {
        if (hasCallerLeft()) throw new AppError('timeout');
        const since = performance.now();
        try {
          resolve(work());
        } finally {
          await delay(performance.now() - since);
        }
      });
      turn.catch(reject);
    });
  }
}

function bytesOf(parts: EmailTexts['text']): number {
  return parts.reduce((sum, part) => sum + PART_BYTES + (typeof part === 'string' ? 2 * part.length : 0), 0);
}

type Query = Payload<'campaign.preview'>;

/**
 * Shows what one person would get if the campaign were sent now, or got when it was sent.
 * @throws AppError campaign_not_found, subscriber_not_found; validation_failed if a message is too long to show;
 * rate_limited, timeout as CompiledEmails
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
    const { unsubscribeUrl } = query;
    return this.emails.use(stored, footer, (email) =>
      renderPreview(stored.campaign, email, { variables, unsubscribeUrl }),
    );
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
    const sender = await this.ofSender(userId, profile.routes.EMAIL?.integrationId);
    return { watermark, hasLink: true, ...sender };
  }

  /** What the settings of the sender put into the footer. */
  private async ofSender(
    userId: string,
    id: string | undefined,
  ): Promise<Pick<Footer, 'postalAddress' | 'language'>> {
    if (id === undefined) return { postalAddress: undefined };
    const { settings } = await this.messenger.request('integration.open', { userId, id });
    const { postalAddress, footerLanguage } = settings;
    return {
      postalAddress: typeof postalAddress === 'string' ? postalAddress : undefined,
      language: footerLanguages.find((each) => each === footerLanguage),
    };
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
