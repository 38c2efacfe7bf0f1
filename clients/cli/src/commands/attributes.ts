import { pathName } from '@carillon/sdk';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { cell, number, wide } from '../output/columns';
import type { Session } from '../session';
import { nounOf, oneOf, options, verb } from '../words';

const types = ['text', 'number', 'boolean', 'date', 'list'] as const;
/** Removes the type or the label. */
const NONE = 'none';

const columns = [
  wide('name'),
  wide('label'),
  'type',
  number('people'),
  { key: 'fillRate', title: 'filled', isNumber: true, of: filled },
  number('misfits'),
  wide('examples'),
] as const;

export function attributes(program: CommandUnknownOpts, session: Session): void {
  const { user, output } = session;
  const noun = nounOf(program, 'attributes', 'attributes of people, and their types');

  verb(noun, 'list', 'lists the attributes with counts and frequent values')
    .addOption(options.limit)
    .action(({ limit }) =>
      output.list(user.pages('/attributes', {}, limit), columns, 'People have no attributes.'),
    );

  verb(
    noun,
    'set <name>',
    'sets the type, the label, or the name of an attribute',
    'birthday --type date --label "Date of birth"',
    'Ort --rename city',
  )
    .option(
      '--type <type>',
      `type: ${[...types, NONE].join(', ')}; stored values are converted`,
      oneOf(...types, NONE),
    )
    .option('--label <text>', `name that people see; ${NONE} removes it`)
    .option('--rename <name>', 'new name')
    .action(async (name, { type, label, rename }) => {
      const body = { name: rename, type: orNull(type), label: orNull(label) };
      await output.one(await user.patch('/attributes/{name}', { path: { name: pathName(name) }, body }));
    });

  verb(noun, 'values <name>', 'lists the most frequent values of an attribute', 'city --search Os')
    .option('--search <text>', 'beginning of the values')
    .action(async (name, { search }) => {
      const request = { path: { name: pathName(name) }, query: { search } };
      await output.one(await user.get('/attributes/{name}/values', request), ({ values = [] }) =>
        values.map(({ value, people }) => `${cell(value)}\t${cell(people)}`),
      );
    });

  verb(noun, 'remove <name>', 'removes an attribute from all people', 'city -y')
    .addOption(options.yes)
    .action(async (name, { yes }) => {
      await session.confirm(`Remove the attribute ${name} from all people? This can't be undone.`, yes);
      const path = { name: pathName(name) };
      await output.removed(await user.delete('/attributes/{name}', { path }), 'attribute');
    });
}

function orNull<T extends string>(value: T | undefined): Exclude<T, 'none'> | null | undefined {
  return value === NONE ? null : (value as Exclude<T, 'none'> | undefined);
}

function filled({ fillRate }: { fillRate?: number | null | undefined }): string {
  return fillRate === null || fillRate === undefined ? '-' : `${Math.round(fillRate * 100)} %`;
}
