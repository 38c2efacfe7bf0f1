/**
 * The words by which people stop and start messages, each the whole of a message, in any letter case. Source: Twilio, "Twilio
 * support for opt-out keywords (SMS STOP filtering)": the default keywords of Messaging Services and long codes.
 */
const stops = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout']);
const starts = new Set(['start', 'yes', 'unstop']);

/** What somebody wants who wrote this; null: it is no such word. */
export function readWord(body: string): 'STOP' | 'START' | null {
  const word = body.trim().toLowerCase();
  if (stops.has(word)) return 'STOP';
  return starts.has(word) ? 'START' : null;
}
