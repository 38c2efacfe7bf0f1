import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Unwell } from '../failures';
import { wide } from '../output/columns';
import type { Session } from '../session';
import { ID, nounOf, options, someOf, verb, wholeNumber } from '../words';

const OF_A_USER = "of this account, with an operator's key (your own)";

/** The user's own keys, or with `--user` those of any account. */
export function keys(program: CommandUnknownOpts, session: Session): void {
  const noun = nounOf(program, 'keys', 'API keys');
  const { user, operator, output } = session;

  verb(noun, 'list', 'lists API keys; the key itself is shown only once, when it is created')
    .option('--user <id>', OF_A_USER)
    .addOption(options.limit)
    .action(({ user: id, limit }) =>
      output.list(
        id === undefined
          ? user.pages('/api-keys', {}, limit)
          : operator.pages('/operator/users/{id}/api-keys', { path: { id } }, limit),
        ['_id', wide('name'), 'prefix', 'scopes', 'createdAt', 'lastUsedAt'],
      ),
    );

  verb(noun, 'show <key>', 'shows an API key, without the key itself', ID)
    .option('--user <id>', OF_A_USER)
    .action(async (keyId, { user: id }) =>
      output.one(
        id === undefined
          ? await user.get('/api-keys/{id}', { path: { id: keyId } })
          : await operator.get('/operator/users/{id}/api-keys/{keyId}', { path: { id, keyId } }),
      ),
    );

  verb(
    noun,
    'create <name>',
    'creates an API key and shows it, once',
    '"The shop" --scopes read,write',
    `"Ann’s first key" --user ${ID}`,
  )
    .option('--scopes <scopes>', 'some of read, write, send (all)', someOf('read', 'write', 'send'))
    .option('--user <id>', OF_A_USER)
    .option('--rate <n>', 'requests per second (as the plan allows); with --user', wholeNumber)
    .option('--burst <n>', 'requests in a burst (twice the rate); with --user', wholeNumber)
    .option('--unlimited', 'without any limit; with --user')
    .action(async (name, { user: id, rate, ...fields }) => {
      const body = { name, ratePerSecond: rate, ...fields };
      const made =
        id === undefined
          ? await user.post('/api-keys', { body })
          : await operator.post('/operator/users/{id}/api-keys', { path: { id }, body });
      await output.one(
        made,
        (key, { details }) => [...details(key), '', 'The key is not shown again.'],
        made.key ?? '',
      );
      // The answer to an earlier attempt was lost, and its repetition is without the secret.
      if (made.key === undefined)
        throw new Unwell('The key itself was lost on the way: revoke it and make another one');
    });

  verb(noun, 'revoke <key>', 'revokes an API key', ID)
    .option('--user <id>', OF_A_USER)
    .addOption(options.yes)
    .action(async (keyId, { user: id, yes }) => {
      await session.confirm('End this key for good?', yes);
      const removed =
        id === undefined
          ? await user.delete('/api-keys/{id}', { path: { id: keyId } })
          : await operator.delete('/operator/users/{id}/api-keys/{keyId}', { path: { id, keyId } });
      await output.removed(removed, 'key');
    });
}
