import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import type { Answer, Schemas } from '../api/api';
import { Unwell } from '../failures';
import { wide } from '../output/columns';
import type { Session } from '../session';
import { ID, collected, nounOf, notNegative, options, someOf, verb, wholeNumber } from '../words';

const OF_A_USER = "of this account, with an operator's key (your own)";

const expires = new Option('--expires <time>', 'the key is refused from then on (never)');
const network = new Option(
  '--network <block>',
  'an address or CIDR block that it is accepted from; may be repeated (from anywhere)',
).argParser(collected);

/** Prints a new key with its secret, which no other answer has. */
async function shownOnce(
  output: Session['output'],
  made: Answer<Schemas['NewApiKey'] | Schemas['NewOperatorApiKey']>,
): Promise<void> {
  await output.one(
    made,
    (key, { details }) => [...details(key), '', 'The key is not shown again.'],
    made.key ?? '',
  );
  // The answer to an earlier attempt was lost, and its repetition is without the secret.
  if (made.key === undefined)
    throw new Unwell('The key itself was lost on the way: revoke it and make another one');
}

/** Keys of operators, beside the one in the configuration. */
export function operatorKeys(program: CommandUnknownOpts, session: Session): void {
  const noun = nounOf(program, 'operator-keys', "operators' keys, with an operator's key");
  const { operator, output } = session;

  verb(noun, 'list', "lists operators' keys; the first is the one in the configuration")
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

  verb(noun, 'show <key>', "shows an operator's key, without the key itself", ID).action(async (id) =>
    output.one(await operator.get('/operator/api-keys/{id}', { path: { id } })),
  );

  verb(noun, 'create <name>', "creates an operator's key and shows it, once", '"On call" --scopes read,users')
    .option('--scopes <scopes>', 'some of read, users, admin (all)', someOf('read', 'users', 'admin'))
    .addOption(expires)
    .addOption(network)
    .action(async (name, { expires: expiresAt, network: networks, ...fields }) => {
      const body = { name, expiresAt, networks, ...fields };
      await shownOnce(output, await operator.post('/operator/api-keys', { body }));
    });

  verb(noun, 'revoke <key>', "revokes an operator's key", ID)
    .addOption(options.yes)
    .action(async (id, { yes }) => {
      await session.confirm('End this key for good?', yes);
      await output.removed(await operator.delete('/operator/api-keys/{id}', { path: { id } }), 'key');
    });
}

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
        ['_id', wide('name'), 'prefix', 'scopes', 'expiresAt', 'createdAt', 'lastUsedAt'],
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
    'CI --scopes send --expires 2027-01-01T00:00:00Z --network 203.0.113.0/24',
    `"Ann’s first key" --user ${ID}`,
  )
    .option(
      '--scopes <scopes>',
      'some of read, write, send, admin, consent (all)',
      someOf('read', 'write', 'send', 'admin', 'consent'),
    )
    .addOption(expires)
    .addOption(network)
    .option('--user <id>', OF_A_USER)
    .option('--rate <n>', 'requests per second (as the plan allows); with --user', wholeNumber)
    .option('--burst <n>', 'requests in a burst (twice the rate); with --user', wholeNumber)
    .option('--unlimited', 'without any limit; with --user')
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
    'creates the successor of an API key and shows it, once; the former one lives on for the overlap',
    `${ID} --overlap 3600`,
  )
    .option('--overlap <seconds>', 'how long the former one lives on (86400)', notNegative)
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
      await session.confirm('End this key for good?', yes);
      const removed =
        id === undefined
          ? await user.delete('/api-keys/{id}', { path: { id: keyId } })
          : await operator.delete('/operator/users/{id}/api-keys/{keyId}', { path: { id, keyId } });
      await output.removed(removed, 'key');
    });
}
