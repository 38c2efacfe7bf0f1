import type { Files, OpenedSender } from '@carillon/channel';
import type { LeasedRecipient, PublishedContent } from '@carillon/contracts';
import type { AttachedFile, EncodedMail, MailParts } from '@carillon/mail-apis';
import { Injectable } from '@nestjs/common';
import { composeMail } from '../mime/compose-mail';
import {
  type CampaignMail,
  type NoMail,
  type SentMail,
  listFields,
  personalMails,
} from '../mime/personal-mail';
import { prepareCampaign } from '../mime/prepare-campaign';
import { textRenderer } from '../mime/rendered-texts';
import { type Sender, senderOf, sentAs } from '../mime/sender';
import { testContent } from '../mime/test-content';
import { type CampaignLinks, CountedLinks } from '../unsubscribe/counted-links';
import { type LinkFor, ReturnPaths, UnsubscribeLinks } from '../unsubscribe/unsubscribe-links';

/** Makes one recipient's email in the form of an API. Without a delivery, the email is a test. */
type MakeMail<M> = (recipient: Pick<LeasedRecipient, 'address' | 'variables'>, sent?: SentMail) => M | NoMail;

/** Why a recipient gets no email through an API. These reasons are permanent. */
export type NoApiMail = NoMail | 'INTERNATIONAL_ADDRESS';

/** Makes the emails of a campaign in the form of an API. */
export type MailForm<M> = (
  campaign: CampaignMail,
  from: Sender,
  linkFor: LinkFor | null,
  links: CampaignLinks | null,
) => MakeMail<M>;

/** Composes emails for the APIs of mail providers, with the same links and names as emails over SMTP. */
@Injectable()
export class ApiMails {
  constructor(
    private readonly links: UnsubscribeLinks,
    private readonly returnPaths: ReturnPaths,
    private readonly countedLinks: CountedLinks,
  ) {}

  /** @throws UnusableSender */
  of<M extends { to: string }>(
    form: MailForm<M>,
    content: PublishedContent,
    sender: OpenedSender,
    files: Files,
  ): (recipient: LeasedRecipient, deliveryId: string) => M | NoApiMail {
    const { links, returnPaths, countedLinks } = this;
    const prepared = prepareCampaign({ links, returnPaths, countedLinks }, content, sender, files);
    const { mail, from, namesOf } = prepared;
    const make = form(mail, from, prepared.linkFor, prepared.links);
    return (recipient, deliveryId) => inAscii(make(recipient, { ...namesOf(deliveryId), deliveryId }));
  }

  /** The email that tests the settings. @throws UnusableSender */
  test<M extends { to: string }>(form: MailForm<M>, sender: OpenedSender, address: string): M | NoApiMail {
    // A test recipient has no subscription, so the email has no unsubscribe link.
    return inAscii(form(testContent(), senderOf(sender), null, null)({ address, variables: {} }));
  }
}

/** Emails in parts, which the provider encodes. */
export const mailParts: MailForm<MailParts> = (campaign, ownSender, linkFor, links) => {
  const sender = sentAs(ownSender, campaign.content);
  const attachments = attachedFiles(campaign);
  if (attachments === null) return () => 'ATTACHMENT_MISSING';
  const personalize = personalMails(campaign, sender, { linkFor, links, prepare: textRenderer });
  const shared = {
    from: { address: sender.address, name: sender.name },
    replyTo: sender.replyTo,
    attachments,
  };
  return (recipient, sent = {}) => {
    const mail = personalize(recipient, sent);
    if (typeof mail === 'string') return mail;
    const { to, subject, messageId, unsubscribe } = mail;
    return {
      ...shared,
      ...{ to, subject, token: sent.token },
      ...mail.body(mail.variables, mail.system),
      headers: [['Message-ID', messageId], ...listFields(campaign, sender), ...unsubscribe],
    };
  };
};

/** Encoded emails, as over SMTP. */
export const encodedMails: MailForm<EncodedMail> = (campaign, sender, linkFor, links) => {
  const compose = composeMail(campaign, sender, linkFor, links);
  return (recipient, sent = {}) => {
    const mail = compose(recipient, new Date(), sent);
    if (typeof mail === 'string') return mail;
    return { token: sent.token, to: mail.envelope.to, message: mail.content.message };
  };
};

/** The files of all emails of a campaign. Null: a file was deleted. */
function attachedFiles({ content, files = {} }: CampaignMail): AttachedFile[] | null {
  const attached = (content.attachments ?? []).flatMap(({ name, type, token }) => {
    const base64 = files[token];
    return base64 === undefined ? [] : [{ name, type, base64 }];
  });
  return attached.length < (content.attachments ?? []).length ? null : attached;
}

/** No provider's API takes addresses beyond ASCII (RFC 6531). */
function inAscii<M extends { to: string }>(mail: M | NoMail): M | NoApiMail {
  return typeof mail === 'string' || isAscii(mail.to) ? mail : 'INTERNATIONAL_ADDRESS';
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
