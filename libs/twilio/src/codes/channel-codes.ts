import { type CodeRule, down, permanent, slowDown, spare, stopped, temporary } from './code-rule';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * About a message by WhatsApp, in the answer to the request or with a status callback. https://www.twilio.com/docs/api/errors,
 * https://www.twilio.com/docs/whatsapp/api/error-code-mapping
 */
export const channelCodes: readonly CodeRule[] = [
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
  permanent(63019, 'CONTENT_REFUSED'),
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
  // Meta's own limit on marketing a person gets: it asks not to try again for a day.
  spare(63049, 'MARKETING_LIMIT', 24 * HOUR_MS),
  down(63051, 'BUSINESS_ACCOUNT_LOCKED'),
  down(63112, 'BUSINESS_ACCOUNT_DISABLED'),
  down(63113, 'BUSINESS_ACCOUNT_DISABLED'),
];
