import { type CodeRule, down, permanent, slowDown, spare, temporary } from './code-rule';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * About a message on its way by SMS: most come with a status callback, some with the answer to the request.
 * https://www.twilio.com/docs/api/errors
 */
export const deliveryCodes: readonly CodeRule[] = [
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
  // All US destinations refuse it until the number is registered: every try costs a fee.
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
  // The carrier may have had it: Twilio does not repeat it either.
  temporary(30410, 'CARRIER_TIMEOUT'),
  permanent(30450, 'FRAUD_SUSPECTED'),
  permanent(30453, 'FRAUD_SUSPECTED'),
  temporary(30500, 'CARRIER_ERROR'),
];
