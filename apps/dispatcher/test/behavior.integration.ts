import { type BehaviorPart, type Payload, type Reply, deliveryId, newId } from '@carillon/contracts';
import { Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

describe('the behavior of recipients', () => {
  let fixture: Fixture;
  let worker: Worker;
  let campaigns = 0;

  beforeAll(async () => {
    fixture = await Fixture.open();
    await fixture.start();
    worker = new Worker(fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());

  type Query = 'dispatch.behavior-batches' | 'dispatch.behavior-changes' | 'dispatch.behavior';
  const request = <N extends Query | 'dispatch.deleted-campaigns'>(
    name: N,
    payload: Omit<Payload<N>, 'userId'> & { userId?: string },
  ): Promise<Reply<N>> =>
    fixture.others.messenger.request(name, { userId: fixture.userId, ...payload } as Payload<N>);
  const changes = (part: BehaviorPart, after: string | null, limit = 1000) =>
    request('dispatch.behavior-changes', { part, after, limit });
  /** Waits until a batch has changed. */
  const changed = (part: BehaviorPart, after: string, batchId: string) =>
    until('the change', async () => {
      const page = await changes(part, after);
      return page.items.some((each) => each.batchId === batchId) ? page : null;
    });
  const read = async (batchIds: string[], parts: BehaviorPart[], withAddresses = false) => {
    const batches = batchIds.map((batchId) => ({ batchId, withAddresses }));
    return (await request('dispatch.behavior', { parts, batches })).batches;
  };

  async function sent(count = 3) {
    fixture.profile = { ...fixture.profile, tracking: 'FULL' };
    const audience = members(count, `b${campaigns++}-`);
    const campaignId = await fixture.publish([audience], {
      content: { bodies: { EMAIL: '<a href="https://a.example/">A</a>' } },
    });
    await worker.sendAll(campaignId);
    return { campaignId, batchId: `${campaignId}-0000000000`, audience };
  }

  const open = (campaignId: string, batchId: string, position: number, link: number | null = null) =>
    fixture.others.messenger.publish('engagement.counted', {
      ...{ id: newId(), campaignId, opens: { total: 1, machine: 0 }, links: [] },
      marks: [{ deliveryId: deliveryId(batchId, position), link, at: new Date().toISOString() }],
    });
  const bounce = (batchId: string, position: number) =>
    fixture.others.messenger.publish('delivery.returned', {
      deliveryId: deliveryId(batchId, position),
      ...{ feedback: 'BOUNCED', isHard: true, reason: 'NO_SUCH_ADDRESS', providerCode: null },
      ...{ consequence: 'NOTHING', at: new Date().toISOString() },
    });

  it('is listed with all batches of a user, page by page', async () => {
    const [one, other] = [await sent(600), await sent()];
    const listed: string[] = [];
    let after: string | null = null;
    do {
      const page: Reply<'dispatch.behavior-batches'> = await request('dispatch.behavior-batches', {
        after,
        limit: 1,
      });
      listed.push(...page.items);
      after = page.next;
    } while (after !== null);
    expect(listed.filter((id) => id.startsWith(one.campaignId)).length).toBeGreaterThan(1);
    expect(listed).toContain(other.batchId);
    expect(new Set(listed).size).toBe(listed.length);
    const foreign = { userId: newId(), after: null, limit: 10 };
    expect(await request('dispatch.behavior-batches', foreign)).toEqual({ items: [], next: null });
  });

  it('changes when a batch is settled, and again when an email bounces', async () => {
    const start = await changes('STATES', null);
    expect(start.items).toEqual([]);
    const { campaignId, batchId, audience } = await sent();
    const settled = await changed('STATES', start.next, batchId);
    expect((await changes('STATES', settled.next)).items).toEqual([]);
    const [batch] = await read([batchId], ['STATES', 'MARKS'], true);
    const day = Math.floor(Date.now() / 86_400_000);
    expect(batch).toEqual({
      ...{ batchId, campaignId, channel: 'EMAIL', sentFrom: expect.any(String) as string },
      facts: [{ did: 'SENT', link: null, day, positions: [0, 2] }],
      addresses: audience.map(({ address }) => address).sort(),
    });
    await bounce(batchId, 1);
    await changed('STATES', settled.next, batchId);
    const [again] = await read([batchId], ['STATES']);
    expect(again?.facts.find(({ did }) => did === 'BOUNCED')?.positions).toEqual([1, 1]);
    expect(again).not.toHaveProperty('addresses');
  });

  it('changes with each open and click, apart from the states', async () => {
    const { campaignId, batchId } = await sent();
    const { next: states } = await changes('STATES', (await changes('STATES', null)).next);
    const marks = await changes('MARKS', null);
    await open(campaignId, batchId, 2);
    const opened = await changed('MARKS', marks.next, batchId);
    const [batch] = await read([batchId], ['MARKS']);
    expect(batch).toMatchObject({ sentFrom: null, facts: [{ did: 'OPENED', positions: [2, 2] }] });
    await open(campaignId, batchId, 1, 0);
    await changed('MARKS', opened.next, batchId);
    const [clicked] = await read([batchId], ['MARKS']);
    expect(clicked?.facts.map(({ did, link }) => [did, link])).toEqual([
      ['OPENED', null],
      ['CLICKED', null],
      ['CLICKED', 0],
    ]);
    expect((await changes('STATES', states)).items).toEqual([]);
  });

  it('has a different position for each change, also of batches that are written at once', async () => {
    const start = await changes('STATES', null);
    const { campaignId } = await sent(1500);
    const { items } = await changes('STATES', start.next);
    expect(items.filter(({ batchId }) => batchId.startsWith(campaignId)).length).toBeGreaterThan(2);
    expect(new Set(items.map(({ change }) => change)).size).toBe(items.length);
    const [first] = items;
    const page = await changes('STATES', start.next, 1);
    expect(page.items).toEqual([first]);
    const rest = await changes('STATES', page.next);
    expect(rest.items).toEqual(items.slice(1));
  });

  it('is read from an index only', async () => {
    await sent();
    const user = (await fixture.stored('batches').findOne({}))?.user as unknown;
    const plan = await fixture
      .stored('batches')
      .find({ user, changed: { $gt: new Date(0) as never } })
      .project({ changed: 1 })
      .hint('changes')
      .explain('executionStats');
    expect(JSON.stringify(plan)).not.toContain('"FETCH"');
  });

  it('of another user, or of a deleted campaign, is not read', async () => {
    const { campaignId, batchId } = await sent();
    const foreign = {
      userId: newId(),
      parts: ['STATES' as const],
      batches: [{ batchId, withAddresses: true }],
    };
    expect(await request('dispatch.behavior', foreign)).toEqual({ batches: [] });
    const deleted = () => request('dispatch.deleted-campaigns', { campaignIds: [campaignId] });
    expect(await deleted()).toEqual({ campaignIds: [] });
    await fixture.delete(campaignId);
    await until('the end of the ledger', async () => (await read([batchId], ['STATES'])).length === 0);
    expect(await deleted()).toEqual({ campaignIds: [campaignId] });
  });
});
