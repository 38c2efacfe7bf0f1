import { setTimeout as pause } from 'node:timers/promises';
import { at } from '@carillon/fake-providers';
import { newId } from '@carillon/contracts';
import { call, data, list, text, until } from '../../driver/api';
import { newGroup, send, subscribe, subscribeAll } from '../../driver/arrange';
import { Receiver } from '../../../apps/webhook-worker/test/receiver';
import { Endpoint } from '../driver/endpoint';
import type { Fixture } from '../driver/fixture';
import { type Sender, byMail } from '../driver/sender';
import type { Scenario } from '../run/play';
import { type Arrange, type Serve, beside, hammering, serveAll } from './beside';

const MAIL = { name: 'One of many', emailMessage: '<p>Hello</p>', shouldRemoveWatermark: false };
/** The time limit for the remaining work of an attack (seconds). */
const END_S = 900;

/** Runs `act` for each number below `times`, `atOnce` at a time, until the signal `over` is aborted. */
async function repeat(
  times: number,
  { atOnce, over }: { atOnce: number; over: AbortSignal },
  act: (n: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < times && !over.aborted) await act(next++).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** Resolves when none of the user's campaigns is being sent. */
async function allSent({ user }: Sender): Promise<void> {
  await until('the end of all campaigns of the attacker', END_S, async () => {
    const { status, body } = await call('GET', '/campaigns?status=SENDING&limit=1', undefined, user.key);
    return status === 200 && list(body, 'data', 'campaigns').length === 0;
  });
}

/** The number of campaigns to one person each, per recipient of a usual campaign: 3,000 in the long form. */
const TINY = 0.6;

const tinyCampaigns: Arrange = async ({ user }, { size }) => {
  const group = await newGroup(user);
  await subscribe(user, group, `tiny.${newId()}@chaos.example`);
  const count = Math.round(size * TINY);
  return async (attacker, over, begun) => {
    await repeat(count, { atOnce: 8, over }, async (n) => {
      await send(user, [group], MAIL);
      if (n === Math.round(count / 4)) begun();
    });
    await allSent(attacker);
  };
};

const ENDPOINTS = 10;
const OF_EACH = 100;
/** The number of campaigns to a hundred people each, per recipient of a usual campaign: 300 in the long form. */
const CAMPAIGNS_PER_RECIPIENT = 0.06;
const DELIVERY_EVENTS = ['campaign.published', 'campaign.completed', 'delivery.sent'];

/** Ten endpoints respond promptly, and each receives a separate notification for every delivery. */
const webhooks: Arrange = async ({ user }, { size }) => {
  const group = await newGroup(user);
  await subscribeAll(
    user,
    group,
    byMail(OF_EACH).map(({ address }) => address),
  );
  const receivers = await Promise.all(Array.from({ length: ENDPOINTS }, () => Receiver.start()));
  const ids: string[] = [];
  for (const { url } of receivers) {
    const settings = { url, eventTypes: DELIVERY_EVENTS, batch: false };
    ids.push(text(await data('POST', '/webhooks', settings, user.key), 'createWebhook', '_id'));
  }
  const count = Math.round(size * CAMPAIGNS_PER_RECIPIENT);
  return async (attacker, over, begun) => {
    await repeat(count, { atOnce: 8, over }, async (n) => {
      await send(user, [group], MAIL);
      if (n === Math.round(count / 4)) begun();
    });
    await allSent(attacker);
    for (const id of ids) await call('DELETE', `/webhooks/${id}`, undefined, user.key);
    await Promise.all(receivers.map((receiver) => receiver.stop()));
  };
};

/**
 * The attack creates 300,000 notifications, which keep two cores and the service that sends the notifications busy
 * for half a minute. Another user's notifications took 118 s before accounts took turns, and take 3 to 8 s since.
 */
const NOTIFIED_S = 8;

/**
 * Measures the time from the last email until the user's own endpoint receives the end of the campaign, which only
 * webhooks can delay.
 */
async function servedWhenNotified(fixture: Fixture): Promise<Serve> {
  const endpoint = await Endpoint.open(fixture.rig, fixture.sender.user, {
    batch: true,
    latencyMs: 0,
    loses: -1,
  });
  return async () => {
    const { mailing } = await serveAll(fixture);
    const begin = performance.now();
    await until('the event of its end', END_S, () =>
      Promise.resolve(endpoint.knowsTheEndOf(mailing.campaign)),
    );
    return { mailing, seconds: (performance.now() - begin) / 1_000 };
  };
}

/** Content whose compilation was quadratic, because line wrapping treats it as one long word. */
const COSTLY = '{{a}}<dt>'.repeat(Math.floor(499_000 / 9));

const costlyHtml: Arrange = async ({ user }) => {
  const group = await newGroup(user);
  await subscribe(user, group, `costly.${newId()}@chaos.example`, { a: 'a' });
  const mail = { ...MAIL, emailMessage: COSTLY };
  const draft = await call('POST', '/campaigns/create', { groups: [group.id], ...mail }, user.key);
  const id = draft.status === 201 ? text(draft.body, 'data', 'createCampaign', '_id') : null;
  return hammering(4, (n) =>
    id === null || n % 4 === 0
      ? send(user, [group], mail)
      : call('POST', `/campaigns/${id}/preview`, { extraData: { a: 'a' } }, user.key),
  );
};

const SILENT = 18;

/** Mail servers that send a greeting and then stay silent, one for each of eighteen accounts. */
const silentServers: Arrange = async (_, fixture) => {
  const senders: Sender[] = [];
  for (let n = 0; n < SILENT; n += 1) senders.push(await fixture.another());
  const people = byMail(OF_EACH);
  const groups = await Promise.all(senders.map((sender) => sender.group(people)));
  return async (_attacker, over, begun) => {
    const campaigns: [Sender, string][] = [];
    for (const [n, sender] of senders.entries()) {
      const group = groups[n];
      sender.mail.conduct = at('sender', 'hang');
      if (group) campaigns.push([sender, await send(sender.user, [group], MAIL)]);
    }
    begun();
    while (!over.aborted) await pause(100);
    for (const [{ user, mail }, id] of campaigns) {
      await call('POST', `/campaigns/${id}/cancel`, {}, user.key);
      await mail.leave();
      await mail.comeBack();
    }
  };
};

const DRAFTS = 1_000;

/** Requests for whole lists, exports, and searches without results, in large amounts of data. */
const floods: Arrange = async ({ user }) => {
  const group = await newGroup(user);
  await subscribeAll(
    user,
    group,
    byMail(1_000).map(({ address }) => address),
  );
  const { signal } = new AbortController();
  await repeat(DRAFTS, { atOnce: 16, over: signal }, () =>
    data('POST', '/campaigns/create', { groups: [group.id], ...MAIL }, user.key),
  );
  const paths = [
    '/campaigns',
    '/campaigns?search=nothing-like-it&limit=100',
    `/groups/${group.id}/export?format=csv`,
    `/subscribers?groupId=${group.id}`,
  ];
  return hammering(16, (n) => call('GET', paths[n % paths.length] ?? '', undefined, user.key));
};

/**
 * One account against the others: its actions may slow down its own campaigns, but not the campaigns of other
 * accounts.
 */
export const accounts: readonly Scenario[] = [
  beside('thousands of tiny campaigns of another user', tinyCampaigns),
  beside('ten prompt webhook endpoints of another user', webhooks, {
    prepare: servedWhenNotified,
    leastS: NOTIFIED_S,
  }),
  beside('mails of another user that are costly to compile', costlyHtml),
  beside('eighteen mail servers of other users that fall silent', silentServers),
  beside("another user's whole lists, exports and searches", floods),
];
