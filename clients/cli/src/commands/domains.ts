import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Answer, Schemas } from '../api/api';
import { cell, grouped, number, wide } from '../output/columns';
import type { View } from '../output/output';
import type { Session } from '../session';
import { ID, verb } from '../words';

type Domains = Answer<Schemas['RecipientDomains']>;

export function showDomains(noun: CommandUnknownOpts, { user, output }: Session): void {
  verb(noun, 'domains <campaign>', 'shows the results of the emails by recipient domain', ID).action(
    async (id) => output.one(await user.get('/campaigns/{id}/domains', { path: { id } }), domainsView),
  );
}

const names = [
  'addressed',
  'sent',
  'delivered',
  'opens',
  'clicks',
  'bounced',
  'complained',
  'failed',
] as const;

/** The domains with the most recipients, the sum of all others, and the sums of groups. */
const domainsView: View<Domains> = (
  { asOf, isComplete, areDeliveriesKept, domains = [], others, groups = [] },
  output,
  room,
) => {
  if (areDeliveriesKept === false) return ['The deliveries were deleted, so their domains are unknown.'];
  if (isComplete === false)
    return ['Carillon is still counting the recipients. Repeat the command in a moment.'];
  const isRest = (others?.addressed ?? 0) > 0;
  const rest = { domain: `${grouped(others?.domains)} other domains`, group: '', ...others };
  return [
    ...output.tableLines(
      [wide('domain'), 'group', ...names.map((name) => number(name))],
      isRest ? [...domains, rest] : domains,
      room,
    ),
    '',
    ...output.tableLines(['group', ...names.map((name) => number(name))], groups, room),
    '',
    `as of  ${cell(asOf)}`,
  ];
};
