import type { DeliveryState } from '@carillon/contracts';

/** What the sender can do about a reason, in whichever channel, where anything can be done. */
export const advice: Readonly<Record<string, string>> = {
  // Decided by the dispatcher.
  NO_INTEGRATION: 'Add an integration for this channel, then send them another campaign.',
  NO_MESSAGE: 'The campaign has no message for this channel. Send them another one that has.',
  SUPPRESSED: 'They must not be written to: GET /suppressions says why.',
  INTEGRATION_NOT_FOUND: 'The integration was deleted. Add one for this channel, then send to them again.',
  EXPIRED: 'The provider could not be used for three days. Test the integration, then send to them again.',
  // The address.
  INVALID_ADDRESS: 'Remove the address: it is none that can be written to.',
  NO_SUCH_ADDRESS: 'Remove the address: its mailbox does not exist.',
  NO_SUCH_DOMAIN: 'Remove the address, or mend it: its domain does not exist.',
  MAILBOX_MOVED: 'Remove the address: its owner has another one.',
  DOMAIN_TAKES_NO_MAIL: 'Remove the address: its domain takes no mail.',
  SUPPRESSED_BY_PROVIDER:
    'Your provider has the address on a list of its own, as it bounced, complained or left before. They are not written to any more.',
  CONTENT_REFUSED:
    'A mail server or your provider refused what the mail says: look at its links and attachments.',
  MAILBOX_FULL:
    'Their mailbox is full. Send to them again later; who is full for weeks is not written to any more.',
  NOT_DELIVERED_IN_TIME: 'Their mail server could not be reached for days. Send to them again later.',
  COMPLAINT: 'They took it for spam, and are not written to any more. Write only to people who asked for it.',
  UNKNOWN_ADDRESS: 'Remove the number: nobody has it.',
  LANDLINE: 'Remove the number: it takes no SMS.',
  NOT_A_MOBILE_NUMBER: 'Remove the number: it takes no SMS.',
  NOT_ON_WHATSAPP: 'This number has no WhatsApp. Write to it by SMS.',
  HANDSET_UNREACHABLE: 'The phone was off or had no network. Send to them again later.',
  // What recipients want.
  OPTED_OUT: 'They told Twilio to stop, and are not written to any more until they write START themselves.',
  BLOCKED_BY_RECIPIENT: 'They have blocked the sender, and are not written to any more.',
  OUTSIDE_WINDOW:
    'WhatsApp takes free text only within 24 hours of what a person wrote last. Send them a campaign with a whatsappTemplate.',
  MARKETING_LIMIT: 'WhatsApp lets a person have only so much marketing. Send to them again in some days.',
  LIMITED_BY_WHATSAPP: 'WhatsApp lets nobody begin a conversation with them now. Write to them by SMS.',
  // The message.
  RATE_LIMITED:
    'They or you have had too many messages for now. Lower the rate of the sender, and send again later.',
  SENDER_BLOCKED:
    'Their mail server blocks your server or domain. Look it up on the block lists that its reply names, and ask to be removed.',
  POLICY_REFUSED: 'The rules of the provider are against it: look at who it is from and at what it says.',
  EMPTY_SUBJECT: 'A mail needs a subject: give the placeholder in its name a fallback, {{name|there}}.',
  MESSAGE_TOO_BIG:
    'Shorten the message, or the values that fill it in: a text may have 1,000,000 characters, and a mail server may take less.',
  MESSAGE_TOO_LONG: 'Shorten the message: with all that is filled in it may have 1,600 characters.',
  FILTERED: 'A carrier took it for unwanted: say who you are, avoid shortened links, register the sender.',
  TEMPLATE_MISSING: 'Check the contentSid of whatsappTemplate: its template must be in this Twilio account.',
  TEMPLATE_NOT_FOUND:
    'Check the contentSid of whatsappTemplate: its template must be in this Twilio account.',
  TEMPLATE_REFUSED: 'WhatsApp has not approved this template, or no longer does. Choose another one.',
  TEMPLATE_PAUSED: 'WhatsApp has paused this template as people complained. Wait, or choose another one.',
  TEMPLATE_VARIABLES_REFUSED: 'Give a value to each variable of the template, and to nothing else.',
  TEMPLATE_VARIABLE_EMPTY:
    'WhatsApp takes no empty variables: give the placeholder a fallback, {{name|there}}.',
  // The account.
  REGION_NOT_ENABLED:
    'Allow this country in the geographic permissions of the Twilio account, then send again.',
  SENDER_NOT_CAPABLE: 'This sender does not reach them. Use another number, or a messaging service.',
  UNROUTABLE: 'This sender does not reach them. Use another number, or a messaging service.',
  SENDER_NOT_REGISTERED: 'Register the sender at Twilio for this country, then send to them again.',
  RECIPIENT_NOT_VERIFIED:
    'A trial account of Twilio reaches verified numbers only. Upgrade it, or verify them.',
  TRIAL_ACCOUNT: 'A trial account of Twilio cannot do this. Upgrade it, then send to them again.',
  NOT_IN_SANDBOX: "They have not joined Twilio's sandbox for WhatsApp. Use a sender of your own.",
  ACCOUNT_SUSPENDED: 'Twilio has suspended the account. Clear that up with Twilio, then send to them again.',
  ACCOUNT_RESTRICTED:
    'Twilio has restricted the account. Clear that up with Twilio, then send to them again.',
  DAILY_LIMIT:
    'The account has sent all that it may in a day. Have the limit raised, or send again tomorrow.',
};

/** In these states the advice depends on the state rather than on the reason. */
const adviceByState: Readonly<Partial<Record<DeliveryState, string>>> = {
  QUEUED: 'Nothing: this may pass, and they are tried again.',
  UNCONFIRMED:
    'It is unknown whether they got it. Ask the provider; to send it again all the same, retry those in the state UNCONFIRMED.',
};

export function adviceOn(state: DeliveryState, reason: string): string | null {
  return adviceByState[state] ?? (Object.hasOwn(advice, reason) ? (advice[reason] ?? null) : null);
}
