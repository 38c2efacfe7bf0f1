import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Session } from '../session';
import { nounOf, options, verb } from '../words';

export function people(program: CommandUnknownOpts, session: Session): void {
  const { user, output } = session;
  const noun = nounOf(program, 'people', 'all stored data about a person');

  verb(noun, 'show <address>', 'shows all stored data about a person', 'mary@example.com --json').action(
    async (identifier) => output.one(await user.get('/people/data', { query: { identifier } })),
  );

  verb(
    noun,
    'erase <address>',
    'erases all data about a person; opt-outs remain in effect',
    'mary@example.com -y',
  )
    .addOption(options.yes)
    .action(async (identifier, { yes }) => {
      await session.confirm(`Permanently erase all stored data about ${identifier}?`, yes);
      await output.one(await user.delete('/people/data', { body: { identifier } }));
    });

  verb(noun, 'erasures', 'lists the erasures with their states')
    .addOption(options.limit)
    .action(({ limit }) =>
      output.list(user.pages('/people/erasures', {}, limit), ['_id', 'state', 'requestedAt', 'finishedAt']),
    );
}
