import type { Dispatches } from '../dispatch/dispatches';
import type { Batches } from '../ledger/batches';
import type { Candidate } from './channel-capacity';
import { DueCampaigns } from './due-campaigns';

const now = new Date('2026-03-01T12:00:00.000Z');
const route = (integrationId: string) => ({ integrationId, ratePerSecond: null, maxConnections: null });
/** Ids that sort by their numbers. */
const idOf = (number: number): string => String(number).padStart(24, '0');
const MANY = 1_001;

describe('the campaigns that are due', () => {
  /** By campaign: the integration by which it sends; absent: it is paused. */
  const sending = new Map<string, string>();
  const due = new Set<string>();
  const lookedUp: string[] = [];
  let clockMs: number;
  let dueCampaigns: DueCampaigns;

  const batches = {
    due: (_channel: string, _now: Date, after: string | null = null) => {
      clockMs += 10;
      return Promise.resolve([...due].filter((campaign) => after === null || campaign > after));
    },
    next: (campaign: string) =>
      Promise.resolve(due.has(campaign) ? [{ id: `${campaign}-0`, recipients: 1 }] : []),
  } as unknown as Batches;
  const dispatches = {
    sending: (campaigns: readonly string[]) => {
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

  const publish = (number: number): void => {
    due.add(idOf(number));
    sending.set(idOf(number), 'default');
  };
  const campaigns = async (): Promise<string[]> =>
    (await dueCampaigns.of('EMAIL', now)).flatMap((group) => [...group.campaigns]).sort();
  const nextOf = (number: number) =>
    dueCampaigns.next({ campaign: idOf(number), route: route('default') } as Candidate, 'EMAIL', now, 4);

  beforeEach(() => {
    for (const each of [sending, due]) each.clear();
    lookedUp.length = 0;
    clockMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => clockMs);
    dueCampaigns = new DueCampaigns(batches, dispatches);
  });
  afterEach(() => jest.restoreAllMocks());

  it('are grouped by user and integration, the oldest first', async () => {
    for (const number of [5, 3, 2, 1]) publish(number);
    sending.set(idOf(5), 'own');
    const groups = (await dueCampaigns.of('EMAIL', now)).map((group) => ({
      ...group,
      campaigns: [...group.campaigns],
    }));
    expect(groups).toEqual([
      { user: 'user 1', route: route('default'), breaker: null, campaigns: [idOf(1), idOf(3)] },
      { user: 'user 0', route: route('default'), breaker: null, campaigns: [idOf(2)] },
      { user: 'user 1', route: route('own'), breaker: null, campaigns: [idOf(5)] },
    ]);
  });

  it('are read in every round while they are few', async () => {
    for (const number of [1, 2]) publish(number);
    expect(await campaigns()).toEqual([idOf(1), idOf(2)]);
    sending.delete(idOf(1));
    expect(await campaigns()).toEqual([idOf(2)]);
    due.clear();
    expect(await campaigns()).toEqual([]);
  });

  describe('if they are many', () => {
    beforeEach(async () => {
      for (let number = 1; number <= MANY; number++) publish(number);
      expect(await campaigns()).toHaveLength(MANY);
      lookedUp.length = 0;
    });

    it('are read again after a rest, and only new ones are looked up', async () => {
      due.delete(idOf(1));
      expect(await campaigns()).toHaveLength(MANY);
      clockMs += 30;
      publish(MANY + 1);
      const all = await campaigns();
      expect(all).toHaveLength(MANY);
      expect([all[0], all.at(-1)]).toEqual([idOf(2), idOf(MANY + 1)]);
      expect(lookedUp).toEqual([idOf(MANY + 1)]);
    });

    it('have those among them at once that were created since', async () => {
      publish(MANY + 1);
      expect(await campaigns()).toContain(idOf(MANY + 1));
      expect(lookedUp).toEqual([idOf(MANY + 1)]);
      await campaigns();
      expect(lookedUp).toHaveLength(1);
    });

    it('are asked for batches only if they may still send, by the same integration', async () => {
      expect(await nextOf(1)).toEqual([{ id: `${idOf(1)}-0`, recipients: 1 }]);
      sending.delete(idOf(2));
      sending.set(idOf(3), 'own');
      expect([await nextOf(2), await nextOf(3)]).toEqual([[], []]);
      const left = await campaigns();
      expect(left).toContain(idOf(1));
      expect(left).not.toContain(idOf(2));
      expect(left).not.toContain(idOf(3));
    });

    it('have one by another integration again when all are read', async () => {
      sending.set(idOf(3), 'own');
      await nextOf(3);
      clockMs += 30;
      const groups = await dueCampaigns.of('EMAIL', now);
      expect(groups.find((group) => group.route.integrationId === 'own')?.campaigns).toEqual(
        new Set([idOf(3)]),
      );
    });

    it('leave out one whose batches are all offered', async () => {
      due.delete(idOf(7));
      expect(await nextOf(7)).toEqual([]);
      expect(await campaigns()).not.toContain(idOf(7));
    });
  });
});
