import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import type { Answer, Schemas } from '../api/api';
import { Unwell } from '../failures';
import { wide } from '../output/columns';
import type { Session } from '../session';
import { ID, collected, nounOf, notNegative, options, someOf, verb, wholeNumber } from '../words';

const OF_A_USER = 'of this account, with an operator key (default: your own)';

const expires = new Option('--expires <time>', 'the expiration time (default: never)');
const network = new Option(
  '--network <block>',
  'an address or CIDR block that can use the key; can be repeated (default: all)',
).argParser(collected);

/** Prints a new key with its secret. No later response contains the secret. */
async function shownOnce(
  output: Session['output'],
  made: Answer<Schemas['NewApiKey'] | Schemas['NewOperatorApiKey']>,
): Promise<void> {
  await output.one(
    made,
    (key, { details }) => [...details(key), '', 'The key is shown only once.'],
    made.key ?? '',
  );
  // The response to an earlier attempt was lost, and the repeated response omits the secret.
  if (made.key === undefined)
    throw new Unwell('The key was lost before it arrived. Revoke it, and create another one');
}

/** Operator keys, in addition to the key from the configuration. */
export function operatorKeys(program: CommandUnknownOpts, session: Session): void {
  const noun = nounOf(program, 'operator-keys', 'operator keys, with an operator key');
  const { operator, output } = session;

  verb(noun, 'list', 'lists operator keys; the first one comes from the configuration')
    .addOption(options.limit)
    .action(({ limit }) =>
      output.list(operator.pages('/operator/api-keys', {}, limit), [
        '_id',
        wide('name'),
        'prefix',
        'scopes',
        'expiresAt',
        'createdAt',
        'lastUsedAt',
      ]),
    );

  verb(noun, 'show <key>', 'shows an operator key, without its secret', ID).action(async (id) =>
    output.one(await operator.get('/operator/api-keys/{id}', { path: { id } })),
  );

  verb(noun, 'create <name>', 'creates an operator key and shows it once', '"On call" --scopes read,users')
    .option(
      '--scopes <scopes>',
      'one or more of read, users, admin (default: all)',
      someOf('read', 'users', 'admin'),
    )
    .addOption(expires)
    .addOption(network)
    .action(async (name, { expires: expiresAt, network: networks, ...fields }) => {
      const body = { name, expiresAt, networks, ...fields };
      await shownOnce(output, await operator.post('/operator/api-keys', { body }));
    });

  verb(noun, 'revoke <key>', 'revokes an operator key', ID)
    .addOption(options.yes)
    .action(async (id, { yes }) => {
      await session.confirm('Permanently revoke this key?', yes);
      await output.removed(await operator.delete('/operator/api-keys/{id}', { path: { id } }), 'key');
    });
}

/** The user's own keys, or with `--user` the keys of any account. */
export function keys(program: CommandUnknownOpts, session: Session): void {
  const noun = nounOf(program, 'keys', 'API keys');
  const { user, operator, output } = session;

  verb(noun, 'list', 'lists API keys, without their secrets')
    .option('--user <id>', OF_A_USER)
    .addOption(options.limit)
    .action(({ user: id, limit }) =>
      output.list(
        id === undefined
          ? user.pages('/api-keys', {}, limit)
          : operator.pages('/operator/users/{id}/api-keys', { path: { id } }, limit),
        ['_id', wide('name'), 'prefix', 'scopes', 'expiresAt', 'createdAt', 'lastUsedAt'],
      ),
    );

  verb(noun, 'show <key>', 'shows an API key, without its secret', ID)
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
    'creates an API key and shows it once',
    '"The shop" --scopes read,write',
    'CI --scopes send --expires 2027-01-01T00:00:00Z --network 203.0.113.0/24',
    `"Ann’s first key" --user ${ID}`,
  )
    .option(
      '--scopes <scopes>',
      'one or more of read, write, send, admin, consent (default: all)',
      someOf('read', 'write', 'send', 'admin', 'consent'),
    )
    .addOption(expires)
    .addOption(network)
    .option('--user <id>', OF_A_USER)
    .option('--rate <n>', 'requests per second (default: of the plan); with --user', wholeNumber)
    .option('--burst <n>', 'requests in a burst (default: twice the rate); with --user', wholeNumber)
    .option('--unlimited', 'no rate limit; with --user')
    .action(async (name, { user: id, rate, expires: expiresAt, network: networks, ...fields }) => {
      const body = { name, ratePerSecond: rate, expiresAt, networks, ...fields };
      const made =
        id === undefined
          ? await user.post('/api-keys', { body })
          : await operator.post('/operator/users/{id}/api-keys', { path: { id }, body });
      await shownOnce(output, made);
    });

  verb(
    noun,
    'rotate <key>',
    'creates the successor of an API key and shows it once; the previous key stays valid for the overlap',
    `${ID} --overlap 3600`,
  )
    .option('--overlap <seconds>', 'how long the previous key stays valid (default: 86400)', notNegative)
    .addOption(expires)
    .action(async (id, { overlap, expires: expiresAt }) =>
      shownOnce(
        output,
        await user.post('/api-keys/{id}/rotate', { path: { id }, body: { overlap, expiresAt } }),
      ),
    );

  verb(noun, 'revoke <key>', 'revokes an API key', ID)
    .option('--user <id>', OF_A_USER)
    .addOption(options.yes)
    .action(async (keyId, { user: id, yes }) => {
      await session.confirm('Permanently revoke this key?', yes);
      const removed =
        id === undefined
          ? await user.delete('/api-keys/{id}', { path: { id: keyId } })
          : await operator.delete('/operator/users/{id}/api-keys/{keyId}', { path: { id, keyId } });
      await output.removed(removed, 'key');
    });
}
