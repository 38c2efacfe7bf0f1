import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { wide } from '../output/columns';
import type { Session } from '../session';
import { channel, CHANNELS, ID, nounOf, oneOf, options, verb } from '../words';

const meanings = ['STOP', 'START', 'HELP', 'NONE'] as const;

export function replies(program: CommandUnknownOpts, { user, output }: Session): void {
  const noun = nounOf(program, 'replies', 'inbound messages');

  verb(noun, 'list', 'lists inbound messages, newest first', '--meaning none', '--address +14155552671')
    .option('--channel <channel>', CHANNELS, channel)
    .option('--meaning <meaning>', `${meanings.join(', ')}; NONE: not recognized`, oneOf(...meanings))
    .option('--address <address>')
    .addOption(options.limit)
    .action(({ limit, address, ...filters }) =>
      output.list(user.pages('/messages/inbound', { query: { ...filters, identifier: address } }, limit), [
        ...['_id' as const, 'channel' as const],
        wide('identifier'),
        'meaning',
        wide('text'),
        'receivedAt',
      ]),
    );

  verb(noun, 'opt-out', 'suppresses the sender of an inbound message that is an opt-out', ID)
    .argument('<message>')
    .action(async (id) => output.one(await user.post('/messages/inbound/{id}/opt-out', { path: { id } })));
}
