import { Option } from '@commander-js/extra-typings';
import { column, wide } from '../output/cells';
import { pathOf } from '../api/request';
import type { Session } from '../session';
import { limitOption, noun, verb } from '../words/command';
import { oneOf } from '../words/values';

const columns = [
  column('_id'),
  wide('name'),
  wide('email'),
  column('plan'),
  column('status'),
  column('createdAt'),
];

const planOption = () => new Option('--plan <plan>', 'FREE or UPGRADED').argParser(oneOf('FREE', 'UPGRADED'));

export const users = (session: Session) =>
  noun(
    'users',
    "accounts, with an operator's key",
    listUsers(session),
    showUser(session),
    createUser(session),
    updateUser(session),
    changeUser(
      session,
      'suspend',
      { status: 'SUSPENDED' },
      'refuses all requests of an account; its campaigns wait',
    ),
    changeUser(session, 'resume', { status: 'ACTIVE' }, 'lets a suspended account go on'),
    changeUser(session, 'upgrade', { plan: 'UPGRADED' }, 'puts an account on the plan UPGRADED'),
    changeUser(session, 'downgrade', { plan: 'FREE' }, 'puts an account on the plan FREE'),
  );

const listUsers = ({ operator, output }: Session) =>
  verb('list', 'lists all accounts', 'users list')
    .addOption(limitOption())
    .action(({ limit }) => output.list(operator.pages('/operator/users', {}, limit), columns));

const showUser = ({ operator, output }: Session) =>
  verb('show', 'shows an account', 'users show 6560f0a1b2c3d4e5f6a7b8c9')
    .argument('<user>', 'its id')
    .action(async (id) => output.one(await operator.get(pathOf`/operator/users/${id}`)));

const createUser = ({ operator, output }: Session) =>
  verb(
    'create',
    'makes an account; a key for it: carillon keys create --user',
    'users create "Ann’s Bakery" --email ann@example.com --plan UPGRADED',
  )
    .argument('<name>')
    .option('--email <address>')
    .addOption(planOption())
    .action(async (name, fields) => output.one(await operator.post('/operator/users', { name, ...fields })));

const updateUser = ({ operator, output }: Session) =>
  verb('update', 'changes an account', 'users update 6560f0a1b2c3d4e5f6a7b8c9 --email new@example.com')
    .argument('<user>', 'its id')
    .option('--name <name>')
    .option('--email <address>')
    .option('--no-email', 'takes the address away')
    .addOption(planOption())
    .action(async (id, { email, ...changes }) => {
      const change = { ...changes, email: email === false ? null : email };
      await output.one(await operator.patch(pathOf`/operator/users/${id}`, change));
    });

const changeUser = ({ operator, output }: Session, name: string, change: object, description: string) =>
  verb(name, description, `users ${name} 6560f0a1b2c3d4e5f6a7b8c9`)
    .argument('<user>', 'its id')
    .action(async (id) => output.one(await operator.patch(pathOf`/operator/users/${id}`, change)));
