import { AppError } from '@carillon/contracts';
import { Logger, Metrics } from '@carillon/platform';
import { type Claim, Claims } from './claims';
import type { IdempotencyUsage } from './idempotency-usage';
import { type IdempotencyKeys, type StoredClaim, LEASE_MS } from './idempotency-keys';

const log = Logger.create('test', 'silent');
const config = { IDEMPOTENCY_WAIT_MS: 2_000 };
const request = { id: 'id', userId: null, fingerprint: 'this request' };
const usage: Pick<IdempotencyUsage, 'spend' | 'spendAnswer'> = {
  spend: (_asked, claim) => claim(),
  spendAnswer: async (_asked, _answer, _must, keep) => ((await keep()) ? 'stored' : 'taken over'),
};
const answer = {
  status: 201,
  contentType: 'application/json',
  location: null,
  body: '{}',
  isBodyComplete: true,
};

/** Grants every claim immediately, and records the calls. */
class GrantedKeys {
  readonly calls: string[] = [];
  claiming: (holder: string) => Promise<StoredClaim> = (holder) =>
    Promise.resolve({ ...request, holder, answer: null, attempt: 1, startedAt: new Date(0) });
  keeping = (): Promise<boolean> => Promise.resolve(true);

  claim({ holder }: { holder: string }): Promise<StoredClaim> {
    this.calls.push('claim');
    return this.claiming(holder);
  }

  keep(): Promise<boolean> {
    this.calls.push('keep');
    return this.keeping();
  }

  release(): Promise<void> {
    this.calls.push('release');
    return Promise.resolve();
  }

  renew(): Promise<void> {
    this.calls.push('renew');
    return Promise.reject(new Error('away'));
  }
}

let keys: GrantedKeys;
let claims: Claims;
let metrics: Metrics;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  keys = new GrantedKeys();
  metrics = new Metrics('test');
  claims = new Claims(
    keys as unknown as IdempotencyKeys,
    usage as unknown as IdempotencyUsage,
    config,
    log,
    metrics,
  );
});
afterEach(() => {
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

const take = async (): Promise<Claim> => {
  const admission = await claims.take(request);
  if (admission.type !== 'run') throw new Error('It is not to be carried out');
  return admission.claim;
};
const times = (what: string): number => keys.calls.filter((each) => each === what).length;

describe('a running request', () => {
  it('keeps its lease while it runs, also during a short database outage, and no longer', async () => {
    const claim = await take();
    await jest.advanceTimersByTimeAsync(10 * LEASE_MS);
    const renewed = times('renew');
    expect(renewed).toBeGreaterThanOrEqual(20);
    await claims.settle(claim, answer);
    await jest.advanceTimersByTimeAsync(10 * LEASE_MS);
    expect([times('renew'), times('keep'), times('release')]).toEqual([renewed, 1, 0]);
  });

  it('is released if its response cannot be stored', async () => {
    await claims.settle(await take(), { ...answer, status: 503 });
    expect([times('keep'), times('release')]).toEqual([0, 1]);
  });

  it('is released if there is no room for its response', async () => {
    const full = { ...usage, spendAnswer: () => Promise.resolve('full') } as unknown as IdempotencyUsage;
    claims = new Claims(keys as unknown as IdempotencyKeys, full, config, log, new Metrics('test'));
    await claims.settle(await take(), answer);
    expect([times('keep'), times('release')]).toEqual([0, 1]);
  });

  it('gets its response even if the response cannot be stored, unless it contains a secret', async () => {
    for (const failing of [() => Promise.resolve(false), () => Promise.reject(new Error('away'))]) {
      keys.keeping = failing;
      await claims.settle(await take(), answer);
      await expect(claims.settle(await take(), answer, 'key')).rejects.toMatchObject({
        code: 'service_unavailable',
      });
    }
  });

  it('gets a response after two seconds if the database does not respond', async () => {
    keys.keeping = () => new Promise(() => undefined);
    const settled = claims.settle(await take(), answer);
    await jest.advanceTimersByTimeAsync(2_000);
    await settled;
  });
});

describe('a request while the database does not respond', () => {
  it('is rejected after two seconds, and released if its claim succeeds later', async () => {
    let grant = (): void => undefined;
    keys.claiming = (holder) =>
      new Promise((resolve) => {
        grant = () => resolve({ ...request, holder, answer: null, attempt: 1, startedAt: new Date(0) });
      });
    const refused = expect(take()).rejects.toEqual(expect.any(AppError));
    await jest.advanceTimersByTimeAsync(2_000);
    await refused;
    expect(times('release')).toBe(0);
    grant();
    await jest.advanceTimersByTimeAsync(0);
    expect(times('release')).toBe(1);
    const { text } = await metrics.scrape();
    expect(text).toContain('carillon_idempotent_requests_total{result="refused",service="test"} 1');
  });
});
