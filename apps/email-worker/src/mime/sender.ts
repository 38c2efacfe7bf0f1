import { parseEmail } from '@carillon/address';
import { type OpenedIntegration, UnusableIntegration, assertUsable } from '@carillon/channel';
import { type EmailSettings, channelRow } from '@carillon/contracts';

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
  /** The provider that reports email events, and needs the delivery in the email. */
  feedbackProvider: EmailSettings['feedbackProvider'];
  postalAddress: string | undefined;
  /** For recipients without a language in their data. Absent: English. */
  footerLanguage?: EmailSettings['footerLanguage'];
}

/** @throws UnusableIntegration */
export function emailSettings(integration: OpenedIntegration): EmailSettings {
  assertUsable(channelRow('EMAIL').settings, integration);
  return integration.settings as EmailSettings;
}

/** @throws UnusableIntegration */
export function senderOf(integration: OpenedIntegration): Sender {
  const settings = emailSettings(integration);
  const address = checked(settings.fromAddress, 'fromAddress');
  return {
    userId: integration.userId,
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

function checkedDomain(domain: string): string {
  const parsed = parseEmail(`bounce@${domain}`);
  if (!parsed.ok) throw new UnusableIntegration('SETTINGS_INVALID', 'bounceDomain is not a domain');
  return parsed.address.slice(parsed.address.indexOf('@') + 1);
}

function checked(address: string, field: string): string {
  const parsed = parseEmail(address);
  if (!parsed.ok) throw new UnusableIntegration('SETTINGS_INVALID', `${field} is not an email address`);
  return parsed.address;
}
