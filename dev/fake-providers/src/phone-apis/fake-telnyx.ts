import { type KeyObject, createPrivateKey, createPublicKey, randomUUID, sign } from 'node:crypto';
import type { ApiAnswer, ApiRequest } from '../apis/fake-api';
import { segments } from '../twilio/segments';
import type { StatusStep } from '../twilio/statuses';
import {
  FakePhoneApi,
  type FakePhoneApiOptions,
  type PhoneApiMessage,
  type PhoneRefusal,
  type PhoneText,
  type SignedWebhook,
  jsonIn,
} from './fake-phone-api';

const number = /^\+[1-9]\d{6,14}$/;
const shortCode = /^\d{3,8}$/;
const senderName = /^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The bytes before the 32 bytes of an Ed25519 key in DER (RFC 8410). */
const PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Telnyx's messaging API, version 2. https://developers.telnyx.com/api-reference/messages/send-a-message
 * The errors are those of https://developers.telnyx.com/docs/messaging/messages/error-codes.
 */
export class FakeTelnyx extends FakePhoneApi {
  private readonly key: KeyObject;

  /** @param seed the 32 bytes of the key that signs webhooks */
  constructor(seed: Buffer, options: FakePhoneApiOptions = {}) {
    super(options);
    this.key = createPrivateKey({ key: Buffer.concat([PREFIX, seed]), format: 'der', type: 'pkcs8' });
  }

