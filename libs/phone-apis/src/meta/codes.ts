import { fieldsIn, textIn } from '@carillon/http-client';
import { type CodeRules, down, permanent, slowDown, spare, stopped, temporary, unknown } from '../code-rules';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The codes of the Graph API. https://developers.facebook.com/docs/graph-api/guides/error-handling
 * The subcode 33 of code 100 stands for an object that does not exist, or that the token may not use. An invalid proof of
 * the app secret has no code of its own: https://developers.facebook.com/docs/graph-api/guides/secure-requests
 */
const graphErrors: CodeRules = {
  0: down('LOGIN_REFUSED'),
  1: unknown('SERVER_ERROR'),
  2: unknown('SERVICE_UNAVAILABLE'),
  3: down('ACCESS_DENIED'),
  4: slowDown('TOO_MANY_REQUESTS', MINUTE_MS),
  10: down('ACCESS_DENIED'),
  33: down('SENDER_NOT_FOUND'),
  100: permanent('REQUEST_REFUSED'),
  '100/33': down('SENDER_NOT_FOUND'),
  '100/proof': down('LOGIN_REFUSED'),
  190: down('LOGIN_REFUSED'),
  // All codes from 200 to 299 are missing permissions.
  200: down('ACCESS_DENIED'),
  80007: slowDown('TOO_MANY_REQUESTS', MINUTE_MS),
  80008: slowDown('TOO_MANY_REQUESTS', MINUTE_MS),
};

/**
 * The codes of WhatsApp, in responses and in webhooks.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
 * The rows are those of the page of June 2026. They couldn't be checked against Meta's servers. The page names a waiting
 * time only for 131049 (a day) and 133015, so the other times are estimates. The rows 131030 (a recipient that isn't
 * allowed for a test number) and 80008 aren't on the page. They are known from reports of other programs.
 */
const messageErrors: CodeRules = {
  368: down('BUSINESS_ACCOUNT_LOCKED'),
  130429: slowDown('TOO_MANY_REQUESTS'),
  130472: permanent('LIMITED_BY_WHATSAPP'),
  130497: permanent('REGION_NOT_ENABLED'),

  131000: unknown('SERVER_ERROR'),
  131005: down('ACCESS_DENIED'),
  131008: permanent('REQUEST_REFUSED'),
  131009: permanent('REQUEST_REFUSED'),
  131016: unknown('SERVICE_UNAVAILABLE'),
  131021: permanent('SAME_SENDER_AND_RECIPIENT'),
  131026: permanent('NOT_ON_WHATSAPP'),
  131030: permanent('RECIPIENT_NOT_VERIFIED'),
  131031: down('BUSINESS_ACCOUNT_LOCKED'),
  131037: down('SENDER_NOT_VERIFIED'),
  131042: down('ACCOUNT_RESTRICTED'),
  131045: down('SENDER_CERTIFICATE_REFUSED'),
  131047: permanent('OUTSIDE_WINDOW'),
  // Too many people blocked the number or reported its messages as spam.
  131048: slowDown('CHANNEL_LIMIT', HOUR_MS),
  // The limit of marketing messages for each person, from all businesses.
  131049: spare('MARKETING_LIMIT', 24 * HOUR_MS),
  131050: stopped('OPTED_OUT'),
  131051: permanent('CONTENT_REFUSED'),
  131052: permanent('MEDIA_UNREACHABLE'),
  131053: permanent('MEDIA_UNREACHABLE'),
  131056: spare('TOO_MANY_FOR_RECIPIENT', MINUTE_MS),
  131057: slowDown('MAINTENANCE', 5 * MINUTE_MS),
  131063: permanent('TEMPLATE_REFUSED'),
  131064: slowDown('CHANNEL_LIMIT', HOUR_MS),

  132000: permanent('TEMPLATE_VARIABLES_REFUSED'),
  132001: permanent('TEMPLATE_NOT_FOUND'),
  132005: permanent('MESSAGE_TOO_LONG'),
  132007: permanent('TEMPLATE_REFUSED'),
  132012: permanent('TEMPLATE_VARIABLES_REFUSED'),
  132015: temporary('TEMPLATE_PAUSED'),
  132016: permanent('TEMPLATE_REFUSED'),
  132018: permanent('TEMPLATE_VARIABLES_REFUSED'),
  132068: permanent('TEMPLATE_REFUSED'),
  132069: temporary('TEMPLATE_PAUSED'),

  133000: down('SENDER_NOT_REGISTERED'),
  133004: unknown('SERVICE_UNAVAILABLE'),
  133005: down('SENDER_NOT_REGISTERED'),
  133006: down('SENDER_NOT_VERIFIED'),
  133008: down('SENDER_NOT_REGISTERED'),
  133009: down('SENDER_NOT_REGISTERED'),
  133010: down('SENDER_NOT_REGISTERED'),
  133015: down('SENDER_NOT_REGISTERED'),
  133016: down('SENDER_NOT_REGISTERED'),

  134011: down('ACCOUNT_RESTRICTED'),
  135000: permanent('REQUEST_REFUSED'),
  2494100: slowDown('MAINTENANCE', 5 * MINUTE_MS),
};

export const metaCodes: CodeRules = { ...graphErrors, ...messageErrors };

/** The code of the object `error` of a response, or of an item of `errors` in a webhook. Null: it has none. */
export function metaCode(error: unknown): string | null {
  const { code, error_subcode: subcode, message } = fieldsIn(error);
  if (typeof code !== 'number' || !Number.isSafeInteger(code) || code < 0) return null;
  if (code === 100 && subcode === 33) return '100/33';
  if (code === 100 && /\bappsecret_proof\b/.test(textIn(message))) return '100/proof';
  return code > 200 && code < 300 ? '200' : String(code);
}
