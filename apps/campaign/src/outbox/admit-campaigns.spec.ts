import type { CampaignDocument, CampaignOutbox, RunningCampaigns } from '../campaigns';
import { AdmitCampaigns } from './admit-campaigns';
import type { CampaignRelay } from './campaign-relay';
import type { DispatcherQueue } from './dispatcher-queue';

/** Waiting campaigns of users, such as `anna 1`, and the number of running campaigns. */
class Waiting {
  readonly begun: string[] = [];
  readonly running = new Map<string, number>();
  /** The limit of running campaigns per user. */
  limit = Infinity;
  /** The broker does not accept the next order. */
  isAway = false;
  private readonly lines = new Map<string, string[]>();
  private gate: Promise<unknown> = Promise.resolve();
  readonly admit: AdmitCampaigns;

  constructor() {
    const campaigns = {
      usersWaiting: (after: string | null, most: number) =>
        Promise.resolve(
          [...this.lines.keys()]
            .filter((user) => after === null || user > after)
            .sort()
            .slice(0, most),
        ),
      waiting: (user: string, most: number) => Promise.resolve((this.lines.get(user) ?? []).slice(0, most)),
      admit: (id: string) => Promise.resolve(this.take(id)),
    };
    const running = {
      roomOf: (user: string) => Promise.resolve(Math.max(0, this.limit - (this.running.get(user) ?? 0))),
    };
    const relay = {
      publishAll: (id: string) => {
        if (this.isAway) return Promise.reject(new Error('the broker is away'));
        this.begun.push(id);
        return Promise.resolve();
      },
    };
    const queue = { reserve: () => this.gate };
    this.admit = new AdmitCampaigns(
      campaigns as unknown as CampaignOutbox,
      running as unknown as RunningCampaigns,
      queue as unknown as DispatcherQueue,
      relay as unknown as CampaignRelay,
    );
  }

  add(user: string, count: number): void {
    this.wait(user, count);
    this.admit.join(user);
  }

  /** These campaigns wait, but no request asks for their turn. */
  wait(user: string, count: number): void {
    const line = Array.from({ length: count }, (_, n) => `${user} ${n + 1}`);
    this.lines.set(user, [...(this.lines.get(user) ?? []), ...line]);
  }

  /** The queue has no room until the returned function is called. */
  close(): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.gate = promise;
    return () => resolve(undefined);
  }

  private take(id: string): CampaignDocument | null {
    const user = id.split(' ')[0] ?? '';
    const line = this.lines.get(user) ?? [];
    if (!line.includes(id)) return null;
    this.lines.set(
      user,
      line.filter((each) => each !== id),
    );
    this.running.set(user, (this.running.get(user) ?? 0) + 1);
    return { pending: [] as CampaignDocument['pending'] } as CampaignDocument;
  }
}

describe('admitting campaigns', () => {
  const settled = () => new Promise(setImmediate);

  it('gives each user a few in turn, regardless of how many a user has', async () => {
    const waiting = new Waiting();
    waiting.add('anna', 40);
    waiting.add('ben', 1);
    await waiting.admit.admit();
    expect(waiting.begun.indexOf('ben 1')).toBeLessThan(8);
    expect(waiting.begun.filter((name) => name.startsWith('anna'))).toEqual(
      Array.from({ length: 40 }, (_, n) => `anna ${n + 1}`),
    );
  });

  it('admits as many campaigns of a user as the plan allows, and the next one when a campaign ends', async () => {
    const waiting = new Waiting();
    waiting.limit = 5;
    waiting.add('anna', 8);
    await waiting.admit.admit();
    expect(waiting.begun).toHaveLength(5);
    waiting.running.set('anna', 4);
    waiting.admit.join('anna');
    await waiting.admit.admit();
    expect(waiting.begun.slice(5)).toEqual(['anna 6']);
  });

  it("does not exceed a user's limit when it is asked repeatedly", async () => {
    const waiting = new Waiting();
    waiting.limit = 3;
    const open = waiting.close();
    waiting.add('anna', 9);
    const executed = waiting.admit.admit();
    await settled();
    for (let n = 0; n < 5; n += 1) {
      waiting.admit.join('anna');
      await settled();
    }
    open();
    await executed;
    expect(waiting.begun).toHaveLength(3);
  });

  it('finds users without requests, a few in each search, in rotation', async () => {
    const waiting = new Waiting();
    for (let n = 100; n < 200; n += 1) waiting.wait(`user${n}`, 1);
    await waiting.admit.look();
    await waiting.admit.admit();
    expect(waiting.begun).toHaveLength(64);
    await waiting.admit.look();
    await waiting.admit.admit();
    expect(waiting.begun).toHaveLength(100);
    waiting.wait('user100', 1);
    await waiting.admit.look();
    await waiting.admit.admit();
    expect(waiting.begun).toHaveLength(101);
  });

  it('keeps the position of a user whose turn failed', async () => {
    const waiting = new Waiting();
    waiting.add('anna', 1);
    waiting.isAway = true;
    await expect(waiting.admit.admit()).rejects.toThrow('away');
    waiting.isAway = false;
    waiting.wait('anna', 1);
    await waiting.admit.admit();
    expect(waiting.begun).toEqual(['anna 1']);
  });
});
