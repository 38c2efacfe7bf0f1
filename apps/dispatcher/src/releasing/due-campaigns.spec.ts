import type { Dispatches } from '../dispatch/dispatches';
import type { BatchQueue } from '../ledger';
import { type Candidate, Turns } from './channel-capacity';
import { DueCampaigns } from './due-campaigns';

const now = new Date('2026-03-01T12:00:00.000Z');
const longAgo = new Date('2026-03-01T00:00:00.000Z');
const route = (senderId: string) => ({ senderId, ratePerSecond: null, maxConnections: null });
/** IDs that sort like their numbers. */
const idOf = (number: number): string => String(number).padStart(24, '0');
const MANY = 1_001;

describe('DueCampaigns', () => {
  /** The sender of each campaign. Absent: the campaign is paused. */
  const sending = new Map<string, string>();
  /** The time since which the batches of each campaign have waited. */
  const due = new Map<string, Date>();
  const lookedUp: string[] = [];
  let lookUps: number;
  let clockMs: number;
  let readingMs: number;
  let turns: Turns;
  let dueCampaigns: DueCampaigns;

  const queue = {
    due: () => {
      clockMs += readingMs;
      return Promise.resolve([...due.keys()]);
    },
    dueSince: (_channel: string, since: Date) =>
      Promise.resolve([...due].flatMap(([campaign, at]) => (at > since ? [campaign] : []))),
    next: (campaign: string) =>
      Promise.resolve(due.has(campaign) ? [{ id: `${campaign}-0`, recipients: 1 }] : []),
  } as unknown as BatchQueue;
  const dispatches = {
    sending: (campaigns: readonly string[]) => {
      lookUps += 1;
      lookedUp.push(...campaigns);
      const found = campaigns.filter((campaign) => sending.has(campaign));
      return Promise.resolve(
        found.map((campaign) => ({
          campaign,
          user: `user ${Number(campaign) % 2}`,
          routes: { EMAIL: route(sending.get(campaign) ?? ''), WHATSAPP: null, SMS: null },
        })),
      );
    },
  } as unknown as Dispatches;

  const publish = (number: number, since = longAgo): void => {
    due.set(idOf(number), since);
    sending.set(idOf(number), 'default');
  };
  const leadership = () => ({ since: 0, isOver: () => false });
  const own = leadership();
  const groups = (under = own) => dueCampaigns.of('EMAIL', now, under);
  const campaigns = async (): Promise<string[]> =>
    (await groups()).flatMap((group) => [...group.campaigns]).sort();
  const nextOf = (number: number, campaignInFlight = 0, alike = new Set([idOf(number)])) => {
    const candidate = {
      campaign: idOf(number),
      campaigns: alike,
      route: route('default'),
      campaignInFlight,
      pooled: new Set<string>(),
    };
    return dueCampaigns.next(candidate as unknown as Candidate, 'EMAIL', now, 4);
  };

  beforeEach(() => {
    for (const each of [sending, due]) each.clear();
    lookedUp.length = 0;
    lookUps = 0;
    clockMs = 0;
    readingMs = 10;
    jest.spyOn(performance, 'now').mockImplementation(() => clockMs);
    turns = new Turns();
    dueCampaigns = new DueCampaigns(queue, dispatches, turns);
  });
  afterEach(() => jest.restoreAllMocks());

  it('groups campaigns by user and sender, oldest first', async () => {
    for (const number of [5, 3, 2, 1]) publish(number);
    sending.set(idOf(5), 'own');
    const found = (await groups()).map(({ pooled: _, ...group }) => ({
      ...group,
      campaigns: [...group.campaigns],
    }));
    expect(found).toEqual([
      { user: 'user 1', route: route('default'), breaker: null, campaigns: [idOf(1), idOf(3)] },
      { user: 'user 0', route: route('default'), breaker: null, campaigns: [idOf(2)] },
      { user: 'user 1', route: route('own'), breaker: null, campaigns: [idOf(5)] },
    ]);
  });

  it('orders campaigns by their turns', async () => {
    for (const number of [1, 3, 5]) publish(number);
    for (const number of [3, 1]) turns.take('EMAIL', 'user 1', idOf(number));
    const [group] = await groups();
    expect([...(group?.campaigns ?? [])]).toEqual([idOf(5), idOf(3), idOf(1)]);
  });

  it('reads few campaigns in every round', async () => {
    for (const number of [1, 2]) publish(number);
    expect(await campaigns()).toEqual([idOf(1), idOf(2)]);
    sending.delete(idOf(1));
    expect(await campaigns()).toEqual([idOf(2)]);
    due.clear();
    expect(await campaigns()).toEqual([]);
  });

  describe('with many campaigns', () => {
    beforeEach(async () => {
      for (let number = 1; number <= MANY; number++) publish(number);
      expect(await campaigns()).toHaveLength(MANY);
      lookedUp.length = 0;
    });

    it('reads all campaigns again after a pause, and looks up only new ones', async () => {
      due.delete(idOf(1));
      expect(await campaigns()).toHaveLength(MANY);
      clockMs += 30;
      publish(MANY + 1);
      const all = await campaigns();
      expect(all).toHaveLength(MANY);
      expect([all[0], all.at(-1)]).toEqual([idOf(2), idOf(MANY + 1)]);
      expect(lookedUp).toEqual([idOf(MANY + 1)]);
    });

    it('immediately includes campaigns that were planned or retried in the meantime, even old ones', async () => {
      const since = [idOf(0), idOf(MANY + 1)];
      for (const number of [0, MANY + 1]) publish(number, now);
      expect(await campaigns()).toEqual(expect.arrayContaining(since));
      expect(lookedUp).toEqual(since);
      await campaigns();
      expect(lookedUp).toHaveLength(2);
    });

    it('includes a campaign that was planned shortly before the last round, but written after it', async () => {
      publish(0, new Date(now.getTime() - 3_000));
      expect(await campaigns()).toContain(idOf(0));
    });

    it('reads all campaigns again after several seconds, even after a slow read', async () => {
      readingMs = 60_000;
      clockMs += 30;
      await campaigns();
      due.delete(idOf(1));
      clockMs += 4_999;
      expect(await campaigns()).toContain(idOf(1));
      clockMs += 1;
      expect(await campaigns()).not.toContain(idOf(1));
    });

    it('reads all campaigns again under a new leadership', async () => {
      sending.set(idOf(3), 'own');
      const ofOwn = (await groups(leadership())).find((group) => group.route.senderId === 'own');
      expect(ofOwn?.campaigns).toEqual(new Set([idOf(3)]));
    });

    it('looks up a group together when one of its campaigns can no longer send', async () => {
      const group = (await groups()).find(({ user }) => user === 'user 1');
      for (const campaign of group?.campaigns ?? []) sending.delete(campaign);
      const before = lookUps;
      for (const campaign of group?.campaigns ?? [])
        expect(await nextOf(Number(campaign), 0, group?.campaigns)).toEqual([]);
      expect(lookUps - before).toBeLessThan(10);
      expect((await groups()).map(({ user }) => user)).toEqual(['user 0']);
    });

    it('reads batches only of campaigns that can still send with the same sender', async () => {
      expect(await nextOf(1)).toEqual([{ id: `${idOf(1)}-0`, recipients: 1 }]);
      sending.delete(idOf(2));
      sending.set(idOf(3), 'own');
      expect([await nextOf(2), await nextOf(3)]).toEqual([[], []]);
      const left = await campaigns();
      expect(left).toContain(idOf(1));
      expect(left).not.toContain(idOf(2));
      expect(left).not.toContain(idOf(3));
    });

    it('includes a campaign with another sender when all campaigns are read again', async () => {
      sending.set(idOf(3), 'own');
      await nextOf(3);
      clockMs += 30;
      const ofOwn = (await groups()).find((group) => group.route.senderId === 'own');
      expect(ofOwn?.campaigns).toEqual(new Set([idOf(3)]));
    });

    it('excludes a campaign without batches, unless a batch is in flight and may be ready again', async () => {
      due.delete(idOf(7));
      expect(await nextOf(7, 10)).toEqual([]);
      expect(await campaigns()).toContain(idOf(7));
      expect(await nextOf(7)).toEqual([]);
      expect(await campaigns()).not.toContain(idOf(7));
    });
  });
});
