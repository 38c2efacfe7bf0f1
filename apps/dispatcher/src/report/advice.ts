import type { DeliveryReason, DeliveryState } from '@carillon/contracts';

/** What the user can do about a reason, in any channel. */
export const advice: Readonly<Partial<Record<DeliveryReason, string>>> = {
  // Reasons that the dispatcher decides.
  NO_INTEGRATION: 'Add a sender for this channel. Then send another campaign to these recipients.',
  NO_MESSAGE: 'The campaign has no message for this channel. Send a campaign that has one.',
  SUPPRESSED: 'These recipients are suppressed. See GET /suppressions for the reasons.',
  EXCLUDED: 'The campaign excludes a group or segment that these recipients are in.',
  TOPIC_OPTED_OUT: 'These recipients left the topic of the campaign.',
  SNOOZED: 'These recipients paused all messages. Send them a later campaign.',
  SENDER_PAUSED: 'The sender is paused. Resume it to continue.',
  RAMP_UP_LIMIT:
    'The sender has reached its limit for today, and continues tomorrow. To send more emails per day, change its daily limits.',
  INTEGRATION_NOT_FOUND:
    'The sender was deleted. Add another one for this channel. Then retry these recipients.',
  EXPIRED: 'The provider was unavailable for three days. Test the sender. Then retry these recipients.',
  // Reasons about the address.
  INVALID_ADDRESS: 'Remove the address. It is invalid.',
  INTERNATIONAL_ADDRESS:
    'Your mail server cannot send to addresses with non-ASCII letters. Use a server that supports SMTPUTF8, or use another address.',
  NO_SUCH_ADDRESS: 'Remove the address. Its mailbox does not exist.',
  NO_SUCH_DOMAIN: 'Remove or correct the address. Its domain does not exist.',
  MAILBOX_MOVED: 'Remove the address. Its owner uses another address now.',
  DOMAIN_TAKES_NO_MAIL: 'Remove the address. Its domain does not accept mail.',
  SUPPRESSED_BY_PROVIDER:
    'Your provider suppresses the address because of an earlier bounce, complaint, or unsubscribe. It is now on your suppression list.',
  CONTENT_REFUSED: 'A mail server or your provider rejected the content. Check links and attachments.',
  MAILBOX_FULL:
    'The mailbox is full. Retry later. An address whose mailbox stays full for weeks is suppressed.',
  NOT_DELIVERED_IN_TIME: 'The mail server was unreachable for days. Retry later.',
  COMPLAINT:
    'These recipients reported the message as spam and are suppressed. Send only to people who asked for it.',
  UNKNOWN_ADDRESS: 'Remove the number. It is not assigned.',
  LANDLINE: 'Remove the number. It cannot receive SMS.',
  NOT_A_MOBILE_NUMBER: 'Remove the number. It cannot receive SMS.',
  NOT_ON_WHATSAPP: 'This number is not on WhatsApp. Send an SMS.',
  HANDSET_UNREACHABLE: 'The phone was off or had no network. Retry later.',
  // Reasons that recipients decide.
  OPTED_OUT: 'These recipients opted out at the provider. They are suppressed until they send START.',
  BLOCKED_BY_RECIPIENT: 'These recipients blocked the sender and are suppressed.',
  OUTSIDE_WINDOW:
    "WhatsApp accepts free text only within 24 hours of the recipient's last message. Send a campaign with a whatsappTemplate.",
  MARKETING_LIMIT: 'WhatsApp limits marketing messages per person. Retry in a few days.',
  LIMITED_BY_WHATSAPP: 'WhatsApp blocks new conversations with these recipients. Send an SMS.',
  // Reasons about the message.
  DOMAIN_GROUP_LIMITED:
    "The recipients' mail provider defers emails. Carillon sends to it more slowly, and to all others at full speed.",
  RATE_LIMITED:
    'You sent too many messages, or these recipients received too many. Lower the rate of the sender, and retry later.',
  SENDER_BLOCKED:
    "The recipient's mail server blocks your server or domain. Check the block lists that its reply names, and request removal.",
  POLICY_REFUSED: "The message violates the provider's policy. Check the sender and the content.",
  EMPTY_SUBJECT:
    'An email needs a subject. Add a fallback to the placeholder in the subject or the campaign name, for example {{name|there}}.',
  ATTACHMENT_MISSING:
    'An attached file was deleted. Upload it again, and attach it to a new campaign for these recipients.',
  MEDIA_UNREACHABLE:
    "The provider couldn't download the file of the message. The operator of Carillon must set PUBLIC_URL to the public address. If the file was deleted, choose another one in a new campaign.",
  MESSAGE_TOO_BIG:
    'Shorten the message or the values of its placeholders. A message can have up to 1,000,000 characters. Mail servers may accept less.',
  MESSAGE_TOO_LONG:
    'Shorten the message. With all placeholders filled in, it can have up to 1,600 characters.',
  FILTERED: 'A carrier filtered the message. Identify yourself, avoid short links, and register the sender.',
  TEMPLATE_MISSING:
    'Check the contentSid of whatsappTemplate. The template must be in the account of this sender.',
  TEMPLATE_NOT_FOUND:
    'Check the contentSid of whatsappTemplate. The template must be in the account of this sender.',
  TEMPLATE_REFUSED:
    'WhatsApp has not approved this template, or has withdrawn its approval. Choose another template.',
  TEMPLATE_PAUSED: 'WhatsApp paused this template because of complaints. Wait, or choose another template.',
  TEMPLATE_VARIABLES_REFUSED: 'Provide a value for each variable of the template, and no other values.',
  TEMPLATE_VARIABLE_EMPTY:
    'WhatsApp does not accept empty variables. Add a fallback to the placeholder, for example {{name|there}}.',
  // Reasons about the account.
  REGION_NOT_ENABLED:
    'Allow this country in the account at the provider, for example in the geographic permissions of Twilio. Then retry.',
  SENDER_NOT_CAPABLE: 'This sender cannot reach these recipients. Use another number or a messaging service.',
  UNROUTABLE: 'This sender cannot reach these recipients. Use another number or a messaging service.',
  SENDER_NOT_REGISTERED:
    'Register the sender with the provider for this country. Then retry these recipients.',
  RECIPIENT_NOT_VERIFIED:
    'Trial accounts reach only verified numbers. Upgrade the account at the provider, or verify the numbers.',
  TRIAL_ACCOUNT:
    'Trial accounts cannot do this. Upgrade the account at the provider. Then retry these recipients.',
  NOT_IN_SANDBOX: "These recipients have not joined Twilio's sandbox for WhatsApp. Use your own sender.",
  ACCOUNT_SUSPENDED: 'The provider suspended the account. Contact the provider. Then retry these recipients.',
  ACCOUNT_RESTRICTED:
    'The provider restricted the account. Contact the provider. Then retry these recipients.',
  DAILY_LIMIT:
    'The account has reached its daily limit. Ask the provider to raise the limit, or retry tomorrow.',
};

/** In these states, the advice depends on the state rather than on the reason. */
const adviceByState: Readonly<Partial<Record<DeliveryState, string>>> = {
  QUEUED: 'No action needed. The message is retried automatically.',
  UNCONFIRMED:
    'It is unknown whether the recipients received the message. Ask the provider. To send it again anyway, retry recipients in the state UNCONFIRMED.',
};

export function adviceOn(state: DeliveryState, reason: DeliveryReason): string | null {
  return adviceByState[state] ?? advice[reason] ?? null;
}
