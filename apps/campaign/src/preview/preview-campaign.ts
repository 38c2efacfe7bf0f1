import { setTimeout as delay } from 'node:timers/promises';
import {
  type EmailTexts,
  type Footer,
  type LinkTags,
  type Variables,
  emailTexts,
  hasWatermark,
  languageOf,
  linkInLanguage,
  sentContent,
} from '@carillon/content';
import {
  AppError,
  type CampaignPreview,
  type Payload,
  type Reply,
  contentIn,
  emailFor,
  languages,
  routesOf,
  usualSender,
  textsIn,
} from '@carillon/contracts';
import { Command, Messenger, hasCallerLeft } from '@carillon/messaging';
import { UserTurns } from '@carillon/platform';
import { Controller, Injectable } from '@nestjs/common';
import { Campaigns, type StoredCampaign, shownLinkTags } from '../campaigns';
import { CompiledEmails } from '../compiling';
import { chosenTranslation } from './chosen-translation';
import { renderPreview } from './render-preview';

/** An email with at most this number of parts is rendered within a few milliseconds. */
const FEW_PARTS = 500;
/** The limit of one user's emails that are being rendered or waiting. */
const MOST = 4;

/** What an email has besides its content. `translation`: its language. Absent or null: the email for everyone. */
interface Surroundings {
  footer: Footer;
  translation?: string | null;
  linkTags?: LinkTags | null;
}

/**
 * Renders emails for previews and tests. Rendering blocks the process, so the large emails of one user are rendered one
 * after another. After each email, a pause follows that is as long as its rendering.
 */
@Injectable()
export class PreviewedEmails {
  private readonly turns = new UserTurns(MOST, 'previews and tests of large emails');

  constructor(private readonly compiled: CompiledEmails) {}

  /**
   * Returns the result of `fill` for the campaign's email, or null if it has no email.
   * @throws AppError validation_failed if the email is too complex; rate_limited with extra.retryAfter in seconds if
   * too many emails of the user wait; timeout if the caller has left before its turn
   */
  async use<T>(
    { campaign }: StoredCampaign,
    surroundings: Surroundings | null,
    fill: (email: EmailTexts | null) => T,
  ): Promise<T> {
    const { userId } = campaign;
    if (surroundings === null) return fill(null);
    const { footer, linkTags, translation = null } = surroundings;
    const email = emailFor(await this.compiled.of(campaign, linkTags), translation);
    if (email === null) return fill(null);
    const { subject } = textsIn(contentIn(sentContent(campaign), translation));
    const work = (): T => fill(emailTexts({ subject, email }, footer));
    const isSmall = 'keys' in email ? false : email.text.length + email.html.length <= FEW_PARTS;
    return isSmall ? work() : this.inTurn(userId, work);
  }

  /** The reply doesn't wait for the pause, but the user's next job does. */
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

type Query = Payload<'campaign.preview'>;

/**
 * Shows the messages that one person would get if the campaign were sent now, or got when it was sent.
 * @throws AppError campaign_not_found, subscriber_not_found; validation_failed if a message is too long to show;
 * rate_limited and timeout like PreviewedEmails
 */
@Injectable()
export class PreviewCampaign {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly messenger: Messenger,
    private readonly emails: PreviewedEmails,
  ) {}

  async preview(query: Query): Promise<CampaignPreview> {
    const stored = await this.campaigns.get(query.id, query.userId);
    const [variables, surroundings] = await Promise.all([
      this.variablesOf(query),
      this.surroundingsOf(stored),
    ]);
    const { content } = stored.campaign;
    const translation = chosenTranslation(content, variables, query.translation);
    const language = languageOf(variables);
    const unsubscribeUrl = linkInLanguage(query.unsubscribeUrl, language);
    const ofReader = surroundings && { ...withLanguage(surroundings, language), translation };
    const preview = await this.emails.use(stored, ofReader, (email) =>
      renderPreview(contentIn(sentContent(stored.campaign), translation), email, {
        variables,
        unsubscribeUrl,
      }),
    );
    return content.translations ? { ...preview, translation } : preview;
  }

  private async variablesOf({ userId, subscriberId, extraData }: Query): Promise<Variables> {
    if (subscriberId === null) return extraData;
    const query = { userId, id: subscriberId, withValues: true };
    return (await this.messenger.request('subscriber.get', query)).extraData;
  }

  /**
   * Uses the plan and the parameters of the links at publish, or else the current ones, and the current sender's address.
   * Null: the campaign has no email.
   */
  private async surroundingsOf(stored: StoredCampaign): Promise<Surroundings | null> {
    const { campaign, plan } = stored;
    const { userId, content } = campaign;
    if (textsIn(content).bodies.EMAIL === null) return null;
    const profile = await this.messenger.request('account.sending-profile', { userId });
    const watermark = hasWatermark(content, plan ?? profile.plan);
    const route = routesOf(profile, campaign.senders ?? {}).EMAIL;
    const sender = await this.ofSender(userId, route ? usualSender(route) : undefined);
    return {
      footer: { watermark, hasLink: true, ...sender },
      linkTags: shownLinkTags(stored, profile.utm),
    };
  }

  /** The sender settings that appear in the footer. */
  private async ofSender(
    userId: string,
    id: string | undefined,
  ): Promise<Pick<Footer, 'postalAddress' | 'language'>> {
    if (id === undefined) return { postalAddress: undefined };
    const { settings } = await this.messenger.request('sender.open', { userId, id });
    const { postalAddress, footerLanguage } = settings;
    return {
      postalAddress: typeof postalAddress === 'string' ? postalAddress : undefined,
      language: languages.find((each) => each === footerLanguage),
    };
  }
}

function withLanguage({ footer, ...rest }: Surroundings, language: Footer['language']): Surroundings {
  return { ...rest, footer: { ...footer, language: language ?? footer.language } };
}

@Controller()
export class PreviewController {
  constructor(private readonly previewCampaign: PreviewCampaign) {}

  @Command('campaign.preview')
  preview(query: Payload<'campaign.preview'>): Promise<Reply<'campaign.preview'>> {
    return this.previewCampaign.preview(query);
  }
}
