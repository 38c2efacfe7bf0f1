import { type KeyObject, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import type {
  CallbackRequest,
  FeedbackOutcome,
  PhoneFeedbackSource,
  ReportedState,
} from '@carillon/contracts';
import { type Fields, fieldsIn, textIn } from '@carillon/http-client';
import { LRUCache } from 'lru-cache';
import { listIn } from '../lists';
import { senderIn, statusOutcomes } from '../status-outcomes';
import { telnyxCodes } from './codes';

/** Telnyx repeats a webhook within minutes. A day allows for its backlog. */
const TAKEN_FOR_MS = 24 * 3_600_000;
const MS_PER_S = 1_000;
const REMEMBERED_KEYS = 1_000;
/** 64 bytes in base64. */
const signature = /^[A-Za-z0-9+/]{86}==$/;
const timestamp = /^\d{10,11}$/;
/** The bytes before the 32 bytes of an Ed25519 key in DER (RFC 8410). */
const PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Telnyx's webhooks, signed with Ed25519 over the timestamp and the body.
 * https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks
 */
export function telnyxSource(): PhoneFeedbackSource {
  const keys = new LRUCache<string, { key: KeyObject | null }>({ max: REMEMBERED_KEYS });
  /** A dummy key: without a key, verification takes as long as with one. */
  let nobodys: KeyObject | undefined;
  const keyOf = (text: string): KeyObject | null => {
    const known = keys.get(text) ?? { key: publicKey(text) };
    keys.set(text, known);
    return known.key;
  };
  return {
    provider: 'TELNYX',
    secret: 'publicKey',
    takenForMs: TAKEN_FOR_MS,
    proof: ({ headers, content }) => {
      const signed = headers['telnyx-signature-ed25519'];
      const at = headers['telnyx-timestamp'];
      if (typeof signed !== 'string' || typeof at !== 'string' || content.kind !== 'bytes') return null;
      if (!signature.test(signed) || !timestamp.test(at)) return null;
      const bytes = content.bytes.toString('base64');
      const stamped = { url: '', signature: `${at}:${signed}`, content: { bytes } };
      return { signed: stamped, signedAt: new Date(Number(at) * MS_PER_S), token: null };
    },
    isRight: (text, { signature: stamped, content }) => {
      const [at = '', signed = ''] = stamped.split(':', 2);
      const own = keyOf(text);
      const key = own ?? (nobodys ??= generateKeyPairSync('ed25519').publicKey);
      const bytes = 'bytes' in content ? Buffer.from(content.bytes, 'base64') : Buffer.alloc(0);
      const data = Buffer.concat([Buffer.from(`${at}|`), bytes]);
      return verify(null, data, key, Buffer.from(signed, 'base64')) && own !== null;
    },
    outcomes: (request) => outcomesOf(request),
  };
}

/** The key as Telnyx shows it: its 32 bytes in base64. Null for any other text. */
function publicKey(text: string): KeyObject | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32) return null;
  return createPublicKey({ key: Buffer.concat([PREFIX, bytes]), format: 'der', type: 'spki' });
}

/** https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks */
const states: Readonly<Record<string, ReportedState>> = {
  queued: 'SENT',
  sending: 'SENT',
  sent: 'SENT',
  delivered: 'DELIVERED',
  sending_failed: 'FAILED',
  delivery_failed: 'FAILED',
  expired: 'FAILED',
};

function outcomesOf(request: CallbackRequest): FeedbackOutcome[] {
  const { event_type: type, payload } = fieldsIn(fieldsIn(request.parsed()).data);
  const message = fieldsIn(payload);
  switch (type) {
    case 'message.received':
      return [inboundOf(message)];
    case 'message.sent':
    case 'message.finalized':
      return statusOf(message);
    default:
      return [{ kind: typeof type === 'string' ? 'ignored' : 'malformed' }];
  }
}

/** The status is the recipient's. `delivery_unconfirmed`: the carrier reports nothing, so the message stays sent. */
function statusOf(message: Fields): FeedbackOutcome[] {
  const [recipient] = listIn(message.to).map(fieldsIn);
  const status = textIn(recipient?.status);
  const state = Object.hasOwn(states, status) ? states[status] : undefined;
  if (!state) return [{ kind: 'ignored' }];
  const [error] = listIn(message.errors).map(fieldsIn);
  const code = textIn(error?.code);
  return statusOutcomes(telnyxCodes, {
    deliveryId: deliveryIn(textIn(message.webhook_url)),
    providerId: textIn(message.id),
    channel: 'SMS',
    state,
    code: code === '' ? (status === 'expired' ? '40005' : null) : code,
    to: textIn(recipient?.phone_number),
    from: textIn(fieldsIn(message.from).phone_number),
  });
}

/** The webhook URL of each message, which Telnyx repeats in the signed body, identifies its delivery. */
function deliveryIn(url: string): string {
  return URL.parse(url)?.searchParams.get('delivery') ?? '';
}

function inboundOf(message: Fields): FeedbackOutcome {
  const [own] = listIn(message.to).map(fieldsIn);
  return {
    kind: 'received',
    message: {
      providerId: textIn(message.id),
      channel: 'SMS',
      address: textIn(fieldsIn(message.from).phone_number),
      sender: senderIn(textIn(own?.phone_number)),
      body: textIn(message.text),
    },
  };
}
