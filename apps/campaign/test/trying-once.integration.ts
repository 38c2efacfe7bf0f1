import { AppError, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { TestSendFixture } from './test-send-fixture';

describe('a test send', () => {
  let fixture: TestSendFixture;
  beforeAll(async () => {
    fixture = await TestSendFixture.start();
  });
  beforeEach(() => fixture.clear());
  afterAll(() => fixture.service.stop());

  it('is sent once, and gives a repeated command the same reply', async () => {
    const { id } = await fixture.service.create({ userId: fixture.userId, ...fixture.content });
    const command = fixture.order(id);
    fixture.worker = async (testSend) => {
      await fixture.begin(testSend);
      return { state: 'FAILED' };
    };
    expect(await fixture.test(command)).toEqual({ state: 'FAILED' });
    fixture.worker = (testSend) => fixture.sendOnce(testSend);
    expect(await fixture.test(command)).toEqual({ state: 'FAILED' });
    expect(fixture.testSends).toHaveLength(1);
  });

  it('is UNCONFIRMED, and not sent again, if the worker began and was lost', async () => {
    const { id } = await fixture.service.create({ userId: fixture.userId, ...fixture.content });
    const command = fixture.order(id);
    fixture.worker = async (testSend) => {
      await fixture.begin(testSend);
      throw new AppError('service_unavailable');
    };
    expect(await fixture.test(command)).toEqual({ state: 'UNCONFIRMED' });
    fixture.worker = (testSend) => fixture.sendOnce(testSend);
    expect(await fixture.test(command)).toEqual({ state: 'UNCONFIRMED' });
    expect(fixture.testSends).toHaveLength(1);
  });

  it('fails if no worker began, and is sent in a new turn when it is requested again', async () => {
    const { id } = await fixture.service.create({ userId: fixture.userId, ...fixture.content });
    const command = fixture.order(id);
    fixture.worker = () => Promise.reject(new AppError('service_unavailable'));
    await expect(fixture.test(command)).rejects.toMatchObject({ code: 'service_unavailable' });
    // The first worker starts late, when no request waits for it any longer.
    const [late] = fixture.testSends;
    expect(late && (await fixture.begin(late)).granted).toBe(false);
    fixture.worker = (testSend) => fixture.sendOnce(testSend);
    expect(await fixture.test(command)).toEqual({ state: 'SENT' });
    expect(late && (await fixture.begin(late)).granted).toBe(false);
  });

  it('is begun by one worker, however often the command is delivered', async () => {
    const { id } = await fixture.service.create({ userId: fixture.userId, ...fixture.content });
    fixture.worker = async (testSend) => {
      const tries = await Promise.all([
        fixture.begin(testSend),
        fixture.begin(testSend),
        fixture.begin(testSend),
      ]);
      return { state: tries.filter(({ granted }) => granted).length === 1 ? 'SENT' : 'FAILED' };
    };
    expect(await fixture.test(fixture.order(id))).toEqual({ state: 'SENT' });
  });

  it('is limited to three concurrent ones per user', async () => {
    const { id } = await fixture.service.create({ userId: fixture.userId, ...fixture.content });
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    fixture.worker = (testSend) => held.then(() => fixture.sendOnce(testSend));
    const first = Array.from({ length: 3 }, () => fixture.test(fixture.order(id)));
    await eventually(() => fixture.testSends.length === 3);
    await expect(fixture.test(fixture.order(id))).rejects.toMatchObject({
      code: 'rate_limited',
      extra: { retryAfter: '5' },
    });
    go();
    expect(await Promise.all(first)).toEqual(first.map(() => ({ state: 'SENT' })));
    expect(await fixture.test(fixture.order(id))).toEqual({ state: 'SENT' });
  });

  it('is limited to ten per minute and user, also with concurrent requests', async () => {
    const { id } = await fixture.service.create({ userId: fixture.userId, ...fixture.content });
    for (let sent = 0; sent < 9; sent += 3)
      await Promise.all([1, 2, 3].map(() => fixture.test(fixture.order(id))));
    const tries = await Promise.allSettled([1, 2, 3].map(() => fixture.test(fixture.order(id))));
    const refused = tries
      .filter((each) => each.status === 'rejected')
      .map(({ reason }) => reason as AppError);
    expect(refused.map(({ code }) => code)).toEqual(['rate_limited', 'rate_limited']);
    expect(Number(refused[0]?.extra.retryAfter)).toBeGreaterThan(30);
    expect(fixture.testSends).toHaveLength(10);
    // A test send frees its place one minute later.
    const allowances = fixture.service.db.collection<{ times: Date[] }>('testSendAllowances');
    await allowances.updateMany({}, [
      { $set: { times: { $map: { input: '$times', in: { $subtract: ['$$this', 61_000] } } } } },
    ]);
    await fixture.test(fixture.order(id));
    const latest = await allowances.findOne({}, { sort: { at: -1 } });
    expect(latest?.times).toHaveLength(10);
    const another = newId();
    const { id: theirs } = await fixture.service.create({ userId: another, ...fixture.content });
    expect(await fixture.test(fixture.order(theirs, { userId: another }))).toEqual({ state: 'SENT' });
  });

  it('is stored without the address as long as it can be requested again', async () => {
    const { id } = await fixture.service.create({ userId: fixture.userId, ...fixture.content });
    await fixture.test(fixture.order(id));
    const testSends = fixture.service.db.collection('testSends');
    await eventually(async () => (await testSends.countDocuments({ state: 'SENT' })) > 0);
    expect(JSON.stringify(await testSends.find().toArray())).not.toContain('ann@example.com');
    expect(await testSends.indexes()).toContainEqual(
      expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 172_800 }),
    );
  });
});
