import {
  type ConversionReported,
  type EraseStep,
  type EraseStepEnd,
  type Payload,
  deliveryId,
  newId,
} from '@carillon/contracts';
import { anErasureStep } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

const DAY_MS = 24 * 3_600_000;
const now = Date.now();
const timeOf = (ms: number) => new Date(ms).toISOString();
const clickedAt = timeOf(now - 3_600_000);
const occurredAt = timeOf(now - 1_800_000);

describe('conversions', () => {
  let fixture: Fixture;
  let worker: Worker;
  let people = 0;
  let orders = 0;

  beforeAll(async () => {
    fixture = await Fixture.open();
    await fixture.start();
    worker = new Worker(fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());

  async function sent(tracking: 'OFF' | 'AGGREGATE' | 'FULL', conversions = true): Promise<string> {
    fixture.profile = { ...fixture.profile, tracking, conversions };
    const campaignId = await fixture.publish([members(3, `c${people++}-`)], {
      content: { bodies: { EMAIL: '<a href="https://a.example/">A</a>' } },
    });
    await worker.sendAll(campaignId);
    return campaignId;
  }

  const delivery = (campaignId: string, position: number) => deliveryId(`${campaignId}-0000000000`, position);
  const order = (campaignId: string, more: Partial<ConversionReported> = {}): ConversionReported => ({
    ...{ id: newId(), campaignId, deliveryId: null, clickedAt, reference: `order-${orders++}` },
    ...{ value: null, currency: null, occurredAt, ...more },
  });
  const report = async (campaignId: string) => (await fixture.report(campaignId)).conversions;
  const record = (conversion: Omit<Payload<'conversion.record'>, 'userId'>, userId = fixture.userId) =>
    fixture.others.messenger.request('conversion.record', { ...conversion, userId });
  const list = (
    campaignId: string,
    { userId = fixture.userId, after = null as string | null, limit = 10 } = {},
  ) => fixture.others.messenger.request('conversion.list', { userId, campaignId, after, limit });
  /** Reports of pixels of a campaign, and one more, which is stored when all are handled. */
  async function pixels(campaignId: string, ...reports: ConversionReported[]): Promise<void> {
    const last = order(campaignId);
    for (const each of [...reports, last])
      await fixture.others.messenger.publish('conversion.reported', each);
    const { reference } = last;
    const stored = fixture.stored('conversions');
    const isStored = async () =>
      (await stored.countDocuments({ reference }, { readConcern: 'majority' })) === 1;
    await until('the last report', isStored);
  }
  const unknownClick = {
    code: 'validation_failed',
    fields: [expect.objectContaining({ field: 'click', code: 'not_found' })],
  };

  it.each([
    ['OFF', true],
    ['FULL', false],
  ] as const)('are not counted with tracking %s if the setting is %p', async (tracking, isOn) => {
    const campaignId = await sent(tracking, isOn);
    expect(await report(campaignId)).toBeUndefined();
    await expect(record(order(campaignId))).rejects.toMatchObject(unknownClick);
    const { conversions } = await fixture.others.messenger.request('dispatch.link-targets', { campaignId });
    expect(conversions).toBeUndefined();
    expect(await fixture.stored('conversions').countDocuments()).toBe(0);
  });

  it('are counted with exact sums by currency, and people once', async () => {
    const campaignId = await sent('FULL');
    const links = await fixture.others.messenger.request('dispatch.link-targets', { campaignId });
    expect(links).toMatchObject({ conversions: true });
    expect(await report(campaignId)).toEqual({ unique: 0, total: 0, values: [] });
    const [ann, bob] = [delivery(campaignId, 0), delivery(campaignId, 1)];
    const first = order(campaignId, { deliveryId: ann, value: '0.10', currency: 'EUR' });
    expect(await record(first)).toEqual({ ...first, source: 'API' });
    const earlier = timeOf(now - 3_000_000);
    await record(order(campaignId, { deliveryId: ann, value: '0.2', currency: 'EUR', occurredAt: earlier }));
    await record(order(campaignId, { deliveryId: bob, value: '999999999999.9999', currency: 'EUR' }));
    await record(order(campaignId, { deliveryId: bob, value: '500', currency: 'JPY' }));
    await record(order(campaignId));
    await record(order(campaignId, { value: '0', currency: 'USD' }));
    expect(await report(campaignId)).toEqual({
      ...{ unique: 2, total: 6 },
      values: [
        { currency: 'EUR', sum: '1000000000000.2999' },
        { currency: 'JPY', sum: '500' },
      ],
    });
    const query = { userId: fixture.userId, campaignIds: [campaignId] };
    const { items: figures } = await fixture.others.messenger.request('dispatch.figures', query);
    expect(figures[0]?.conversions).toEqual(await report(campaignId));
    const { items } = await fixture.deliveries(campaignId);
    expect(items.map(({ convertedAt }) => convertedAt)).toEqual([undefined, occurredAt, earlier]);
  });

  it('count once, whatever repeats', async () => {
    const campaignId = await sent('FULL');
    const pixel = order(campaignId, { deliveryId: delivery(campaignId, 0), value: '5.00', currency: 'EUR' });
    const repeats = Array.from({ length: 150 }, () => ({ ...pixel, id: newId() }));
    await pixels(campaignId, ...repeats, { ...pixel, value: '7.00', deliveryId: delivery(campaignId, 1) });
    expect(await report(campaignId)).toEqual({
      ...{ unique: 1, total: 2, values: [{ currency: 'EUR', sum: '5.00' }] },
    });
  });

  it('of a key replace those of pixels, and are not replaced', async () => {
    const [campaignId, other] = [await sent('FULL'), await sent('FULL')];
    const reference = 'order-replaced';
    const ann = delivery(campaignId, 0);
    await pixels(
      campaignId,
      order(campaignId, { reference, deliveryId: ann, value: '1000000', currency: 'EUR' }),
      order(campaignId, { deliveryId: ann, occurredAt: timeOf(now - 60_000) }),
    );
    expect(await report(campaignId)).toMatchObject({ unique: 1, total: 3 });
    const [, second, replaced] = (await list(campaignId)).items;
    const verified = order(other, {
      reference,
      deliveryId: delivery(other, 2),
      value: '49.90',
      currency: 'CHF',
    });
    const stored = await record(verified);
    expect(stored).toEqual({ ...verified, source: 'API', id: replaced?.id });
    expect(await report(campaignId)).toEqual({ unique: 1, total: 2, values: [] });
    expect((await fixture.deliveries(campaignId)).items.at(-1)?.convertedAt).toBe(timeOf(now - 60_000));
    expect(await report(other)).toEqual({
      ...{ unique: 1, total: 1, values: [{ currency: 'CHF', sum: '49.90' }] },
    });
    expect(await record({ ...verified, id: newId(), value: '1' })).toEqual(stored);
    await pixels(other, order(other, { reference, value: '9', currency: 'CHF' }));
    expect(await report(other)).toEqual({
      ...{ unique: 1, total: 2, values: [{ currency: 'CHF', sum: '49.90' }] },
    });
    await record(order(campaignId, { reference: second?.reference ?? '' }));
    expect(await report(campaignId)).toEqual({ unique: 0, total: 2, values: [] });
    expect((await fixture.deliveries(campaignId)).items.at(-1)?.convertedAt).toBeUndefined();
  });

  it('count once if many arrive at the same time', async () => {
    const [campaignId, other] = [await sent('FULL'), await sent('FULL')];
    const references = Array.from({ length: 10 }, (_, n) => `at-once-${n}`);
    const all = [...references, ...references].flatMap((reference, n) =>
      [campaignId, other].map((each) =>
        record(order(each, { reference, deliveryId: delivery(each, n % 3), value: '1.00', currency: 'EUR' })),
      ),
    );
    await Promise.all(all);
    const [a, b] = [await report(campaignId), await report(other)];
    expect((a?.total ?? 0) + (b?.total ?? 0)).toBe(10);
    const sums = [a, b].map((each) => Number(each?.values[0]?.sum ?? 0));
    expect(sums).toEqual([a?.total, b?.total]);
  });

  it('have no person in aggregate tracking', async () => {
    const campaignId = await sent('AGGREGATE');
    await record(order(campaignId, { deliveryId: delivery(campaignId, 0) }));
    expect(await report(campaignId)).toEqual({ unique: null, total: 1, values: [] });
    expect((await list(campaignId)).items[0]?.deliveryId).toBeNull();
  });

  it('need a click of a campaign of the user, within 30 days', async () => {
    const [campaignId, other] = [await sent('FULL'), await sent('FULL')];
    const foreign = order(campaignId);
    await expect(record(foreign, newId())).rejects.toMatchObject(unknownClick);
    await expect(record(order(newId()))).rejects.toMatchObject(unknownClick);
    const expired = { clickedAt: timeOf(now - 31 * DAY_MS) };
    // A click of another account is unknown, whether it is expired or not.
    await expect(record({ ...foreign, ...expired }, newId())).rejects.toMatchObject(unknownClick);
    const wrongTime = { fields: [expect.objectContaining({ field: 'occurredAt', code: 'invalid_time' })] };
    for (const times of [
      expired,
      { clickedAt, occurredAt: timeOf(now - 2 * 3_600_000) },
      { clickedAt, occurredAt: timeOf(now + DAY_MS) },
    ])
      await expect(record({ ...order(campaignId), ...times })).rejects.toMatchObject(wrongTime);
    await pixels(campaignId, { ...order(campaignId), ...expired });
    expect(
      await record({ ...order(campaignId), ...expired, occurredAt: timeOf(now - 2 * DAY_MS) }),
    ).toMatchObject(expired);
    const { occurredAt: recorded } = await record({ ...order(campaignId), occurredAt: null });
    expect(Math.abs(Date.parse(recorded) - Date.now())).toBeLessThan(60_000);
    const ofOther = await record(order(campaignId, { deliveryId: delivery(other, 0) }));
    expect(ofOther.deliveryId).toBeNull();
    expect((await report(campaignId))?.total).toBe(4);
  });

  it('are listed newest first, page by page, and read by their user only', async () => {
    const campaignId = await sent('FULL');
    const all = [
      await record(order(campaignId)),
      await record(order(campaignId)),
      await record(order(campaignId)),
    ];
    const first = await list(campaignId, { limit: 2 });
    expect(first.items).toEqual([all[2], all[1]]);
    expect(await list(campaignId, { after: first.next, limit: 2 })).toEqual({ items: [all[0]], next: null });
    expect((await list(campaignId, { userId: newId() })).items).toEqual([]);
    const id = all[0]?.id ?? '';
    const get = (userId: string) => fixture.others.messenger.request('conversion.get', { userId, id });
    expect(await get(fixture.userId)).toEqual(all[0]);
    await expect(get(newId())).rejects.toMatchObject({ code: 'conversion_not_found' });
  });

  it('of a person are exported, and removed with the person, but the counts stay', async () => {
    const campaignId = await sent('FULL');
    const [id, otherId] = [delivery(campaignId, 0), delivery(campaignId, 1)];
    const query = { userId: fixture.userId, campaignId, id };
    const ann = (await fixture.others.messenger.request('dispatch.delivery', query)).address;
    const mine = await record(order(campaignId, { deliveryId: id, value: '5', currency: 'EUR' }));
    const other = await record(order(campaignId, { deliveryId: otherId }));
    const person = { userId: fixture.userId, address: ann, after: null };
    const exported = await fixture.others.messenger.request('person.deliveries', person);
    expect(exported.items.find((each) => each.campaignId === campaignId)).toMatchObject({
      ...{ convertedAt: occurredAt, conversions: [mine] },
    });
    for (let after: string | null = null, state = 'more'; state !== 'done';) {
      const step: EraseStep = { ...anErasureStep(), userId: fixture.userId, address: ann, after };
      const end: EraseStepEnd = await fixture.others.messenger.request('erasure.step-in-dispatcher', step);
      ({ next: after, state } = end);
    }
    const again = order(campaignId, { deliveryId: id, reference: mine.reference });
    await expect(record(again)).rejects.toMatchObject(unknownClick);
    await pixels(campaignId, again);
    expect((await list(campaignId)).items.slice(1)).toEqual([other]);
    expect(await report(campaignId)).toEqual({
      ...{ unique: 2, total: 3, values: [{ currency: 'EUR', sum: '5' }] },
    });
    expect(await fixture.others.messenger.request('dispatch.delivery', query)).not.toHaveProperty(
      'convertedAt',
    );
  });

  it('keep the marks of opens, and opens keep those of conversions', async () => {
    const campaignId = await sent('FULL');
    const id = delivery(campaignId, 0);
    const open = (at: string) =>
      fixture.others.messenger.publish('engagement.counted', {
        ...{ id: newId(), campaignId, opens: { total: 1, machine: 0 }, links: [] },
        marks: [{ deliveryId: id, link: null, at }],
      });
    const opened = async (n: number) =>
      until('the open', async () => (await fixture.report(campaignId)).engagement?.opens.total === n);
    await record(order(campaignId, { deliveryId: id }));
    await open(clickedAt);
    await opened(1);
    await record(order(campaignId, { deliveryId: id }));
    await open(occurredAt);
    await opened(2);
    expect((await fixture.deliveries(campaignId)).items.at(-1)).toMatchObject({
      ...{ openedAt: clickedAt, convertedAt: occurredAt },
    });
    expect((await report(campaignId))?.unique).toBe(1);
  });

  it('are removed with their campaign', async () => {
    const [campaignId, other] = [await sent('FULL'), await sent('FULL')];
    await record(order(campaignId));
    await record(order(other));
    const stored = (id: string) =>
      fixture.stored('conversions').countDocuments({ campaign: new ObjectId(id) });
    await fixture.delete(campaignId);
    await until('the removal', async () => (await stored(campaignId)) === 0);
    expect(await stored(other)).toBe(1);
    await expect(record(order(campaignId))).rejects.toMatchObject(unknownClick);
  });

  it('outlive the deliveries, then without a person, and expire after the click', async () => {
    const campaignId = await sent('FULL');
    const conversion = await record(order(campaignId, { deliveryId: delivery(campaignId, 0) }));
    await fixture
      .stored('dispatches')
      .updateMany({}, { $set: { ledger: 'DELETING', deleteAt: new Date(0) } });
    const ofCampaign = { _id: { $regex: `^${campaignId}` } } as never;
    await until(
      'no marks',
      async () => (await fixture.stored('engagementMarks').countDocuments(ofCampaign)) === 0,
    );
    const late = await record(order(campaignId, { deliveryId: delivery(campaignId, 1) }));
    expect(late.deliveryId).toBeNull();
    await record({ ...conversion, id: newId() });
    expect(await report(campaignId)).toMatchObject({ unique: 1, total: 2 });
    const documents = await fixture
      .stored<{ expiresAt: Date }>('conversions')
      .find({ campaign: new ObjectId(campaignId) })
      .toArray();
    for (const { expiresAt } of documents) expect(Math.round((expiresAt.getTime() - now) / DAY_MS)).toBe(90);
    const indexes = await fixture.stored('conversions').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
  });

  it('are removed with their user', async () => {
    const campaignId = await sent('FULL');
    await record(order(campaignId));
    const step = { ...anErasureStep(), userId: fixture.userId, address: null, after: null };
    await fixture.others.messenger.request('erasure.step-in-dispatcher', step);
    const user = new ObjectId(fixture.userId);
    expect(await fixture.stored('conversions').countDocuments({ user })).toBe(0);
    await expect(record(order(campaignId))).rejects.toMatchObject(unknownClick);
  });
});
