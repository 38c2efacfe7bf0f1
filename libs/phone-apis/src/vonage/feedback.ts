import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type {
  CallbackRequest,
  FeedbackOutcome,
  PhoneFeedbackSource,
  ReportedState,
} from '@carillon/contracts';
import { type Fields, fieldsIn, textIn } from '@carillon/http-client';
import { senderIn, statusOutcomes } from '../status-outcomes';
import { vonageCode, vonageCodes } from './codes';

/** Vonage repeats a webhook for 24 hours. https://developer.vonage.com/en/getting-started/concepts/webhooks */
const TAKEN_FOR_MS = 25 * 3_600_000;
const MS_PER_S = 1_000;
/** The three parts of a JWT. Vonage's tokens have some hundred characters. */
const bearer = /^Bearer ([\w-]{10,500}\.[\w-]{10,2000}\.[\w-]{43})$/i;

/**
 * Vonage's webhooks, signed with a JWT (HS256) that contains the hash of the body.
 * https://developer.vonage.com/en/getting-started/concepts/webhooks#signed-webhooks
 */
export function vonageSource(): PhoneFeedbackSource {
  return {
    provider: 'VONAGE',
    secret: 'signatureSecret',
    takenForMs: TAKEN_FOR_MS,
    proof: ({ headers, content }) => {
      const [, token] = bearer.exec(headers.authorization?.toString() ?? '') ?? [];
      if (token === undefined || content.kind !== 'bytes') return null;
      const { iat } = claimsOf(token);
      if (typeof iat !== 'number' || !(iat > 0 && iat < 1e11)) return null;
      const signed = { url: '', signature: token, content: { bytes: content.bytes.toString('base64') } };
      return { signed, signedAt: new Date(iat * MS_PER_S), token: null };
    },
    isRight: (secret, { signature, content }) => {
      const [header = '', claims = '', mac = ''] = signature.split('.');
      const expected = createHmac('sha256', secret).update(`${header}.${claims}`).digest();
      const actual = Buffer.from(mac, 'base64url');
      const isSigned = actual.length === expected.length && timingSafeEqual(actual, expected);
      const body = 'bytes' in content ? Buffer.from(content.bytes, 'base64') : Buffer.alloc(0);
      const hash = createHash('sha256').update(body).digest('hex');
      const isOfBody = textIn(claimsOf(signature).payload_hash).toLowerCase() === hash;
      return isSigned && isOfBody && partOf(header).alg === 'HS256';
    },
    outcomes: (request) => outcomesOf(request),
  };
}

function claimsOf(token: string): Fields {
  return partOf(token.split('.')[1] ?? '');
}

/** Empty if the part is no JSON. */
function partOf(part: string): Fields {
  try {
    return fieldsIn(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')));
  } catch {
    return {};
  }
}

/** https://developer.vonage.com/en/messages/concepts/messages-status-callbacks */
const states: Readonly<Record<string, ReportedState>> = {
  submitted: 'SENT',
  delivered: 'DELIVERED',
  read: 'READ',
  rejected: 'FAILED',
  undeliverable: 'FAILED',
};

function outcomesOf(request: CallbackRequest): FeedbackOutcome[] {
  const fields = fieldsIn(request.parsed());
  const { channel, message_uuid: id, status } = fields;
  if (typeof channel !== 'string' || typeof id !== 'string') return [{ kind: 'malformed' }];
  // The application may also have other channels, which Carillon doesn't use.
  if (channel !== 'sms' && channel !== 'mms') return [{ kind: 'ignored' }];
  return status === undefined ? [inboundOf(fields)] : statusOf(fields);
}

function statusOf(fields: Fields): FeedbackOutcome[] {
  const state = Object.hasOwn(states, textIn(fields.status)) ? states[textIn(fields.status)] : undefined;
  if (!state) return [{ kind: 'ignored' }];
  const { type, title } = fieldsIn(fields.error);
  return statusOutcomes(vonageCodes, {
    deliveryId: textIn(fields.client_ref),
    providerId: textIn(fields.message_uuid),
    channel: 'SMS',
    state,
    code: vonageCode(textIn(type), textIn(title)),
    to: international(textIn(fields.to)),
    from: international(textIn(fields.from)),
  });
}

/** A message without a text, such as a picture, opens no conversation and cannot opt out, so its text is empty. */
function inboundOf(fields: Fields): FeedbackOutcome {
  const caption = Object.values(fields).map((part) => textIn(fieldsIn(part).caption));
  return {
    kind: 'received',
    message: {
      providerId: textIn(fields.message_uuid),
      channel: 'SMS',
      address: international(textIn(fields.from)),
      sender: senderIn(international(textIn(fields.to))),
      body: textIn(fields.text) || (caption.find((text) => text !== '') ?? ''),
    },
  };
}

/** Vonage writes numbers without the plus sign. Short codes and names stay as they are. */
function international(number: string): string {
  return /^[1-9]\d{8,14}$/.test(number) ? `+${number}` : number;
}
