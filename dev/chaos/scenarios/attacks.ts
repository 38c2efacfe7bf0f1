import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { stack } from '@carillon/stack';
import { newId } from '@carillon/contracts';
import { call, data, list, text, until } from '../../driver/api';
import { newGroup, send, subscribe, subscribeAll } from '../../driver/arrange';
import { byMail } from '../driver/sender';
import type { Scenario } from '../run/play';
import { type Arrange, beside, hammering } from './beside';

/** Each placeholder is replaced with 8,000 characters, each of which HTML encodes as six. */
const GROWING = '{{a}}'.repeat(5_000);
const QUOTES = { a: '"'.repeat(8_000) };

/** Emails that would grow to hundreds of megabytes when their placeholders are replaced. */
const growingMails: Arrange = async ({ user }) => {
  const group = await newGroup(user);
  for (let n = 0; n < 3; n++) await subscribe(user, group, `growing.${newId()}@chaos.example`, QUOTES);
  const fields = { name: 'It grows', emailMessage: GROWING, shouldRemoveWatermark: false };
  const draft = await data('POST', '/campaigns/create', { groups: [group.id], ...fields }, user.key);
  const path = `/campaigns/${text(draft, 'createCampaign', '_id')}/test`;
  const test = { channel: 'EMAIL', identifier: 'growing@chaos.example', extraData: QUOTES };
  return hammering(2, (n) =>
    n % 10 === 0 ? send(user, [group], fields) : call('POST', path, test, user.key),
  );
};

const LARGE = 200_000;
const UPLOAD_S = 180;

/** Sixteen connections request counts of a large group. */
const counts: Arrange = async ({ user }) => {
  const group = await newGroup(user);
  const lines = Array.from({ length: LARGE }, (_, n) => `email,large.${n}@chaos.example`);
  const uploaded = await fetch(`${stack().gatewayUrl}/api/v1/groups/${group.id}/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.key}`, 'content-type': 'text/csv' },
    body: ['integration,identifier', ...lines].join('\n'),
  });
  const path = (uploaded.headers.get('location') ?? '').replace('/api/v1', '');
  await until('the import', UPLOAD_S, async () => {
    const { import: job } = await data('GET', path, undefined, user.key);
    return text(job, 'state') === 'DONE';
  });
  const paths = ['/groups?include=counts', `/groups/${group.id}?include=counts`];
  return hammering(16, (n) => call('GET', paths[n % 2] ?? '', undefined, user.key));
};

/** The user creates the maximum number of keys, deletes them, and creates new ones. */
const manyKeys: Arrange = async ({ user }) => {
  const group = await newGroup(user);
  await subscribeAll(
    user,
    group,
    byMail(200).map(({ address }) => address),
  );
  const keys: string[] = [];
  for (;;) {
    const made = await call('POST', '/api-keys', { name: 'one of many' }, user.key);
    if (made.status !== 201) break;
    keys.push(text(made.body, 'data', 'createApiKey', 'key'));
  }
  return hammering(32, async (n) => {
    const key = keys[n % keys.length];
    const answer = await call('GET', `/subscribers?groupId=${group.id}&limit=200`, undefined, key);
    return answer.status === 200 ? list(answer.body, 'data', 'subscribers') : null;
  });
};

/** Anonymous callbacks for integrations that do not exist. */
const madeUpCallbacks: Arrange = () =>
  Promise.resolve(
    hammering(32, () =>
      fetch(`${stack().gatewayUrl}/api/v1/callbacks/twilio/${newId()}/status`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': randomBytes(20).toString('base64'),
        },
        body: 'MessageStatus=delivered',
      }).then((answer) => answer.text()),
    ),
  );

const TRICKLE_MS = 100;

/** Request bodies of unknown size that arrive slowly, at a page that needs no key. */
const slowBodies: Arrange = () =>
  Promise.resolve(async (_, over, begun) => {
    begun();
    const { hostname, port } = new URL(stack().gatewayUrl);
    const trickle = (): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect({ host: hostname, port: Number(port) });
        const timer = setInterval(() => socket.write(`800\r\n${'a'.repeat(0x800)}\r\n`), TRICKLE_MS);
        const end = (): void => void socket.destroy();
        over.addEventListener('abort', end, { once: true });
        socket.on('error', () => undefined);
        socket.on('close', () => {
          clearInterval(timer);
          over.removeEventListener('abort', end);
          resolve();
        });
        socket.write('POST /u/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n');
      });
    const one = async (): Promise<void> => {
      while (!over.aborted) await trickle();
    };
    await Promise.all(Array.from({ length: 300 }, one));
  });

export const attacks: readonly Scenario[] = [
  beside('mails of another user that grow without end', growingMails),
  beside("another user's counts of a large group", counts),
  beside('another user with as many keys as there can be', manyKeys),
  beside('callbacks for integrations that do not exist', madeUpCallbacks),
  beside('slow bodies of nobody in particular', slowBodies),
];
