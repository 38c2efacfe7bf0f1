import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { UsageError } from '../failures';
import { number, wide } from '../output/columns';
import type { Session } from '../session';
import { ID, collected, verb } from '../words';

/** Tags campaigns, and moves them to the archive or back. */
export function organizeCampaigns(noun: CommandUnknownOpts, { user, output }: Session): void {
  verb(noun, 'tags', 'lists the tags of campaigns, the most frequent first').action(async () =>
    output.one(await user.get('/campaigns/tags'), ({ tags = [] }, { Table }, room) => {
      const table = new Table<(typeof tags)[number]>([wide('name'), number('campaigns')], room);
      return [table.head(), ...table.rows(tags)];
    }),
  );

  verb(noun, 'tag <campaigns...>', 'adds and removes tags of campaigns', `${ID} --add Spring --remove Winter`)
    .option('--add <tag>', 'tag to add; can be repeated', collected)
    .option('--remove <tag>', 'tag to remove; can be repeated', collected)
    .action(async (campaignIds, { add: addTags, remove: removeTags }) => {
      if (!addTags && !removeTags) throw new UsageError('Use --add or --remove');
      const body = { campaignIds, addTags, removeTags };
      await output.one(await user.post('/campaigns/organize', { body }));
    });

  const archiving = (name: 'archive' | 'unarchive', description: string, archived: boolean) =>
    verb(noun, `${name} <campaigns...>`, description, ID).action(async (campaignIds) =>
      output.one(await user.post('/campaigns/organize', { body: { campaignIds, archived } })),
    );
  archiving('archive', 'moves campaigns that send nothing to the archive', true);
  archiving('unarchive', 'moves campaigns out of the archive', false);
}
