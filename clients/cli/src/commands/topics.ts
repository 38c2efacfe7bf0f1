import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { wide } from '../output/columns';
import type { Session } from '../session';
import { CHANNELS, ID, channel, nounOf, options, verb } from '../words';

const OTHER_ID = '6560f0a1b2c3d4e5f6a7b8c8';
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

  verb(
    noun,
    'opt-outs <topic>',
    'lists the addresses of people who left a topic',
    ID,
    `${ID} --address mary@example.com`,
  )
    .option('--address <address>', 'only the opt-outs of the person with this address')
    .addOption(options.limit)
    .action((topicId, { address: identifier, limit }) =>
      output.list(
        user.pages('/topics/{topicId}/opt-outs', { path: { topicId }, query: { identifier } }, limit),
        ['_id', 'channel', wide('identifier'), 'source', 'createdAt'],
        'Nobody has left this topic.',
      ),
    );

  verb(noun, 'opt-out <topic>', 'records that a person left a topic', `${ID} email mary@example.com`)
    .argument('<channel>', CHANNELS, channel)
    .argument('<address>')
    .action(async (topicId, on, identifier) => {
      const body = { channel: on, identifier };
      await output.one(await user.post('/topics/{topicId}/opt-outs', { path: { topicId }, body }));
    });

  verb(noun, 'lift <topic> <optOuts...>', 'lifts opt-outs of a topic', `${ID} ${OTHER_ID} --confirm-consent`)
    .option('--confirm-consent', 'confirms that the people agreed again, to lift their own opt-outs')
    .action(async (topicId, optOutIds, { confirmConsent }) => {
      const body = { optOutIds, confirmConsent };
      const lifted = await user.delete('/topics/{topicId}/opt-outs', { path: { topicId }, body });
      await output.removed(lifted, 'opt-out');
    });

  verb(noun, 'remove <topic>', 'deletes a topic', `${ID} -y`)
    .addOption(options.yes)
    .action(async (topicId, { yes }) => {
      await session.confirm(`Delete the topic ${topicId}?`, yes);
      await output.removed(await user.delete('/topics/{topicId}', { path: { topicId } }), 'topic');
    });
}
