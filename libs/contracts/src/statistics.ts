import { type Static, Type } from '@sinclair/typebox';
import { PerChannel } from './channels';
import { ConversionCounts } from './conversion';
import { read } from './define';
import { Id, Timestamp } from './field-types';

/** Counts of messages that a provider accepted, as in the figures of a campaign. */
const SentMessages = Type.Object({
  sent: Type.Integer(),
  delivered: Type.Integer(),
  bounced: Type.Integer(),
  complained: Type.Integer(),
});

/** Events of emails: by people, in total and of different people as far as the account tracks them, and by machines. */
const EmailEvents = Type.Object({ total: Type.Integer(), unique: Type.Integer(), machine: Type.Integer() });
export type EmailEvents = Static<typeof EmailEvents>;

/** The results of the campaigns that started on one day. */
export const DayStatistics = Type.Object({
  day: Type.String(),
  campaigns: Type.Integer(),
  channels: PerChannel(SentMessages),
  opens: EmailEvents,
  clicks: EmailEvents,
  /** `unique`: the number of people, as far as the account tracks them. `values`: exact decimal sums. */
  conversions: Type.Object({
    total: Type.Integer(),
    unique: Type.Integer(),
    values: ConversionCounts.properties.values,
  }),
  /** The counted costs of the campaigns, by currency. Absent: none. */
  costs: Type.Optional(
    Type.Array(Type.Object({ currency: Type.String(), sum: Type.String(), isEstimated: Type.Boolean() })),
  ),
});
export type DayStatistics = Static<typeof DayStatistics>;

/** `timeZone`: an IANA name. It decides on which day a time is. */
const Period = Type.Object({ userId: Id, since: Timestamp, timeZone: Type.String() });

export const statisticsMessages = {
  /** By day, in any order. Days without campaigns are omitted, and so are deleted campaigns. */
  'dispatch.statistics': read('dispatcher', Period, Type.Object({ days: Type.Array(DayStatistics) }), {
    timeoutMs: 10_000,
  }),
  /**
   * The number of addresses whose people opted out of all messages or of a topic, and didn't take it back, by the day of
   * the opt-out, in any order. Days without opt-outs are omitted.
   */
  'suppression.opt-outs-by-day': read(
    'subscriber',
    Period,
    Type.Object({
      days: Type.Array(Type.Object({ day: Type.String(), channels: PerChannel(Type.Integer()) })),
    }),
    { timeoutMs: 10_000 },
  ),
};

/**
 * The length of the periods that services sum up before they know the day (minutes). The offset of every time zone is a
 * multiple of it.
 */
export const STATISTICS_SLOT_MINUTES = 15;

const MINUTE_MS = 60_000;
const SLOT_MS = STATISTICS_SLOT_MINUTES * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const SECOND_MS = 1_000;
/** No time zone changes its offset twice within this time (milliseconds). */
const STEP_MS = 24 * HOUR_MS;
/** The parts of a clock, in the order of `Date.UTC`. */
const CLOCK = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** How far a time zone is ahead of UTC from a time on (milliseconds). */
export interface ZoneOffset {
  from: Date;
  aheadMs: number;
}

/**
 * Returns the offsets of a time zone in a period, in order. The first one applies from the start. A database that adds
 * them to its times gets the same days as `dayIn`. @throws RangeError for an unknown time zone
 */
export function offsetsIn(timeZone: string, since: Date, until: Date): ZoneOffset[] {
  const aheadAt = clockOf(timeZone);
  const offsets: ZoneOffset[] = [{ from: since, aheadMs: aheadAt(since.getTime()) }];
  let last = Math.floor(since.getTime() / SLOT_MS) * SLOT_MS;
  while (last < until.getTime()) {
    const next = last + STEP_MS;
    const before = aheadAt(last);
    const after = aheadAt(next);
    if (after !== before) {
      let [low, high] = [last, next];
      while (high - low > SLOT_MS) {
        const middle = low + Math.floor((high - low) / 2 / SLOT_MS) * SLOT_MS;
        if (aheadAt(middle) === before) low = middle;
        else high = middle;
      }
      offsets.push({ from: new Date(high), aheadMs: after });
    }
    last = next;
  }
  return offsets;
}

/** Returns how far a time zone is ahead of UTC at a time (milliseconds since 1970). */
function clockOf(timeZone: string): (at: number) => number {
  const digits = 'numeric' as const;
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone, calendar: 'gregory', hourCycle: 'h23' },
    ...{ year: digits, month: digits, day: digits, hour: digits, minute: digits, second: digits },
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const [year = 0, month = 0, ...rest] = CLOCK.map((name) => parts.get(name) ?? 0);
    return Date.UTC(year, month - 1, ...rest) - Math.floor(at / SECOND_MS) * SECOND_MS;
  };
}

/** Returns the day of a time in a time zone, as `2026-03-01`. @throws RangeError for an unknown time zone */
export function dayIn(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return `${parts.get('year') ?? ''}-${parts.get('month') ?? ''}-${parts.get('day') ?? ''}`;
  };
}
