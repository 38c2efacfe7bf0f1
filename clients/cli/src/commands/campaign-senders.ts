import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Answer, Schemas } from '../api/api';
import { cell, number, wide } from '../output/columns';
import type { View } from '../output/output';
import type { Session } from '../session';
import { ID, verb } from '../words';

type Senders = Answer<Schemas['CampaignSenders']>;

export function showSenders(noun: CommandUnknownOpts, { user, output }: Session): void {
  verb(noun, 'senders <campaign>', 'shows the results by sender, for example for a pool', ID).action(
    async (id) => output.one(await user.get('/campaigns/{id}/senders', { path: { id } }), sendersView),
  );
}

const names = ['addressed', 'sent', 'delivered', 'failedOver', 'failed', 'bounced', 'complained'] as const;

const sendersView: View<Senders> = ({ asOf, areDeliveriesKept, senders = [] }, output, room) => {
  if (areDeliveriesKept === false) return ['The deliveries were deleted, so their senders are unknown.'];
  const rows = senders.map(({ name, sender, ...rest }) => ({ name: name ?? sender ?? 'default', ...rest }));
  return [
    ...output.tableLines(
      [wide('name'), 'channel', 'provider', ...names.map((each) => number(each))],
      rows,
      room,
    ),
    '',
    `as of  ${cell(asOf)}`,
  ];
};
