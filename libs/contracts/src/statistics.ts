import { type Static, Type } from '@sinclair/typebox';
import { PerChannel } from './channels';
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
