import type { DeliveryReason } from '@carillon/contracts';

/** The effect of one of Twilio's error codes on its message. */
export interface CodeRule {
  /** The code in Twilio's dictionary, https://www.twilio.com/docs/api/errors/<code>. */
  code: number;
  /**
   * `providerDown`: the account, the credentials, or the sender can't be used for any recipient; `throttled`: a later
   * or slower attempt may succeed; `unknown`: it is unknown whether the message was sent.
   */
  outcome: 'failed' | 'throttled' | 'providerDown' | 'unknown';
  reason: DeliveryReason;
  /** Retrying this message is pointless. */
  permanent: boolean;
  /** The recipient wants no more messages from this sender. */
  suppress?: 'STOPPED';
  /** The scope of the throttling. */
  scope?: 'recipient' | 'provider';
  /** How long to wait (milliseconds), if the code states it. */
  retryAfterMs?: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** All known codes. https://www.twilio.com/docs/api/errors */
export const twilioCodes: readonly CodeRule[] = [
  // About the account and its credentials, in the response to a request.
  down(10001, 'ACCOUNT_INACTIVE'),
  permanent(10002, 'TRIAL_ACCOUNT'),
  permanent(20001, 'REQUEST_REFUSED'),
  down(20003, 'LOGIN_REFUSED'),
  down(20004, 'REQUEST_NOT_ALLOWED'),
  down(20005, 'ACCOUNT_INACTIVE'),
  down(20006, 'ACCESS_DENIED'),
  down(20008, 'TEST_CREDENTIALS'),
  down(20010, 'ACCOUNT_RESTRICTED'),
  down(20151, 'LOGIN_REFUSED'),
  down(20403, 'ACCESS_DENIED'),
  down(20404, 'ACCOUNT_NOT_FOUND'),
  slowDown(20429, 'TOO_MANY_REQUESTS'),
  unknown(20500, 'SERVER_ERROR'),
  unknown(20503, 'SERVER_ERROR'),
  permanent(60701, 'REQUEST_REFUSED'),

  // About the creation of a message, in the response to the request. A sender that is wrong for all destinations counts
  // as provider down. If a sender may be wrong only for this destination, the recipient fails, so that one country does
  // not delay the others.

  // More than 15 messages to one number in half a minute: a loop, or a person with many subscriptions.
  spare(14107, 'TOO_MANY_FOR_RECIPIENT', MINUTE_MS),

  permanent(21211, 'INVALID_ADDRESS'),
  down(21212, 'SENDER_REFUSED'),
  permanent(21214, 'UNREACHABLE_ADDRESS'),
  permanent(21217, 'INVALID_ADDRESS'),
  permanent(21219, 'RECIPIENT_NOT_VERIFIED'),
  permanent(21263, 'INVALID_ADDRESS'),
  permanent(21265, 'UNREACHABLE_ADDRESS'),
  permanent(21266, 'SAME_SENDER_AND_RECIPIENT'),
  permanent(21268, 'PREMIUM_NUMBER'),
  permanent(21408, 'REGION_NOT_ENABLED'),

  down(21601, 'SENDER_REFUSED'),
  permanent(21602, 'EMPTY_MESSAGE'),
  down(21603, 'SENDER_MISSING'),
  permanent(21604, 'INVALID_ADDRESS'),
  permanent(21605, 'MESSAGE_TOO_LONG'),
  permanent(21606, 'SENDER_NOT_CAPABLE'),
  down(21607, 'SENDER_REFUSED'),
  permanent(21608, 'RECIPIENT_NOT_VERIFIED'),
  down(21609, 'CALLBACK_URL_REFUSED'),
  stopped(21610, 'OPTED_OUT'),
  slowDown(21611, 'QUEUE_FULL', 5 * MINUTE_MS),
  permanent(21612, 'UNROUTABLE'),
  permanent(21614, 'NOT_A_MOBILE_NUMBER'),
  down(21616, 'SENDER_AMBIGUOUS'),
  permanent(21617, 'MESSAGE_TOO_LONG'),
  permanent(21618, 'CONTENT_REFUSED'),
  permanent(21619, 'EMPTY_MESSAGE'),
  permanent(21620, 'MEDIA_UNREACHABLE'),
  permanent(21621, 'SENDER_NOT_CAPABLE'),
  permanent(21624, 'VALIDITY_REFUSED'),
  permanent(21635, 'LANDLINE'),
  permanent(21654, 'TEMPLATE_MISSING'),
  permanent(21655, 'TEMPLATE_NOT_FOUND'),
  permanent(21656, 'TEMPLATE_VARIABLES_REFUSED'),
  permanent(21659, 'SENDER_NOT_CAPABLE'),
  down(21660, 'SENDER_REFUSED'),
  down(21661, 'SENDER_REFUSED'),
  down(21701, 'MESSAGING_SERVICE_NOT_FOUND'),
  down(21703, 'MESSAGING_SERVICE_EMPTY'),
  down(21704, 'MESSAGING_SERVICE_EMPTY'),
  down(21705, 'MESSAGING_SERVICE_NOT_FOUND'),
  slowDown(21730, 'MAINTENANCE', 5 * MINUTE_MS),
  permanent(21910, 'CHANNELS_DIFFER'),
  permanent(90007, 'VALIDITY_REFUSED'),
  permanent(92005, 'TEMPLATE_MISSING'),

  // About an SMS in transit: most come with a status callback, some with the response to the request.
  slowDown(30001, 'QUEUE_FULL', 5 * MINUTE_MS),
  down(30002, 'ACCOUNT_SUSPENDED'),
  temporary(30003, 'HANDSET_UNREACHABLE'),
  permanent(30004, 'BLOCKED'),
  permanent(30005, 'UNKNOWN_ADDRESS'),
  permanent(30006, 'LANDLINE'),
  permanent(30007, 'FILTERED'),
  temporary(30008, 'CARRIER_ERROR'),
  permanent(30010, 'PRICE_TOO_HIGH'),
  permanent(30011, 'MEDIA_NOT_SUPPORTED'),
  permanent(30012, 'VALIDITY_REFUSED'),
  permanent(30013, 'VALIDITY_REFUSED'),
  temporary(30017, 'CARRIER_CONGESTED'),
  permanent(30018, 'SENDER_NOT_REGISTERED'),
  permanent(30019, 'MESSAGE_TOO_LONG'),
  temporary(30020, 'SERVER_ERROR'),
  temporary(30021, 'SERVER_ERROR'),
  slowDown(30022, 'CARRIER_LIMIT', MINUTE_MS),
  slowDown(30023, 'DAILY_LIMIT', HOUR_MS),
  permanent(30024, 'SENDER_NOT_REGISTERED'),
  slowDown(30027, 'DAILY_LIMIT', HOUR_MS),
  down(30032, 'SENDER_NOT_VERIFIED'),
  down(30033, 'REGISTRATION_SUSPENDED'),
  // All US destinations refuse it until the number is registered: every attempt costs a fee.
  down(30034, 'SENDER_NOT_REGISTERED'),
  down(30035, 'SENDER_NOT_REGISTERED'),
  temporary(30036, 'VALIDITY_EXPIRED'),
  down(30037, 'ACCOUNT_RESTRICTED'),
  permanent(30038, 'FILTERED'),
  spare(30039, 'TOO_MANY_FOR_RECIPIENT', HOUR_MS),
  permanent(30040, 'SENDER_NOT_REGISTERED'),
  permanent(30041, 'SENDER_NOT_REGISTERED'),
  permanent(30044, 'MESSAGE_TOO_LONG'),
  permanent(30045, 'VALIDITY_REFUSED'),
  down(30127, 'MESSAGING_SERVICE_NOT_FOUND'),
  // The carrier may have received it: Twilio does not repeat it either.
  temporary(30410, 'CARRIER_TIMEOUT'),
  permanent(30450, 'FRAUD_SUSPECTED'),
  permanent(30453, 'FRAUD_SUSPECTED'),
  temporary(30500, 'CARRIER_ERROR'),

  // About a WhatsApp message, in the response to the request or with a status callback.
  // https://www.twilio.com/docs/whatsapp/api/error-code-mapping
  down(63001, 'SENDER_LOGIN_REFUSED'),
  down(63002, 'SENDER_NOT_FOUND'),
  permanent(63003, 'NOT_ON_WHATSAPP'),
  permanent(63005, 'CONTENT_REFUSED'),
  temporary(63006, 'CHANNEL_ERROR'),
  down(63007, 'SENDER_NOT_FOUND'),
  temporary(63008, 'CHANNEL_ERROR'),
  permanent(63009, 'CONTENT_REFUSED'),
  temporary(63010, 'CHANNEL_ERROR'),
  permanent(63011, 'REQUEST_REFUSED'),
  temporary(63012, 'CHANNEL_ERROR'),
  permanent(63013, 'POLICY_REFUSED'),
  stopped(63014, 'BLOCKED_BY_RECIPIENT'),
  permanent(63015, 'NOT_IN_SANDBOX'),
  permanent(63016, 'OUTSIDE_WINDOW'),
  slowDown(63017, 'TOO_MANY_REQUESTS', MINUTE_MS),
  slowDown(63018, 'CHANNEL_LIMIT', 5 * MINUTE_MS),
  permanent(63019, 'MEDIA_UNREACHABLE'),
  down(63020, 'BUSINESS_ACCOUNT_REFUSED'),
  permanent(63021, 'CONTENT_REFUSED'),
  down(63022, 'SENDER_CERTIFICATE_REFUSED'),
  temporary(63023, 'CHANNEL_ERROR'),
  permanent(63024, 'NOT_ON_WHATSAPP'),
  temporary(63025, 'CHANNEL_ERROR'),
  permanent(63026, 'TEMPLATE_REFUSED'),
  permanent(63027, 'TEMPLATE_NOT_FOUND'),
  permanent(63028, 'TEMPLATE_VARIABLES_REFUSED'),
  permanent(63029, 'TEMPLATE_VARIABLES_REFUSED'),
  permanent(63030, 'REQUEST_REFUSED'),
  permanent(63031, 'SAME_SENDER_AND_RECIPIENT'),
  permanent(63032, 'LIMITED_BY_WHATSAPP'),
  permanent(63033, 'BLOCKED'),
  permanent(63034, 'CONTENT_REFUSED'),
  permanent(63035, 'CONTENT_REFUSED'),
  permanent(63036, 'NOT_REACHABLE_BY_RCS'),
  down(63038, 'DAILY_LIMIT'),
  permanent(63040, 'TEMPLATE_REFUSED'),
  temporary(63041, 'TEMPLATE_PAUSED'),
  permanent(63042, 'TEMPLATE_REFUSED'),
  // Meta's own limit of marketing messages per person: it requests no retry for a day.
  spare(63049, 'MARKETING_LIMIT', 24 * HOUR_MS),
  down(63051, 'BUSINESS_ACCOUNT_LOCKED'),
  down(63112, 'BUSINESS_ACCOUNT_DISABLED'),
  down(63113, 'BUSINESS_ACCOUNT_DISABLED'),
];

const rules = new Map(twilioCodes.map((rule) => [rule.code, rule]));

export function ruleOf(code: number): CodeRule | undefined {
  return rules.get(code);
}

/** The result of a message that was refused, failed, or not delivered according to Twilio. */
export interface Failure {
  reason: DeliveryReason;
  permanent: boolean;
  suppress?: 'STOPPED';
  /** The sender cannot be used for any recipient: each further message fails in the same way, and some cost a fee. */
  stopsSender?: true;
}

/**
 * Reads the code of a failure, as a number or in the form of a status callback. Null, empty, and unknown codes are
 * refusals without a known cause. They are not retried, because each attempt may cost money.
 */
export function classify(code: string | number | null): Failure {
  const rule = code === null || code === '' ? undefined : ruleOf(Number(code));
  if (!rule) return { reason: 'REJECTED', permanent: true };
  const { outcome, reason, permanent, suppress } = rule;
  const stopsSender = outcome === 'providerDown' && { stopsSender: true as const };
  return { reason, permanent, ...(suppress && { suppress }), ...stopsSender };
}

/** Permanently refused because of the recipient, the content, or the permissions of the account. */
function permanent(code: number, reason: DeliveryReason): CodeRule {
  return { code, outcome: 'failed', reason, permanent: true };
}

/** The recipient has opted out. */
function stopped(code: number, reason: DeliveryReason): CodeRule {
  return { code, outcome: 'failed', reason, permanent: true, suppress: 'STOPPED' };
}

/** The attempt failed; a later attempt may succeed. */
function temporary(code: number, reason: DeliveryReason): CodeRule {
  return { code, outcome: 'failed', reason, permanent: false };
}

/** The whole sender is throttled. */
function slowDown(code: number, reason: DeliveryReason, retryAfterMs?: number): CodeRule {
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  return { code, outcome: 'throttled', reason, permanent: false, scope: 'provider', ...wait };
}

/** This recipient has received too many messages. */
function spare(code: number, reason: DeliveryReason, retryAfterMs: number): CodeRule {
  return { code, outcome: 'throttled', reason, permanent: false, scope: 'recipient', retryAfterMs };
}

/** No message can be sent; the account must be fixed. */
function down(code: number, reason: DeliveryReason): CodeRule {
  return { code, outcome: 'providerDown', reason, permanent: false };
}

/** Twilio itself does not know the result. */
function unknown(code: number, reason: DeliveryReason): CodeRule {
  return { code, outcome: 'unknown', reason, permanent: false };
}
