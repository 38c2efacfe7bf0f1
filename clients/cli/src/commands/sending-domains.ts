import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Answer, Schemas } from '../api/api';
import { type Columns, cell, wide } from '../output/columns';
import { escaped } from '../output/escape';
import type { View } from '../output/output';
import type { Session } from '../session';
import { ID, nounOf, options, verb } from '../words';

type Domain = Answer<Schemas['OperatorDomain']>;

/** The requests about the domains of an owner. */
interface DomainRequests {
  pages: (limit: number | undefined) => AsyncIterable<Domain[]>;
  get: (id: string) => Promise<Domain>;
  add: (domain: string) => Promise<Domain>;
  check: (id: string) => Promise<Domain>;
  rotate: (id: string) => Promise<Domain>;
  remove: (id: string) => Promise<Answer<Schemas['Deleted']>>;
}

/** The domains of From addresses, which sign emails. */
export function sendingDomains(program: CommandUnknownOpts, session: Session): void {
  const { user } = session;
  const noun = nounOf(program, 'domains', 'domains that sign your emails, and their DNS records');
  addVerbs(noun, 'your From addresses', session, {
    pages: (limit) => user.pages('/domains', {}, limit),
    get: (id) => user.get('/domains/{id}', { path: { id } }),
    add: (domain) => user.post('/domains', { body: { domain } }),
    check: (id) => user.post('/domains/{id}/check', { path: { id } }),
    rotate: (id) => user.post('/domains/{id}/rotate', { path: { id } }),
    remove: (id) => user.delete('/domains/{id}', { path: { id } }),
  });
}

/** The domains of the operator, which sign the emails of the default sender. */
export function operatorDomains(program: CommandUnknownOpts, session: Session): void {
  const { operator } = session;
  const noun = nounOf(
    program,
    'operator-domains',
    'domains that sign the emails of the default sender, with an operator key',
  );
  addVerbs(noun, 'DEFAULT_FROM', session, {
    pages: (limit) => operator.pages('/operator/domains', {}, limit),
    get: (id) => operator.get('/operator/domains/{id}', { path: { id } }),
    add: (domain) => operator.post('/operator/domains', { body: { domain } }),
    check: (id) => operator.post('/operator/domains/{id}/check', { path: { id } }),
    rotate: (id) => operator.post('/operator/domains/{id}/rotate', { path: { id } }),
    remove: (id) => operator.delete('/operator/domains/{id}', { path: { id } }),
  });
}

/** @param from whose domain signs */
function addVerbs(noun: CommandUnknownOpts, from: string, session: Session, requests: DomainRequests): void {
  const { output } = session;

  verb(noun, 'list', 'lists all domains')
    .addOption(options.limit)
    .action(({ limit }) => {
      const columns: Columns<Domain> = ['_id', wide('domain'), 'state', 'checkedAt'];
      return output.list(requests.pages(limit), columns, 'No domains.');
    });

  verb(noun, 'show <domain>', 'shows the DNS records of a domain, and what to do', ID).action(async (id) =>
    output.one(await requests.get(id), domainView),
  );

  verb(noun, 'add <name>', `adds the domain of ${from}, and creates its keys`, 'example.com').action(
    async (domain) => output.one(await requests.add(domain), domainView),
  );

  verb(noun, 'check <domain>', 'looks up the DNS records now', ID).action(async (id) =>
    output.one(await requests.check(id), domainView),
  );

  verb(
    noun,
    'rotate <domain>',
    'creates new keys, which replace the current keys as soon as they are in DNS',
    ID,
  ).action(async (id) => output.one(await requests.rotate(id), domainView));

  verb(noun, 'remove <domain>', 'deletes a domain and its keys', `${ID} -y`)
    .addOption(options.yes)
    .action(async (id, { yes }) => {
      await session.confirm(`Delete the domain ${id}? Carillon no longer signs emails with its keys.`, yes);
      await output.removed(await requests.remove(id), 'domain');
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
