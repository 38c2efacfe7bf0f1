import { type AudienceMember, bodiesOf } from '@carillon/contracts';
import type { Document } from 'mongodb';
import { Rosters } from '../src/ledger/rosters';
import { type Dispatcher, Stage, members, until } from './stage';
import { Worker } from './workers';

jest.setTimeout(90_000);

describe('people who must not be written to', () => {
  let stage: Stage;
  let worker: Worker;
  let dispatcher: Dispatcher;

  beforeAll(async () => {
    stage = await Stage.open();
    dispatcher = await stage.start();
    worker = new Worker(stage);
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.clear());
  afterEach(() => jest.restoreAllMocks());

  const suppress = (member: AudienceMember): AudienceMember => ({ ...member, suppressed: true });
  const addressesOf = (people: AudienceMember[]): string[] => people.map(({ address }) => address).sort();
  const skipped = (reason: string, count: number): unknown =>
    expect.objectContaining({ channel: 'EMAIL', state: 'SKIPPED', reason, count });

  it('are skipped when they are planned, and all others reached', async () => {
    const people = members(1_300, 'third').map((member, n) => (n % 3 === 0 ? suppress(member) : member));
    const campaignId = await stage.publish([people]);
    const reached = people.filter((member) => !member.suppressed);
    expect((await worker.sendAll(campaignId)).sort()).toEqual(addressesOf(reached));
    const { total, states, reasons } = await stage.report(campaignId);
    expect([total, states.SENT, states.SKIPPED]).toEqual([1_300, 866, 434]);
    expect(reasons).toEqual([skipped('SUPPRESSED', 434)]);
    const { items } = await stage.deliveries(campaignId, { reason: 'SUPPRESSED' });
    expect(items.map(({ address }) => address).sort()).toEqual(
      addressesOf(people.filter((member) => member.suppressed)),
    );
    expect(items.every(({ state, attempts }) => state === 'SKIPPED' && attempts === 0)).toBe(true);
  });

  it('may be everybody: then the campaign is complete and nobody was asked for', async () => {
    const campaignId = await stage.publish([
      members(450, 'all').map(suppress),
      members(3, 'some').map(suppress),
    ]);
    expect(await worker.sendAll(campaignId)).toEqual([]);
    expect(await stage.report(campaignId)).toMatchObject({
      total: 453,
      states: { SKIPPED: 453, QUEUED: 0, SENT: 0 },
      planning: { done: true, planned: 453 },
    });
    expect(worker.heard(campaignId)).toBeUndefined();
    expect(
      await stage
        .stored('batches')
        .countDocuments({ _id: { $regex: campaignId }, state: { $ne: 'DONE' } } as Document),
    ).toBe(0);
  });

  it('stay skipped with the page that was frozen before a crash, whatever holds by now', async () => {
    const people = members(60, 'crash').map((member, n) => (n < 20 ? suppress(member) : member));
    const order = stage.order([people]);
    const rosters = dispatcher.get(Rosters);
    const freeze = rosters.freeze.bind(rosters);
    jest.spyOn(rosters, 'freeze').mockImplementationOnce(async (roster) => {
      await freeze(roster);
      const lifted = people.map(({ suppressed, ...member }) => (suppressed ? member : suppress(member)));
      stage.groups.set(order.groups[0] ?? '', lifted);
      throw new Error('crash');
    });
    await stage.others.messenger.publish('campaign.published', order);
    expect((await worker.sendAll(order.campaignId)).sort()).toEqual(addressesOf(people.slice(20)));
    expect((await stage.report(order.campaignId)).reasons).toEqual([skipped('SUPPRESSED', 20)]);
  });

  it('are skipped in the group that is planned first, and nowhere else again', async () => {
    const people = members(10, 'both');
    const campaignId = await stage.publish([people.map(suppress), people]);
    expect(await worker.sendAll(campaignId)).toEqual([]);
    expect(await stage.report(campaignId)).toMatchObject({ total: 10, states: { SKIPPED: 10 } });
  });

  it('are for the report without a message or a way out where the whole channel is', async () => {
    const people = [...members(2, 'mail').map(suppress), ...members(3, '7', 'SMS').map(suppress)];
    const campaignId = await stage.publish([people], { bodies: bodiesOf({ SMS: 'Hello' }) });
    await worker.sendAll(campaignId);
    const { reasons } = await stage.report(campaignId);
    expect(reasons.map(({ channel, reason, count }) => [channel, reason, count])).toEqual([
      ['EMAIL', 'NO_MESSAGE', 2],
      ['SMS', 'NO_INTEGRATION', 3],
    ]);
  });

  it('are left out of a hand when that came about after they were planned', async () => {
    const campaignId = await stage.publish([members(4, 'late')]);
    const hint = await worker.nextHint(campaignId);
    stage.suppressed.add('late1@example.com');
    stage.withdrawn.add('late1@example.com').add('late2@example.com');
    const hand = await worker.take(hint);
    expect(hand?.recipients.map(({ address }) => address)).toEqual([
      'late0@example.com',
      'late3@example.com',
    ]);
    if (hand) await worker.settle(hand);
    await worker.sendAll(campaignId);
    const { reasons } = await stage.report(campaignId);
    expect(reasons).toEqual(expect.arrayContaining([skipped('SUPPRESSED', 1), skipped('UNSUBSCRIBED', 1)]));
  });

  it('stay out of a further run: those from the plan, and those from before this run', async () => {
    const people = members(5, 'again').map((member, n) => (n === 0 ? suppress(member) : member));
    const campaignId = await stage.publish([people]);
    const hand = await worker.takeNext(campaignId);
    const failed = { kind: 'failed' as const, reason: 'MAILBOX_FULL', permanent: true, providerCode: null };
    const outcomes = hand.recipients.map(({ i }) => ({
      ...{ i, ...failed, providerId: null, retryAfterMs: null, segments: null },
    }));
    await worker.settle(hand, { outcomes });
    await until('the end of the first run', () => stage.isComplete(campaignId));
    stage.clear();
    stage.suppressed.add('again2@example.com');
    const selection = {
      states: ['FAILED' as const],
      channels: null,
      reasons: ['MAILBOX_FULL', 'SUPPRESSED'],
    };
    await stage.others.messenger.publish('campaign.retried', {
      ...{ campaignId, rev: 10, run: 2, userId: stage.userId, selection },
    });
    expect((await worker.sendAll(campaignId)).sort()).toEqual([
      'again1@example.com',
      'again3@example.com',
      'again4@example.com',
    ]);
    expect(await stage.report(campaignId)).toMatchObject({ states: { SENT: 3, SKIPPED: 2, FAILED: 0 } });
  });
});
