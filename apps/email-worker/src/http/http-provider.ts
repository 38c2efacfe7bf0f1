import type { OpenedSender } from '@carillon/channel';
import type { LeasedRecipient, PublishedContent } from '@carillon/contracts';
import { HttpProvider, type MessageContent, linkedFile } from '@carillon/http-sender';
import { Clock } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type EmailWorkerConfig, emailWorkerConfig } from '../config';
import { type CampaignMail, listFields, personalMails } from '../mime/personal-mail';
import { prepareCampaign } from '../mime/prepare-campaign';
import { type RenderTexts, textRenderer } from '../mime/rendered-texts';
import { type Sender, senderOf, sentAs } from '../mime/sender';
import { testContent } from '../mime/test-content';
import { CountedLinks } from '../unsubscribe/counted-links';
import { ReturnPaths, UnsubscribeLinks } from '../unsubscribe/unsubscribe-links';

/** Posts emails to the endpoint of a sender: `from`, `replyTo`, `subject`, `html`, `text`, `headers`, and `attachments`. */
@Injectable()
export class HttpEmailProvider extends HttpProvider {
  constructor(
    private readonly links: UnsubscribeLinks,
    private readonly returnPaths: ReturnPaths,
    private readonly countedLinks: CountedLinks,
    clock: Clock,
    @Inject(emailWorkerConfig.token) private readonly config: EmailWorkerConfig,
  ) {
    super('EMAIL', clock, {
      mayBePrivate: config.ALLOW_PRIVATE_SENDER_HOSTS,
      connections: config.EMAIL_CONNECTIONS,
    });
  }

  protected override contentOf(content: PublishedContent, sender: OpenedSender) {
    const { returnPaths, countedLinks } = this;
    const signs = { links: this.links, returnPaths, countedLinks };
    const { mail, linkFor, links, namesOf, ...prepared } = prepareCampaign(signs, content, sender);
    const from = sentAs(prepared.from, content.content);
    const personalize = personalMails(mail, from, { linkFor, links, prepare: textRenderer });
    const attachments = this.attachmentsOf(content);
    const shared = attachments.length > 0 ? { attachments } : {};
    return (recipient: LeasedRecipient, deliveryId: string): MessageContent =>
      messageContent(mail, from, personalize(recipient, { ...namesOf(deliveryId), deliveryId }), shared);
  }

  /** The endpoint downloads the files, so that requests stay small. */
  private attachmentsOf({ content: { attachments = [] } }: PublishedContent) {
    return attachments.map((file) => linkedFile(file, this.config.PUBLIC_URL));
  }

  protected override testContent(sender: OpenedSender, address: string): MessageContent {
    const from = senderOf(sender);
    const mail = testContent();
    const personalize = personalMails(mail, from, { linkFor: null, links: null, prepare: textRenderer });
    return messageContent(mail, from, personalize({ address, variables: {} }, {}));
  }
}

function messageContent(
  campaign: CampaignMail,
  from: Sender,
  mail: ReturnType<ReturnType<typeof personalMails<RenderTexts>>>,
  shared: object = {},
): MessageContent {
  if (typeof mail === 'string') return { kind: 'failed', reason: mail, permanent: true, code: null };
  const headers = [['Message-ID', mail.messageId], ...listFields(campaign, from), ...mail.unsubscribe];
  return {
    from: { address: from.address, name: from.name ?? null },
    replyTo: from.replyTo ?? null,
    subject: mail.subject,
    ...mail.body(mail.variables, mail.system),
    headers: Object.fromEntries(headers) as Record<string, string>,
    ...shared,
  };
}
