import type { Files, OpenedSender } from '@carillon/channel';
import { type PublishedContent, emailIn } from '@carillon/contracts';
import type { CampaignLinks, CountedLinks } from '../unsubscribe/counted-links';
import type { DeliveryNames, LinkFor, ReturnPaths, UnsubscribeLinks } from '../unsubscribe/unsubscribe-links';
import type { CampaignMail } from './personal-mail';
import { type Sender, senderOf } from './sender';

/** What the links and names in emails are made with. */
export interface MailSigns {
  links: UnsubscribeLinks;
  returnPaths: ReturnPaths;
  countedLinks: CountedLinks;
}

/** What the emails of a campaign have in common, for each provider. */
export interface PreparedCampaign {
  mail: CampaignMail;
  from: Sender;
  /** Null: the emails have no unsubscribe link. */
  linkFor: LinkFor | null;
  links: CampaignLinks | null;
  namesOf: (deliveryId: string) => DeliveryNames;
}

/** @throws UnusableSender */
export function prepareCampaign(
  { links, returnPaths, countedLinks }: MailSigns,
  content: PublishedContent,
  sender: OpenedSender,
  files?: Files,
): PreparedCampaign {
  const email = emailIn(content);
  if (!email) throw new Error('The campaign has no message for email');
  const { campaignId, topicId, withoutUnsubscribeLink } = content;
  const from = senderOf(sender);
  return {
    mail: { ...content, email, ...(files && { files }) },
    from,
    linkFor: withoutUnsubscribeLink ? null : links.of({ userId: from.userId, campaignId, topicId }),
    links: countedLinks.of(content),
    namesOf: returnPaths.of(from),
  };
}
