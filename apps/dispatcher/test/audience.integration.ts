import { type AudienceMember, type FrozenAudience, newId } from '@carillon/contracts';
import { Fixture, members } from './fixture';
import { Worker } from './workers';

jest.setTimeout(90_000);

const none: FrozenAudience = { segments: [], excludeGroups: [], excludeSegments: [], topicId: null };

describe('a campaign with an audience', () => {
  let fixture: Fixture;
  let worker: Worker;

  beforeAll(async () => {
    fixture = await Fixture.open();
    await fixture.start();
    worker = new Worker(fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());

  /** A segment with these people. */
  function segment(people: AudienceMember[]): { id: string; version: number } {
    const id = newId();
    fixture.groups.set(id, people);
    return { id, version: 4 };
  }
  const addressesOf = (people: AudienceMember[]): string[] => people.map(({ address }) => address).sort();

  it('reaches the people of its groups and segments once', async () => {
    const prefix = newId();
    const [inGroup, both, inSegment] = [
      members(300, `${prefix}a`),
      members(50, `${prefix}b`),
      members(1_500, `${prefix}c`),
    ];
    const audience = { ...none, segments: [segment([...both, ...inSegment])] };
    const campaignId = await fixture.publish([[...inGroup, ...both]], { audience });
    expect((await worker.sendAll(campaignId)).sort()).toEqual(
      addressesOf([...inGroup, ...both, ...inSegment]),
    );
    expect(await fixture.report(campaignId)).toMatchObject({ total: 1_850, states: { SENT: 1_850 } });
    expect(fixture.movedRequests).toEqual([]);
  });

  it('needs no groups', async () => {
    const people = members(120, newId());
    const campaignId = await fixture.publish([], { audience: { ...none, segments: [segment(people)] } });
    expect((await worker.sendAll(campaignId)).sort()).toEqual(addressesOf(people));
  });

  it('asks for every page with the same audience as of its publication, and for moved members and merged people at the end', async () => {
    const audience = { ...none, excludeGroups: [newId()], segments: [segment(members(10, newId()))] };
    const groups = [members(150, newId()), members(10, newId())];
    const order = fixture.order(groups, { audience });
    await fixture.others.messenger.publish('campaign.published', order);
    await worker.sendAll(order.campaignId);
    expect(fixture.selections.map(({ source }) => source)).toEqual([
      { groupId: order.groups[0] },
      { groupId: order.groups[0] },
      { groupId: order.groups[1] },
      { segment: audience.segments[0] },
      { movedTo: order.groups, since: order.publishedAt },
      { mergedInto: audience.segments, since: order.publishedAt },
    ]);
    const asked = fixture.selections.map(({ audience: of, asOf }) => ({ of, asOf }));
    expect(asked).toEqual(asked.map(() => ({ of: audience, asOf: order.publishedAt })));
  });

  it('reaches the addresses of people who were merged while it was planned, once', async () => {
    const people = members(30, newId());
    const added = members(2, newId());
    fixture.merged = [...people.slice(0, 1), ...added];
    const audience = { ...none, segments: [segment(people)] };
    const campaignId = await fixture.publish([], { audience });
    expect((await worker.sendAll(campaignId)).sort()).toEqual(addressesOf([...people, ...added]));
    fixture.merged = [];
  });

  it('skips excluded people with the reason, before anything else', async () => {
    const [sent, excluded, suppressed] = [members(5, newId()), members(3, newId()), members(2, newId())];
    const marked = [
      ...sent,
      ...excluded.map((member) => ({ ...member, excluded: true as const })),
      ...suppressed.map((member) => ({ ...member, suppressed: true as const })),
      ...members(1, newId()).map((member) => ({
        ...member,
        suppressed: true as const,
        excluded: true as const,
      })),
    ];
    const campaignId = await fixture.publish([marked], { audience: { ...none, excludeGroups: [newId()] } });
    expect((await worker.sendAll(campaignId)).sort()).toEqual(addressesOf(sent));
    const { states, reasons } = await fixture.report(campaignId);
    expect(states).toMatchObject({ SENT: 5, SKIPPED: 6 });
    expect(Object.fromEntries(reasons.map(({ reason, count }) => [reason, count]))).toEqual({
      EXCLUDED: 4,
      SUPPRESSED: 2,
    });
  });

  it('can be explained: what was planned, and each delivery with its sender and advice', async () => {
    const audience = { ...none, excludeGroups: [newId()], topicId: newId() };
    const [sent, excluded] = [members(1, newId()), members(1, newId())];
    const marked = [...sent, ...excluded.map((member) => ({ ...member, excluded: true as const }))];
    const order = fixture.order([marked], { audience });
    const { campaignId, userId } = order;
    const plannedOf = (user: string) =>
      fixture.others.messenger.request('dispatch.planned-campaign', { userId: user, campaignId });
    expect(await plannedOf(userId)).toEqual({ campaign: null });
    await fixture.others.messenger.publish('campaign.published', order);
    await worker.sendAll(campaignId);
    expect(await plannedOf(userId)).toEqual({
      campaign: {
        ...{ publishedAt: order.publishedAt, isPlanned: true, areDeliveriesKept: true },
        ...{ groups: order.groups, audience },
      },
    });
    expect(await plannedOf(newId())).toEqual({ campaign: null });

    const addresses = [...addressesOf(marked), 'nobody@mail.test'];
    const explain = async (user: string) =>
      (await fixture.others.messenger.request('dispatch.explain', { userId: user, campaignId, addresses }))
        .deliveries;
    const deliveries = await explain(userId);
    expect(deliveries).toHaveLength(2);
    const to = ([member]: AudienceMember[]) =>
      deliveries.find(({ subscriberId }) => subscriberId === member?.subscriberId);
    expect(to(sent)).toMatchObject({ state: 'SENT', attempts: 1, advice: null });
    expect(to(sent)?.senderId).toEqual(expect.any(String));
    expect(to(excluded)).toMatchObject({
      state: 'SKIPPED',
      reason: 'EXCLUDED',
      advice: expect.stringContaining('excludes a group or segment') as string,
    });
    expect(await explain(newId())).toEqual([]);
  });
});
