import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Answer, Schemas } from '../api/api';
import { type Columns, cell, wide } from '../output/columns';
import { escaped } from '../output/escape';
import type { View } from '../output/output';
import type { Session } from '../session';
import { ID, nounOf, options, verb } from '../words';

type Domain = Answer<Schemas['Domain']>;

/** The domains of From addresses, which sign emails. */
export function sendingDomains(program: CommandUnknownOpts, session: Session): void {
  const { user, output } = session;
  const noun = nounOf(program, 'domains', 'domains that sign your emails, and their DNS records');

  verb(noun, 'list', 'lists all domains')
    .addOption(options.limit)
    .action(({ limit }) => {
      const columns: Columns<Domain> = ['_id', wide('domain'), 'state', 'checkedAt'];
      return output.list(user.pages('/domains', {}, limit), columns, 'No domains.');
    });

  verb(noun, 'show <domain>', 'shows the DNS records of a domain, and what to do', ID).action(async (id) =>
    output.one(await user.get('/domains/{id}', { path: { id } }), domainView),
  );

  verb(
    noun,
    'add <name>',
    'adds the domain of your From addresses, and creates its keys',
    'example.com',
  ).action(async (domain) => output.one(await user.post('/domains', { body: { domain } }), domainView));

  verb(noun, 'check <domain>', 'looks up the DNS records now', ID).action(async (id) =>
    output.one(await user.post('/domains/{id}/check', { path: { id } }), domainView),
  );

  verb(
    noun,
    'rotate <domain>',
    'creates new keys, which replace the current ones when they are in DNS',
    ID,
  ).action(async (id) => output.one(await user.post('/domains/{id}/rotate', { path: { id } }), domainView));

  verb(noun, 'remove <domain>', 'deletes a domain and its keys', `${ID} -y`)
    .addOption(options.yes)
    .action(async (id, { yes }) => {
      await session.confirm(`Delete the domain ${id}? Emails are no longer signed with its keys.`, yes);
      await output.removed(await user.delete('/domains/{id}', { path: { id } }), 'domain');
    });
}

/** Values are on their own lines, because people copy them. */
const domainView: View<Domain> = ({ _id, domain, state, checkedAt, records = [] }) => [
  `${cell(domain)}  ${cell(state)}  ${cell(_id)}`,
  `checked  ${cell(checkedAt)}`,
  ...records.flatMap(({ purpose, type, name, value, status, found = [], advice }) => [
    '',
    `${cell(purpose)}  ${cell(status)}`,
    `  ${cell(advice)}`,
    `  ${cell(type)}  ${cell(name)}`,
    ...(status !== 'OK' && typeof value === 'string' ? [`  ${escaped(value)}`] : []),
    ...(status === 'OK' ? [] : found.map((text) => `  found: ${cell(text)}`)),
  ]),
];
