import {
  type CallbackContent,
  type CallbackFields,
  type CallbackRequest,
  type CallbackSignature,
  type Channel,
  type FeedbackOutcome,
  type ProviderCallbacks,
  type SignedCallback,
  type StatusReport,
  readDeliveryId,
} from '@carillon/contracts';
import { messageReport } from './message-status';
import { checkBodySignature, checkSignature } from './signature';

/**
 * The prefix of addresses of the channel. https://www.twilio.com/docs/whatsapp/api#using-phone-numbers-with-whatsapp
 */
const WHATSAPP = 'whatsapp:';
/** The limit is longer than any number, short code, or name that sends messages. */
const LONGEST = 64;
/** The form of message IDs: https://www.twilio.com/docs/glossary/what-is-a-sid */
const sid = /^[A-Z]{2}[0-9a-fA-F]{32}$/;
const errorCode = /^\d{1,9}$/;
/** A SHA-1 in base64. */
const plausible = /^[A-Za-z0-9+/]{27}=$/;

/**
 * Twilio's interpretation of a message to a Messaging Service with Advanced Opt-Out: it has applied the opt-out and
 * replied. https://help.twilio.com/articles/31560110671259
 */
const optOutTypes = ['STOP', 'START', 'HELP'] as const;

/** https://www.twilio.com/docs/usage/security#validating-requests */
export const twilioSignature: CallbackSignature = {
  secret: 'authToken',
  isRight: (authToken, { url, signature, content }) =>
    'form' in content
      ? checkSignature({ authToken, signature, url }, content.form)
      : checkBodySignature({ authToken, signature, url }, Buffer.from(content.bytes, 'base64')),
};

/** https://www.twilio.com/docs/usage/webhooks/messaging-webhooks */
export const twilioCallbacks: ProviderCallbacks = {
  ...twilioSignature,
  provider: 'twilio',
  takenForMs: null,
  signature: signatureIn,
  proof: ({ url, headers, content }) => {
    const signature = signatureIn(headers);
    if (signature === null) return null;
    return { signed: { url, signature, content: signedOf(content) }, signedAt: null, token: null };
  },
  outcomes: (request) => outcomesOf(request.parsed() as CallbackFields, request.url),
  status: statusReport,
  inbound: (fields) => {
    const { From = '', To = '', Body: body = '' } = fields;
    const providerId = messageOf(fields);
    if (providerId === null) return null;
    const button = buttonIn(fields);
    const providerMeaning = optOutTypes.find((type) => type === fields.OptOutType);
    return {
      ...{ providerId, channel: channelOf(From), address: bare(From), sender: senderOf(To), body },
      ...(button !== undefined && { button }),
      ...(providerMeaning && { providerMeaning }),
    };
  },
  answer: (text) => ({
    type: 'text/xml; charset=utf-8',
    body: `<?xml version="1.0" encoding="UTF-8"?><Response><Message>${escaped(text)}</Message></Response>`,
  }),
};

function signatureIn({ 'x-twilio-signature': signature }: CallbackRequest['headers']): string | null {
  return typeof signature === 'string' && plausible.test(signature) ? signature : null;
}

function signedOf(content: CallbackContent): SignedCallback['content'] {
  return content.kind === 'form' ? { form: content.pairs } : { bytes: content.bytes.toString('base64') };
}

function statusReport(fields: CallbackFields): StatusReport | null {
  const report = messageReport(statusOf(fields), errorOf(fields));
  if (!report) return null;
  const { status: state, suppress, ...rest } = report;
  const refusal = suppress ? refusalOf(fields, suppress) : null;
  return { providerId: messageOf(fields), state, ...rest, refusal };
}

/**
 * The callback URL of each message identifies its delivery. The refusal is reported first, because a repetition is
 * harmless.
 */
function outcomesOf(fields: CallbackFields, url: string): FeedbackOutcome[] {
  const report = statusReport(fields);
  if (!report) return [{ kind: 'ignored' }];
  const { providerId, refusal, ...rest } = report;
  const deliveryId = URL.parse(url)?.searchParams.get('delivery') ?? '';
  const refused: FeedbackOutcome[] = refusal ? [{ kind: 'refused', refusal }] : [];
  if (providerId === null || !readDeliveryId(deliveryId)) return [...refused, { kind: 'unnamed' }];
  return [...refused, { kind: 'reported', report: { deliveryId, providerId, ...rest } }];
}

/** Text of TwiML. https://www.twilio.com/docs/messaging/twiml */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function refusalOf({ To = '', From = '' }: CallbackFields, cause: 'STOPPED'): StatusReport['refusal'] {
  return { cause, channel: channelOf(To), address: bare(To), sender: senderOf(From) };
}

/**
 * The pressed button of a WhatsApp template: the payload set by its author, and its label in the language of the
 * template. https://www.twilio.com/docs/whatsapp/buttons
 */
function buttonIn({ ButtonPayload, ButtonText }: CallbackFields): string | undefined {
  const rest = [ButtonPayload, ButtonText].filter((each) => each !== undefined && each !== '');
  return rest.length === 0 ? undefined : [...new Set(rest)].join('\n');
}

/** Returns the message of a callback; null if it contains none. */
function messageOf({ MessageSid, SmsSid }: CallbackFields): string | null {
  const named = MessageSid ?? SmsSid ?? '';
  return sid.test(named) ? named : null;
}

/** Returns Twilio's status of the message. */
function statusOf({ MessageStatus, SmsStatus }: CallbackFields): string {
  return MessageStatus ?? SmsStatus ?? '';
}

/** Returns the error code; null if nothing failed. */
function errorOf({ ErrorCode = '' }: CallbackFields): string | null {
  return errorCode.test(ErrorCode) ? ErrorCode : null;
}

/** Returns the channel of an address in Twilio's form. */
function channelOf(address: string): Channel {
  return address.startsWith(WHATSAPP) ? 'WHATSAPP' : 'SMS';
}

/** Returns the name of a sender without the prefix; null if no sender can have it. */
function senderOf(address: string): string | null {
  const sender = bare(address);
  return sender === '' || sender.length > LONGEST ? null : sender;
}

function bare(address: string): string {
  return address.startsWith(WHATSAPP) ? address.slice(WHATSAPP.length) : address;
}