  /** The key that verifies webhooks, as Telnyx shows it. */
  get publicKey(): string {
    return createPublicKey(this.key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  }

  protected override read(request: ApiRequest): PhoneApiMessage | ApiAnswer {
    const { method, path, headers } = request;
    const [, key = ''] = /^Bearer (\S{8,})$/.exec(headers.authorization ?? '') ?? [];
    if (key === '' || key.includes('wrong'))
      return error(401, 10009, 'Authentication failed', 'The required authentication headers were invalid.');
    if (method === 'GET' && path === '/v2/messaging_profiles')
      return { status: 200, body: { data: [], meta: { page_number: 1, total_pages: 0 } } };
    if (method === 'GET' && /^\/v2\/messaging_profiles\/[^/]+$/.test(path))
      return { status: 200, body: { data: { record_type: 'messaging_profile', id: path.split('/').pop() } } };
    if (method !== 'POST' || path !== '/v2/messages')
      return error(404, 10005, 'Resource not found', 'The requested resource or URL could not be found.');
    const body = jsonIn(request);
    return faultIn(body) ?? messageOf(body);
  }

  protected override accept(message: PhoneApiMessage, id: string): ApiAnswer {
    return { status: 200, body: { data: resource(message, id, 'queued') } };
  }

  protected override refuse(refusal: PhoneRefusal): ApiAnswer {
    switch (refusal) {
      case 'too many requests':
        return {
          ...error(429, 10011, 'Too many requests', 'You have exceeded the maximum number of requests.'),
          headers: { 'retry-after': '1' },
        };
      case 'internal error':
        return error(500, 10007, 'Unexpected error', 'An unexpected error occurred.');
      case 'unavailable':
        return { status: 503, body: 'Service Unavailable' };
      default:
        return error(refusal === 'queue full' ? 429 : 400, refusals[refusal], refusal, refusal);
    }
  }

  protected override statusWebhook(
    message: PhoneApiMessage,
    id: string,
    { status, errorCode }: StatusStep,
  ): SignedWebhook | null {
    const reported = statuses[status];
    if (reported === undefined) return null;
    const code = errorCode === undefined ? null : errorCode === 30005 ? 40012 : 40006;
    const errors = code === null ? [] : [errorOf(code, 'Undeliverable', 'The message was not delivered.')];
    return this.signed(reported === 'sent' ? 'message.sent' : 'message.finalized', {
      ...resource(message, id, reported),
      errors,
    });
  }

  protected override inboundWebhook({ id, from, to, text }: PhoneText): SignedWebhook {
    return this.signed('message.received', {
      ...{ record_type: 'message', direction: 'inbound', id, type: 'SMS', text, media: [], errors: [] },
      from: { phone_number: from, carrier: 'Carillon', line_type: 'Wireless' },
      to: [{ phone_number: to, status: 'webhook_delivered', carrier: 'Telnyx', line_type: 'Wireless' }],
    });
  }

  /** https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks */
  private signed(event: string, payload: object): SignedWebhook {
    const occurred = new Date().toISOString();
    const data = {
      event_type: event,
      id: randomUUID(),
      occurred_at: occurred,
      payload,
      record_type: 'event',
    };
    const body = JSON.stringify({ data, meta: { attempt: 1 } });
    const at = String(Math.floor(Date.now() / 1_000));
    return {
      headers: {
        'content-type': 'application/json',
        'telnyx-timestamp': at,
        'telnyx-signature-ed25519': sign(null, Buffer.from(`${at}|${body}`), this.key).toString('base64'),
      },
      body,
    };
  }
}

const refusals = {
  'invalid number': 40310,
  'no route': 40001,
  'country not allowed': 40309,
  'opted out': 40300,
  landline: 40001,
  'invalid sender': 40305,
  'queue full': 40318,
} as const satisfies Partial<Record<PhoneRefusal, number>>;

const statuses: Readonly<Record<string, string>> = {
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'delivery_failed',
};

function messageOf(body: Readonly<Record<string, unknown>>): PhoneApiMessage {
  const [mediaUrl = null] = (body.media_urls ?? []) as string[];
  return {
    ...{
      to: String(body.to),
      from: String(body.from),
      text: typeof body.text === 'string' ? body.text : '',
      mediaUrl,
    },
    webhookUrl: typeof body.webhook_url === 'string' ? body.webhook_url : null,
    body,
  };
}

/** The refusal of an invalid request. Null: it is valid. */
function faultIn(body: Readonly<Record<string, unknown>>): ApiAnswer | null {
  const {
    to,
    from,
    text = '',
    type,
    media_urls: urls,
    webhook_url: url,
    messaging_profile_id: profile,
  } = body;
  if (typeof to !== 'string') return error(422, 10004, 'Missing required parameter', 'to');
  if (!number.test(to)) return error(400, 40310, "Invalid 'to' address", to);
  if (typeof from !== 'string') return error(422, 10004, 'Missing required parameter', 'from');
  if (!number.test(from) && !shortCode.test(from) && !senderName.test(from))
    return error(400, 40305, "Invalid 'from' address", from);
  if (senderName.test(from) && profile === undefined)
    return error(409, 40306, 'Alpha sender not configured', 'A name requires messaging_profile_id.');
  if (profile !== undefined && (typeof profile !== 'string' || !uuid.test(profile)))
    return error(422, 10015, 'Bad Request', 'messaging_profile_id');
  if (typeof text !== 'string') return error(422, 10015, 'Bad Request', 'text');
  const files = Array.isArray(urls) ? urls : [];
  if (files.length > 10 || !files.every((each) => typeof each === 'string' && URL.canParse(each)))
    return error(400, 40317, 'Invalid MMS content', 'media_urls');
  if (text === '' && files.length === 0) return error(400, 40316, 'No content provided', 'text');
  if (files.length === 0 && segments(text) > 10) return error(400, 40302, 'Message too large', 'text');
  if (type !== undefined && type !== (files.length > 0 ? 'MMS' : 'SMS'))
    return error(422, 10015, 'Bad Request', 'type');
  if (url !== undefined && (typeof url !== 'string' || url.length > 2_000 || !URL.canParse(url)))
    return error(422, 10003, 'Invalid URL', 'webhook_url');
  return null;
}

function resource({ to, from, text, mediaUrl, webhookUrl }: PhoneApiMessage, id: string, status: string) {
  return {
    ...{ record_type: 'message', direction: 'outbound', id, type: mediaUrl === null ? 'SMS' : 'MMS' },
    from: { phone_number: from, carrier: 'Telnyx', line_type: 'Wireless' },
    to: [{ phone_number: to, status, carrier: 'Carillon', line_type: 'Wireless' }],
    ...{ text, media: mediaUrl === null ? [] : [{ url: mediaUrl }], webhook_url: webhookUrl },
    ...{ parts: segments(text), errors: [], received_at: new Date().toISOString() },
  };
}

function error(status: number, code: number, title: string, detail: string): ApiAnswer {
  return { status, body: { errors: [errorOf(code, title, detail)] } };
}

function errorOf(code: number, title: string, detail: string): object {
  return { code: String(code), title, detail };
}
