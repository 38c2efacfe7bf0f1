import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Answer, Schemas } from '../api/api';
import { cell, grouped, number } from '../output/columns';
import type { View } from '../output/output';
import type { Session } from '../session';
import { ID, verb } from '../words';

type Costs = Answer<Schemas['CampaignCosts']>;

export function showCosts(noun: CommandUnknownOpts, { user, output }: Session): void {
  verb(noun, 'costs <campaign>', 'shows what the campaign costs, by the prices of the operator', ID).action(
    async (id) => output.one(await user.get('/campaigns/{id}/costs', { path: { id } }), costsView),
  );
}

/** A total of messages, such as those of a campaign or a rehearsal. */
export function totalOf({
  currency,
  total,
  withoutPrice = 0,
}: Pick<Costs, 'currency' | 'total' | 'withoutPrice'>): string {
  const missing = withoutPrice > 0 ? `, without ${grouped(withoutPrice)} messages that have no price` : '';
  return `${cell(total)} ${cell(currency)}${missing}`;
}

const costsView: View<Costs> = (costs, output, room) => {
  const { asOf, isComplete, isKnown, isEstimated, currency, rows = [] } = costs;
  if (isKnown === false) return ['The deliveries were deleted before the costs were counted.'];
  if (isComplete === false) return ['The messages are still being counted. Repeat the command in a moment.'];
  if (currency === null) return ['The operator of this service has set no prices.'];
  return [
    ...output.tableLines(
      [
        'channel',
        'provider',
        'country',
        number('messages'),
        number('units'),
        { key: 'cost', isNumber: true, of: ({ cost }) => cell(cost) },
      ],
      rows,
      room,
    ),
    '',
    `${isEstimated ? 'estimated' : 'total'}  ${totalOf(costs)}`,
    `as of  ${cell(asOf)}`,
  ];
};
