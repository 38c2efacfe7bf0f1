import { type Logger, Metrics, SystemClock } from '@carillon/platform';
import type { PlanLimits } from './plan-limits';
import { Quotas } from './quotas';
import type { Recounts } from './recounts';
import type { Changes, UsageStore } from './usage-store';

const USER = 'a user';
const KIND = 'subscribers';
const LIMIT = 10_000;

describe('the quota usage', () => {
  let used: number;
  let stored: () => void;
  /** Delays the result of a read. */
  let delay: Promise<unknown>;
  let isCounted: boolean;
  let count: () => void;
  let quotas: Quotas;
  beforeEach(() => {
    used = 0;
    delay = Promise.resolve();
    [isCounted, count] = [true, () => undefined];
    const usage = {
      find: () => {
        const read = { used: { [KIND]: used }, countedAt: isCounted ? { [KIND]: new Date() } : {} };
        return delay.then(() => read);
      },
      add: (changes: Changes) =>
        new Promise<void>((resolve) => {
          stored = () => {
            used += changes.get(USER)?.get(KIND) ?? 0;
            resolve();
          };
        }),
      take: () => Promise.resolve(0),
    };
    const recounts = { beforeEach: () => undefined, ask: () => Promise.resolve(true).finally(count) };
    quotas = new Quotas(
      usage as unknown as UsageStore,
      { of: () => Promise.resolve(LIMIT) } as unknown as PlanLimits,
      recounts as unknown as Recounts,
      new SystemClock(),
      { info: () => undefined, warn: () => undefined } as unknown as Logger,
      new Metrics('test'),
    );
  });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('includes usage that is being stored', async () => {
    quotas.note(USER, KIND, LIMIT);
    const storing = quotas.round();
    await turn();
    const taken = quotas.takeAll(USER, KIND, 1);
    await turn();
    stored();
    await storing;
    expect(await taken).toBe(false);
  });

  it('includes usage that was stored during the read', async () => {
    quotas.note(USER, KIND, LIMIT);
    const storing = quotas.round();
    await turn();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    isCounted = false;
    count = () => {
      isCounted = true;
      delay = promise;
    };
    const taken = quotas.takeAll(USER, KIND, 1);
    await turn();
    stored();
    await storing;
    resolve(undefined);
    expect(await taken).toBe(false);
  });

  it('is limited separately for each user', async () => {
    expect(await quotas.takeAll(USER, KIND, 1)).toBe(true);
  });
});
