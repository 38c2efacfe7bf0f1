import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Session } from '../session';
import { nounOf, options, verb } from '../words';

export function people(program: CommandUnknownOpts, session: Session): void {
  const { user, output } = session;
  const noun = nounOf(program, 'people', 'all that is stored of one person');

  verb(noun, 'show <address>', 'shows all that is stored of a person', 'mary@example.com --json').action(
    async (identifier) => output.one(await user.get('/people', { query: { identifier } })),
  );

  verb(
    noun,
    'erase <address>',
    'erases a person from everything; an opt-out is remembered',
    'mary@example.com -y',
  )
    .addOption(options.yes)
    .action(async (identifier, { yes }) => {
      await session.confirm(`Erase all that is stored of ${identifier} for good?`, yes);
      await output.one(await user.delete('/people', { body: { identifier } }));
    });

  verb(noun, 'erasures', 'lists the erasures, and which are done')
    .addOption(options.limit)
    .action(({ limit }) =>
      output.list(user.pages('/people/erasures', {}, limit), ['_id', 'state', 'requestedAt', 'finishedAt']),
    );
}
