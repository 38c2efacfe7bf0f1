import { type CodeRule, down, permanent, slowDown, spare, stopped } from './code-rule';

const MINUTE_MS = 60_000;

/**
 * About a message that was to be created, from the answer to the request. https://www.twilio.com/docs/api/errors
 * A sender that is wrong for all destinations has the provider down; one that may be wrong for this destination alone fails
 * the recipient, so that one country does not hold up the others.
 */
export const requestCodes: readonly CodeRule[] = [
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
  permanent(21620, 'CONTENT_REFUSED'),
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
];
