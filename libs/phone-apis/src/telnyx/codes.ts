import { type CodeRules, down, permanent, slowDown, stopped, temporary, unknown } from '../code-rules';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The errors of all APIs, in responses. https://developers.telnyx.com/development/api-fundamentals/api-errors */
const apiErrors: CodeRules = {
  10001: down('SENDER_NOT_FOUND'),
  10002: permanent('INVALID_ADDRESS'),
  10003: down('CALLBACK_URL_REFUSED'),
  10004: permanent('REQUEST_REFUSED'),
  10005: down('ACCOUNT_NOT_FOUND'),
  10006: down('ACCOUNT_NOT_FOUND'),
  10007: unknown('SERVER_ERROR'),
  10008: unknown('SERVER_TIMEOUT'),
  10009: down('LOGIN_REFUSED'),
  10010: down('ACCESS_DENIED'),
  10011: slowDown('TOO_MANY_REQUESTS'),
  10015: permanent('REQUEST_REFUSED'),
  10016: permanent('INVALID_ADDRESS'),
  10017: down('ACCOUNT_NOT_FOUND'),
  // The account may write only to numbers that it has verified.
  10039: permanent('RECIPIENT_NOT_VERIFIED'),
  20100: down('ACCOUNT_RESTRICTED'),
};

/**
 * The errors of messages, in responses and in webhooks.
 * https://developers.telnyx.com/docs/messaging/messages/error-codes
 */
const messageErrors: CodeRules = {
  40001: permanent('LANDLINE'),
  40002: permanent('FILTERED'),
  40003: permanent('FILTERED'),
  40004: permanent('BLOCKED'),
  40005: temporary('VALIDITY_EXPIRED'),
  40006: temporary('CARRIER_ERROR'),
  40007: permanent('REJECTED'),
  40008: permanent('UNREACHABLE_ADDRESS'),
  40009: permanent('CONTENT_REFUSED'),
  40010: permanent('SENDER_NOT_REGISTERED'),
  40011: temporary('CARRIER_LIMIT'),
  40012: permanent('INVALID_ADDRESS'),
  40013: permanent('SENDER_NOT_CAPABLE'),
  40014: temporary('VALIDITY_EXPIRED'),
  40015: permanent('FILTERED'),
  40016: temporary('DAILY_LIMIT'),
  40017: permanent('FILTERED'),
  40018: temporary('CARRIER_LIMIT'),
  40019: permanent('SENDER_NOT_REGISTERED'),
  40020: permanent('FRAUD_SUSPECTED'),
  40100: down('SENDER_NOT_CAPABLE'),
  40150: down('SENDER_NOT_CAPABLE'),
  40151: down('SENDER_NOT_CAPABLE'),
  40155: down('SENDER_NOT_CAPABLE'),

  40300: stopped('OPTED_OUT'),
  40301: permanent('UNROUTABLE'),
  40302: permanent('MESSAGE_TOO_LONG'),
  40304: permanent('CONTENT_REFUSED'),
  40305: down('SENDER_REFUSED'),
  // A number that can't send to this country gets this code, too, so other recipients may get the message.
  40306: permanent('SENDER_NOT_CAPABLE'),
  40307: permanent('SENDER_NOT_CAPABLE'),
  40308: permanent('SENDER_NOT_CAPABLE'),
  40309: permanent('REGION_NOT_ENABLED'),
  40310: permanent('INVALID_ADDRESS'),
  40311: down('LOGIN_REFUSED'),
  40312: down('MESSAGING_SERVICE_NOT_FOUND'),
  40313: down('LOGIN_REFUSED'),
  40314: down('ACCOUNT_RESTRICTED'),
  40315: temporary('SENDER_BLOCKED'),
  40316: permanent('EMPTY_MESSAGE'),
  40317: permanent('MEDIA_UNREACHABLE'),
  40318: slowDown('QUEUE_FULL', 5 * MINUTE_MS),
  40319: permanent('UNROUTABLE'),
  40320: slowDown('SENDER_BLOCKED', 5 * MINUTE_MS),
  40321: down('MESSAGING_SERVICE_EMPTY'),
  40322: permanent('CONTENT_REFUSED'),
  40323: down('SENDER_NOT_CAPABLE'),
  40325: down('SENDER_REFUSED'),
  40328: permanent('MESSAGE_TOO_LONG'),
  40329: down('SENDER_NOT_VERIFIED'),
  40330: down('SENDER_NOT_VERIFIED'),
  40331: permanent('REGION_NOT_ENABLED'),
  // The spending limit of the messaging profile for the day.
  40333: slowDown('DAILY_LIMIT', HOUR_MS),
};

export const telnyxCodes: CodeRules = { ...apiErrors, ...messageErrors };
