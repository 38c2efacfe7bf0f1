/** https://www.twilio.com/docs/api/errors/21617. Characters, as an astral one may count as one or as two there. */
const LONGEST_TEXT = 1_600;
/** No text with more UTF-16 units than this is within the limit: it need not be filled in to know. */
export const MOST_UNITS = 2 * LONGEST_TEXT;

/** Why a text cannot be a message; Twilio need not be asked. Null: it can. */
export function textFault(text: string): Fault | null {
  if (text.trim() === '') return fault('EMPTY_MESSAGE');
  const isTooLong = text.length > LONGEST_TEXT && Array.from(text).length > LONGEST_TEXT;
  return isTooLong ? fault('MESSAGE_TOO_LONG') : null;
}

interface Fault {
  kind: 'failed';
  reason: string;
  permanent: true;
  code: null;
}

export function fault(reason: string): Fault {
  return { kind: 'failed', reason, permanent: true, code: null };
}
