import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { wide } from '../output/columns';
import type { Session } from '../session';
import { extraData, ID, nounOf, options, verb } from '../words';

const columns = [
  '_id',
  'externalId',
  wide('email'),
  wide('phone'),
  wide('whatsapp'),
  wide('attributes'),
] as const;
const OTHER_ID = '6560f0a1b2c3d4e5f6a7b8c8';

export function people(program: CommandUnknownOpts, session: Session): void {
  const { user, output } = session;
  const noun = nounOf(program, 'people', 'people with all channels, and all stored data about an address');

  verb(noun, 'list', 'lists people')
    .addOption(options.limit)
    .action(({ limit }) => output.list(user.pages('/people', {}, limit), columns, 'There are no people.'));

  verb(
    noun,
    'find',
    'finds people by name, address, or external ID',
    '--search "mary smi"',
    '--address mary@example.com',
    '--external-id 1042',
  )
    .option('--search <words>', 'beginnings of words of the name, the address, or the ID')
    .option('--address <address>', 'email address or international phone number')
    .option('--external-id <id>', 'ID in your own system')
    .action(({ search, address: identifier, externalId }) => {
      const query = { search, identifier, externalId };
      return output.list(user.pages('/people', { query }), columns, 'Nobody was found.');
    });

  verb(noun, 'show <person>', 'shows a person', ID).action(async (id) =>
    output.one(await user.get('/people/{id}', { path: { id } })),
  );

  verb(
    noun,
    'add',
    'adds a person without adding them to a group',
    '--email mary@example.com --phone "+47 912 34 567" --data city=Oslo',
  )
    .option('--email <addresses...>', 'email addresses, the preferred one first')
    .option('--phone <numbers...>', 'phone numbers for SMS')
    .option('--whatsapp <numbers...>', 'phone numbers for WhatsApp')
    .option('--external-id <id>', 'ID in your own system')
    .option('--locale <locale>', 'language, such as de-DE')
    .option('--time-zone <zone>', 'time zone, such as Europe/Berlin')
    .option('--country <country>', 'country, such as DE')
    .addOption(options.data)
    .addOption(options.dataJson)
    .action(async ({ data, dataJson, ...fields }) => {
      const body = { ...fields, attributes: attributesOf({ data, dataJson }) };
      await output.one(await user.post('/people', { body }));
    });

  verb(
    noun,
    'update <person>',
    'changes a person; the addresses of a channel are replaced',
    `${ID} --email mary@example.org --data city=Bergen`,
  )
    .option('--email <addresses...>', 'email addresses, the preferred one first')
    .option('--phone <numbers...>', 'phone numbers for SMS')
    .option('--whatsapp <numbers...>', 'phone numbers for WhatsApp')
    .option('--external-id <id>', 'ID in your own system')
    .option('--locale <locale>', 'language, such as de-DE')
    .option('--time-zone <zone>', 'time zone, such as Europe/Berlin')
    .option('--country <country>', 'country, such as DE')
    .addOption(options.data)
    .addOption(options.dataJson)
    .action(async (id, { data, dataJson, ...fields }) => {
      const body = { ...fields, attributes: attributesOf({ data, dataJson }) };
      await output.one(await user.patch('/people/{id}', { path: { id }, body }));
    });

  verb(
    noun,
    'merge <person> <other>',
    'gives the addresses and data of another person to this one, and removes the other',
    `${ID} ${OTHER_ID} -y`,
  )
    .addOption(options.yes)
    .action(async (id, personId, { yes }) => {
      await session.confirm(`Merge ${personId} into ${id}? This can't be undone.`, yes);
      await output.one(await user.post('/people/{id}/merge', { path: { id }, body: { personId } }));
    });

  verb(noun, 'remove <person>', 'removes a person from all groups, and then the person', `${ID} -y`)
    .addOption(options.yes)
    .action(async (id, { yes }) => {
      await session.confirm(`Remove ${id} from all groups and from the people?`, yes);
      await output.removed(await user.delete('/people/{id}', { path: { id } }), 'person');
    });

  verb(
    noun,
    'data <who>',
    'shows all stored data about an address, or about all addresses of a person',
    'mary@example.com --json',
    `${ID} --json`,
  ).action(async (who) =>
    isId(who)
      ? output.one(await user.get('/people/{id}/data', { path: { id: who } }))
      : output.one(await user.get('/people/data', { query: { identifier: who } })),
  );

  verb(
    noun,
    'erase <who>',
    'erases all data about an address, or about a person with all addresses; opt-outs stay in force',
    'mary@example.com -y',
    `${ID} -y`,
  )
    .addOption(options.yes)
    .action(async (who, { yes }) => {
      await session.confirm(`Permanently erase all stored data about ${who}?`, yes);
      const erasure = isId(who)
        ? await user.delete('/people/{id}/data', { path: { id: who } })
        : await user.delete('/people/data', { body: { identifier: who } });
      await output.one(erasure);
    });

  verb(noun, 'erasures', 'lists the erasures with their states')
    .addOption(options.limit)
    .action(({ limit }) =>
      output.list(user.pages('/people/erasures', {}, limit), ['_id', 'state', 'requestedAt', 'finishedAt']),
    );
}

/** Whether it is the ID of a person. No address looks like one. */
function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text);
}

/** Attributes that were given; undefined: none. */
function attributesOf(given: Parameters<typeof extraData>[0]): Record<string, never> | undefined {
  return extraData(given) as Record<string, never> | undefined;
}
