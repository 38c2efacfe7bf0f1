import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { CallbackRequest, PhoneProvider } from '@carillon/contracts';

export interface Hook {
  headers: Record<string, string>;
  body: string;
}

/** Makes the webhooks of a provider from the samples in its documentation. */
export interface HookMaker {
  /** The setting that verifies the webhooks. */
  key: string;
  sign: (event: object, at: Date) => Hook;
  status: (deliveryId: string, status: 'sent' | 'delivered' | 'failed', code?: string) => object;
  inbound: (text: string) => object;
}

const SECRET = 'a-signature-secret-of-vonage';
const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A webhook with any claims. https://developer.vonage.com/en/getting-started/concepts/webhooks#signed-webhooks */
export function vonageHook(event: object, claims: object, { secret = SECRET, alg = 'HS256' } = {}): Hook {
  const body = JSON.stringify(event);
  const payload_hash = createHash('sha256').update(body).digest('hex');
  const signed = [part({ typ: 'JWT', alg }), part({ iss: 'Vonage', payload_hash, ...claims })].join('.');
  const mac = createHmac('sha256', secret).update(signed).digest('base64url');
  return { headers: { 'content-type': 'application/json', authorization: `Bearer ${signed}.${mac}` }, body };
}

/** https://developer.vonage.com/en/messages/concepts/messages-status-callbacks */
const vonage: HookMaker = {
  key: SECRET,
  sign: (event, at) => vonageHook(event, { iat: seconds(at) }),
  status: (deliveryId, status, code) => ({
    message_uuid: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab',
    ...{ to: '4915155502001', from: '14155552671', timestamp: '2026-11-30T20:00:00.000Z' },
    status: { sent: 'submitted', delivered: 'delivered', failed: 'rejected' }[status],
    ...(code !== undefined && {
      error: {
        type: `https://developer.vonage.com/api-errors/messages#${code}`,
        ...{ title: code, detail: 'It failed', instance: 'bf0ca0bf927b3b52e3cb03217e1a1ddf' },
      },
    }),
    usage: { currency: 'EUR', price: '0.0333' },
    client_ref: deliveryId,
    channel: 'sms',
    destination: { network_code: '12345' },
    sms: { count_total: '2' },
  }),
  inbound: (text) => ({
    channel: 'sms',
    message_uuid: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ac',
    ...{ to: '4915155502001', from: '14155552671', timestamp: '2026-11-30T20:00:00Z' },
    ...{ text, message_type: 'text', sms: { num_messages: '1', keyword: 'STOP' } },
    ...{ usage: { currency: 'EUR', price: '0.0333' }, origin: { network_code: '12345' } },
  }),
};

const keys = generateKeyPairSync('ed25519');

