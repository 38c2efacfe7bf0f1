import { stack } from '@carillon/stack';
import { Receiver } from '../apps/webhook-worker/test/receiver';
import { type Json, call, data, killService, list, text, until } from '../dev/driver/api';
import {
  type TestUser,
  newGroup,
  newUser,
  send,
  subscribeAll,
  subscribeTo,
  unique,
} from '../dev/driver/arrange';
import { inboxOf } from '../dev/driver/inbox';
import { newNumber, newPhoneUser, writeBack } from '../dev/driver/phones';

jest.setTimeout(150_000);

describe('webhooks', () => {
  let user: TestUser;
  let receiver: Receiver;

  beforeEach(async () => {
    user = await newUser();
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    expect(receiver.refused).toEqual([]);
    await receiver.stop();
  });

  /** Counts how often a service has received changed webhooks. */
  const handled = async (service: string): Promise<number> => {
    const adminUrl = stack().services.find(({ name }) => name === service)?.adminUrl ?? '';
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
    const counts = metrics.matchAll(
      /^carillon_messages_handled_total\{[^}]*message="webhooks.changed",result="done"[^}]*\} (\d+)$/gm,
    );
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  /** Resolves when the services know the webhook, so that campaigns published after this use it. */
  const create = async (given: object): Promise<string> => {
    const subscribers = ['dispatcher', 'subscriber', 'campaign'];
    const before = await Promise.all(subscribers.map(handled));
    const made = await data('POST', '/webhooks', { url: receiver.url, ...given }, user.key);
    receiver.secrets = [text(made, 'createWebhook', 'secret')];
    await until('the new webhook', 60, async () => {
      const now = await Promise.all(subscribers.map(handled));
      return now.every((count, i) => count > (before[i] ?? 0));
    });
    return text(made, 'createWebhook', '_id');
  };
  const types = (): string[] => receiver.received.map(({ type }) => type);
  const people = (count: number): string[] => {
    const name = unique('hooks');
    return Array.from({ length: count }, (_, n) => `${name}.${n}@example.com`);
  };
  const eventTypes = ['campaign.published', 'campaign.completed', 'delivery.sent', 'suppression.created'];

  it('publish a campaign and its deliveries in order, signed, and log them', async () => {
    const webhook = await create({ eventTypes });
    const [group, addresses] = [await newGroup(user), people(5)];
    await subscribeAll(user, group, addresses);
    const campaign = await send(user, [group], { name: 'Hooks', emailMessage: '<p>Hi</p>' });
    await until('the end', 60, () => Promise.resolve(types().includes('campaign.completed')));
    expect([types()[0], types().at(-1)]).toEqual(['campaign.published', 'campaign.completed']);
    const sent = receiver.received.filter(({ type }) => type === 'delivery.sent');
    expect(sent.map(({ data: { identifier } }) => identifier).sort()).toEqual([...addresses].sort());
    expect(new Set(receiver.received.map(({ data: { campaignId } }) => campaignId))).toEqual(
      new Set([campaign]),
    );
    expect(receiver.received.at(-1)?.data).toMatchObject({ counts: { SENT: 5 } });
    const suppressed = { channel: 'email', identifier: 'gone@example.com' };
    await data('POST', '/suppressions', suppressed, user.key);
    await until('the suppression', 60, () => Promise.resolve(types().includes('suppression.created')));
    expect(receiver.received.at(-1)?.data).toMatchObject({
      identifier: 'gone@example.com',
      reason: 'MANUAL',
    });
    const attempts = await until('the log', 60, async () => {
      const path = `/webhooks/${webhook}/attempts?ok=true&limit=3`;
      const found = list(await data('GET', path, undefined, user.key), 'webhookAttempts');
      return found[0]?.type === 'suppression.created' ? found : null;
    });
    expect(attempts).toHaveLength(3);
    expect(attempts[0]).toMatchObject({ status: 200, ok: true });
    const tested = await data('POST', `/webhooks/${webhook}/test`, {}, user.key);
    expect(tested.testWebhook).toMatchObject({ type: 'webhook.test', status: 200 });
    expect(types().at(-1)).toBe('webhook.test');
    const messageId = String(attempts[0]?.messageId);
    expect((await call('POST', `/webhooks/${webhook}/replay`, { messageId }, user.key)).status).toBe(202);
    await until('the replay', 60, () =>
      Promise.resolve(receiver.ids.filter((id) => id === messageId).length === 2),
    );
  });

  it('forward all replies, whether they are understood or not', async () => {
    const phones = await newPhoneUser();
    user = phones;
    await create({ eventTypes: ['message.received'] });
    const [group, number] = [await newGroup(user), newNumber()];
    await subscribeTo('sms', user, group, number);
    await send(user, [group], { name: 'Hooks', smsMessage: 'Hi' });
    await until('the SMS', 60, async () => (await inboxOf(number)).length > 0);
    for (const reply of ['Are you open on Sunday?', 'Stop. Thank you']) {
      await writeBack('SMS', phones, number, reply);
      await until('the message', 60, () =>
        Promise.resolve(receiver.received.some(({ data }) => data.text === reply)),
      );
    }
    expect(
      receiver.received.map(({ type, data }) => [type, data.identifier, data.sender, data.meaning]),
    ).toEqual([
      ['message.received', number, phones.sender, null],
      ['message.received', number, phones.sender, 'STOP'],
    ]);
  });

  it('report people, segments, and confirmed sign-ups, while the services are killed', async () => {
    const wanted = ['created', 'updated', 'merged', 'deleted'].map((each) => `person.${each}`);
    await create({
      eventTypes: [
        ...wanted,
        'segment.created',
        'segment.updated',
        'segment.deleted',
        'subscriber.confirmed',
      ],
    });
    const of = (type: string): Json[] => [
      ...new Map(
        receiver.received.filter((each) => each.type === type).map((each) => [each.id, each.data]),
      ).values(),
    ];
    const [address, other] = people(2);
    const add = async (body: object): Promise<string> =>
      text(await data('POST', '/people', body, user.key), 'createPerson', '_id');
    const ann = await add({ externalId: 'A1', email: [address] });
    const bob = await add({ email: [other] });
    await killService('webhook-worker');
    await data('PATCH', `/people/${ann}`, { attributes: { city: 'Bonn' } }, user.key);
    await data('POST', `/people/${ann}/merge`, { personId: bob }, user.key);
    const group = await newGroup(user);
    const form = { name: 'Footer', title: 'Choir news', wording: 'Send me the news.', group: group.id };
    const made = await data('POST', '/sign-up-forms', form, user.key);
    const formId = text(made, 'createSignUpForm', '_id');
    const member = {
      ...{ identifier: address, integration: 'email', groupSlug: group.slug },
      ...{ doubleOptIn: true, formId },
    };
    await data('POST', '/subscribers', member, user.key);
    const link = await until('the confirmation email', 100, async () => {
      const [mail] = await inboxOf(String(address));
      return /https?:\S+\/subscribe\/confirm\/[\w-]+/.exec(String(mail?.text))?.[0] ?? null;
    });
    await fetch(link, { method: 'POST', body: new URLSearchParams() });
    const segment = { name: 'Bonn', conditions: { attribute: 'city', is: ['Bonn'] } };
    const segmentId = text(await data('POST', '/segments', segment, user.key), 'createSegment', '_id');
    await data('PATCH', `/segments/${segmentId}`, { name: 'City of Bonn' }, user.key);
    await data('DELETE', `/segments/${segmentId}`, undefined, user.key);
    await data('DELETE', `/people/${ann}`, undefined, user.key);
    await killService('subscriber');
    // They arrive in any order.
    await until('all events', 100, () =>
      Promise.resolve(
        of('person.created').length > 1 &&
          ['person.updated', 'person.merged', 'person.deleted', 'subscriber.confirmed'].every(
            (type) => of(type).length > 0,
          ) &&
          ['created', 'updated', 'deleted'].every((each) => of(`segment.${each}`).length > 0),
      ),
    );
    const at = expect.any(String) as string;
    const one = { personId: ann, externalId: 'A1', at };
    expect(
      of('person.created')
        .map(({ personId }) => personId)
        .sort(),
    ).toEqual([ann, bob].sort());
    expect(of('person.updated')).toEqual([one]);
    expect(of('person.merged')).toEqual([{ ...one, mergedPersonId: bob }]);
    expect(of('person.deleted')).toEqual([{ ...one, erased: false }]);
    expect(of('subscriber.confirmed')).toEqual([
      {
        ...{ subscriberId: expect.any(String) as string, groupId: group.id, channel: 'EMAIL' },
        ...{ identifier: address, signUpFormId: formId, wordingVersion: 1, at },
      },
    ]);
    expect(of('segment.created')).toEqual([{ segmentId, name: 'Bonn', version: 1, at }]);
    expect(of('segment.updated')).toEqual([{ segmentId, name: 'City of Bonn', version: 1, at }]);
    expect(of('segment.deleted')).toEqual([{ segmentId, name: 'City of Bonn', version: 1, at }]);
  });

  it('report approvals, while the campaign service is killed', async () => {
    await create({ eventTypes: ['campaign.approval_requested', 'campaign.approval_withdrawn'] });
    const group = await newGroup(user);
    const content = { name: 'Hooks', emailMessage: '<p>Hi</p>', groups: [group.id] };
    const campaignId = text(await data('POST', '/campaigns/drafts', content, user.key), 'createDraft', '_id');
    await killService('webhook-worker');
    const asked = await data('POST', `/campaigns/${campaignId}/request-approval`, {}, user.key);
    const approvalId = text(asked, 'requestApproval', 'approval', '_id');
    await data('POST', `/campaigns/${campaignId}/withdraw-approval`, undefined, user.key);
    await killService('campaign');
    await until('both events', 100, () => Promise.resolve(new Set(types()).size === 2));
    const events = new Map(receiver.received.map(({ id, type, data: item }) => [id, { type, item }]));
    expect([...events.values()]).toMatchObject([
      { type: 'campaign.approval_requested', item: { campaignId, approvalId, decidedBy: null } },
      { type: 'campaign.approval_withdrawn', item: { campaignId, approvalId, name: 'Hooks' } },
    ]);
  });

  it.each(['webhook-worker', 'dispatcher'])('lose no event when the %s is killed', async (service) => {
    await create({ eventTypes, batch: true });
    const [group, addresses] = [await newGroup(user), people(1_500)];
    await subscribeAll(user, group, addresses);
    receiver.reply = () => ({ status: 200, afterMs: 20 });
    const campaign = await send(user, [group], { name: 'Hooks', emailMessage: '<p>Hi</p>' });
    await until('the first deliveries', 60, () => Promise.resolve(types().includes('delivery.sent')));
    await killService(service);
    await until('the end', 120, () => Promise.resolve(types().includes('campaign.completed')));
    const messages = new Map(receiver.received.map((message) => [message.id, message]));
    const notified = [...messages.values()].flatMap(({ data: { deliveries = [] } }) =>
      (deliveries as Json[]).map(({ identifier }) => String(identifier)),
    );
    expect(notified.sort()).toEqual([...addresses].sort());
    expect([...messages.values()].at(-1)).toMatchObject({
      type: 'campaign.completed',
      data: { campaignId: campaign },
    });
  });
});
