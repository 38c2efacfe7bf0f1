import { newId } from '@carillon/contracts';
import { type ObjectId } from 'mongodb';
import { notOpened } from '../src/dispatch/dispatch';
import { DispatchPlanning } from '../src/dispatch';
import { ExpireBatches } from '../src/leasing/expire-batches';
import { PlanPage } from '../src/planning/plan-page';
import { JoinWaiting, PlanningLine } from '../src/planning/planning-line';
import { type Dispatcher, Fixture, members } from './fixture';
import { Worker } from './workers';

jest.setTimeout(90_000);

const later = (seconds: number): Date => new Date(Date.now() + seconds * 1_000);

describe('the turns of users in planning', () => {
  let fixture: Fixture;
  let dispatcher: Dispatcher;
  let line: PlanningLine;
  let planning: DispatchPlanning;
  let planNext: () => ReturnType<PlanPage['planNext']>;

  beforeAll(async () => {
    fixture = await Fixture.open();
    dispatcher = await fixture.start();
    line = dispatcher.get(PlanningLine);
    planning = dispatcher.get(DispatchPlanning);
    const planPage = dispatcher.get(PlanPage);
    planNext = planPage.planNext.bind(planPage);
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    jest.spyOn(dispatcher.get(PlanPage), 'planNext').mockResolvedValue(null);
    jest.spyOn(dispatcher.get(JoinWaiting), 'run').mockResolvedValue(false);
    jest.spyOn(dispatcher.get(ExpireBatches), 'run').mockResolvedValue(false);
    await fixture.stored('planningLine').deleteMany({});
    await fixture.stored('dispatches').deleteMany({});
  });
  afterEach(() => jest.restoreAllMocks());

  const waiting = (user: string, lastStepAt = 0) => ({
    ...notOpened(newId(), user),
    run: 1,
    lastStepAt: new Date(lastStepAt),
  });
  const store = (...documents: ReturnType<typeof waiting>[]) =>
    fixture.stored<ReturnType<typeof waiting>>('dispatches').insertMany(documents);
  const places = () => fixture.stored<{ _id: ObjectId; restsUntil: Date }>('planningLine').find().toArray();
  let taken = 0;
  /** Takes this many turns, one second apart. Returns the users. */
  const turns = async (count: number): Promise<(string | undefined)[]> => {
    const users: (string | undefined)[] = [];
    for (let n = 0; n < count; n++) users.push((await line.next(later(taken++)))?.user);
    return users;
  };

  it('go to no user if no campaign waits', async () => {
    expect(await line.next(later(0))).toBeNull();
    expect(await planNext()).toBeNull();
  });

  it('go first to users without a turn, then to the user whose last turn was longest ago', async () => {
    const [a, b, c] = [newId(), newId(), newId()];
    await line.join(a);
    await line.join(b);
    const first = await turns(2);
    expect(new Set(first)).toEqual(new Set([a, b]));
    await line.join(c);
    expect(await turns(4)).toEqual([c, ...first, c]);
  });

  it('are one for each user, regardless of the number of campaigns', async () => {
    const [a, b] = [newId(), newId()];
    for (let n = 0; n < 10; n++) await line.join(a);
    await line.join(b);
    const [first, second, third] = await turns(3);
    expect(new Set([first, second])).toEqual(new Set([a, b]));
    expect(third).toBe(first);
  });

  it('go to the least recently planned campaign of a user that is not claimed', async () => {
    const user = newId();
    const [first, second] = [waiting(user, 20_000), waiting(user, 10_000)];
    await store(first, second, waiting(newId()));
    const claim = (): Promise<string | undefined> =>
      planning.claimNext(user, 'planner', later(0), later(20)).then((claimed) => claimed?.campaign);
    expect(await claim()).toBe(second._id.toHexString());
    expect(await claim()).toBe(first._id.toHexString());
    expect(await claim()).toBeUndefined();
  });

  it('skip a user whose campaigns are all claimed until the first claim ends', async () => {
    const user = newId();
    const [claimedUntil, postponedUntil] = [later(30), later(20)];
    await store(
      { ...waiting(user), planner: { holder: 'other', until: claimedUntil } },
      { ...waiting(user), planner: { holder: null, until: postponedUntil } },
    );
    await line.join(user);
    expect(await planNext()).toBeNull();
    expect(await places()).toMatchObject([{ restsUntil: postponedUntil }]);
    expect(await line.next(later(0))).toBeNull();
    expect((await line.next(later(21)))?.user).toBe(user);
  });

  it('end for a user without campaigns to plan, unless one is published in the meantime', async () => {
    const [gone, back] = [newId(), newId()];
    await line.join(gone);
    await line.join(back);
    for (let n = 0; n < 2; n++) {
      const turn = await line.next(later(n));
      if (turn?.user === back) await line.join(back);
      if (turn) await line.rest(turn, null);
    }
    expect((await places()).map(({ _id }) => _id.toHexString())).toEqual([back]);
  });

  it('are restored for users whose entries were lost', async () => {
    jest.restoreAllMocks();
    const campaignId = await fixture.publish([members(3, 'lost')]);
    await new Worker(fixture).sendAll(campaignId);
    jest.spyOn(PlanningLine.prototype, 'join').mockImplementationOnce(() => Promise.resolve());
    const later = await fixture.publish([members(3, 'found')]);
    expect(await new Worker(fixture).sendAll(later)).toHaveLength(3);
  });

  it('cost the same for any number of waiting campaigns', async () => {
    const [many, one] = [newId(), newId()];
    await store(...Array.from({ length: 3_000 }, (_, n) => waiting(many, n)), waiting(one));
    await dispatcher.get(JoinWaiting).run();
    await line.joinMissing(await planning.usersToPlan());
    expect(await places()).toHaveLength(2);
    const queries = () =>
      Promise.all([
        line.next(later(0)),
        planning.claimNext(many, 'planner', later(0), later(20)),
        planning.claimNext(one, 'planner', later(0), later(20)),
        planning.usersToPlan(),
      ]);
    expect(await examinedBy(queries)).toBeLessThan(30);
  });

  /** The maximum number of index entries and documents that the server read for one of these operations. */
  async function examinedBy(work: () => Promise<unknown>): Promise<number> {
    const db = fixture.database.of('dispatcher');
    await db.command({ profile: 2 });
    await work();
    await db.command({ profile: 0 });
    const profiled = await db
      .collection<{ keysExamined?: number; docsExamined?: number }>('system.profile')
      .find({ ns: { $in: [`${db.databaseName}.dispatches`, `${db.databaseName}.planningLine`] } })
      .toArray();
    await db.dropCollection('system.profile');
    expect(profiled.length).toBeGreaterThanOrEqual(4);
    return Math.max(...profiled.map(({ keysExamined = 0, docsExamined = 0 }) => keysExamined + docsExamined));
  }
});
