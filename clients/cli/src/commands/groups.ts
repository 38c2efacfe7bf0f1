import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import type { Answer, Api, Schemas } from '../api/api';
import { Refusal } from '../failures';
import { number, wide } from '../output/columns';
import type { Session } from '../session';
import { printAll, saveTo } from '../terminal/files';
import { nounOf, oneOf, options, pair, verb } from '../words';
import { formatOf, sendFile } from './jobs';
import { delimiterOption, encodingOption } from './file-form';

const FORMAT = 'csv or ndjson (default: from the file name, otherwise csv)';
const format = oneOf('csv', 'ndjson');
const ENCODING = 'the encoding of a CSV file (default: detected)';
const DELIMITER = 'the cell delimiter: comma, semicolon, tab, or pipe (default: detected)';
const REJECTED = 'a file for the rejected lines and their reasons';

/**
 * Returns a group by its slug or its ID.
 * @throws Refusal
 */
export async function findGroup(user: Api, name: string): Promise<{ _id: string; slug: string }> {
  const known = ({ _id = '', slug = '' }: Answer<Schemas['Group']>) => ({ _id, slug });
  if (/^[0-9a-f]{24}$/.test(name))
    return known(await user.get('/groups/{groupId}', { path: { groupId: name } }));
  for await (const page of user.pages('/groups', {})) {
    const found = page.find(({ slug }) => slug === name);
    if (found) return known(found);
  }
  throw new Refusal(`No group has the slug ${name}`);
}

/** Returns readable labels for groups. Deleted groups are marked, and requested only if needed. */
export async function groupLabels(user: Api, ids: readonly string[]): Promise<string[]> {
  const labels = new Map<string, string>();
  for await (const page of user.pages('/groups', {}))
    for (const { _id = '', name = '' } of page) labels.set(_id, `${name} (${_id})`);
  if (ids.some((id) => !labels.has(id)))
    for await (const page of user.pages('/groups/deleted', {}))
      for (const { _id = '', name = '' } of page) labels.set(_id, `${name} (deleted, ${_id})`);
  return ids.map((id) => labels.get(id) ?? id);
}

export async function groupIdOf(user: Api, name: string): Promise<string> {
  return (await findGroup(user, name))._id;
}

