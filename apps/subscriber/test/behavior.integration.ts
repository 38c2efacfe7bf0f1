import { type BehaviorCondition, type Group, type Payload, type Person, newId } from '@carillon/contracts';
import { anErasureStep, eventually } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { Behavior } from '../src/behavior/behavior';
import { BehaviorBatches } from '../src/behavior/behavior-batches';
import { BehaviorFeeds } from '../src/behavior/behavior-feeds';
import { BehaviorSets } from '../src/behavior/behavior-sets';
import { NoteConsent } from '../src/inbound/note-consent';
import type { BehaviorLedger } from './behavior-ledger';
import { SubscriberService } from './subscriber-service';

jest.setTimeout(60_000);

const DAY_MS = 86_400_000;
const today = Math.floor(Date.now() / DAY_MS);
const by = { role: 'user' as const, keyId: newId() };

describe('the behavior of people', () => {
  /** The campaign of a batch. */
  const campaignOf = (batchId: string): string => batchId.split('-')[0] ?? '';

  let service: SubscriberService;
  let ledger: BehaviorLedger;
  let userId: string;
  let group: Group;

  beforeAll(async () => {
    service = await SubscriberService.start();
    ledger = service.ledger;
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    userId = newId();
    group = await service.group(userId);
    ledger.reads.length = 0;
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    // Otherwise, feeds of earlier tests would be looked after in later ones.
    await service.part(Behavior).removeAll(userId);
  });

  const people = (...names: string[]): Promise<unknown> =>
    Promise.all(names.map((name) => service.member(group, { address: address(name) })));
  const address = (name: string): string => `${name}@mail.test`;
  const stored = (collection: string) =>
    service
      .stored(collection)
      .find({ user: new ObjectId(userId) })
      .toArray();

  /** Waits until everything in the ledger is known. */
  async function caughtUp(): Promise<void> {
    const from = new Date();
    await eventually(async () => (await service.part(Behavior).caughtUpTo(userId)) > from);
  }

  async function follow(): Promise<void> {
    await service.part(Behavior).require(userId);
    await caughtUp();
  }

  async function who(condition: BehaviorCondition, asOf = new Date()): Promise<string[]> {
    const { did } = await service.part(Behavior).reader(userId, [condition], asOf);
    const all = await service
      .stored('people')
      .find({ userId: new ObjectId(userId) })
      .sort({ _id: 1 })
      .toArray();
    return all
      .filter((person) => did(person as never, condition))
      .map(({ channels }) => ((channels as Person['channels'])[0]?.address ?? '').split('@')[0] ?? '')
      .sort();
  }

  it('is known from the whole ledger after the first condition, and from later changes', async () => {
    await people('ann', 'bob', 'carl');
    const batchId = ledger.campaign(userId, ['ann', 'bob', 'carl'].map(address), today - 40);
    ledger.note(batchId, { did: 'OPENED', day: today - 39, positions: [1, 1] });
    await follow();
    expect(await who({ did: 'SENT' })).toEqual(['ann', 'bob', 'carl']);
    expect(await who({ did: 'OPENED' })).toEqual(['bob']);
    expect(await who({ did: 'BOUNCED' })).toEqual([]);
    // A bounce arrives long after the email was sent, and an open even later.
    ledger.note(batchId, { did: 'BOUNCED', day: today - 1, positions: [2, 2] });
    ledger.note(batchId, { did: 'OPENED', day: today, positions: [0, 0] });
    const next = ledger.campaign(userId, [address('carl')], today);
    await caughtUp();
    expect(await who({ did: 'BOUNCED' })).toEqual(['carl']);
    expect(await who({ did: 'OPENED' })).toEqual(['ann', 'bob']);
    expect(await who({ did: 'OPENED', inLastDays: 30 })).toEqual(['ann']);
    expect(await who({ did: 'SENT', inLastDays: 30 })).toEqual(['carl']);
    expect(await who({ did: 'SENT', campaignId: campaignOf(next) })).toEqual(['carl']);
    expect(await who({ did: 'SENT', atLeast: 2 })).toEqual(['carl']);
    expect(await who({ did: 'SENT', atLeast: 3 })).toEqual([]);
  });

  it('of users without a condition costs nothing', async () => {
    await people('ann');
    ledger.campaign(userId, [address('ann')], today);
    const other = newId();
    await service.part(Behavior).require(other);
    await eventually(async () => (await service.part(Behavior).caughtUpTo(other)) > new Date(0));
    expect(ledger.reads).toEqual([]);
    expect(await service.part(Behavior).caughtUpTo(userId)).toEqual(new Date(0));
    expect(await stored('behaviorSets')).toEqual([]);
    await service.part(Behavior).removeAll(other);
  });

  it('looks each recipient up once, and reads only the changed part of a batch', async () => {
    await people('ann');
    const batchId = ledger.campaign(userId, [address('ann')], today);
    await follow();
    ledger.reads.length = 0;
    ledger.note(batchId, { did: 'OPENED', day: today });
    await caughtUp();
    await caughtUp();
    expect(ledger.reads).toEqual([{ batchId, parts: ['MARKS'], withAddresses: false }]);
  });

  it('distinguishes the clicked links', async () => {
    await people('ann', 'bob');
    const batchId = ledger.campaign(userId, ['ann', 'bob'].map(address), today);
    const campaignId = campaignOf(batchId);
    ledger.note(batchId, { did: 'CLICKED', day: today, positions: [0, 1] });
    ledger.note(batchId, { did: 'CLICKED', day: today, positions: [1, 1], link: 3 });
    await follow();
    expect(await who({ did: 'CLICKED', campaignId })).toEqual(['ann', 'bob']);
    expect(await who({ did: 'CLICKED', campaignId, link: 3 })).toEqual(['bob']);
    expect(await who({ did: 'CLICKED', campaignId, link: 0 })).toEqual([]);
  });

  it.each([
    ['today', 0, [0]],
    ['today and the day before', 1, [0, 1]],
    ['today and the seven days before', 7, [0, 1, 7]],
  ])('in the last days includes %s', async (_, inLastDays, daysAgo) => {
    const all = [0, 1, 7, 8];
    await people(...all.map((days) => `d${days}`));
    for (const days of all) ledger.campaign(userId, [address(`d${days}`)], today - days);
    await follow();
    const expected = daysAgo.map((days) => `d${days}`).sort();
    const [first, last] = [new Date(today * DAY_MS), new Date(today * DAY_MS + DAY_MS - 1)];
    expect(await who({ did: 'SENT', inLastDays }, first)).toEqual(expected);
    expect(await who({ did: 'SENT', inLastDays }, last)).toEqual(expected);
    // Nothing after the day of the evaluation counts.
    expect(await who({ did: 'SENT' }, new Date(today * DAY_MS - 1))).toEqual(['d1', 'd7', 'd8']);
  });

  it('keeps the first day of a batch whose time changes with a retry', async () => {
    await people('ann');
    const batchId = ledger.campaign(userId, [address('ann')], today - 10);
    await follow();
    ledger.note(batchId, { did: 'SENT', day: today });
    await caughtUp();
    expect(await who({ did: 'SENT', inLastDays: 3 })).toEqual([]);
    expect(await who({ did: 'SENT', atLeast: 2 })).toEqual([]);
  });

  it('is the same if the service stops between any two writes, or reads everything again', async () => {
    const names = ['ann', 'bob', 'carl'];
    await people(...names);
    const ids = names.map((name) => ledger.campaign(userId, [address(name), address('ann')], today));
    for (const id of ids) ledger.note(id, { did: 'OPENED', day: today });
    const writes = [
      [service.part(BehaviorBatches), 'keep'],
      [service.part(BehaviorSets), 'add'],
      [service.part(BehaviorFeeds), 'advance'],
      [service.part(BehaviorFeeds), 'finish'],
    ] as const;
    let stops = 0;
    for (const [part, method] of writes) {
      const store = part as unknown as Record<string, (...all: unknown[]) => Promise<unknown>>;
      const write = store[method]?.bind(part);
      for (const isBefore of [true, false]) {
        // Fails before or after the write, the first time that it is called.
        jest.spyOn(store, method).mockImplementationOnce(async (...all) => {
          if (!isBefore) await write?.(...all);
          stops++;
          throw new Error('stopped');
        });
        await service.part(Behavior).removeAll(userId);
        await follow();
        expect(await who({ did: 'SENT', atLeast: 2 })).toEqual(['ann']);
        expect(await who({ did: 'SENT', atLeast: 3 })).toEqual(['ann']);
        expect(await who({ did: 'OPENED' })).toEqual(names);
        expect(await who({ did: 'OPENED', atLeast: 2 })).toEqual([]);
      }
    }
    expect(stops).toBe(8);
  });

  it('is the same in two processes that follow the same users', async () => {
    await service.boot();
    const names = Array.from({ length: 60 }, (_, n) => `p${n}`);
    await people(...names);
    for (let n = 0; n < 50; n++) ledger.campaign(userId, names.map(address), today - (n % 3));
    await service.part(Behavior).require(userId);
    for (let n = 0; n < 50; n++) ledger.campaign(userId, names.map(address), today - (n % 5));
    await caughtUp();
    expect(await who({ did: 'SENT', atLeast: 100 })).toEqual([...names].sort());
    expect(await who({ did: 'SENT', atLeast: 101 })).toEqual([]);
  });

  describe('after a merge', () => {
    async function merged(): Promise<void> {
      const query = { userId, address: null, externalId: null, after: null, limit: 10 };
      const { items } = await service.messenger.request('person.list', query);
      const [ann, bob] = items.sort((a, b) =>
        (a.channels[0]?.address ?? '').localeCompare(b.channels[0]?.address ?? ''),
      );
      await service.messenger.request('person.merge', {
        by,
        userId,
        id: ann?.id ?? '',
        otherId: bob?.id ?? '',
      });
    }

    it('belongs to the remaining person', async () => {
      await people('ann', 'bob');
      const batchId = ledger.campaign(userId, ['ann', 'bob'].map(address), today);
      ledger.note(batchId, { did: 'OPENED', day: today, positions: [1, 1] });
      await follow();
      await merged();
      expect(await who({ did: 'OPENED' })).toEqual(['ann']);
      ledger.note(batchId, { did: 'CLICKED', day: today, positions: [1, 1] });
      ledger.campaign(userId, [address('bob')], today);
      await caughtUp();
      expect(await who({ did: 'CLICKED' })).toEqual(['ann']);
      expect(await who({ did: 'SENT', atLeast: 2 })).toEqual(['ann']);
    });

    it('counts a campaign once that was sent to both people', async () => {
      await people('ann', 'bob');
      ledger.campaign(userId, ['ann', 'bob'].map(address), today);
      await follow();
      await merged();
      expect(await who({ did: 'SENT', atLeast: 1 })).toEqual(['ann']);
      expect(await who({ did: 'SENT', atLeast: 2 })).toEqual([]);
    });
  });

  describe('replies', () => {
    const PHONE = '+4915155502001';
    const hour = (day: number, hours: number): string =>
      new Date(day * DAY_MS + hours * 3_600_000).toISOString();
    const receive = (at: string, more: Partial<Payload<'message.received'>> = {}): Promise<void> =>
      service.part(NoteConsent).received({
        ...{ userId, senderId: newId(), channel: 'SMS', address: PHONE, sender: '+15005550006' },
        ...{ body: 'When do you open?', at, providerId: newId(), ...more },
      });
    const repliedTo = async (batchId: string): Promise<boolean> =>
      (await who({ did: 'REPLIED', campaignId: campaignOf(batchId) })).length > 0;
    const sms = (day: number, channel: 'SMS' | 'WHATSAPP' = 'SMS'): string =>
      ledger.campaign(userId, [PHONE], day, { channel });

    beforeEach(() => service.member(group, { channel: 'SMS', address: PHONE }));

    it('belong to the last campaign that was sent to the person on the channel', async () => {
      const [first, last, after, other] = [
        sms(today - 5),
        sms(today - 3),
        sms(today - 1),
        sms(today - 2, 'WHATSAPP'),
      ];
      await follow();
      await receive(hour(today - 2, 12));
      await caughtUp();
      expect(await repliedTo(last)).toBe(true);
      for (const batchId of [first, after, other]) expect(await repliedTo(batchId)).toBe(false);
      expect(await who({ did: 'REPLIED' })).toEqual([PHONE]);
      expect(await who({ did: 'REPLIED', inLastDays: 1 })).toEqual([]);
      await receive(hour(today - 2, 13), { channel: 'WHATSAPP' });
      await caughtUp();
      expect(await repliedTo(other)).toBe(true);
      expect(await who({ did: 'REPLIED', atLeast: 2 })).toEqual([PHONE]);
    });

    it('are known from before the first condition, and count a campaign once', async () => {
      const batchId = sms(today - 3);
      await receive(hour(today - 3, 1));
      await receive(hour(today - 2, 1));
      await follow();
      expect(await repliedTo(batchId)).toBe(true);
      expect(await who({ did: 'REPLIED', atLeast: 2 })).toEqual([]);
    });

    it.each([
      ['a keyword', { body: 'STOP' }, 2],
      ['a message more than seven days later', {}, 8],
      ['a message of someone else', { address: '+4915155502002' }, 2],
    ])('are not %s', async (_, more, days) => {
      sms(today - 10);
      await follow();
      await receive(hour(today - 10 + days, 12), more);
      await caughtUp();
      expect(await who({ did: 'REPLIED' })).toEqual([]);
    });
  });

  describe('in a segment', () => {
    const opened = { all: [{ did: 'OPENED' as const, inLastDays: 30 }] };
    const count = () => service.messenger.request('segment.count', { userId, conditions: opened });

    it('is counted completely as soon as the ledger is read, without an earlier condition', async () => {
      await people('ann', 'bob');
      const batchId = ledger.campaign(userId, ['ann', 'bob'].map(address), today);
      ledger.note(batchId, { did: 'OPENED', day: today, positions: [1, 1] });
      let counted = await count();
      await eventually(async () => (counted = await count()).isComplete);
      expect(counted).toEqual({ people: 1, isComplete: true, problems: [] });
      const page = { userId, conditions: { not: opened }, after: null, limit: 10 };
      const { items } = await service.messenger.request('segment.people', page);
      expect(items.map(({ channels }) => channels[0]?.address)).toEqual([address('ann')]);
    });

    it('is known up to the time of the campaign when its recipients are selected', async () => {
      await people('ann', 'bob');
      const batchId = ledger.campaign(userId, ['ann', 'bob'].map(address), today);
      await follow();
      const id = newId();
      const segment = { by, userId, id, name: 'Openers', conditions: opened };
      const { version } = await service.messenger.request('segment.create', segment);
      // A campaign fixes the version when it starts.
      await service.messenger.request('segment.resolve', { userId, ids: [id] });
      ledger.note(batchId, { did: 'OPENED', day: today, positions: [1, 1] });
      const select = (segments: { id: string; version: number }[], source: object) =>
        service.messenger.request('audience.select', {
          ...{
            userId,
            keys: [],
            after: null,
            limit: 100,
            asOf: new Date().toISOString(),
            source: source as never,
          },
          audience: { segments: [], excludeGroups: [], excludeSegments: segments, topicId: null },
        });
      const wanted = await select([], { segment: { id, version } });
      expect(wanted.items.map((item) => item.address)).toEqual([address('bob')]);
      const rest = await select([{ id, version }], { groupId: group.id });
      expect(rest.items.map((item) => [item.address, item.excluded ?? false])).toEqual([
        [address('ann'), false],
        [address('bob'), true],
      ]);
    });
  });

  it('is kept for two years after the last event of a campaign, also when the ledger is gone', async () => {
    await people('ann');
    const batchId = ledger.campaign(userId, [address('ann')], today - 100);
    await follow();
    ledger.batches.delete(batchId);
    await caughtUp();
    expect(await who({ did: 'SENT' })).toEqual(['ann']);
    const [set] = await stored('behaviorSets');
    expect(set?.expiresAt).toEqual(new Date((today - 100 + 1 + 730) * DAY_MS));
  });

  it('of a deleted campaign is removed', async () => {
    await people('ann');
    const [one, other] = [
      ledger.campaign(userId, [address('ann')], today),
      ledger.campaign(userId, [address('ann')], today),
    ];
    await follow();
    ledger.batches.delete(one);
    ledger.deleted.add(campaignOf(one));
    const feed = { _id: new ObjectId(userId) };
    await service
      .stored('behaviorFeeds')
      .updateOne(feed, { $set: { sweptAt: new Date(Date.now() - DAY_MS) } });
    await caughtUp();
    expect(await who({ did: 'SENT', atLeast: 2 })).toEqual([]);
    expect(await who({ did: 'SENT', campaignId: campaignOf(other) })).toEqual(['ann']);
    expect(await stored('behaviorBatches')).toHaveLength(1);
  });

  it('of an erased address no longer belongs to the person, also with a later event', async () => {
    await service.messenger.request('person.create', {
      ...{ userId, id: newId() },
      addresses: { EMAIL: [address('ann'), address('second')] },
    });
    const batchId = ledger.campaign(userId, [address('second')], today);
    await follow();
    expect(await who({ did: 'SENT' })).toEqual(['ann']);
    await service.messenger.request('erasure.step-in-subscriber', {
      ...anErasureStep(),
      userId,
      address: address('second'),
    });
    ledger.note(batchId, { did: 'OPENED', day: today });
    await caughtUp();
    expect(await who({ did: 'SENT' })).toEqual([]);
    expect(await who({ did: 'OPENED' })).toEqual([]);
  });

  it('of an erased user is removed', async () => {
    await people('ann');
    ledger.campaign(userId, [address('ann')], today);
    await follow();
    await service.messenger.request('erasure.step-in-subscriber', {
      ...anErasureStep(),
      userId,
      address: null,
    });
    for (const name of ['behaviorSets', 'behaviorBatches']) expect(await stored(name)).toEqual([]);
    expect(await service.stored('behaviorFeeds').findOne({ _id: new ObjectId(userId) })).toBeNull();
  });
});
