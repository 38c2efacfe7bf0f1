import { type CodeRules, down, permanent, slowDown, spare, stopped, temporary, unknown } from '../code-rules';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The codes of errors that concern messages to phones, in responses and in webhooks.
 * https://developer.vonage.com/en/api-errors/messages
 */
const messageErrors: CodeRules = {
  1000: slowDown('TOO_MANY_REQUESTS'),
  1010: permanent('REQUEST_REFUSED'),
  1020: permanent('REQUEST_REFUSED'),
  1030: unknown('SERVER_ERROR'),
  1040: permanent('INVALID_ADDRESS'),
  1050: permanent('BLOCKED'),
  1060: down('ACCOUNT_SUSPENDED'),
  // The prepaid credit is used up.
  1070: down('ACCOUNT_RESTRICTED'),
  1080: down('REQUEST_NOT_ALLOWED'),
  1090: permanent('MESSAGE_TOO_LONG'),
  1100: temporary('CARRIER_ERROR'),
  1110: down('LOGIN_REFUSED'),
  // Depends on the regulations of the destination, so other recipients may get the message.
  1120: permanent('SENDER_REFUSED'),
  1130: permanent('VALIDITY_REFUSED'),
  1140: down('REQUEST_NOT_ALLOWED'),
  1150: permanent('REQUEST_REFUSED'),
  1160: permanent('RECIPIENT_NOT_VERIFIED'),
  1170: permanent('INVALID_ADDRESS'),
  1180: temporary('HANDSET_UNREACHABLE'),
  1190: permanent('UNKNOWN_ADDRESS'),
  1200: permanent('UNREACHABLE_ADDRESS'),
  1210: permanent('FILTERED'),
  1220: temporary('HANDSET_UNREACHABLE'),
  1230: temporary('CARRIER_ERROR'),
  1240: stopped('OPTED_OUT'),
  1241: spare('TOO_MANY_FOR_RECIPIENT', HOUR_MS),
  1250: permanent('UNROUTABLE'),
  1260: permanent('UNREACHABLE_ADDRESS'),
  1270: permanent('BLOCKED'),
  1280: permanent('BLOCKED'),
  1290: temporary('UNREACHABLE_ADDRESS'),
  1300: permanent('UNREACHABLE_ADDRESS'),
  1310: permanent('MEDIA_NOT_SUPPORTED'),
  // A repetition: the first message may have arrived.
  1320: unknown('REJECTED'),
  1330: permanent('REJECTED'),
  1360: temporary('VALIDITY_EXPIRED'),
};

/** The names of errors that concern the account, in responses. https://developer.vonage.com/en/api-errors */
const accountErrors: CodeRules = {
  'low-balance': down('ACCOUNT_RESTRICTED'),
  unauthorized: down('LOGIN_REFUSED'),
  forbidden: down('ACCESS_DENIED'),
  'not-found': down('ACCOUNT_NOT_FOUND'),
  unprovisioned: down('REQUEST_NOT_ALLOWED'),
  'account-suspended': down('ACCOUNT_SUSPENDED'),
  'jwt-expired': down('LOGIN_REFUSED'),
  'jwt-revoked': down('LOGIN_REFUSED'),
  'invalid-params': permanent('REQUEST_REFUSED'),
  'invalid-api-key': down('LOGIN_REFUSED'),
  'invalid-signature': down('LOGIN_REFUSED'),
};

export const vonageCodes: CodeRules = { ...messageErrors, ...accountErrors };

/**
 * The code of an error: a number as its title, or the fragment of the URL of its type.
 * https://developer.vonage.com/en/api-errors
 */
export function vonageCode(type: string, title: string): string | null {
  if (/^\d{4}$/.test(title)) return title;
  return /#([a-z0-9-]{1,50})$/.exec(type)?.[1] ?? null;
}
