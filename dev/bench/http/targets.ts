import { pidOf, stack } from '@carillon/stack';
import { LinkTokens } from '@carillon/vault';
import { data, text } from '../../driver/api';
import { newGroup, newUser, send, subscribe } from '../../driver/arrange';
import { endOf } from '../dispatch/report';
import { linkKeys } from '../link-keys';
import { type BareList, GROUPS } from './bare-list';
import type { BareServer } from './bare-server';
import type { Load } from './load';

/** A request to measure, and the process that responds to it. */
export interface Target {
  name: string;
  request: Pick<Load, 'url' | 'method' | 'headers' | 'body'>;
  /** The status of the expected response. */
  status: number;
  pid: number;
  /** Processes outside the stack that take part in the request, by name. */
  others?: ReadonlyMap<string, number>;
  /** The number of concurrent requests. By default, all targets use the same number. */
  connections?: number;
}

/** The length of the list of campaigns. */
const CAMPAIGNS = 20;

const json = { 'content-type': 'application/json' };

/** The targets, one row each. The other targets are compared with the first. */
export async function targetsOf(bare: BareServer, bareList: BareList): Promise<Target[]> {
  const person = { integration: 'email', identifier: 'person.#@example.com', groupSlug: 'group' };
  return [
    { name: 'bare GET', request: { url: bare.url, method: 'GET', headers: {} }, status: 200, pid: bare.pid },
    {
      name: 'bare POST',
      request: { url: bare.url, method: 'POST', headers: json, body: JSON.stringify(person) },
      ...{ status: 201, pid: bare.pid },
    },
    {
      name: 'bare list',
      request: { url: bareList.url, method: 'GET', headers: {} },
      ...{ status: 200, pid: bareList.pid },
      others: new Map([
        ['takes requests', bareList.pid],
        ['reads', bareList.readerPid],
      ]),
    },
    ...(await apiTargets()),
    ...(await linkTargets()),
  ];
}

/**
 * A click-tracking link in an email that was sent. Measured with many concurrent clicks, and with one click after the
 * other.
 */
async function linkTargets(): Promise<Target[]> {
  const user = await newUser('UPGRADED');
  await data('PATCH', '/account/tracking', { mode: 'AGGREGATE' }, user.key);
  const group = await newGroup(user);
  await subscribe(user, group, 'reader@example.com');
  const emailMessage = '<a href="https://shop.example/sale">Sale</a>';
  const campaign = await send(user, [group], { name: 'Spring', emailMessage });
  await endOf(user, campaign);
  const token = new LinkTokens(linkKeys()).maker(campaign, 1).shared(0);
  const request = { url: `${stack().gatewayUrl}/c/${token}`, method: 'GET' as const, headers: {} };
  const target = { name: 'follow a link', request, status: 302, pid: pidOf('gateway') };
  return [target, { ...target, name: 'follow a link, alone', connections: 1 }];
}

/** Requests to the stack's gateway. */
export async function apiTargets(): Promise<Target[]> {
  const user = await newUser('UPGRADED');
  const group = await newGroup(user);
  for (let made = 1; made < GROUPS; made++) await newGroup(user);
  const campaign = { name: 'Spring', emailMessage: '<p>Hello {{name|friend}}</p>', groups: [group.id] };
  for (let made = 0; made < CAMPAIGNS; made++) await data('POST', '/campaigns/create', campaign, user.key);
  const key = await unlimitedKey(user.id);
  const api = { pid: pidOf('gateway'), url: `${stack().gatewayUrl}/api/v1` };
  const authorization = { authorization: `Bearer ${key}` };
  const get = (name: string, path: string, status = 200): Target => ({
    name,
    request: { url: api.url + path, method: 'GET', headers: authorization },
    ...{ status, pid: api.pid },
  });
  const post = (name: string, path: string, body: object): Target => ({
    name,
    request: {
      ...get('', path).request,
      method: 'POST',
      headers: { ...authorization, ...json },
      body: JSON.stringify(body),
    },
    ...{ status: 201, pid: api.pid },
  });
  const campaigns = get('list of 20 campaigns', `/campaigns?limit=${CAMPAIGNS}`);
  const person = { integration: 'email', identifier: 'person.#@example.com', groupSlug: group.slug };
  return [
    // The gateway itself refuses the malformed ID, so this target measures authentication alone.
    get('auth alone', '/groups/none', 404),
    get('account: one question', '/account'),
    get('list of 20 groups', '/groups?limit=20'),
    // Concurrent requests share reads, and single requests don't.
    campaigns,
    { ...campaigns, name: `${campaigns.name}, alone`, connections: 1 },
    post('create a campaign', '/campaigns/create', campaign),
    withKey(post('create with a key', '/campaigns/create', campaign)),
    post('subscribe', '/subscribers', { ...person, extraData: { name: 'Ada' } }),
  ];
}

/** The same request with a different Idempotency-Key each time. */
function withKey({ request, ...target }: Target): Target {
  return {
    ...target,
    request: { ...request, headers: { ...request.headers, 'idempotency-key': 'bench #' } },
  };
}

async function unlimitedKey(userId: string): Promise<string> {
  const path = `/operator/users/${userId}/api-keys`;
  const created = await data('POST', path, { name: 'bench', unlimited: true }, stack().operatorKey);
  return text(created, 'createApiKey', 'key');
}
