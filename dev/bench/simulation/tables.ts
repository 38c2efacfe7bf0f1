import { readable } from '../all/table';
import { type Costs, programs } from './costs';
import {
  type Day,
  type Plan,
  type Service,
  assumed,
  carriedByOne,
  planOf,
  smallCarriedByOne,
} from './simulate';

const M = 1_000_000;
const GB = 1e9;
const MB = 1e6;

const days: readonly Day[] = [
  { name: '1 M', recipients: M, inBusiestHour: M / 10 },
  { name: '10 M', recipients: 10 * M, inBusiestHour: M },
  { name: '100 M', recipients: 100 * M, inBusiestHour: 10 * M },
  { name: '100 M in one hour', recipients: 100 * M, inBusiestHour: 100 * M },
];

const service = ({ processes, used, wait, cores }: Service): string =>
  `${processes}; ${short(used * 100)} %; ${short(cores)}; ${short(wait * 1_000)} ms`;

/** Smaller values are shown as `< 0.01`, because they do not matter for planning. */
const LITTLE = 0.01;
const short = (value: number): string => (value < LITTLE ? `< ${LITTLE}` : readable(value));

const rows: readonly [string, (plan: Plan) => string][] = [
  ['recipients/s, all day', ({ meanRate }) => short(meanRate)],
  ['recipients/s, busiest hour', ({ rate }) => short(rate)],
  ['campaigns/s, busiest hour', ({ campaignRate }) => short(campaignRate)],
  ['gateways', ({ services }) => service(services.gateway)],
  ['account', ({ services }) => service(services.account)],
  ['campaign', ({ services }) => service(services.campaign)],
  ['subscriber', ({ services }) => service(services.subscriber)],
  ['dispatchers', ({ services }) => service(services.dispatcher)],
  ['email workers', ({ services }) => service(services['email-worker'])],
  ['broker, cores of each member', ({ brokerCores }) => short(brokerCores)],
  ['broker, messages/s', ({ brokerMessages }) => short(brokerMessages)],
  ['broker, MB/s in and out', ({ brokerBytes }) => short(brokerBytes / MB)],
  ['database, cores of a primary, all shards', ({ databaseCores }) => short(databaseCores)],
  ['database, MB/s written to disk', ({ databaseBytes }) => short(databaseBytes / MB)],
  ['database, shards for the processors', ({ shards }) => String(shards)],
  ['ledger, GB a day', ({ ledgerBytesPerDay }) => short(ledgerBytesPerDay / GB)],
  [`ledger of ${assumed.ledgerDays} days, GB`, ({ ledgerBytes }) => short(ledgerBytes / GB)],
  [`machines of ${assumed.cores} cores`, ({ machines }) => String(machines)],
];

/** The resources for days of different sizes, and the capacity of one process, in Markdown. */
export function tablesOf(costs: Costs): string {
  const plans = days.map((day) => planOf(day, costs));
  const needs = rows.map(([name, show]) => line([name, ...plans.map(show)]));
  const carried = programs.map((program) =>
    line([program, readable(carriedByOne(program, costs)), readable(smallCarriedByOne(program, costs))]),
  );
  return [
    line(['recipients a day', ...days.map(({ name }) => name)]),
    line(['---', ...days.map(() => '---:')]),
    ...needs,
    '',
    line(['one core carries, a second', 'recipients', 'campaigns to one person']),
    line(['---', '---:', '---:']),
    ...carried,
    '',
  ].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
