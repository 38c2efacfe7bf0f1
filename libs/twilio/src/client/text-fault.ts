import type { DeliveryReason } from '@carillon/contracts';
/**
 * The limit of a text, https://www.twilio.com/docs/api/errors/21617, in code points. Twilio may count a code point
 * beyond the BMP as one or as two.
 */
const LONGEST_TEXT = 1_600;
/** Texts with more UTF-16 units than this always exceed the limit, even before they are rendered. */
export const MOST_UNITS = 2 * LONGEST_TEXT;

/** Returns why a text can't be sent as a message, without a request to Twilio. Null: it can be sent. */
export function textFault(text: string): Fault | null {
  if (text.trim() === '') return fault('EMPTY_MESSAGE');
  const isTooLong = text.length > LONGEST_TEXT && Array.from(text).length > LONGEST_TEXT;
  return isTooLong ? fault('MESSAGE_TOO_LONG') : null;
}

interface Fault {
  kind: 'failed';
  reason: DeliveryReason;
  permanent: true;
  code: null;
}

export function fault(reason: DeliveryReason): Fault {
  return { kind: 'failed', reason, permanent: true, code: null };
}
