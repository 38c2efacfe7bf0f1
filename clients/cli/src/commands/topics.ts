import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { wide } from '../output/columns';
import type { Session } from '../session';
import { ID, nounOf, options, verb } from '../words';

const DESCRIPTION = 'explanation that people see';

export function topics(program: CommandUnknownOpts, session: Session): void {
  const { user, output } = session;
  const noun = nounOf(program, 'topics', 'subjects of campaigns that people can leave');

  verb(noun, 'list', 'lists all topics')
    .addOption(options.limit)
    .action(({ limit }) =>
      output.list(user.pages('/topics', {}, limit), ['_id', wide('name'), wide('description')]),
    );

  verb(noun, 'show <topic>', 'shows a topic', ID).action(async (topicId) =>
    output.one(await user.get('/topics/{topicId}', { path: { topicId } })),
  );

  verb(noun, 'create <name>', 'creates a topic', 'Offers --description "Discounts and sales"')
    .option('--description <text>', DESCRIPTION)
    .action(async (name, { description }) =>
      output.one(await user.post('/topics', { body: { name, description } })),
    );

  verb(noun, 'update <topic>', 'changes the name or the description of a topic', `${ID} --name Sales`)
    .option('--name <name>', 'name that people see')
    .option('--description <text>', DESCRIPTION)
    .action(async (topicId, { name, description }) =>
      output.one(await user.patch('/topics/{topicId}', { path: { topicId }, body: { name, description } })),
    );

  verb(noun, 'remove <topic>', 'deletes a topic', `${ID} -y`)
    .addOption(options.yes)
    .action(async (topicId, { yes }) => {
      await session.confirm(`Delete the topic ${topicId}?`, yes);
      await output.removed(await user.delete('/topics/{topicId}', { path: { topicId } }), 'topic');
    });
}
