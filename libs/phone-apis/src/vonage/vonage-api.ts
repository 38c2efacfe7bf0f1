import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import type { VonageSettings } from '@carillon/contracts';
import { fieldsIn, textIn } from '@carillon/http-client';
import { LRUCache } from 'lru-cache';
import type { PhoneAccount, PhoneApi, SmsMessage } from '../phone-api';
import { vonageCode, vonageCodes } from './codes';

/** https://developer.vonage.com/en/api/messages */
const MESSAGES = '/v1/messages';
/** The longest text that the API takes. */
const LONGEST_TEXT = 1_000;
/** How long a token is valid, and how long it is used (seconds). */
const TOKEN_S = { valid: 900, used: 600 };
const REMEMBERED_TOKENS = 1_000;
/** The limits of `ttl` (seconds): three days at most. */
const VALIDITY_S = { least: { sms: 20, mms: 300 }, most: 259_200 };
const MS_PER_S = 1_000;

/** The Messages API of Vonage. */
export function vonageApi(): PhoneApi {
  const tokens = new LRUCache<string, { value: string; since: number }>({ max: REMEMBERED_TOKENS });
  /** One signature of RSA takes a millisecond, so a token serves many messages. */
  const tokenOf = ({ id, version, settings, secrets }: PhoneAccount, now: Date): string => {
    const key = `${id} ${version}`;
    const since = Math.floor(now.getTime() / MS_PER_S);
    const known = tokens.get(key);
    if (known && since - known.since < TOKEN_S.used && since >= known.since) return known.value;
    const value = tokenFor(
      (settings as unknown as VonageSettings).applicationId,
      secrets.privateKey ?? '',
      since,
    );
    tokens.set(key, { value, since });
    return value;
  };
  const post = (account: PhoneAccount, body: object, now: Date) => ({
    method: 'POST',
    path: MESSAGES,
    headers: { authorization: `Bearer ${tokenOf(account, now)}` },
    body,
  });
  return {
    provider: 'VONAGE',
    name: 'Vonage',
    url: 'https://api.nexmo.com',
    codes: vonageCodes,
    fault: ({ text, media }) => {
      if (text.length > LONGEST_TEXT) return 'MESSAGE_TOO_LONG';
      return media && kindOf(media.type) === null ? 'MEDIA_NOT_SUPPORTED' : null;
    },
    message: (account, message, now) => post(account, bodyOf(account, message), now),
    // Vonage has no request that only checks the login. It refuses a message without a recipient, after the login.
    check: (account, now) => post(account, {}, now),
    passes: ({ status }) => status === 422,
    accepted: (body) => {
      const providerId = textIn(fieldsIn(body).message_uuid);
      return providerId === '' ? null : { providerId };
    },
    error: (body) => {
      const { type, title, detail } = fieldsIn(body);
      const code = vonageCode(textIn(type), textIn(title));
      return { code, detail: textIn(detail) || textIn(title) };
    },
  };
}

/** https://developer.vonage.com/en/getting-started/concepts/authentication#json-web-tokens */
function tokenFor(applicationId: string, privateKey: string, now: number): string {
  const claims = { application_id: applicationId, iat: now, exp: now + TOKEN_S.valid, jti: randomUUID() };
  const parts = [{ alg: 'RS256', typ: 'JWT' }, claims];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${sign('sha256', Buffer.from(signed), createPrivateKey(privateKey)).toString('base64url')}`;
}

function bodyOf({ settings }: PhoneAccount, message: SmsMessage): object {
  const { to, text, media, terms } = message;
  const ends = { from: national((settings as unknown as VonageSettings).from), to: national(to) };
  const kind = media && kindOf(media.type);
  const channel = kind ? 'mms' : 'sms';
  return {
    ...(media && kind
      ? { channel, message_type: kind, ...ends, [kind]: { url: media.url, caption: text } }
      : { channel, message_type: 'text', ...ends, text }),
    ...(terms && {
      client_ref: terms.deliveryId,
      webhook_url: terms.webhookUrl,
      webhook_version: 'v1',
      ttl: Math.min(
        VALIDITY_S.most,
        Math.max(VALIDITY_S.least[channel], Math.floor(terms.validForMs / MS_PER_S)),
      ),
    }),
  };
}

/** The types of MMS that Vonage sends. */
function kindOf(type: string): 'image' | 'video' | null {
  if (type.startsWith('image/')) return 'image';
  return type.startsWith('video/') ? 'video' : null;
}

/** Vonage takes numbers without the plus sign. */
function national(number: string): string {
  return number.replace(/^\+/, '');
}
