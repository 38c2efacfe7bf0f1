import {
  AppError,
  type Channel,
  type DayStatistics,
  channels,
  dayIn,
  eachChannel,
  sumOfAmounts,
  sumOfCosts,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type Static, Type } from '@sinclair/typebox';
import { ValueSums } from '../conversions';
import { Count, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';

const DAY_MS = 24 * 3_600_000;
/** No time zone is further ahead of UTC (milliseconds). */
const MAX_AHEAD_MS = 14 * 3_600_000;
/** How long statistics wait for the opt-outs (milliseconds). */
const WAIT_MS = 3_000;

/** Combines the statistics of an account from two services. */
@Injectable()
export class ReadStatistics {
  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** The last `count` days until today in the time zone. */
  async read(
    userId: string,
    { count, timeZone }: { count: number; timeZone: string },
  ): Promise<Static<typeof StatisticsView>> {
    const now = this.clock.now();
    const names = lastDays(dayIn(timeZone)(now), count);
    const since = new Date(Date.parse(names[0] ?? '') - MAX_AHEAD_MS).toISOString();
    const [{ days }, optOuts] = await Promise.all([
      this.messenger.request('dispatch.statistics', { userId, since, timeZone }),
      this.optOuts({ userId, since, timeZone }),
    ]);
    const stored = new Map(days.map((each) => [each.day, each]));
    const all = names.map((day) => {
      const left = optOuts && (optOuts.get(day) ?? eachChannel(() => 0));
      return dayOf(day, stored.get(day), left);
    });
    return present({ timeZone, asOf: now.toISOString(), total: sumOf(all), days: all });
  }

  /** By day. Null: unknown, because the service does not respond. Statistics are useful without these numbers. */
  private async optOuts(query: {
    userId: string;
    since: string;
    timeZone: string;
  }): Promise<Map<string, Record<Channel, number>> | null> {
    try {
      const { days } = await this.messenger.request('suppression.opt-outs-by-day', query, {
        timeoutMs: WAIT_MS,
      });
      return new Map(days.map(({ day, channels: left }) => [day, left]));
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error;
      this.log.warn({ err: error }, 'the statistics lack the opt-outs');
      return null;
    }
  }
}

const optOutsNote = {
  description:
    'People who opted out on that day, of all messages or of a topic, and have not taken it back. Null: currently unknown',
};

const ChannelPart = View('ChannelStatistics', {
  sent: Count(1200, { description: 'Messages that a provider accepted' }),
  delivered: Count(1190, { description: 'Accepted messages that did not bounce' }),
  bounced: Count(10),
  complained: Count(1),
  opens: Count(520, { description: 'Opens by people, without automated opens' }),
  uniqueOpens: Count(400, { description: 'People who opened, if individual recipients were tracked' }),
  clicks: Count(110, { description: 'Clicks by people, without automated clicks' }),
  uniqueClicks: Count(90, { description: 'People who clicked, if individual recipients were tracked' }),
  optOuts: OrNull(Count(3, optOutsNote), { examples: [3] }),
  conversions: Count(12, { description: 'Orders that followed clicks' }),
  uniqueConversions: Count(11, { description: 'People who ordered, if individual recipients were tracked' }),
  conversionValues: ValueSums,
});
type ChannelPart = Static<typeof ChannelPart>;
type ConversionValues = ChannelPart['conversionValues'];

const CostSums = Type.Array(
  Part({
    currency: Text('EUR'),
    sum: Text('333.24'),
    isEstimated: Type.Boolean({ description: 'The segments or results of some messages are unknown' }),
  }),
  {
    description:
      'The costs of the campaigns that have ended, by currency, in the order of the currency codes',
  },
);

const totals = {
  campaigns: Count(2, { description: 'Campaigns that started' }),
  costs: CostSums,
  channels: Part(eachChannel(() => ChannelPart)),
};

/** An object and not a list, because it has no pages. */
export const StatisticsView = View('Statistics', {
  timeZone: Text('Europe/Berlin'),
  asOf: Time(),
  total: Part(totals),
  days: Type.Array(Part({ day: Text('2026-03-01'), ...totals }), {
    description: 'Oldest first, without gaps. The last day is today',
  }),
});

const present = presenter(StatisticsView, (statistics: Static<typeof StatisticsView>) => statistics);

interface Day {
  day: string;
  campaigns: number;
  costs: NonNullable<DayStatistics['costs']>;
  channels: Record<Channel, ChannelPart>;
}

/** `2026-03-01` and the days before it, oldest first. */
function lastDays(last: string, count: number): string[] {
  const end = Date.parse(last);
  return Array.from({ length: count }, (_, n) =>
    new Date(end - (count - 1 - n) * DAY_MS).toISOString().slice(0, last.length),
  );
}

const noMessages = { sent: 0, delivered: 0, bounced: 0, complained: 0 };
const noEvents = { total: 0, unique: 0 };
const noConversions: DayStatistics['conversions'] = { total: 0, unique: 0, values: [] };

/** Only emails have opens, clicks, and conversions. `counted` is undefined if no campaign started on the day. */
function dayOf(
  day: string,
  counted: DayStatistics | undefined,
  optOuts: Record<Channel, number> | null,
): Day {
  return {
    day,
    campaigns: counted?.campaigns ?? 0,
    costs: inOrder(counted?.costs ?? []),
    channels: eachChannel((channel) => {
      const ofEmails = channel === 'EMAIL' && counted ? counted : undefined;
      const { opens = noEvents, clicks = noEvents, conversions = noConversions } = ofEmails ?? {};
      return {
        ...(counted?.channels[channel] ?? noMessages),
        ...{ opens: opens.total, uniqueOpens: opens.unique },
        ...{ clicks: clicks.total, uniqueClicks: clicks.unique },
        optOuts: optOuts?.[channel] ?? null,
        ...{ conversions: conversions.total, uniqueConversions: conversions.unique },
        conversionValues: conversions.values,
      };
    }),
  };
}

function sumOf(days: readonly Day[]): Omit<Day, 'day'> {
  const sum = (of: (day: Day) => number): number => days.reduce((total, day) => total + of(day), 0);
  const isKnown = days.every((day) => channels.every((channel) => day.channels[channel].optOuts !== null));
  return {
    campaigns: sum(({ campaigns }) => campaigns),
    costs: inOrder(days.flatMap(({ costs }) => costs)),
    channels: eachChannel((channel) => {
      const of = (name: Exclude<keyof ChannelPart, 'conversionValues'>) =>
        sum((day) => day.channels[channel][name] ?? 0);
      return {
        ...{ sent: of('sent'), delivered: of('delivered') },
        ...{ bounced: of('bounced'), complained: of('complained') },
        ...{ opens: of('opens'), uniqueOpens: of('uniqueOpens') },
        ...{ clicks: of('clicks'), uniqueClicks: of('uniqueClicks') },
        optOuts: isKnown ? of('optOuts') : null,
        ...{ conversions: of('conversions'), uniqueConversions: of('uniqueConversions') },
        conversionValues: valuesOf(days.flatMap((day) => day.channels[channel].conversionValues)),
      };
    }),
  };
}

/** The costs of each currency, in the order of their codes. */
function inOrder(costs: Day['costs']): Day['costs'] {
  const codes = [...new Set(costs.map(({ currency }) => currency))].sort();
  return codes.map((currency) => {
    const own = costs.filter((each) => each.currency === currency);
    return {
      currency,
      sum: sumOfCosts(own.map(({ sum }) => sum)),
      isEstimated: own.some(({ isEstimated }) => isEstimated),
    };
  });
}

/** The sum of each currency, in the order of their codes. */
function valuesOf(values: ConversionValues): ConversionValues {
  const sums = new Map<string, string>();
  for (const { currency, sum } of values) sums.set(currency, sumOfAmounts([sums.get(currency) ?? '0', sum]));
  return [...sums]
    .map(([currency, sum]) => ({ currency, sum }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
