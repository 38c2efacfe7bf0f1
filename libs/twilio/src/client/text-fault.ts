import type { DeliveryReason } from '@carillon/contracts';
/**
 * The limit of a text, https://www.twilio.com/docs/api/errors/21617, in code points: Twilio may count an astral one as
 * one or as two.
 */
const LONGEST_TEXT = 1_600;
/** Texts with more UTF-16 units than this always exceed the limit, even before they are rendered. */
export const MOST_UNITS = 2 * LONGEST_TEXT;

/** Returns why a text cannot be a message, without a request to Twilio; null if it can. */
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
