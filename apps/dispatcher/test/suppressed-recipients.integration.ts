import { type AudienceMember, type SkipReason, newId } from '@carillon/contracts';
import type { Document } from 'mongodb';
import { Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(90_000);

describe('suppressed recipients', () => {
  let fixture: Fixture;
  let worker: Worker;

  beforeAll(async () => {
    fixture = await Fixture.open();
    await fixture.start();
    worker = new Worker(fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());
  afterEach(() => jest.restoreAllMocks());

  const suppress = (member: AudienceMember): AudienceMember => ({ ...member, suppressed: true });
  const addressesOf = (people: AudienceMember[]): string[] => people.map(({ address }) => address).sort();
  const skipped = (reason: string, count: number): unknown =>
    expect.objectContaining({ channel: 'EMAIL', state: 'SKIPPED', reason, count });

  it('are skipped during planning, and all other recipients are reached', async () => {
    const people = members(1_300, 'third').map((member, n) => (n % 3 === 0 ? suppress(member) : member));
    const campaignId = await fixture.publish([people]);
    const reached = people.filter((member) => !member.suppressed);
    expect((await worker.sendAll(campaignId)).sort()).toEqual(addressesOf(reached));
    const { total, states, reasons } = await fixture.report(campaignId);
    expect([total, states.SENT, states.SKIPPED]).toEqual([1_300, 866, 434]);
    expect(reasons).toEqual([skipped('SUPPRESSED', 434)]);
    const { items } = await fixture.deliveries(campaignId, { reason: 'SUPPRESSED' });
    expect(items.map(({ address }) => address).sort()).toEqual(
      addressesOf(people.filter((member) => member.suppressed)),
    );
    expect(items.every(({ state, attempts }) => state === 'SKIPPED' && attempts === 0)).toBe(true);
  });

  it('complete the campaign without a request for exclusions if all are suppressed', async () => {
    const campaignId = await fixture.publish([
      members(450, 'all').map(suppress),
      members(3, 'some').map(suppress),
    ]);
    expect(await worker.sendAll(campaignId)).toEqual([]);
    expect(await fixture.report(campaignId)).toMatchObject({
      total: 453,
      states: { SKIPPED: 453, QUEUED: 0, SENT: 0 },
      planning: { done: true, planned: 453 },
    });
    expect(worker.pollHint(campaignId)).toBeUndefined();
    expect(
      await fixture
        .stored('batches')
        .countDocuments({ _id: { $regex: campaignId }, state: { $ne: 'DONE' } } as Document),
    ).toBe(0);
  });

  it('are skipped only in the group that is planned first', async () => {
    const people = members(10, 'both');
    const campaignId = await fixture.publish([people.map(suppress), people]);
    expect(await worker.sendAll(campaignId)).toEqual([]);
    expect(await fixture.report(campaignId)).toMatchObject({ total: 10, states: { SKIPPED: 10 } });
  });

  it('have the reason of the channel if it has no message or sender', async () => {
    const people = [...members(2, 'mail').map(suppress), ...members(3, '7', 'SMS').map(suppress)];
    const campaignId = await fixture.publish([people], { content: { bodies: { SMS: 'Hello' } } });
    await worker.sendAll(campaignId);
    const { reasons } = await fixture.report(campaignId);
    expect(reasons.map(({ channel, reason, count }) => [channel, reason, count])).toEqual([
      ['EMAIL', 'NO_MESSAGE', 2],
      ['SMS', 'NO_INTEGRATION', 3],
    ]);
  });

  it('are excluded from a lease if they were suppressed after planning', async () => {
    const campaignId = await fixture.publish([members(4, 'late')]);
    const hint = await worker.nextHint(campaignId);
    fixture.suppressed.add('late1@example.com');
    fixture.excluded.add('late1@example.com').add('late2@example.com');
    const lease = await worker.take(hint);
    expect(lease?.recipients.map(({ address }) => address)).toEqual([
      'late0@example.com',
      'late3@example.com',
    ]);
    if (lease) await worker.settle(lease);
    await worker.sendAll(campaignId);
    const { reasons } = await fixture.report(campaignId);
    expect(reasons).toEqual(expect.arrayContaining([skipped('SUPPRESSED', 1), skipped('UNSUBSCRIBED', 1)]));
  });

  it('are excluded from a further run, even if they were suppressed after planning', async () => {
    const people = members(5, 'again').map((member, n) => (n === 0 ? suppress(member) : member));
    const campaignId = await fixture.publish([people]);
    const lease = await worker.takeNext(campaignId);
    const failed = { kind: 'failed', reason: 'MAILBOX_FULL', permanent: true, providerCode: null } as const;
    const outcomes = lease.recipients.map(({ i }) => ({
      ...{ i, ...failed, providerId: null, retryAfterMs: null, segments: null },
    }));
    await worker.settle(lease, { outcomes });
    await until('the end of the first run', () => fixture.isComplete(campaignId));
    fixture.clear();
    fixture.suppressed.add('again2@example.com');
    const selection = {
      states: ['FAILED' as const],
      channels: null,
      reasons: ['MAILBOX_FULL', 'SUPPRESSED'],
    };
    await fixture.others.messenger.publish('campaign.retried', {
      ...{ campaignId, rev: 10, run: 2, userId: fixture.userId, selection },
    });
    expect((await worker.sendAll(campaignId)).sort()).toEqual([
      'again1@example.com',
      'again3@example.com',
      'again4@example.com',
    ]);
    expect(await fixture.report(campaignId)).toMatchObject({ states: { SENT: 3, SKIPPED: 2, FAILED: 0 } });
  });

  describe('of a campaign with a topic', () => {
    const audience = { segments: [], excludeGroups: [], excludeSegments: [], topicId: newId() };
    const skip = (member: AudienceMember, skipReason: SkipReason): AudienceMember => ({
      ...member,
      suppressed: true,
      skipReason,
    });

    it('have the reason why they are skipped', async () => {
      const [left, paused, stopped, reached] = [1, 2, 3, 4].map((n) => members(3, `topic${n}-`));
      const people = [
        ...(left ?? []).map((member) => skip(member, 'TOPIC_OPTED_OUT')),
        ...(paused ?? []).map((member) => skip(member, 'SNOOZED')),
        ...(stopped ?? []).map(suppress),
        ...(reached ?? []),
      ];
      const campaignId = await fixture.publish([people], { audience });
      expect((await worker.sendAll(campaignId)).sort()).toEqual(addressesOf(reached ?? []));
      const { reasons } = await fixture.report(campaignId);
      expect(reasons).toHaveLength(3);
      expect(reasons).toEqual(
        expect.arrayContaining([
          skipped('TOPIC_OPTED_OUT', 3),
          skipped('SNOOZED', 3),
          skipped('SUPPRESSED', 3),
        ]),
      );
    });

    it('are skipped if they left the topic after planning', async () => {
      const campaignId = await fixture.publish([members(3, 'later')], { audience });
      const hint = await worker.nextHint(campaignId);
      fixture.skipped.set('later0@example.com', 'TOPIC_OPTED_OUT').set('later1@example.com', 'SNOOZED');
      const lease = await worker.take(hint);
      expect(lease?.recipients.map(({ address }) => address)).toEqual(['later2@example.com']);
      if (lease) await worker.settle(lease);
      await worker.sendAll(campaignId);
      const { reasons } = await fixture.report(campaignId);
      expect(reasons).toEqual(expect.arrayContaining([skipped('TOPIC_OPTED_OUT', 1), skipped('SNOOZED', 1)]));
    });

    it('wait until a subscriber service responds that knows topics', async () => {
      fixture.knowsTopics = false;
      const campaignId = await fixture.publish([members(3, 'upgrade')], { audience });
      const taking = worker.take(await worker.nextHint(campaignId));
      await fixture.dispatchIs(campaignId, { 'obstacles.leasing.reason': 'SERVICE_UNAVAILABLE' });
      fixture.knowsTopics = true;
      const lease = await taking;
      if (lease) await worker.settle(lease);
      await worker.sendAll(campaignId);
      expect(await fixture.report(campaignId)).toMatchObject({ states: { SENT: 3 } });
    });

    it('have links that name the topic', async () => {
      const campaignId = await fixture.publish([members(1, 'link')], { audience });
      await worker.sendAll(campaignId);
      const content = await fixture.others.messenger.request('dispatch.content', { campaignId });
      expect(content.topicId).toBe(audience.topicId);
    });
  });
});
