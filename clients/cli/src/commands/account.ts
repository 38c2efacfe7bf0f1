import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { text as textOf } from 'node:stream/consumers';
import type { Answer, Schemas } from '../api/api';
import { UsageError } from '../failures';
import { type Columns, cell, number, wide } from '../output/columns';
import type { Session } from '../session';
import { SavedPlaces, givenUrl, isLoopback } from '../settings';
import { askSecret } from '../terminal/ask';
import { printAll, readSecretFile, saveTo } from '../terminal/files';
import { ID, options, verb } from '../words';

type Entry = Answer<Schemas['AuditEntry']>;
type Usage = Answer<Schemas['Usage']>;

interface Quota {
  quota: string;
  used?: number | undefined;
  limit?: number | null | undefined;
}

/** The key comes from a prompt, standard input, or a file. It is saved only if the API accepts it. */
export function logIn(program: CommandUnknownOpts, session: Session): void {
  verb(
    program,
    'login',
    'saves a user or operator key for a URL, for later commands',
    '--url https://carillon.example.com',
    '--url https://carillon.example.com < key.txt',
  ).action(async () => {
    const { world, output } = session;
    const url = givenUrl(session.options(), world);
    if (!url) throw new UsageError('The URL is missing. Run: carillon login --url https://…');
    if (new URL(url).protocol === 'http:' && !isLoopback(url))
      output.note(`The connection to ${url} is not encrypted. Others on the network can read the key.`);
    const key = await keyFor(url, session);
    const api = session.api(() => ({ url, key }));
    const isOperator = key.startsWith('car_op_');
    await (isOperator ? api.pages('/operator/users', {}, 1).next() : api.get('/account'));
    const saved = new SavedPlaces(world);
    saved.save(url, isOperator ? 'operatorKey' : 'apiKey', key);
    const what = isOperator ? 'an operator key' : 'an API key';
    output.note(`Logged in to ${url} with ${what}. Saved in ${saved.file}`);
  });
}

async function keyFor(url: string, { world, options }: Session): Promise<string> {
  const { keyFile } = options();
  if (keyFile !== undefined) return readSecretFile(keyFile, world);
  const key = (await askSecret(`Key for ${url}:`, world)) ?? (await textOf(world.stdin)).trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('This is not a valid API key');
  return key;
}

export function logOut(program: CommandUnknownOpts, { world, options, output }: Session): void {
  verb(program, 'logout', 'removes the saved keys for a URL', '--url https://carillon.example.com').action(
    () => {
      const saved = new SavedPlaces(world);
      const url = givenUrl(options(), world) ?? saved.current;
      if (!url) throw new UsageError('No keys are saved');
      output.note(saved.forget(url) ? `Removed the saved keys for ${url}` : `No keys were saved for ${url}`);
    },
  );
}

export function showAccount(program: CommandUnknownOpts, session: Session): void {
  verb(program, 'account', 'shows the account of the key, and the URL').action(async () =>
    session.output.one(await session.user.get('/account'), (account, { details }) =>
      details({ ...account, url: session.installation.url }),
    ),
  );
}

/** Shows and changes the defaults of the account for omitted options. */
export function defaults(program: CommandUnknownOpts, { user, output }: Session): void {
  verb(
    program,
    'defaults',
    'shows or changes the defaults of the account',
    '',
    '--country DE',
    '--country none',
  )
    .option(
      '--country <code>',
      'the default country of phone numbers without a country code, such as DE; none: rejects such numbers',
    )
    .action(async ({ country }) => {
      const defaultCountry = country === 'none' ? null : country;
      await output.one(
        defaultCountry === undefined
          ? await user.get('/account/defaults')
          : await user.patch('/account/defaults', { body: { defaultCountry } }),
      );
    });
}

/** Shows the quotas and their usage. Operators can choose any account; users see their own. */
export function showUsage(program: CommandUnknownOpts, { user, operator, output }: Session): void {
  verb(program, 'usage', 'shows the quota usage', '', `--user ${ID}`)
    .option('--user <id>', 'of this account, with an operator key (default: your own)')
    .action(async ({ user: id }) => {
      const usage: Usage =
        id === undefined
          ? await user.get('/account/usage')
          : await operator.get('/operator/users/{id}/usage', { path: { id } });
      await output.one(usage, (quotas, { Table }, room) => {
        const table = new Table<Quota>(['quota', number('used'), number('limit')], room);
        const rows = table.rows(Object.entries(quotas).map(([quota, amounts]) => ({ quota, ...amounts })));
        return [table.head(), ...rows];
      });
    });
}

/** Shows the audit trail. Operators can choose one account or all accounts; users see their own. */
export function showAudit(program: CommandUnknownOpts, { user, operator, output, world }: Session): void {
  verb(
    program,
    'audit',
    'shows the audit trail of an account',
    '--action api_key.created',
    '--since 2026-11-01T00:00:00Z --export november.csv',
    `--user ${ID} --since 2026-11-01T00:00:00Z`,
  )
    .option('--user <id>', 'of this account, with an operator key (default: your own)')
    .option('--all', 'of all accounts, with an operator key')
    .option('--action <action>', 'such as user.updated')
    .option('--since <time>')
    .option('--until <time>')
    .option(
      '--export <file>',
      'saves the entries of your own account as CSV, with formulas escaped; - prints it',
    )
    .addOption(options.limit)
    .action(async ({ user: id, all, action, since, until, limit, export: file }) => {
      if (all && id !== undefined) throw new UsageError('Use either --user or --all');
      const query = { action: action as Schemas['AuditEntry']['action'], since, until };
      if (file !== undefined) {
        if (all || id !== undefined) throw new UsageError('Use --export only for your own account');
        const formulas = 'escape' as const;
        const answered = await user.open('/account/audit/export', { query: { ...query, formulas } });
        return file === '-' ? printAll(answered, world) : saveTo(file, answered, world);
      }
      const ofAccount = id === undefined ? null : { path: { id }, query };
      const pages = all
        ? operator.pages('/operator/audit', { query }, limit)
        : ofAccount
          ? operator.pages('/operator/users/{id}/audit', ofAccount, limit)
          : user.pages('/account/audit', { query }, limit);
      const columns: Columns<Entry> = [
        'at',
        'action',
        { ...wide('actor', 'BY'), of: actorOf },
        { ...wide('target', 'OF'), of: targetOf },
        { ...wide('changes'), of: changesOf },
      ];
      return output.list(pages, columns, 'No entries.');
    });
}

function actorOf({ actor }: Entry): string {
  const key = actor?.member?.name ?? actor?.keyName ?? actor?.keyPrefix;
  return key ? `${cell(actor?.role)}, ${cell(key)}` : cell(actor?.role);
}

function targetOf({ target }: Entry): string {
  return `${cell(target?.type)} ${cell(target?.name ?? target?._id)}`;
}

function changesOf({ changes = [] }: Entry): string {
  const texts = changes.map(({ field, before, after }) =>
    before === null ? `${cell(field)}: ${cell(after)}` : `${cell(field)}: ${cell(before)} → ${cell(after)}`,
  );
  return texts.join(', ') || '-';
}
