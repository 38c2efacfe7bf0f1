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

  it('asks for every page with the same audience as of its publication, and for moved members at the end', async () => {
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
    ]);
    const asked = fixture.selections.map(({ audience: of, asOf }) => ({ of, asOf }));
    expect(asked).toEqual(asked.map(() => ({ of: audience, asOf: order.publishedAt })));
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
});
