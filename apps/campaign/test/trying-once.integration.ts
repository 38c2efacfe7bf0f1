import { AppError, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { TrialStage } from './trial-stage';

describe('a test of a campaign', () => {
  let stage: TrialStage;
  beforeAll(async () => {
    stage = await TrialStage.start();
  });
  beforeEach(() => stage.clear());
  afterAll(() => stage.service.remove());

  it('is sent once, and answers as the first time, when the command comes again', async () => {
    const { id } = await stage.service.create({ userId: stage.userId, ...stage.content });
    const command = stage.order(id);
    stage.worker = async (trial) => {
      await stage.begin(trial);
      return { state: 'FAILED' };
    };
    expect(await stage.test(command)).toEqual({ state: 'FAILED' });
    stage.worker = (trial) => stage.sendOnce(trial);
    expect(await stage.test(command)).toEqual({ state: 'FAILED' });
    expect(stage.asked).toHaveLength(1);
  });

  it('is UNCONFIRMED, and not sent again, when the worker began and was lost', async () => {
    const { id } = await stage.service.create({ userId: stage.userId, ...stage.content });
    const command = stage.order(id);
    stage.worker = async (trial) => {
      await stage.begin(trial);
      throw new AppError('service_unavailable');
    };
    expect(await stage.test(command)).toEqual({ state: 'UNCONFIRMED' });
    stage.worker = (trial) => stage.sendOnce(trial);
    expect(await stage.test(command)).toEqual({ state: 'UNCONFIRMED' });
    expect(stage.asked).toHaveLength(1);
  });

  it('is an error when no worker began, and is sent when it is asked for again, in that turn alone', async () => {
    const { id } = await stage.service.create({ userId: stage.userId, ...stage.content });
    const command = stage.order(id);
    stage.worker = () => Promise.reject(new AppError('service_unavailable'));
    await expect(stage.test(command)).rejects.toMatchObject({ code: 'service_unavailable' });
    // The first worker comes to it after all, when nobody waits any more.
    const [late] = stage.asked;
    expect(late && (await stage.begin(late)).granted).toBe(false);
    stage.worker = (trial) => stage.sendOnce(trial);
    expect(await stage.test(command)).toEqual({ state: 'SENT' });
    expect(late && (await stage.begin(late)).granted).toBe(false);
  });

  it('is begun by one worker, however often the command reaches one', async () => {
    const { id } = await stage.service.create({ userId: stage.userId, ...stage.content });
    stage.worker = async (trial) => {
      const tries = await Promise.all([stage.begin(trial), stage.begin(trial), stage.begin(trial)]);
      return { state: tries.filter(({ granted }) => granted).length === 1 ? 'SENT' : 'FAILED' };
    };
    expect(await stage.test(stage.order(id))).toEqual({ state: 'SENT' });
  });

  it('is under way three times at once for a user, who may keep workers waiting', async () => {
    const { id } = await stage.service.create({ userId: stage.userId, ...stage.content });
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    stage.worker = (trial) => held.then(() => stage.sendOnce(trial));
    const first = Array.from({ length: 3 }, () => stage.test(stage.order(id)));
    await eventually(() => stage.asked.length === 3);
    await expect(stage.test(stage.order(id))).rejects.toMatchObject({
      code: 'rate_limited',
      extra: { retryAfter: '5' },
    });
    go();
    expect(await Promise.all(first)).toEqual(first.map(() => ({ state: 'SENT' })));
    expect(await stage.test(stage.order(id))).toEqual({ state: 'SENT' });
  });

  it('is had ten times a minute by each user, also when several are asked for at once', async () => {
    const { id } = await stage.service.create({ userId: stage.userId, ...stage.content });
    for (let sent = 0; sent < 9; sent += 3)
      await Promise.all([1, 2, 3].map(() => stage.test(stage.order(id))));
    const tries = await Promise.allSettled([1, 2, 3].map(() => stage.test(stage.order(id))));
    const refused = tries
      .filter((each) => each.status === 'rejected')
      .map(({ reason }) => reason as AppError);
    expect(refused.map(({ code }) => code)).toEqual(['rate_limited', 'rate_limited']);
    expect(Number(refused[0]?.extra.retryAfter)).toBeGreaterThan(30);
    expect(stage.asked).toHaveLength(10);
    // A minute later there is room for as many as a minute has gone by for.
    const allowances = stage.service.stored.collection<{ times: Date[] }>('trialAllowances');
    await allowances.updateMany({}, [
      { $set: { times: { $map: { input: '$times', in: { $subtract: ['$$this', 61_000] } } } } },
    ]);
    await stage.test(stage.order(id));
    const latest = await allowances.findOne({}, { sort: { at: -1 } });
    expect(latest?.times).toHaveLength(10);
    const another = newId();
    const { id: theirs } = await stage.service.create({ userId: another, ...stage.content });
    expect(await stage.test(stage.order(theirs, { userId: another }))).toEqual({ state: 'SENT' });
  });

  it('is remembered for as long as it may be asked for again, without the address', async () => {
    const { id } = await stage.service.create({ userId: stage.userId, ...stage.content });
    await stage.test(stage.order(id));
    const trials = stage.service.stored.collection('trials');
    await eventually(async () => (await trials.countDocuments({ state: 'SENT' })) > 0);
    expect(JSON.stringify(await trials.find().toArray())).not.toContain('ann@example.com');
    expect(await trials.indexes()).toContainEqual(
      expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 172_800 }),
    );
  });
});
