import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import type { Api } from '../api/api';
import { Refusal } from '../failures';
import { wide } from '../output/columns';
import type { Session } from '../session';
import { nounOf, oneOf, options, verb } from '../words';

/** The options that limit a list of campaigns, as saved filters do. */
export const filterOptions = {
  status: new Option('--status <status>', 'only campaigns with this status').argParser(
    oneOf('DRAFT', 'SCHEDULED', 'SENDING', 'PAUSED', 'SENT', 'CANCELLED'),
  ),
  search: new Option('--search <text>', 'part of the name'),
  tag: new Option('--tag <tag>', 'only campaigns with this tag'),
  approval: new Option(
    '--approval <state>',
    'only campaigns whose request for an approval is pending, approved, rejected, or withdrawn',
  ).argParser(oneOf('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  archived: new Option('--archived', 'only campaigns in the archive, which are otherwise left out'),
};

export function filters(program: CommandUnknownOpts, session: Session): void {
  const { user, output } = session;
  const noun = nounOf(program, 'filters', 'saved filters of the campaign list');

  verb(noun, 'list', 'lists the saved filters, oldest first')
    .addOption(options.limit)
    .action(({ limit }) =>
      output.list(user.pages('/saved-filters', {}, limit), [
        '_id',
        wide('name'),
        'status',
        'search',
        'tag',
        'approval',
        'archived',
      ]),
    );

  verb(
    noun,
    'create <name>',
    'saves a filter of the campaign list',
    '"Sent in spring" --status sent --tag Spring',
  )
    .addOption(filterOptions.status)
    .addOption(filterOptions.search)
    .addOption(filterOptions.tag)
    .addOption(filterOptions.approval)
    .addOption(filterOptions.archived)
    .action(async (name, filter) =>
      output.one(await user.post('/saved-filters', { body: { name, ...filter } })),
    );

  verb(noun, 'rename <filter> <name>', 'renames a saved filter', '"Sent in spring" Spring').action(
    async (filter, name) => {
      const path = { savedFilterId: await savedFilterIdOf(user, filter) };
      await output.one(await user.patch('/saved-filters/{savedFilterId}', { path, body: { name } }));
    },
  );

  verb(noun, 'remove <filter>', 'deletes a saved filter; campaigns do not change', '"Sent in spring" -y')
    .addOption(options.yes)
    .action(async (filter, { yes }) => {
      const path = { savedFilterId: await savedFilterIdOf(user, filter) };
      await session.confirm(`Delete the filter ${filter}?`, yes);
      await output.removed(await user.delete('/saved-filters/{savedFilterId}', { path }), 'filter');
    });
}

/** The query of a saved filter, which a user names by its name in any letter case, or by its ID. */
export async function savedQueryOf(user: Api, filter: string) {
  const { status, search, tag, approval, archived } = await savedFilterOf(user, filter);
  return {
    status: status ?? undefined,
    search: search ?? undefined,
    tag: tag ?? undefined,
    approval: approval ?? undefined,
    archived,
  };
}

async function savedFilterIdOf(user: Api, filter: string): Promise<string> {
  if (/^[0-9a-f]{24}$/.test(filter)) return filter;
  const { _id = '' } = await savedFilterOf(user, filter);
  return _id;
}

async function savedFilterOf(user: Api, filter: string) {
  const wanted = filter.trim().toLowerCase();
  for await (const page of user.pages('/saved-filters', {})) {
    const found = page.find(({ _id, name }) => _id === wanted || name?.toLowerCase() === wanted);
    if (found) return found;
  }
  throw new Refusal(`No saved filter has the name ${filter}: carillon filters list`);
}
