import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '../api/api';
import { wide } from '../output/columns';
import type { Session } from '../session';
import { channel, CHANNELS, ID, nounOf, oneOf, options, verb } from '../words';

const reasons = [
  'UNSUBSCRIBED',
  'COMPLAINED',
  'STOPPED',
  'BOUNCED',
  'MANUAL',
] as const satisfies Schemas['SuppressionReason'][];

export function suppressions(program: CommandUnknownOpts, { user, output }: Session): void {
  const noun = nounOf(program, 'suppressions', 'addresses that must not be written to');

  verb(noun, 'list', 'lists suppressed addresses and why', '--reason bounced', '--address mary@example.com')
    .option('--channel <channel>', CHANNELS, channel)
    .option('--reason <reason>', reasons.join(', '), oneOf(...reasons))
    .option('--address <address>')
    .addOption(options.limit)
    .action(({ limit, address, ...filters }) =>
      output.list(user.pages('/suppressions', { query: { ...filters, identifier: address } }, limit), [
        '_id',
        'channel',
        wide('identifier'),
        'reason',
        'sender',
        'createdAt',
      ]),
    );

  verb(noun, 'add', 'suppresses an address', 'email mary@example.com')
    .argument('<channel>', CHANNELS, channel)
    .argument('<address>')
    .action(async (on, identifier) =>
      output.one(await user.post('/suppressions', { body: { channel: on, identifier } })),
    );

  verb(noun, 'remove <suppressions...>', 'removes suppressions of addresses', `${ID} --confirm-consent`)
    .option('--confirm-consent', 'also removes opt-outs: the people have agreed again')
    .action(async (suppressionIds, { confirmConsent }) => {
      const body = { suppressionIds, confirmConsent };
      await output.removed(await user.delete('/suppressions', { body }), 'suppression');
    });
}
