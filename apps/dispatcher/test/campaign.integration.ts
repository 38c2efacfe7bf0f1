import { LANGUAGE, LOCALE } from '@carillon/content';
import { type Payload, newId, unguarded } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { CompleteOpen } from '../src/dispatch/completions';
import { type Dispatcher, Fixture, lasting, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

describe('a campaign', () => {
  let fixture: Fixture;
  let worker: Worker;
  let dispatcher: Dispatcher;

  beforeAll(async () => {
    fixture = await Fixture.open();
    dispatcher = await fixture.start(lasting);
    worker = new Worker(fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());

  it('is sent once to each member of two overlapping groups, and then published as complete', async () => {
    const first = members(1500, 'a');
    const both = first.slice(0, 700).map((member) => ({ ...member, subscriberId: newId() }));
    const campaignId = await fixture.publish([first, [...both, ...members(400, 'b')]]);
    const addresses = await worker.sendAll(campaignId);
    expect(addresses).toHaveLength(1900);
    expect(new Set(addresses).size).toBe(1900);
    expect(await fixture.report(campaignId)).toMatchObject({
      total: 1900,
      states: { SENT: 1900, QUEUED: 0 },
      planning: { done: true, planned: 1900 },
    });
  });

  it('gives a worker the variables of each recipient with arbitrary keys', async () => {
    const variables = { _bsontype: 'ObjectId', $ref: 'x', 'a.b': { $id: 1 }, name: 'Ada' };
    const campaignId = await fixture.publish([members(1, 'v').map((member) => ({ ...member, variables }))]);
    const lease = await worker.takeNext(campaignId);
    expect(lease.recipients[0]?.variables).toEqual(variables);
    await worker.settle(lease);
    await worker.sendAll(campaignId);
  });

  it('requests exclusions with the recipients of a large batch only after changes', async () => {
    const messenger = dispatcher.get(Messenger);
    const asking = jest.spyOn(messenger, 'request');
    const named = () =>
      asking.mock.calls.flatMap(([name, payload]) =>
        name === 'audience.excluded' ? [(payload as Payload<'audience.excluded'>).recipients.length] : [],
      );
    expect(await worker.sendAll(await fixture.publish([members(60, 'all')]))).toHaveLength(60);
    expect(named()).toEqual([0]);
    fixture.excluded.add('some1@example.com');
    expect(await worker.sendAll(await fixture.publish([members(60, 'some')]))).toHaveLength(59);
    expect(named()).toEqual([0, 0, 60]);
    // Shortly after a change, the dispatcher makes no preliminary request.
    expect(await worker.sendAll(await fixture.publish([members(60, 'next')]))).toHaveLength(60);
    expect(named()).toEqual([0, 0, 60, 60]);
    asking.mockRestore();
  });

  it('requests the variables by the names that workers use', async () => {
    const html = '<p>Dear {{pr&eacute;nom|friend}}, {{carillon.unsubscribeUrl}}{{<b>town</b>}}</p>';
    const content = { subject: 'To {{name}}', bodies: { EMAIL: html, SMS: '{{a&amp;b}}' } };
    const campaignId = await fixture.publish([members(1, 'k')], { content });
    await worker.sendAll(campaignId);
    // Emails also have a footer, in the recipient's language.
    expect(fixture.keysRequestedFor(campaignId)).toEqual(['name', 'a&amp;b', 'prénom', 'town', LANGUAGE]);
  });

  it('requests whole values for texts in Liquid, and gives workers a content that older ones cannot send', async () => {
    const bodies = {
      EMAIL: '{% for i in items %}<p>{{ i.name }}</p>{% endfor %}',
      SMS: '{{ name | upcase }}',
    };
    const order = { content: { engine: 'liquid' as const, subject: 'To {{ town }}', bodies } };
    const audience = [...members(1, 'liquid'), ...members(1, '7', 'SMS')];
    const campaignId = await fixture.publish([audience], order);
    await worker.sendAll(campaignId);
    expect(fixture.keysRequestedFor(campaignId)).toEqual(['{town}', '{name}', '{items}', LANGUAGE]);
    const sent = await fixture.others.messenger.request('dispatch.content', { campaignId });
    expect(sent).toMatchObject({
      content: { subject: '', bodies: { EMAIL: null, SMS: null, WHATSAPP: null }, liquid: { bodies } },
      liquidEmail: { links: [] },
    });
    expect(sent.compiledEmail).toBeUndefined();
  });

  it('gives workers an email with attachments that older ones cannot send without the files', async () => {
    const menu = { id: newId(), token: 'menu', name: 'Menu.pdf', type: 'application/pdf', bytes: 9 };
    const content = { subject: 'Menu', bodies: { EMAIL: '<p>Hello</p>' }, attachments: [menu] };
    const campaignId = await fixture.publish([members(1, 'attached')], { content });
    expect(await worker.sendAll(campaignId)).toHaveLength(1);
    const sent = await fixture.others.messenger.request('dispatch.content', { campaignId });
    expect(sent).toMatchObject({ content: { attachments: [menu] }, wholeEmail: { links: [] } });
    expect(sent.compiledEmail).toBeUndefined();
  });

  it('gives workers texts with media that older ones cannot send without the media', async () => {
    const picture = { id: newId(), token: 'picture', name: 'A.png', type: 'image/png', bytes: 9 };
    const content = {
      subject: 'News',
      bodies: { EMAIL: '<p>Hello</p>', WHATSAPP: 'Look', SMS: 'Hello' },
      media: { WHATSAPP: picture },
    };
    const campaignId = await fixture.publish([members(1, 'pictured')], { content });
    await worker.sendAll(campaignId);
    const sent = await fixture.others.messenger.request('dispatch.content', { campaignId });
    expect(sent).toMatchObject({
      content: { bodies: { EMAIL: '<p>Hello</p>', WHATSAPP: null, SMS: null }, whatsappTemplate: null },
      wholeContent: { bodies: content.bodies, media: content.media },
      compiledEmail: { links: [] },
    });
    expect(sent.content).not.toHaveProperty('media');
    expect(unguarded(sent)).toMatchObject({ content: { bodies: content.bodies, media: content.media } });
  });

  it('gives workers translations that older ones cannot send in the wrong language', async () => {
    const content = {
      subject: 'News for {{name}}',
      bodies: { EMAIL: '<p>Hello</p>', SMS: 'Hello' },
      translations: { de: { subject: '{{vorname}}, hallo', bodies: { SMS: 'Hallo {{ort}}' } } },
    };
    const people = members(2, 'translated');
    const known = people.map((each, n) => ({ ...each, variables: { [LOCALE]: n === 0 ? 'de-AT' : '' } }));
    const campaignId = await fixture.publish([known], { content });
    expect(await worker.sendAll(campaignId)).toHaveLength(2);
    expect(fixture.keysRequestedFor(campaignId)).toEqual(['name', 'vorname', 'ort', LANGUAGE, LOCALE]);
    const sent = await fixture.others.messenger.request('dispatch.content', { campaignId });
    expect(sent).toMatchObject({ content: { bodies: { SMS: null } }, wholeEmail: { links: [] } });
    expect(sent.content).not.toHaveProperty('translations');
    expect(sent.compiledEmail).toBeUndefined();
    expect(unguarded(sent).content.translations).toMatchObject({ de: { bodies: { SMS: 'Hallo {{ort}}' } } });
  });

  it('waits with translations for a subscriber service that knows the locales of people', async () => {
    const content = {
      subject: 'News',
      bodies: { EMAIL: '<p>Hello</p>' },
      translations: { de: { subject: 'Neu' } },
    };
    const campaignId = await fixture.publish([members(1, 'older')], { content });
    await until('the wait', async () => {
      const { waiting } = await fixture.report(campaignId);
      return waiting.some(({ reason }) => reason === 'SERVICE_UNAVAILABLE');
    });
    expect((await fixture.report(campaignId)).planning).toEqual({ done: false, planned: 0 });
  });

  it('can have only a WhatsApp template, with variables for each recipient', async () => {
    const whatsappTemplate = {
      contentSid: `HX${'0'.repeat(32)}`,
      variables: { '1': 'Dear {{first.name|friend}}', _where: '{{town}} {{name}}' },
    };
    const order = { content: { subject: 'To {{name}}', bodies: {}, whatsappTemplate } };
    const campaignId = await fixture.publish([members(2, '3', 'WHATSAPP')], order);
    await until('the end', () => fixture.isComplete(campaignId));
    expect((await fixture.report(campaignId)).reasons).toMatchObject([
      { channel: 'WHATSAPP', reason: 'NO_INTEGRATION', count: 2 },
    ]);
    expect(await fixture.others.messenger.request('dispatch.content', { campaignId })).toMatchObject({
      content: { whatsappTemplate },
    });
    expect(fixture.keysRequestedFor(campaignId)).toEqual(['first.name', 'town', 'name']);
  });

  it('is complete immediately if it has no recipients', async () => {
    const campaignId = await fixture.publish([[]]);
    expect(await worker.sendAll(campaignId)).toEqual([]);
    expect(await fixture.report(campaignId)).toMatchObject({ total: 0, planning: { done: true } });
  });

  it('skips channels without a message or a sender, with the reason', async () => {
    const audience = [...members(3, 'c'), ...members(2, '1', 'SMS'), ...members(4, '2', 'WHATSAPP')];
    const campaignId = await fixture.publish([audience], {
      content: { bodies: { EMAIL: 'Hello', SMS: 'Hello' } },
    });
    await worker.sendAll(campaignId);
    const { reasons, ...result } = await fixture.report(campaignId);
    expect(result).toMatchObject({ total: 9, states: { SENT: 3, SKIPPED: 6 } });
    expect(reasons.map(({ channel, state, reason, count }) => [channel, state, reason, count])).toEqual([
      ['WHATSAPP', 'SKIPPED', 'NO_MESSAGE', 4],
      ['SMS', 'SKIPPED', 'NO_INTEGRATION', 2],
    ]);
  });

  it('is sent once if its order arrives twice', async () => {
    const same = fixture.order([members(5, 'd')]);
    await fixture.others.messenger.publish('campaign.published', same);
    await fixture.others.messenger.publish('campaign.published', same);
    expect(await worker.sendAll(same.campaignId)).toHaveLength(5);
    await fixture.others.messenger.publish('campaign.published', same);
    await worker.sendAll(await fixture.publish([[]]));
    expect(await fixture.report(same.campaignId)).toMatchObject({ total: 5 });
  });

  it('sends one message to identical addresses', async () => {
    const same = members(40, 'same').map((member) => ({ ...member, address: 'same@example.com' }));
    const campaignId = await fixture.publish([same.slice(0, 20), same.slice(20)]);
    expect(await worker.sendAll(campaignId)).toEqual(['same@example.com']);
    expect(await fixture.report(campaignId)).toMatchObject({ total: 1, states: { SENT: 1 } });
  });

  it('is complete immediately, without a message, if all recipients are suppressed', async () => {
    const late = jest.spyOn(dispatcher.get(CompleteOpen), 'run').mockResolvedValue(false);
    const people = members(250, 'gone');
    for (const { address } of people) fixture.excluded.add(address);
    const campaignId = await fixture.publish([people]);
    expect(await worker.sendAll(campaignId)).toEqual([]);
    const { states, reasons } = await fixture.report(campaignId);
    expect(states).toMatchObject({ SKIPPED: 250, QUEUED: 0 });
    expect(reasons).toEqual([expect.objectContaining({ reason: 'UNSUBSCRIBED', count: 250 })]);
    late.mockRestore();
  });

  it('has the same result if the parts of a settlement arrive twice and in another order', async () => {
    const campaignId = await fixture.publish([members(6, 'twice')]);
    const lease = await worker.takeNext(campaignId);
    const failed = { kind: 'failed', reason: 'REFUSED', permanent: true, retryAfterMs: null } as const;
    const outcomes = [{ i: 5, ...failed, providerCode: '550', providerId: null, segments: null }];
    for (let n = 0; n < 2; n++) {
      await worker.settle(lease, { sent: [3, 4], outcomes, done: true, returned: [] });
      await worker.settle(lease, { sent: [0, 1, 2], done: false });
    }
    expect(await worker.sendAll(campaignId)).toEqual([]);
    expect(await fixture.report(campaignId)).toMatchObject({ total: 6, states: { SENT: 5, FAILED: 1 } });
    expect(await fixture.stored('batches').countDocuments({ 'exceptions.duplicate': true })).toBe(0);
  });

  it('grants the same lease to a repeated request, and none to another request', async () => {
    const campaignId = await fixture.publish([members(3, 'e')]);
    const hint = await worker.nextHint(campaignId);
    const requestId = newId();
    const [lease, ...again] = await Promise.all([1, 2, 3].map(() => worker.take(hint, requestId)));
    expect(lease?.recipients).toHaveLength(3);
    // The remaining validity decreases with time.
    const same = { ...lease, validForMs: expect.any(Number) as number };
    expect(again).toEqual([same, same]);
    expect(await worker.take(hint)).toBeNull();
    if (lease) await worker.settle(lease);
    await worker.sendAll(campaignId);
  });

  it('excludes recipients who have left since planning', async () => {
    const campaignId = await fixture.publish([members(3, 'f')]);
    const hint = await worker.nextHint(campaignId);
    fixture.excluded.add('f1@example.com');
    const lease = await worker.take(hint);
    expect(lease?.recipients.map(({ address }) => address)).toEqual(['f0@example.com', 'f2@example.com']);
    if (lease) await worker.settle(lease);
    await worker.sendAll(campaignId);
    expect(await fixture.report(campaignId)).toMatchObject({ states: { SENT: 2, SKIPPED: 1 } });
  });

  it('does not repeat a message that a part after the last part reports', async () => {
    const campaignId = await fixture.publish([members(4, 'g')]);
    const lease = await worker.takeNext(campaignId);
    await worker.settle(lease, { sent: [2], done: true, returned: [3] });
    await until('the last piece', async () => (await fixture.report(campaignId)).states.SENT === 1);
    expect(worker.pollHint(campaignId)).toBeUndefined();
    await worker.settle(lease, { sent: [0, 1], done: false });
    expect(await worker.sendAll(campaignId)).toEqual(['g3@example.com']);
  });

  it('leases fifty SMS in groups of ten', async () => {
    const sms = { senderId: newId(), ratePerSecond: null, maxConnections: null };
    fixture.profile = { ...fixture.profile, routes: { ...fixture.profile.routes, SMS: sms } };
    const campaignId = await fixture.publish([members(50, '3', 'SMS')], {
      content: { bodies: { SMS: 'Hello' } },
    });
    const lease = await worker.takeNext(campaignId);
    expect(lease.recipients).toHaveLength(10);
    await worker.settle(lease);
    expect(await worker.sendAll(campaignId)).toHaveLength(40);
  });
});