export function groups(program: CommandUnknownOpts, session: Session): void {
  const noun = nounOf(program, 'groups', 'groups of subscribers, and imports and exports of members');
  const { user, output, world } = session;

  verb(noun, 'list', 'lists all groups with their member counts')
    .addOption(options.limit)
    .action(({ limit }) =>
      output.list(user.pages('/groups', { query: { include: 'counts' } }, limit), [
        '_id',
        wide('slug'),
        wide('name'),
        number('counts.total', 'MEMBERS'),
        number('counts.EMAIL', 'EMAIL'),
        number('counts.WHATSAPP', 'WHATSAPP'),
        number('counts.SMS', 'SMS'),
      ]),
    );

  verb(noun, 'deleted', 'lists the names of deleted groups, whose IDs remain in campaigns')
    .addOption(options.limit)
    .action(({ limit }) =>
      output.list(user.pages('/groups/deleted', {}, limit), ['_id', wide('name'), 'deletedAt']),
    );

  verb(noun, 'show <group>', 'shows a group', 'friends').action(async (name) => {
    const path = { groupId: await groupIdOf(user, name) };
    await output.one(await user.get('/groups/{groupId}', { path, query: { include: 'counts' } }));
  });

  verb(
    noun,
    'people <group>',
    'lists the people of a group with all their addresses',
    'friends --search "mary smi"',
  )
    .addOption(options.limit)
    .option('--search <words>', 'beginnings of words of the name, the address, or the ID')
    .action(async (name, { limit, search }) => {
      const path = { groupId: await groupIdOf(user, name) };
      await output.list(
        user.pages('/groups/{groupId}/people', { path, query: { search } }, limit),
        [
          'person._id',
          wide('person.email', 'EMAIL'),
          wide('person.phone', 'PHONE'),
          wide('person.whatsapp', 'WHATSAPP'),
          wide('person.attributes', 'ATTRIBUTES'),
        ],
        'Nobody was found.',
      );
    });

  verb(noun, 'create <name>', 'creates a group', '"Our friends" --slug friends')
    .option('--slug <slug>', 'short name in files and commands (default: from the name)')
    .action(async (name, { slug }) => output.one(await user.post('/groups', { body: { name, slug } })));

  verb(noun, 'rename <group> [name]', 'changes the name or slug of a group', 'friends "All our friends"')
    .option('--slug <slug>')
    .action(async (group, name, { slug }) => {
      const path = { groupId: await groupIdOf(user, group) };
      await output.one(await user.patch('/groups/{groupId}', { path, body: { name, slug } }));
    });

  verb(
    noun,
    'import <group> <file>',
    'imports the people in a file: the columns email, phone, whatsapp, and externalId, or integration and identifier, or similar ones; all other columns become data',
    'friends people.csv --rejected rejected.csv',
    'friends people.ndjson --update',
    'friends phones.csv --default-country DE',
    'friends people.csv --type Birthday=date:dmy --type Revenue=number:comma --rule city=fill --dry-run',
    'friends klaviyo.csv --opted-out "Email Marketing Consent=email:UNSUBSCRIBED,NEVER_SUBSCRIBED"',
  )
    .option('--format <format>', FORMAT, format)
    .option('--encoding <name>', ENCODING, encodingOption)
    .option('--delimiter <name>', DELIMITER, delimiterOption)
    .option(
      '--default-country <code>',
      'the country of phone numbers without a country code, such as DE (default: of the account)',
    )
    .addOption(
      new Option('--update', 'updates the data of existing members (default: skip them)').conflicts('fill'),
    )
    .option('--fill', 'adds missing data of existing members, and keeps what they have')
    .option(
      '--type <column=type>',
      'the type of a column, with the form of dates (ymd, dmy, mdy) or decimals (point, comma); can be repeated',
      pair,
    )
    .option(
      '--rule <column=rule>',
      'what happens to the values of a column that people have: keep, fill, or overwrite; can be repeated',
      pair,
    )
    .option(
      '--opted-out <column=channel:values>',
      'the values of a column, separated by commas, that mean that a person opted out of a channel; can be repeated',
      pair,
    )
    .option('--dry-run', 'reports what the import would do, and writes nothing')
    .option('--rejected <file>', REJECTED)
    .option('--no-wait', 'exits after the upload')
    .action(
      async (group, file, { update, fill, defaultCountry, type, rule, optedOut, dryRun, ...options }) => {
        const path = { groupId: await groupIdOf(user, group) };
        const query = {
          onExisting: update ? ('update' as const) : fill ? ('fill' as const) : undefined,
          defaultCountry,
          columns: columnOptions(type, rule, optedOut),
          dryRun: dryRun ? ('true' as const) : undefined,
        };
        await sendFile(session, 'imports', file, options, (upload, form) =>
          user.upload('/groups/{groupId}/import', { path, query: { ...query, ...form } }, upload),
        );
      },
    );

  verb(
    noun,
    'export <group>',
    'prints the members of a group in the import format',
    'friends > friends.csv',
    'friends --format ndjson --output friends.ndjson',
  )
    .option('--format <format>', FORMAT, format)
    .option('--output <file>', 'writes to this file, which exists only if the export is complete')
    .action(async (group, { format: chosen, output: file }) => {
      const path = { groupId: await groupIdOf(user, group) };
      const query = { format: chosen ?? (output.form === 'json' ? 'ndjson' : formatOf(file ?? '')) };
      const answered = await user.open('/groups/{groupId}/export', { path, query });
      await (file === undefined ? printAll(answered, world) : saveTo(file, answered, world));
    });

  verb(
    noun,
    'remove-members <group> <file>',
    'removes the people in a file from a group: the columns integration and identifier',
    'friends gone.csv',
  )
    .option('--format <format>', FORMAT, format)
    .option('--encoding <name>', ENCODING, encodingOption)
    .option('--delimiter <name>', DELIMITER, delimiterOption)
    .option('--rejected <file>', REJECTED)
    .option('--no-wait', 'exits after the upload')
    .addOption(options.yes)
    .action(async (group, file, { yes, ...options }) => {
      const path = { groupId: await groupIdOf(user, group) };
      await session.confirm(`Remove all people in ${file} from ${group}?`, yes);
      await sendFile(session, 'removals', file, options, (upload, form) =>
        user.upload('/groups/{groupId}/remove', { path, query: form }, upload),
      );
    });

  verb(noun, 'remove <group>', 'deletes a group with its members', 'friends')
    .addOption(options.yes)
    .action(async (name, { yes }) => {
      const { _id: groupId, slug } = await findGroup(user, name);
      await session.confirm(`Delete the group ${slug} and all its members?`, yes);
      await output.removed(await user.delete('/groups/{groupId}', { path: { groupId } }), 'group');
    });
}

/** `--type Birthday=date:dmy --rule city=fill --opted-out Newsletter=email:no` in the form of the API. */
function columnOptions(
  types: Record<string, string> = {},
  rules: Record<string, string> = {},
  optOuts: Record<string, string> = {},
): string | undefined {
  interface Options {
    type?: string;
    form?: string;
    rule?: string;
    optedOut?: { channel: string; values: string[] };
  }
  const columns = new Map<string, Options>();
  for (const [name, value] of Object.entries(types)) {
    const [type = '', form] = value.split(':', 2);
    columns.set(name, { type, ...(form !== undefined && { form }) });
  }
  for (const [name, rule] of Object.entries(rules)) columns.set(name, { ...columns.get(name), rule });
  for (const [name, value] of Object.entries(optOuts)) {
    const [channel = '', ...rest] = value.split(':');
    const optedOut = { channel: channel.toUpperCase(), values: rest.join(':').split(',') };
    columns.set(name, { ...columns.get(name), optedOut });
  }
  return columns.size === 0 ? undefined : JSON.stringify(Object.fromEntries(columns));
}
