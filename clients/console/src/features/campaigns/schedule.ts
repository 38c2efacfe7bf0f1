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

/** The earliest minute, as the value of a `datetime-local` field. */
export function firstMinute(now: number): string {
  return localMinute(Math.ceil((now + 1) / MINUTE_MS) * MINUTE_MS);
}

/** A time as the value of a `datetime-local` field in the time zone of the browser. */
export function localMinute(time: number): string {
  const local = new Date(time - new Date(time).getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 16);
}

/** When campaigns usually start, unless their author chooses another time. */
const USUAL_TIME = '09:00';

/**
 * The usual time on a day such as `2026-12-24`, as the value of a `datetime-local` field. Null: it isn't a day, or no
 * campaign can be scheduled for it.
 */
export function usualTimeOn(day: string | undefined, now: number): string | null {
  const at = `${day ?? ''}T${USUAL_TIME}`;
  const time = new Date(at).getTime();
  const isMinute = !Number.isNaN(time) && localMinute(time) === at;
  return isMinute && scheduleErrorOf(at, now) === null ? at : null;
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;
type Unit = (typeof units)[number][0];

/** The time until then in its two largest units, such as 2 days and 3 hours. Seconds only in the last hour. */
export function remaining(time: number, now: number): [count: number, unit: Unit][] {
  let seconds = Math.max(0, Math.round((time - now) / 1_000));
  const parts = units.map(([unit, size]): [number, Unit] => {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    return [count, unit];
  });
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return [[0, 'second']];
  return parts.slice(first, first + 2).filter(([count], index) => index === 0 || count > 0);
}
