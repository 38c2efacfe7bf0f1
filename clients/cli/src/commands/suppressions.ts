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

/** Parses `--opt-out schluss,basta`. */
function words(list: string): string[] {
  return list.split(',').flatMap((word) => word.trim() || []);
}

export function suppressions(program: CommandUnknownOpts, { user, output }: Session): void {
  const noun = nounOf(program, 'suppressions', 'suppressed addresses');

  verb(
    noun,
    'list',
    'lists suppressed addresses and the reasons',
    '--reason bounced',
    '--address mary@example.com',
  )
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

  verb(
    noun,
    'words',
    'shows or changes the opt-out and opt-in words, and the reply to HELP',
    '--opt-out schluss,basta --help-text "News of the choir. Reply STOP to end."',
  )
    .option(
      '--opt-out <words>',
      'words in addition to the built-in ones, separated by commas; "" for none',
      words,
    )
    .option('--opt-in <words>', 'the same for words that start messages again', words)
    .option('--help-text <text>', 'the reply to HELP; "" for no reply')
    .action(async ({ optOut, optIn, helpText }) => {
      const isChange = [optOut, optIn, helpText].some((each) => each !== undefined);
      if (!isChange) return output.one(await user.get('/account/consent'));
      const text = helpText === '' ? null : helpText;
      const body = { optOutWords: optOut, optInWords: optIn, helpText: text };
      return output.one(await user.patch('/account/consent', { body }));
    });

  verb(
    noun,
    'history',
    'shows why an address is or was suppressed, and who lifted it',
    'email mary@example.com',
  )
    .argument('<channel>', CHANNELS, channel)
    .argument('<address>')
    .action(async (on, identifier) =>
      output.one(await user.get('/suppressions/history', { query: { channel: on, identifier } })),
    );

  verb(noun, 'remove <suppressions...>', 'lifts suppressions', `${ID} --confirm-consent`)
    .option('--confirm-consent', 'also lifts opt-outs: the people have agreed again')
    .option('--reason <reason>', 'the reason, for the history of the addresses')
    .action(async (suppressionIds, { confirmConsent, reason }) => {
      const body = { suppressionIds, confirmConsent, reason };
      await output.removed(await user.delete('/suppressions', { body }), 'suppression');
    });
}
