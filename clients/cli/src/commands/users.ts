import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { wide } from '../output/columns';
import type { Session } from '../session';
import { ID, nounOf, oneOf, options, verb } from '../words';

const planOption = new Option('--plan <plan>', 'FREE or UPGRADED').argParser(oneOf('FREE', 'UPGRADED'));

export function users(program: CommandUnknownOpts, session: Session): void {
  const { operator, output } = session;
  const noun = nounOf(program, 'users', 'accounts, with an operator key');
  const change = (
    name: string,
    changes: { status?: 'ACTIVE' | 'SUSPENDED'; plan?: 'FREE' | 'UPGRADED' },
    does: string,
  ) =>
    verb(noun, `${name} <user>`, does, ID).action(async (id) =>
      output.one(await operator.patch('/operator/users/{id}', { path: { id }, body: changes })),
    );

  verb(noun, 'list', 'lists all accounts')
    .addOption(options.limit)
    .action(({ limit }) =>
      output.list(operator.pages('/operator/users', {}, limit), [
        '_id',
        wide('name'),
        wide('email'),
        'plan',
        'status',
        'createdAt',
      ]),
    );

  verb(noun, 'show <user>', 'shows an account', ID).action(async (id) =>
    output.one(await operator.get('/operator/users/{id}', { path: { id } })),
  );

  verb(
    noun,
    'create <name>',
    'creates an account; to create a key for it: carillon keys create --user',
    '"Ann’s Bakery" --email ann@example.com --plan UPGRADED',
  )
    .option('--email <address>')
    .addOption(planOption)
    .action(async (name, fields) =>
      output.one(await operator.post('/operator/users', { body: { name, ...fields } })),
    );

  verb(noun, 'update <user>', 'changes an account', `${ID} --email new@example.com`)
    .option('--name <name>')
    .option('--email <address>')
    .option('--no-email', 'removes the address')
    .addOption(planOption)
    .action(async (id, { email, ...changes }) => {
      const body = { ...changes, email: email === false ? null : email };
      await output.one(await operator.patch('/operator/users/{id}', { path: { id }, body }));
    });
  verb(noun, 'remove <user>', 'deletes an account with all its data; its campaigns are canceled', `${ID} -y`)
    .addOption(options.yes)
    .action(async (id, { yes }) => {
      await session.confirm('Permanently delete this account and all its data?', yes);
      await output.one(await operator.delete('/operator/users/{id}', { path: { id } }));
    });
  change(
    'suspend',
    { status: 'SUSPENDED' },
    'suspends an account: its requests are rejected, and its campaigns wait',
  );
  change('resume', { status: 'ACTIVE' }, 'reactivates a suspended account');
  change('upgrade', { plan: 'UPGRADED' }, 'sets the plan of an account to UPGRADED');
  change('downgrade', { plan: 'FREE' }, 'sets the plan of an account to FREE');
}
