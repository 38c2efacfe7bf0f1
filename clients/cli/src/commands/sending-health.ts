import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Answer, Schemas } from '../api/api';
import { cell, number, wide } from '../output/columns';
import type { View } from '../output/output';
import type { Session } from '../session';
import { verb } from '../words';

type Health = Answer<Schemas['SendingHealth']>;

export function showHealth(program: CommandUnknownOpts, { operator, output }: Session): void {
  verb(
    program,
    'health',
    'shows workers, waiting work, and senders that do not work, with an operator key',
  ).action(async () => output.one(await operator.get('/operator/health'), healthView));
}

const channelColumns = [
  'channel' as const,
  ...(['workers', 'capacity', 'ready', 'offered', 'leased', 'recipients'] as const).map((name) =>
    number(name),
  ),
  number('oldestSeconds', 'OLDEST (S)'),
];

const healthView: View<Health> = ({ asOf, channels = [], senders = [], others = 0 }, output, room) => {
  const rows = senders.map(({ name, sender, unusable, ...rest }) => ({
    ...rest,
    name: name ?? sender ?? 'default',
    reason: unusable?.reason ?? '',
    since: unusable?.since ?? '',
  }));
  return [
    ...output.tableLines(channelColumns, channels, room),
    '',
    ...output.tableLines(
      [
        wide('name'),
        'user',
        'provider',
        wide('accountName', 'ACCOUNT'),
        ...(['sent', 'failed', 'unconfirmed'] as const).map((name) => number(name)),
        'reason',
        'since',
      ],
      rows,
      room,
    ),
    ...(others > 0 ? [`and ${others} more senders`] : []),
    '',
    `as of  ${cell(asOf)}`,
  ];
};