/** https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks */
const telnyx: HookMaker = {
  key: keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'),
  sign: (event, at) => {
    const body = JSON.stringify(event);
    const stamp = String(seconds(at));
    const signature = sign(null, Buffer.from(`${stamp}|${body}`), keys.privateKey).toString('base64');
    const own = { 'telnyx-timestamp': stamp, 'telnyx-signature-ed25519': signature };
    return { headers: { 'content-type': 'application/json', ...own }, body };
  },
  status: (deliveryId, status, code) => ({
    data: {
      event_type: status === 'sent' ? 'message.sent' : 'message.finalized',
      id: '4ee8c3a6-4995-4309-a3c6-38e3db9ea4be',
      occurred_at: '2026-11-30T20:00:00.148+00:00',
      payload: {
        ...{ direction: 'outbound', encoding: 'GSM-7', id: 'ac012cbf-5e09-46af-a69a-7c0e2d90993c' },
        errors: code === undefined ? [] : [{ code, title: 'Undeliverable', detail: 'It failed' }],
        from: { carrier: 'TELNYX LLC', line_type: 'Wireless', phone_number: '+14155552671' },
        ...{ media: [], parts: 1, record_type: 'message', text: 'Hello there!', type: 'SMS' },
        to: [
          {
            ...{ carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless', phone_number: '+4915155502001' },
            status: { sent: 'sent', delivered: 'delivered', failed: 'delivery_failed' }[status],
          },
        ],
        webhook_url: `https://carillon.example.com/api/v1/callbacks/phone/telnyx/x?delivery=${deliveryId}`,
      },
      record_type: 'event',
    },
    meta: { attempt: 1, delivered_to: 'https://carillon.example.com/' },
  }),
  inbound: (text) => ({
    data: {
      event_type: 'message.received',
      id: 'b301ed3f-1490-491f-995f-6e64e69674d4',
      occurred_at: '2026-11-30T20:16:07.588+00:00',
      payload: {
        ...{ direction: 'inbound', errors: [], id: '84cca175-9755-4859-b67f-4730d7f58aa3', text },
        from: { carrier: 'T-Mobile USA', line_type: 'Wireless', phone_number: '+14155552671' },
        to: [{ carrier: 'Telnyx', phone_number: '+4915155502001', status: 'webhook_delivered' }],
        ...{ media: [], parts: 1, record_type: 'message', type: 'SMS' },
      },
      record_type: 'event',
    },
    meta: { attempt: 1, delivered_to: 'https://carillon.example.com/' },
  }),
};

/** The providers whose webhooks have one event, about an SMS. */
export const smsProviders = ['VONAGE', 'TELNYX'] as const satisfies PhoneProvider[];
export type SmsProvider = (typeof smsProviders)[number];

export const phoneHooks: Readonly<Record<SmsProvider, HookMaker>> = { VONAGE: vonage, TELNYX: telnyx };

/** The sender of the samples in Meta's documentation. */
export const metaSender = { phoneNumberId: '106540352242922', businessAccountId: '102290129340398' };
export const META_APP_SECRET = 'an-app-secret-of-meta';

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/overview */
export function metaHook(event: object | string, secret = META_APP_SECRET): Hook {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const mac = createHmac('sha256', secret).update(body).digest('hex');
  return { headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${mac}` }, body };
}

/** An event of the account, in the envelope of all events. */
export function metaEvent(
  field: string,
  value: object,
  { phoneNumberId, businessAccountId } = metaSender,
): object {
  const metadata = { display_phone_number: '15550783881', phone_number_id: phoneNumberId };
  const isOfNumber = field === 'messages' || field === 'user_preferences';
  const around = isOfNumber && { messaging_product: 'whatsapp', metadata };
  const changes = [{ field, value: { ...around, ...value } }];
  return {
    object: 'whatsapp_business_account',
    entry: [{ id: businessAccountId, time: 1_739_321_024, changes }],
  };
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status */
export function metaStatus(deliveryId: string, status: string, code?: number): object {
  return {
    ...{ id: 'wamid.HBgLMTY1MDM4Nzk0MzkVAgARGBI0QUQ2MjA4NEYyRkExNjMyREUA', status },
    ...{ timestamp: '1751142888', recipient_id: '16505551234', biz_opaque_callback_data: deliveryId },
    pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'marketing' },
    ...(code !== undefined && {
      errors: [{ code, title: 'It failed', message: 'It failed', error_data: { details: 'Because' } }],
    }),
  };
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages */
export function metaMessage(content: object): object {
  return {
    ...{ from: '16505551234', id: 'wamid.HBgLMTY1MDM4Nzk0MzkVAgASGBQzQTA0NjU1OUFFRTAzODEwMTQ0RgA=' },
    ...{ timestamp: '1749416383', ...content },
  };
}

export function requestOf({ headers, body }: Hook): CallbackRequest {
  return {
    url: 'https://carillon.example.com/',
    headers,
    content: { kind: 'bytes', bytes: Buffer.from(body) },
    parsed: () => JSON.parse(body) as unknown,
  };
}
