import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '../api/api';
import { number, wide } from '../output/columns';
import type { Session } from '../session';
import { ID, nounOf, jsonObject, options, verb } from '../words';

const CONDITIONS = 'conditions as JSON, such as {"attribute": "city", "is": ["Oslo"]}';
const EXAMPLE = `'{"attribute": "city", "is": ["Oslo"]}'`;

type Conditions = Schemas['SegmentConditions'];
const conditionsIn = (word: string): Conditions => jsonObject(word) as unknown as Conditions;

export function segments(program: CommandUnknownOpts, session: Session): void {
  const { user, output } = session;
  const noun = nounOf(program, 'segments', 'selections of people by conditions');

  verb(noun, 'list', 'lists all segments')
    .addOption(options.limit)
    .action(({ limit }) =>
      output.list(user.pages('/segments', {}, limit), ['_id', wide('name'), number('version'), 'updatedAt']),
    );

  verb(noun, 'show <segment>', 'shows a segment', ID).action(async (id) =>
    output.one(await user.get('/segments/{id}', { path: { id } })),
  );

  verb(noun, 'create <name>', 'creates a segment', `"People in Oslo" --conditions ${EXAMPLE}`)
    .requiredOption('--conditions <json>', CONDITIONS, conditionsIn)
    .action(async (name, { conditions }) =>
      output.one(await user.post('/segments', { body: { name, conditions } })),
    );

  verb(noun, 'update <segment>', 'changes the name or the conditions', `${ID} --name Locals`)
    .option('--name <name>', 'name')
    .option('--conditions <json>', CONDITIONS, conditionsIn)
    .action(async (id, { name, conditions }) =>
      output.one(await user.patch('/segments/{id}', { path: { id }, body: { name, conditions } })),
    );

  verb(noun, 'remove <segment>', 'deletes a segment; the people stay', `${ID} -y`)
    .addOption(options.yes)
    .action(async (id, { yes }) => {
      await session.confirm(`Delete the segment ${id}?`, yes);
      await output.removed(await user.delete('/segments/{id}', { path: { id } }), 'segment');
    });

  verb(noun, 'count <segment>', 'counts the people who match now', ID).action(async (id) =>
    output.one(await user.get('/segments/{id}/count', { path: { id } })),
  );

  verb(noun, 'people <segment>', 'lists the people who match now', ID)
    .addOption(options.limit)
    .action((id, { limit }) =>
      output.list(user.pages('/segments/{id}/people', { path: { id } }, limit), [
        '_id',
        wide('email'),
        'phone',
        'country',
        'locale',
      ]),
    );

  verb(
    noun,
    'preview <conditions>',
    'counts the people who match conditions, and shows some',
    EXAMPLE,
  ).action(async (conditions) =>
    output.one(await user.post('/segments/preview', { body: { conditions: conditionsIn(conditions) } })),
  );
}
