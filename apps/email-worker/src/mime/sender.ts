import { parseEmail } from '@carillon/address';
import { type OpenedSender, UnusableSender, assertUsable } from '@carillon/channel';
import {
  type HttpEmailSettings,
  type SentContent,
  type SmtpSettings,
  settingsTable,
} from '@carillon/contracts';

/** The sender of a mail; every address has been checked, so that it can appear in a header and an SMTP command. */
export interface Sender {
  userId: string;
  address: string;
  domain: string;
  name: string | undefined;
  replyTo: string | undefined;
  /** The address to which undeliverable mail returns. */
  bounceAddress: string;
  /** The domain of deliveries' own return paths; undefined: all have the bounce address. */
  bounceDomain: string | undefined;
  /** Who says what became of mails, and wants to be told in the mail which delivery it is. */
  feedbackProvider: SmtpSettings['feedbackProvider'];
  postalAddress: string | undefined;
  /** For recipients whose data name no language. Absent: English. */
  footerLanguage?: SmtpSettings['footerLanguage'];
}

/** @throws UnusableSender */
export function smtpSettings(sender: OpenedSender): SmtpSettings {
  assertUsable(settingsTable({ channel: 'EMAIL', provider: 'SMTP' }), sender);
  return sender.settings as SmtpSettings;
}

/** The settings that providers of mail have in common, and those that some of them have. */
type OriginSettings = Omit<HttpEmailSettings, 'url'> &
  Partial<Pick<SmtpSettings, 'bounceAddress' | 'bounceDomain' | 'feedbackProvider'>>;

/** The sender of mails by any provider, of which the settings are complete. @throws UnusableSender */
export function senderOf(sender: OpenedSender): Sender {
  const settings = sender.settings as unknown as OriginSettings;
  const address = checked(settings.fromAddress, 'fromAddress');
  return {
    userId: sender.userId,
    address,
    domain: address.slice(address.lastIndexOf('@') + 1),
    name: settings.fromName,
    replyTo: settings.replyTo === undefined ? undefined : checked(settings.replyTo, 'replyTo'),
    bounceAddress:
      settings.bounceAddress === undefined ? address : checked(settings.bounceAddress, 'bounceAddress'),
    bounceDomain: settings.bounceDomain === undefined ? undefined : checkedDomain(settings.bounceDomain),
    feedbackProvider: settings.feedbackProvider,
    postalAddress: settings.postalAddress,
    footerLanguage: settings.footerLanguage,
  };
}

/** The sender with the name and the reply address of a campaign that has its own. */
export function sentAs(
  sender: Sender,
  { fromName, replyTo }: Pick<SentContent, 'fromName' | 'replyTo'>,
): Sender {
  return { ...sender, name: fromName ?? sender.name, replyTo: replyTo ?? sender.replyTo };
}

function checkedDomain(domain: string): string {
  const parsed = parseEmail(`bounce@${domain}`);
  if (!parsed.ok) throw new UnusableSender('SETTINGS_INVALID', 'bounceDomain is not a domain');
  return parsed.address.slice(parsed.address.indexOf('@') + 1);
}

function checked(address: string, field: string): string {
  const parsed = parseEmail(address);
  if (!parsed.ok) throw new UnusableSender('SETTINGS_INVALID', `${field} is not an email address`);
  return parsed.address;
}
