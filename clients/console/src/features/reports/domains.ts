/** Below this number of emails, a rate means little. */
const MIN_EMAILS = 20;
/** Above this rate, mail providers begin to reject a sender's emails (docs/api/bounces.md). */
const MAX_RATE = 0.05;

/** Whether so many emails to a domain bounced or failed that its mail provider may have a problem with the sender. */
export function isHighRate(count: number, of: number): boolean {
  return of >= MIN_EMAILS && count / of > MAX_RATE;
}
