import { parseEmail } from '@carillon/address';
import { type OpenedSender, UnusableSender, assertUsable } from '@carillon/channel';
import {
  type HttpEmailSettings,
  type SentContent,
  type SmtpSettings,
  domainOf,
  feedbackProviderOf,
  settingsTable,
} from '@carillon/contracts';

/** The sender of an email. All addresses are valid in a header and in an SMTP command. */
export interface Sender {
  userId: string;
  address: string;
  domain: string;
  name: string | undefined;
  replyTo: string | undefined;
  /** The address to which undeliverable mail returns. */
  bounceAddress: string;
  /** The domain of the return paths, which differ for each delivery. Undefined: all emails have the bounce address. */
  bounceDomain: string | undefined;
  /** The provider that reports on emails by webhook, and identifies them by a token. */
  feedbackProvider: SmtpSettings['feedbackProvider'];
  postalAddress: string | undefined;
  /** The language for recipients whose data contain no language. Absent: English. */
  footerLanguage?: SmtpSettings['footerLanguage'];
}

/** @throws UnusableSender */
export function smtpSettings(sender: OpenedSender): SmtpSettings {
  assertUsable(settingsTable({ channel: 'EMAIL', provider: 'SMTP' }), sender);
  return sender.settings as SmtpSettings;
}

/** The settings that all email providers have, and optional settings that only some providers have. */
type OriginSettings = Omit<HttpEmailSettings, 'url'> &
  Partial<Pick<SmtpSettings, 'bounceAddress' | 'bounceDomain'>>;

/** Reads the sender from the complete settings of any provider. @throws UnusableSender */
export function senderOf(sender: OpenedSender): Sender {
  const settings = sender.settings as unknown as OriginSettings;
  const address = checked(settings.fromAddress, 'fromAddress');
  return {
    userId: sender.userId,
    address,
    domain: domainOf(address),
    name: settings.fromName,
    replyTo: settings.replyTo === undefined ? undefined : checked(settings.replyTo, 'replyTo'),
    bounceAddress:
      settings.bounceAddress === undefined ? address : checked(settings.bounceAddress, 'bounceAddress'),
    bounceDomain: settings.bounceDomain === undefined ? undefined : checkedDomain(settings.bounceDomain),
    feedbackProvider: feedbackProviderOf(sender),
    postalAddress: settings.postalAddress,
    footerLanguage: settings.footerLanguage,
  };
}

/** The sender, with the From name and the reply address of the campaign if it has its own. */
export function sentAs(
  sender: Sender,
  { fromName, replyTo }: Pick<SentContent, 'fromName' | 'replyTo'>,
): Sender {
  return { ...sender, name: fromName ?? sender.name, replyTo: replyTo ?? sender.replyTo };
}

function checkedDomain(domain: string): string {
  const parsed = parseEmail(`bounce@${domain}`);
  if (!parsed.ok) throw new UnusableSender('SETTINGS_INVALID', 'bounceDomain is not a domain');
  return domainOf(parsed.address);
}

function checked(address: string, field: string): string {
  const parsed = parseEmail(address);
  if (!parsed.ok) throw new UnusableSender('SETTINGS_INVALID', `${field} is not an email address`);
  return parsed.address;
}
