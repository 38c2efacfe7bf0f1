/** A service that sends email for others. */
interface MailService {
  /** The end of the names of its SMTP servers. */
  host: string;
  /** The domain with its SPF policy. */
  include: string;
  /** Whether it sends with a return path of its own domain, for which it publishes SPF. */
  hasOwnReturnPath: boolean;
}

/**
 * - https://docs.aws.amazon.com/ses/latest/dg/mail-from.html
 * - https://www.twilio.com/docs/sendgrid/ui/account-and-settings/how-to-set-up-domain-authentication
 * - https://documentation.mailgun.com/docs/mailgun/user-manual/domains/domains-verify
 * - https://postmarkapp.com/support/article/1092-how-do-i-set-up-spf-for-postmark
 * - https://support.google.com/a/answer/2956491
 * - https://learn.microsoft.com/defender-office-365/email-authentication-spf-configure
 */
const services: readonly MailService[] = [
  { host: 'amazonaws.com', include: 'amazonses.com', hasOwnReturnPath: true },
  { host: 'sendgrid.net', include: 'sendgrid.net', hasOwnReturnPath: true },
  { host: 'mailgun.org', include: 'mailgun.org', hasOwnReturnPath: true },
  { host: 'postmarkapp.com', include: 'spf.mtasv.net', hasOwnReturnPath: true },
  { host: 'gmail.com', include: '_spf.google.com', hasOwnReturnPath: false },
  { host: 'office365.com', include: 'spf.protection.outlook.com', hasOwnReturnPath: false },
];

/** Undefined: an unknown service, or the user's own server. */
export function mailServiceOf(host: string): MailService | undefined {
  const name = host.toLowerCase();
  return services.find((each) => name === each.host || name.endsWith(`.${each.host}`));
}
