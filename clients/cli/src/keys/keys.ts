import { column, wide } from '../output/cells';
import { details } from '../output/details';
import { type Json, text } from '../api/json';
import { pathOf } from '../api/request';
import { Unwell } from '../failures';
import type { Session } from '../session';
import { limitOption, noun, verb, yesOption } from '../words/command';
import { someOf, wholeNumber } from '../words/values';

const columns = [
  column('_id'),
  wide('name'),
  column('prefix'),
  column('scopes'),
  column('createdAt'),
  column('lastUsedAt'),
];

const OF_A_USER = "of this account, with an operator's key (your own)";

export const keys = (session: Session) =>
  noun('keys', 'API keys', listKeys(session), showKey(session), createKey(session), revokeKey(session));

/** Who asks, and where an account's keys are. */
const keysOf = ({ user, operator }: Session, id: string | undefined) =>
  id === undefined
    ? { api: user, path: '/api-keys' }
    : { api: operator, path: pathOf`/operator/users/${id}/api-keys` };

const listKeys = (session: Session) =>
  verb('list', 'lists API keys; a whole key is shown only once, when it is made', 'keys list')
    .option('--user <id>', OF_A_USER)
    .addOption(limitOption())
    .action(({ user, limit }) => {
      const { api, path } = keysOf(session, user);
      return session.output.list(api.pages(path, {}, limit), columns);
    });

const showKey = (session: Session) =>
  verb('show', 'shows an API key, without the key itself', 'keys show 6560f0a1b2c3d4e5f6a7b8c9')
    .argument('<key>', 'its id')
    .option('--user <id>', OF_A_USER)
    .action(async (id, { user }) => {
      const { api, path } = keysOf(session, user);
      await session.output.one(await api.get(path + pathOf`/${id}`));
    });

const createKey = (session: Session) =>
  verb(
    'create',
    'makes an API key and shows it, once',
    'keys create "The shop" --scopes read,write',
    'keys create "Ann’s first key" --user 6560f0a1b2c3d4e5f6a7b8c9',
  )
    .argument('<name>')
    .option('--scopes <scopes>', 'some of read, write, send (all)', someOf('read', 'write', 'send'))
    .option('--user <id>', OF_A_USER)
    .option('--rate <n>', 'requests a second (as the plan allows); with --user', wholeNumber)
    .option('--burst <n>', 'requests at once after a rest (twice the rate); with --user', wholeNumber)
    .option('--unlimited', 'without any limit; with --user')
    .action(async (name, { user, rate, ...fields }) => {
      const { api, path } = keysOf(session, user);
      const made = await api.post(path, { name, ratePerSecond: rate, ...fields });
      const view = (shown: Json) => [...details(shown), '', 'The key is not shown again.'];
      await session.output.one(made, view, text(made, 'key'));
      // The answer to an earlier try was lost, and what is answered again is without the secret.
      if (made.key === undefined)
        throw new Unwell('The key itself was lost on the way: revoke it and make another one');
    });

const revokeKey = (session: Session) =>
  verb('revoke', 'ends an API key', 'keys revoke 6560f0a1b2c3d4e5f6a7b8c9')
    .argument('<key>', 'its id')
    .option('--user <id>', OF_A_USER)
    .addOption(yesOption())
    .action(async (id, { user, yes }) => {
      const { api, path } = keysOf(session, user);
      await session.confirm('End this key for good?', yes);
      await session.output.removed(await api.delete(path + pathOf`/${id}`), 'key');
    });
