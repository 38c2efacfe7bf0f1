/** How far ahead a campaign can be scheduled (milliseconds): docs/api/campaigns.md. */
const AHEAD_MS = 366 * 86_400_000;
const MINUTE_MS = 60_000;

/** The error of a chosen time; null: no error, or no time. */
export function scheduleErrorOf(at: string, now: number): 'past' | 'far' | null {
  if (at === '') return null;
  const time = new Date(at).getTime();
  if (time <= now) return 'past';
  return time > now + AHEAD_MS ? 'far' : null;
}

/** The earliest minute, as the value of a `datetime-local` field in the time zone of the browser. */
export function firstMinute(now: number): string {
  const next = new Date(Math.ceil((now + 1) / MINUTE_MS) * MINUTE_MS);
  const local = new Date(next.getTime() - next.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 16);
}
