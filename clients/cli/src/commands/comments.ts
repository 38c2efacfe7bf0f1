import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Answer, Schemas } from '../api/api';
import { type Columns, wide } from '../output/columns';
import type { Session } from '../session';
import { ID, options, verb } from '../words';

const OTHER_ID = '6560f0a1b2c3d4e5f6a7b8c8';

/** What colleagues write about a campaign. */
export function commentOnCampaigns(noun: CommandUnknownOpts, session: Session): void {
  const { user, output } = session;

  verb(noun, 'comments <campaign>', 'lists the comments on a campaign, oldest first', ID)
    .addOption(options.limit)
    .action((id, { limit }) => {
      const columns: Columns<Answer<Schemas['Comment']>> = [
        '_id',
        'createdAt',
        { ...wide('author', 'BY'), of: ({ author }) => author?.name ?? '-' },
        wide('text'),
      ];
      const comments = user.pages('/campaigns/{id}/comments', { path: { id } }, limit);
      return output.list(comments, columns, 'No comments.');
    });

  verb(
    noun,
    'comment <campaign> <text>',
    'comments on a campaign',
    `${ID} "The prices are final now."`,
  ).action(async (id, text) =>
    output.one(await user.post('/campaigns/{id}/comments', { path: { id }, body: { text } })),
  );

  verb(noun, 'remove-comment <campaign> <comment>', 'deletes a comment', `${ID} ${OTHER_ID} -y`)
    .addOption(options.yes)
    .action(async (id, commentId, { yes }) => {
      await session.confirm(`Delete the comment ${commentId}?`, yes);
      const path = { id, commentId };
      await output.removed(await user.delete('/campaigns/{id}/comments/{commentId}', { path }), 'comment');
    });
}
