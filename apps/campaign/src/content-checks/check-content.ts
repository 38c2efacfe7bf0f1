import { fieldsQueryOf, sentContent, textsOf, usableChannels } from '@carillon/content';
import { type AudienceValues, checkContent, inOrder } from '@carillon/content-checks';
import {
  type Campaign,
  type ContentChecks,
  type Finding,
  type Payload,
  type Reply,
  channels,
  contentIn,
  eachLanguage,
} from '@carillon/contracts';
import { Command, Messenger } from '@carillon/messaging';
import { Controller, Injectable } from '@nestjs/common';
import { Campaigns } from '../campaigns';
import { CompiledEmails, inTranslation } from '../compiling';

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
    const content = sentContent(campaign);
    const [inspection, audience] = await Promise.all([
      this.emails.inspect(userId, campaign.content),
      this.audienceOf(campaign),
    ]);
    const translated: Finding[] = [];
    for (const tag of Object.keys(content.translations ?? {}))
      translated.push(...(await this.checkTranslation(campaign, tag, audience)));
    return {
      recipients: audience?.people ?? null,
      isComplete: audience?.isComplete ?? true,
      characters: eachLanguage(content)
        .flatMap(([, each]) => textsOf(each))
        .reduce((sum, { text }) => sum + text.length, 0),
      findings: inOrder([...checkContent(campaign, inspection, audience), ...translated]),
    };
  }

  /**
   * The findings in the texts that differ from the texts for everyone. Lacking values count for all recipients, in any
   * language.
   */
  private async checkTranslation(
    { userId, name, content }: Campaign,
    tag: string,
    audience: AudienceValues | null,
  ): Promise<Finding[]> {
    const sent = sentContent({ name, content });
    const translated = contentIn(sent, tag);
    const common = new Map(textsOf(sent).map(({ field, text }) => [field, text]));
    const own = new Set(
      textsOf(translated).flatMap(({ field, text }) => (common.get(field) === text ? [] : [field])),
    );
    const inspecting = own.has('emailMessage') ? this.emails.inspect(userId, translated) : null;
    const inspection = inspecting && (await inTranslation(tag, inspecting));
    const emailSource = content.translations?.[tag]?.emailSource;
    const findings = checkContent(
      { name, content: translated, ...(emailSource && { emailSource }) },
      inspection,
      audience && { ...audience, sms: null },
    );
    return findings
      .filter(({ field }) => own.has(field))
      .map((finding) => ({ ...finding, field: `translations.${tag}.${finding.field}` }));
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
