import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { wide } from '../output/columns';
import type { Session } from '../session';
import { channel, CHANNELS, extraData, ID, nounOf, options, verb } from '../words';
import { findGroup, groupIdOf } from './groups';

const columns = ['_id', 'integration', wide('identifier'), wide('extraData'), 'createdAt'] as const;

export function subscribers(program: CommandUnknownOpts, session: Session): void {
  const noun = nounOf(program, 'subscribers', 'members of groups');
  const { user, output } = session;

  verb(noun, 'list <group>', 'lists the members of a group', 'friends --channel sms')
    .option('--channel <channel>', CHANNELS, channel)
    .addOption(options.limit)
    .action(async (group, { limit, channel: integration }) => {
      const query = { groupId: await groupIdOf(user, group), integration };
      await output.list(user.pages('/subscribers', { query }, limit), columns, 'This group has no members.');
    });

  verb(noun, 'find <address>', 'finds an address in all groups', 'mary@example.com')
    .option('--group <group>', 'slug or ID of the only group to search')
    .option('--channel <channel>', CHANNELS, channel)
    .addOption(options.limit)
    .action(async (identifier, { limit, group, channel: integration }) => {
      const groupId = group === undefined ? undefined : await groupIdOf(user, group);
      const pages = user.pages('/subscribers', { query: { groupId, integration, identifier } }, limit);
      await output.list(pages, [...columns, 'group'], 'No subscriber has this address.');
    });

  verb(noun, 'search <words>', 'finds people by name or by parts of the address', 'smith', '"mary smi"')
    .option('--group <group>', 'slug or ID of the only group to search')
    .option('--channel <channel>', CHANNELS, channel)
    .action(async (search, { group, channel: integration }) => {
      const groupId = group === undefined ? undefined : await groupIdOf(user, group);
      const pages = user.pages('/subscribers', { query: { groupId, integration, search } });
      await output.list(pages, [...columns, 'group'], 'No subscriber matches.');
    });

  verb(noun, 'show <subscriber>', 'shows a subscriber', ID).action(async (id) =>
    output.one(await user.get('/subscribers/{id}', { path: { id } })),
  );

  verb(
    noun,
    'add <group>',
    'adds a subscriber to a group',
    'friends email mary@example.com --data name=Mary',
    'friends sms "+47 912 34 567" --data-json \'{"visits": 3}\'',
  )
    .argument('<channel>', CHANNELS, channel)
    .argument('<address>', 'email address or international phone number')
    .addOption(options.data)
    .addOption(options.dataJson)
    .action(async (group, integration, identifier, options) => {
      const { slug: groupSlug } = await findGroup(user, group);
      const body = { integration, identifier, groupSlug, extraData: extraData(options) };
      await output.one(await user.post('/subscribers', { body }));
    });

  verb(
    noun,
    'update <subscriber>',
    'replaces the data of a subscriber, or moves the subscriber to another group',
    `${ID} --data name=Maria --group family`,
  )
    .addOption(options.data)
    .addOption(options.dataJson)
    .option('--group <group>', 'slug or ID of the group to move to')
    .action(async (id, { group, ...options }) => {
      const moved = group === undefined ? undefined : await findGroup(user, group);
      const body = { extraData: extraData(options), groupSlug: moved?.slug };
      await output.one(await user.patch('/subscribers/{id}', { path: { id }, body }));
    });

  verb(noun, 'remove <group> <subscribers...>', 'removes subscribers from their group', `friends ${ID}`)
    .addOption(options.yes)
    .action(async (group, subscriberIds, { yes }) => {
      const body = { groupId: await groupIdOf(user, group), subscriberIds };
      await session.confirm(`Remove ${subscriberIds.length} from ${group}?`, yes);
      await output.removed(await user.delete('/subscribers', { body }), 'subscriber');
    });
}
