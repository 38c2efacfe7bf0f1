import {
  type EngagementCounted,
  type EraseStep,
  type EraseStepEnd,
  deliveryId,
  newId,
} from '@carillon/contracts';
import { anErasureStep } from '@carillon/testing';
import { Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

const emailBody =
  '<a href="https://a.example/?x=1&amp;y=2">A</a> <a href="https://b.example/">B</a> <a href="https://c.example/{{id}}">C</a>';
const at = '2026-03-01T10:00:00.000Z';
const later = '2026-03-01T11:00:00.000Z';

describe('opens and clicks', () => {
  let fixture: Fixture;
  let worker: Worker;
  let people = 0;

  beforeAll(async () => {
    fixture = await Fixture.open();
    await fixture.start();
    worker = new Worker(fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());

  /** A completed campaign with three recipients, of an account with this setting. */
  async function sent(tracking: 'OFF' | 'AGGREGATE' | 'FULL', count = 3) {
    fixture.profile = { ...fixture.profile, tracking };
    const audience = members(count, `e${people++}-`);
    const campaignId = await fixture.publish([audience], {
      content: { bodies: { EMAIL: emailBody } },
    });
    await worker.sendAll(campaignId);
    return { campaignId, audience };
  }

  const count = (campaignId: string, more: Partial<EngagementCounted>) =>
    fixture.others.messenger.publish('engagement.counted', {
      ...{ id: newId(), campaignId, opens: { total: 0, machine: 0 }, links: [], marks: [] },
      ...more,
    });
  const report = async (campaignId: string) => (await fixture.report(campaignId)).engagement;
  const links = async (campaignId: string, page: { after: string | null; limit: number }) =>
    fixture.others.messenger.request('dispatch.links', { userId: fixture.userId, campaignId, ...page });
  const delivery = (campaignId: string, position: number) => deliveryId(`${campaignId}-0000000000`, position);

  it('are not recorded if tracking is off', async () => {
    const { campaignId } = await sent('OFF');
    expect(await report(campaignId)).toBeUndefined();
    const content = await fixture.others.messenger.request('dispatch.content', { campaignId });
    expect(content).not.toHaveProperty('tracking');
    const { targets } = await fixture.others.messenger.request('dispatch.link-targets', { campaignId });
    expect(targets).toBeNull();
    expect(await fixture.stored('engagement').countDocuments()).toBe(0);
  });

  it('are recorded by person, with the first time of each delivery', async () => {
    const { campaignId } = await sent('FULL');
    const marks: EngagementCounted['marks'] = [
      { deliveryId: delivery(campaignId, 0), link: null, at: later },
      { deliveryId: delivery(campaignId, 0), link: 1, at: later },
      { deliveryId: delivery(campaignId, 1), link: 1, at },
    ];
    const links0 = [{ link: 1, total: 3, machine: 4 }];
    await count(campaignId, { opens: { total: 5, machine: 2 }, links: links0, marks });
    await count(campaignId, {
      links: [{ link: 0, total: 1, machine: 0 }],
      marks: [
        { deliveryId: delivery(campaignId, 0), link: 0, at },
        { deliveryId: delivery(campaignId, 0), link: null, at: later },
      ],
    });
    await until('both clicks', async () => (await report(campaignId))?.clicks.total === 4);
    const none = { DESKTOP: 0, PHONE: 0, TABLET: 0 };
    expect(await report(campaignId)).toEqual({
      mode: 'FULL',
      opens: { unique: 1, total: 5, machine: 2 },
      clicks: { unique: 2, total: 4, machine: 4 },
      devices: { opens: { ...none, UNKNOWN: 5 }, clicks: { ...none, UNKNOWN: 4 } },
    });
    const page = await links(campaignId, { after: null, limit: 2 });
    expect(page).toEqual({
      items: [
        { url: 'https://a.example/?x=1&y=2', counted: true, clicks: { unique: 1, total: 1, machine: 0 } },
        { url: 'https://b.example/', counted: true, clicks: { unique: 2, total: 3, machine: 4 } },
      ],
      next: '2',
    });
    expect(await links(campaignId, { after: page.next, limit: 2 })).toEqual({
      items: [
        { url: 'https://c.example/{{id}}', counted: false, clicks: { unique: 0, total: 0, machine: 0 } },
      ],
      next: null,
    });
    const { items } = await fixture.deliveries(campaignId);
    expect(items.map(({ openedAt, clickedAt }) => [openedAt, clickedAt])).toEqual([
      [undefined, undefined],
      [undefined, at],
      [later, at],
    ]);
    const userId = newId();
    const foreign = { userId, campaignId, after: null, limit: 10 };
    expect((await fixture.others.messenger.request('dispatch.links', foreign)).items).toEqual([]);
  });

  it.each(['AGGREGATE', 'FULL'] as const)('are counted by device with %s', async (mode) => {
    const { campaignId } = await sent(mode);
    const none = { DESKTOP: 0, PHONE: 0, TABLET: 0 };
    const devices = { opens: { ...none, PHONE: 2 }, clicks: { ...none, DESKTOP: 1, TABLET: 1 } };
    const links0 = [{ link: 0, total: 2, machine: 5 }];
    const id = newId();
    await count(campaignId, { id, opens: { total: 3, machine: 1 }, links: links0, devices });
    await count(campaignId, { id, opens: { total: 3, machine: 1 }, links: links0, devices });
    // A gateway of release 0.3.0 sends no devices.
    await count(campaignId, { opens: { total: 4, machine: 0 } });
    await until('both', async () => (await report(campaignId))?.opens.total === 7);
    expect((await report(campaignId))?.devices).toEqual({
      opens: { ...none, PHONE: 2, UNKNOWN: 5 },
      clicks: { DESKTOP: 1, PHONE: 0, TABLET: 1, UNKNOWN: 0 },
    });
    const query = { userId: fixture.userId, campaignIds: [campaignId] };
    const { items } = await fixture.others.messenger.request('dispatch.figures', query);
    expect(items[0]?.engagement).not.toHaveProperty('devices');
  });

  it('are in the figures of campaigns, for their user', async () => {
    const tracked = await sent('FULL');
    const untracked = await sent('OFF', 2);
    const marks = [{ deliveryId: delivery(tracked.campaignId, 0), link: null, at }];
    await count(tracked.campaignId, { opens: { total: 2, machine: 1 }, marks });
    await until('the open', async () => (await report(tracked.campaignId))?.opens.total === 2);
    const campaignIds = [tracked.campaignId, untracked.campaignId, newId()];
    const figures = async (userId: string) => {
      const { items } = await fixture.others.messenger.request('dispatch.figures', { userId, campaignIds });
      return new Map(items.map(({ campaignId, ...rest }) => [campaignId, rest]));
    };
    const found = await figures(fixture.userId);
    expect([...found.keys()].sort()).toEqual([tracked.campaignId, untracked.campaignId].sort());
    const none = { addressed: 0, sent: 0, delivered: 0, bounced: 0, complained: 0 };
    const emails = (n: number) => ({
      channels: { EMAIL: { ...none, addressed: n, sent: n, delivered: n }, WHATSAPP: none, SMS: none },
    });
    expect(found.get(tracked.campaignId)).toEqual({
      ...emails(3),
      engagement: {
        mode: 'FULL',
        opens: { unique: 1, total: 2, machine: 1 },
        clicks: { unique: 0, total: 0, machine: 0 },
      },
    });
    expect(found.get(untracked.campaignId)).toEqual(emails(2));
    expect((await figures(newId())).size).toBe(0);
  });

  it('count once if a message is repeated', async () => {
    const { campaignId } = await sent('FULL');
    const id = newId();
    const marks = [{ deliveryId: delivery(campaignId, 0), link: 0, at }];
    for (let n = 0; n < 3; n++)
      await count(campaignId, { id, links: [{ link: 0, total: 1, machine: 0 }], marks });
    await count(campaignId, { opens: { total: 1, machine: 0 } });
    await until('the open', async () => (await report(campaignId))?.opens.total === 1);
    expect((await report(campaignId))?.clicks).toEqual({ unique: 1, total: 1, machine: 0 });
  });

  it('are only counted in aggregate tracking, even if a message contains marks', async () => {
    const { campaignId } = await sent('AGGREGATE');
    const marks = [{ deliveryId: delivery(campaignId, 0), link: 0, at }];
    await count(campaignId, { links: [{ link: 0, total: 1, machine: 0 }], marks });
    await until('the count', async () => (await report(campaignId))?.clicks.total === 1);
    expect(await report(campaignId)).toMatchObject({
      mode: 'AGGREGATE',
      opens: { unique: null, total: 0, machine: 0 },
      clicks: { unique: null, total: 1, machine: 0 },
    });
    const ofCampaign = { _id: { $regex: `^${campaignId}` } } as never;
    expect(await fixture.stored('engagementMarks').countDocuments(ofCampaign)).toBe(0);
    const { tracking } = await fixture.others.messenger.request('dispatch.content', { campaignId });
    expect(tracking).toEqual({
      mode: 'AGGREGATE',
      links: ['https://a.example/?x=1&y=2', 'https://b.example/'],
    });
  });

  it('ignore deliveries of another campaign and unknown links', async () => {
    const [one, other] = [await sent('FULL'), await sent('FULL')];
    await count(one.campaignId, {
      links: [{ link: 7, total: 1, machine: 1 }],
      opens: { total: 1, machine: 0 },
      marks: [
        { deliveryId: delivery(other.campaignId, 0), link: 0, at },
        { deliveryId: delivery(one.campaignId, 0), link: 7, at },
      ],
    });
    await until('the count', async () => (await report(one.campaignId))?.opens.total === 1);
    expect((await report(one.campaignId))?.clicks).toEqual({ unique: 0, total: 0, machine: 0 });
    expect((await report(other.campaignId))?.clicks.unique).toBe(0);
  });

  it('are removed for an erased person and not recorded again, but the counts stay', async () => {
    const { campaignId, audience } = await sent('FULL');
    const id = delivery(campaignId, 0);
    const query = { userId: fixture.userId, campaignId, id };
    const ann = (await fixture.others.messenger.request('dispatch.delivery', query)).address;
    expect(audience.map(({ address }) => address)).toContain(ann);
    const visit = { opens: { total: 1, machine: 0 }, marks: [{ deliveryId: id, link: null, at }] };
    await count(campaignId, visit);
    await until('the count', async () => (await report(campaignId))?.opens.unique === 1);
    const person = { userId: fixture.userId, address: ann, after: null };
    const exported = await fixture.others.messenger.request('person.deliveries', person);
    expect(exported.items.find((each) => each.campaignId === campaignId)).toMatchObject({ openedAt: at });
    for (let after: string | null = null, state = 'more'; state !== 'done';) {
      const step: EraseStep = { ...anErasureStep(), userId: fixture.userId, address: ann, after };
      const end: EraseStepEnd = await fixture.others.messenger.request('erasure.step-in-dispatcher', step);
      ({ next: after, state } = end);
    }
    await count(campaignId, visit);
    await until('the second open', async () => (await report(campaignId))?.opens.total === 2);
    expect((await report(campaignId))?.opens.unique).toBe(1);
    expect(await fixture.others.messenger.request('dispatch.delivery', query)).not.toHaveProperty('openedAt');
    const marks = await fixture
      .stored<{ _id: string }>('engagementMarks')
      .findOne({ _id: `${campaignId}-0000000000` });
    expect(marks).toMatchObject({ opens: {}, clicks: {}, erased: [0] });
  });

  it('are removed with their campaign, whose links then stop working', async () => {
    const { campaignId } = await sent('FULL');
    await count(campaignId, { marks: [{ deliveryId: delivery(campaignId, 0), link: 0, at }] });
    await until('the count', async () => (await report(campaignId))?.clicks.unique === 1);
    await fixture.delete(campaignId);
    const ofCampaign = { _id: { $regex: `^${campaignId}` } } as never;
    await until(
      'nothing',
      async () => (await fixture.stored('engagementMarks').countDocuments(ofCampaign)) === 0,
    );
    const { targets } = await fixture.others.messenger.request('dispatch.link-targets', { campaignId });
    expect(targets).toBeNull();
  });

  it('keep only counts and links when the ledger expires', async () => {
    const { campaignId } = await sent('FULL');
    await count(campaignId, { marks: [{ deliveryId: delivery(campaignId, 0), link: 0, at }] });
    await until('the count', async () => (await report(campaignId))?.clicks.unique === 1);
    const ofCampaign = { _id: { $regex: `^${campaignId}` } } as never;
    await fixture
      .stored('dispatches')
      .updateMany({}, { $set: { ledger: 'DELETING', deleteAt: new Date(0) } });
    await until(
      'no marks',
      async () => (await fixture.stored('engagementMarks').countDocuments(ofCampaign)) === 0,
    );
    await count(campaignId, {
      links: [{ link: 0, total: 1, machine: 0 }],
      marks: [{ deliveryId: delivery(campaignId, 1), link: 0, at }],
    });
    await until('the click', async () => (await report(campaignId))?.clicks.total === 1);
    expect((await report(campaignId))?.clicks.unique).toBe(1);
    expect(await fixture.stored('engagementMarks').countDocuments(ofCampaign)).toBe(0);
    const { targets } = await fixture.others.messenger.request('dispatch.link-targets', { campaignId });
    expect(targets).toHaveLength(2);
  });
});
