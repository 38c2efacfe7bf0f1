import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Answer, Schemas } from '../api/api';
import { number } from '../output/columns';
import type { View } from '../output/output';
import type { Session } from '../session';
import { CHANNELS, channel, channels, verb, wholeNumber } from '../words';

type Statistics = Answer<Schemas['Statistics']>;
type Channel = (typeof channels)[number];
type Totals = NonNullable<Statistics['total']>;

export function showStatistics(program: CommandUnknownOpts, { user, output }: Session): void {
  verb(
    program,
    'statistics',
    'shows the results of all campaigns by day',
    '--days 30',
    '--channel email --time-zone Europe/Berlin',
  )
    .option('--days <n>', 'number of days until today (default: 90)', wholeNumber)
    .option('--time-zone <name>', 'IANA time zone in which days begin (default: UTC)')
    .option('--channel <channel>', `only this channel: ${CHANNELS}`, channel)
    .action(async ({ days, timeZone, channel: only }) => {
      const statistics = await user.get('/statistics', { query: { days, timeZone } });
      await output.one(statistics, statisticsView(only ? [only] : channels));
    });
}

const names = [
  'sent',
  'delivered',
  'opens',
  'clicks',
  'conversions',
  'bounced',
  'complained',
  'optOuts',
] as const satisfies (keyof Answer<Schemas['ChannelStatistics']>)[];

type Row = { day: string; campaigns: number; revenue: string[]; costs: string[] } & Record<
  (typeof names)[number],
  number | null
>;

/** The days with results, and their sum. Conversions and costs are shown if there are any. */
function statisticsView(of: readonly Channel[]): View<Statistics> {
  return ({ days = [], total }, { tableLines }, room) => {
    const rows = days.map(({ day = '', ...totals }) => rowOf(day, totals, of));
    const all = rowOf('all', total ?? {}, of);
    const hasConversions = all.conversions !== 0;
    const numbers = hasConversions ? names : names.filter((name) => name !== 'conversions');
    const shown = rows.filter((row) => row.campaigns > 0 || names.some((name) => row[name]));
    return tableLines(
      [
        ...['day' as const, number('campaigns'), ...numbers.map((name) => number(name))],
        ...(hasConversions ? ['revenue' as const] : []),
        ...(all.costs.length > 0 ? ['costs' as const] : []),
      ],
      [...shown, all],
      room,
    );
  };
}

/** A sum is unknown if a part of it is. Only emails have revenue, so that its parts need no sum. */
function rowOf(
  day: string,
  { campaigns = 0, channels: counts = {}, costs: ofCampaigns = [] }: Totals,
  of: readonly Channel[],
): Row {
  const sum = (name: (typeof names)[number]): number | null =>
    of.reduce<number | null>((all, each) => {
      const count = counts[each]?.[name] ?? null;
      return all === null || count === null ? null : all + count;
    }, 0);
  const values = of.flatMap((each) => counts[each]?.conversionValues ?? []);
  const revenue = values.map(({ sum: value = '', currency = '' }) => `${value} ${currency}`);
  const sums = Object.fromEntries(names.map((name) => [name, sum(name)]));
  const costs = ofCampaigns.map(({ sum: value = '', currency = '' }) => `${value} ${currency}`);
  return { day, campaigns, ...sums, revenue, costs } as Row;
}
