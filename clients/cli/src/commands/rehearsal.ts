import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Answer, Schemas } from '../api/api';
import { Unwell } from '../failures';
import { cell, grouped, number, wide } from '../output/columns';
import type { View } from '../output/output';
import type { Session } from '../session';
import { ID, verb } from '../words';
import { totalOf } from './costs';

type Rehearsal = Answer<Schemas['Rehearsal']>;
type Example = Answer<Schemas['RehearsalExample']>;

/** How often an incomplete rehearsal is requested again. Each response takes a few seconds. */
const MOST_REQUESTS = 300;

export function rehearseCampaign(noun: CommandUnknownOpts, session: Session): void {
  const { user, output } = session;
  const description =
    'shows what publishing would do, without sending anything; exits with 4 if a problem prevents publishing';
  verb(noun, 'rehearse <campaign>', description, ID).action(async (id) => {
    const rehearse = (): Promise<Rehearsal> => user.get('/campaigns/{id}/rehearsal', { path: { id } });
    let rehearsal = await rehearse();
    for (let n = 1; n < MOST_REQUESTS && rehearsal.isComplete === false; n++) {
      output.note(`Still counting: ${grouped(rehearsal.total)} addresses so far`);
      rehearsal = await rehearse();
    }
    await output.one(rehearsal, rehearsalView);
    if (rehearsal.problems?.length) throw new Unwell('The campaign cannot be published');
  });
}

/** The numbers by channel, the reasons with some people, and what else to know before publishing. */
const rehearsalView: View<Rehearsal> = (rehearsal, { tableLines }, room) => {
  const { total, reached, isComplete, asOf } = rehearsal;
  const least = isComplete === false ? 'At least: ' : '';
  const reasons = reasonRows(rehearsal);
  return [
    `${least}${grouped(reached)} of ${grouped(total)} addresses get the message, as of ${cell(asOf)}`,
    '',
    ...tableLines(channelColumns, channelRows(rehearsal), room),
    ...(reasons.length > 0 ? ['', ...tableLines(reasonColumns, reasons, room)] : []),
    '',
    ...(rehearsal.missing ?? []).map(
      ({ channel, key, count, people }) =>
        `No value for ${cell(key)} (${cell(channel)}): ${grouped(count)}, for example ${someOf(people)}`,
    ),
    ...smsLines(rehearsal),
    ...(rehearsal.outsideWindow
      ? [
          `WhatsApp refuses free text to ${grouped(rehearsal.outsideWindow)}, who sent you no message in 24 hours.`,
        ]
      : []),
    ...costLines(rehearsal),
    ...limitLines(rehearsal),
    endLine(rehearsal),
    ...(rehearsal.problems ?? []).flatMap(({ detail, errors = [] }) => [
      `Problem: ${cell(detail)}`,
      ...errors.map((error) => `  ${cell(error.field)}: ${cell(error.detail)}`),
    ]),
  ];
};

const channelColumns = [
  'channel',
  number('reached', 'GET IT'),
  number('others', "DON'T"),
  number('total'),
  number('ratePerSecond', 'PER SECOND'),
] as const;

function channelRows({ channels = {} }: Rehearsal) {
  return Object.entries(channels).map(([channel, counts]) => {
    const { reached = 0, total = 0, ratePerSecond = null } = counts ?? {};
    const rounded = ratePerSecond === null ? null : Math.round(ratePerSecond * 10) / 10;
    return { channel, reached, total, others: total - reached, ratePerSecond: rounded };
  });
}

const reasonColumns = [
  'channel',
  'state',
  'reason',
  number('count', 'ADDRESSES'),
  wide('example', 'FOR EXAMPLE'),
] as const;

function reasonRows({ channels = {} }: Rehearsal) {
  return Object.entries(channels).flatMap(([channel, counts]) =>
    (counts?.unreached ?? []).map(({ people, ...row }) => ({ channel, ...row, example: someOf(people) })),
  );
}

function someOf(people: readonly Example[] = []): string {
  return people
    .map(({ name, identifier }) => (name ? `${name} <${identifier ?? ''}>` : (identifier ?? '')))
    .map(cell)
    .join(', ');
}

function smsLines({ sms, channels }: Rehearsal): string[] {
  if (!sms || !channels?.SMS?.reached) return [];
  return [`SMS segments: ${grouped(sms.segments)} in total, ${grouped(sms.longest)} for the longest SMS`];
}

function costLines({ costs }: Rehearsal): string[] {
  if (!costs || costs.currency === null || !costs.rows?.length) return [];
  return [`Expected cost: ${totalOf(costs)}`];
}

function limitLines({ runningCampaigns }: Rehearsal): string[] {
  const { used = 0, limit = null } = runningCampaigns ?? {};
  if (limit === null || used < limit) return [];
  return [
    `${grouped(used)} of ${grouped(limit)} campaigns are running. The campaign waits until one of them ends.`,
  ];
}

function endLine({ estimatedEndAt, endUnknown }: Rehearsal): string {
  if (estimatedEndAt) return `Estimated end: ${cell(estimatedEndAt)}`;
  return endUnknown === 'NOBODY_REACHED'
    ? 'Nobody gets the message.'
    : 'The end is unknown, because a sender has no limit per second, and no recent campaign shows its rate.';
}
