import { type KeyObject, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import type { FeedbackOutcome, MailFeedbackSource } from '@carillon/contracts';
import { LRUCache } from 'lru-cache';
import {
  type About,
  type Fields,
  TOKEN_NAME,
  arrived,
  bounced,
  bytesOf,
  complained,
  fieldsIn,
  onListOfProvider,
  refusedByProvider,
  textIn,
  timeIn,
} from './events';

/** SendGrid repeats a webhook for 24 hours. */
const TAKEN_FOR_MS = 25 * 3_600_000;
const REMEMBERED_KEYS = 1_000;
/** A signature of P-256 in DER has at most 72 bytes. */
const signature = /^[A-Za-z0-9+/]{80,100}={0,2}$/;
const timestamp = /^\d{10,11}$/;
const MS_PER_S = 1_000;

/**
 * SendGrid's Event Webhook, signed with a key per account (ECDSA of P-256 over the timestamp and the body). The secret
 * is the public half.
 * https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features
 */
export function sendgridSource(): MailFeedbackSource {
  const keys = new LRUCache<string, { key: KeyObject | null }>({ max: REMEMBERED_KEYS });
  /** A dummy key: without a key, verification takes as long as with one. */
  let nobodys: KeyObject | undefined;
  const keyOf = (secret: string): KeyObject | null => {
    const known = keys.get(secret) ?? { key: publicKey(secret) };
    keys.set(secret, known);
    return known.key;
  };
  return {
    provider: 'SENDGRID',
    secret: 'feedbackKey',
    takenForMs: TAKEN_FOR_MS,
    couldBeSecret: (text) => publicKey(text) !== null,
    proof: (request) => {
      const signed = request.headers['x-twilio-email-event-webhook-signature'];
      const at = request.headers['x-twilio-email-event-webhook-timestamp'];
      if (typeof signed !== 'string' || typeof at !== 'string') return null;
      if (!signature.test(signed) || !timestamp.test(at)) return null;
      const content = { bytes: bytesOf(request).toString('base64') };
      const signedAt = new Date(Number(at) * MS_PER_S);
      return { signed: { url: '', signature: `${at}:${signed}`, content }, signedAt, token: null };
    },
    isRight: (secret, { signature: stamped, content }) => {
      const [at = '', signed = ''] = stamped.split(':', 2);
      const own = keyOf(secret);
      const key = own ?? (nobodys ??= generateKeyPairSync('ec', { namedCurve: CURVE }).publicKey);
      const bytes = 'bytes' in content ? Buffer.from(content.bytes, 'base64') : Buffer.alloc(0);
      const data = Buffer.concat([Buffer.from(at), bytes]);
      // In DER, the format of a bare key.
      return verify('sha256', data, key, Buffer.from(signed, 'base64')) && own !== null;
    },
    outcomes: (request) => {
      const events = request.parsed();
      return Array.isArray(events) ? events.map(outcomeOf) : [outcomeOf(events)];
    },
  };
}

const CURVE = 'prime256v1';

/** The key as SendGrid shows it: DER in base64. Null for any other text. */
function publicKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === CURVE ? key : null;
  } catch {
    return null;
  }
}

/**
 * The code of each class, if the reply has none.
 * https://www.twilio.com/docs/sendgrid/ui/analytics-and-reporting/bounce-and-block-classifications
 */
const statusOfClass: Readonly<Record<string, string>> = {
  'Invalid Address': '5.1.1',
  'Mailbox Unavailable': '4.2.0',
  Technical: '4.4.0',
  Content: '5.6.0',
  Reputation: '5.7.1',
  'Frequency/Volume': '4.7.0',
};
/** Classes that are unrelated to the address. */
const againstSender = new Set(['Content', 'Reputation', 'Frequency/Volume']);
const listed = new Set(['Bounced Address', 'Unsubscribed Address', 'Spam Reporting Address']);

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
function outcomeOf(event: unknown): FeedbackOutcome {
  const fields: Fields = fieldsIn(event);
  const { event: type, status, reason, sg_message_id: id } = fields;
  const about: About = { token: textIn(fields[TOKEN_NAME]), at: timeIn(fields.timestamp) };
  const why = textIn(reason);
  switch (type) {
    case 'bounce': {
      const kind = textIn(fields.bounce_classification);
      return bounced(about, {
        stated: textIn(status),
        replyText: why,
        why: kind,
        fallback: statusOfClass[kind],
        // SendGrid doesn't list an address after a block: it may accept the next email.
        isKept: fields.type === 'blocked' || againstSender.has(kind),
      });
    }
    case 'dropped':
      if (why === 'Invalid') return bounced(about, { replyText: '', fallback: '5.1.3' });
      return listed.has(why) ? onListOfProvider(about, why) : refusedByProvider(about, why);
    case 'spamreport':
      return complained(about, 'abuse');
    case 'delivered':
      return arrived(about, id);
    default:
      return { kind: typeof type === 'string' ? 'ignored' : 'malformed' };
  }
}
