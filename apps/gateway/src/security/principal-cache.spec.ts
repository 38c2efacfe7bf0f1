import type { Principal } from '@carillon/contracts';
import type { Messenger, MessagingServer } from '@carillon/messaging';
import { FixedClock } from '@carillon/testing/clock';
import type { GatewayConfig } from '../config';
import { PrincipalCache } from './principal-cache';

const ann: Principal = {
  role: 'user',
  keyId: '5f00000000000000000000c1',
  userId: '5f000000000000000000000a',
  plan: 'FREE',
  status: 'ACTIVE',
  scopes: ['read'],
  rate: 'PLAN',
};

function arrange() {
  const clock = new FixedClock(new Date(0));
  const account = { principal: ann as Principal | null, requests: 0, answer: () => Promise.resolve() };
  const request = async (): Promise<{ principal: Principal | null }> => {
    account.requests += 1;
    const { principal } = account;
    await account.answer();
    return { principal };
  };
  const gaps: (() => void)[] = [];
  const server = { onBroadcastGap: (listener: () => void) => gaps.push(listener) };
  const cache = new PrincipalCache(
    { request } as unknown as Messenger,
    clock,
    { ACCESS_CACHE_MS: 10_000 } as GatewayConfig,
    server as unknown as MessagingServer,
  );
  return { cache, clock, account, gaps };
}

/** Resolves when all received replies are processed. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the principal of a key', () => {
  it('is requested once in ten seconds', async () => {
    const { cache, clock, account } = arrange();
    expect(cache.cached('h')).toBeUndefined();
    expect(await cache.find('h')).toEqual(ann);
    clock.advance(9_999);
    expect(cache.cached('h')).toEqual(ann);
    expect(account.requests).toBe(1);
  });

  it('is requested again after that, once, in the background', async () => {
    const { cache, clock, account } = arrange();
    await cache.find('h');
    clock.advance(10_000);
    account.principal = { ...ann, plan: 'UPGRADED' };
    for (let i = 0; i < 5; i++) expect(cache.cached('h')).toEqual(ann);
    expect(account.requests).toBe(2);
    await settled();
    expect(cache.cached('h')).toMatchObject({ plan: 'UPGRADED' });
    clock.advance(9_999);
    cache.cached('h');
    expect(account.requests).toBe(2);
  });

  it('is valid for half a minute without replies, requested once a second, and no longer', async () => {
    const { cache, clock, account } = arrange();
    await cache.find('h');
    account.answer = () => Promise.reject(new Error('away'));
    clock.advance(10_000);
    for (let ms = 0; ms < 20_000; ms += 100) {
      expect(cache.cached('h')).toEqual(ann);
      await settled();
      clock.advance(100);
    }
    expect(account.requests).toBe(21);
    expect(cache.cached('h')).toBeUndefined();
    await expect(cache.find('h')).rejects.toThrow('away');
  });

  it('is unknown as soon as a reply states it', async () => {
    const { cache, clock, account } = arrange();
    await cache.find('h');
    account.principal = null;
    clock.advance(10_000);
    cache.cached('h');
    await settled();
    expect(cache.cached('h')).toBeNull();
  });

  it('is not restored by a reply from before it was dropped', async () => {
    const { cache, clock, account } = arrange();
    await cache.find('h');
    clock.advance(10_000);
    let late: () => void = () => undefined;
    account.answer = () => new Promise<void>((resolve) => (late = resolve));
    cache.cached('h');
    cache.forgetUser(ann.userId);
    late();
    await settled();
    expect(cache.cached('h')).toBeUndefined();
  });

  it('is not evicted by unknown keys', async () => {
    const { cache, account } = arrange();
    await cache.find('h');
    account.principal = null;
    for (let i = 0; i < 25_000; i++) await cache.find(`made up ${i}`);
    expect(cache.cached('h')).toEqual(ann);
  });

  it('can be requested in a different way', async () => {
    const { cache, account } = arrange();
    expect(await cache.find('h', () => Promise.resolve(ann))).toEqual(ann);
    expect(cache.cached('h')).toEqual(ann);
    expect(account.requests).toBe(0);
  });

  it('is cached only briefly if the key is unknown', async () => {
    const { cache, clock, account } = arrange();
    account.principal = null;
    expect(await cache.find('h')).toBeNull();
    clock.advance(999);
    await cache.find('h');
    expect(account.requests).toBe(1);
    clock.advance(1);
    await cache.find('h');
    expect(account.requests).toBe(2);
  });

  it('is dropped when that user’s access changes, and not when another’s does', async () => {
    const { cache, account } = arrange();
    await cache.find('h');
    cache.forgetUser('5f000000000000000000000b');
    await cache.find('h');
    expect(account.requests).toBe(1);
    cache.forgetUser(ann.userId);
    await cache.find('h');
    expect(account.requests).toBe(2);
  });

  it('is not cached if it changed during the request', async () => {
    const { cache, account } = arrange();
    account.answer = () => Promise.resolve().then(() => cache.forgetUser(ann.userId));
    await cache.find('h');
    account.answer = () => Promise.resolve();
    await cache.find('h');
    expect(account.requests).toBe(2);
  });

  it('is requested again after a change, even if an older request is in progress', async () => {
    const { cache, account } = arrange();
    let late: () => void = () => undefined;
    account.answer = () => new Promise<void>((resolve) => (late = resolve));
    const before = cache.find('h');
    cache.forgetUser(ann.userId);
    account.principal = null;
    account.answer = () => Promise.resolve();
    const after = cache.find('h');
    late();
    expect(await before).toEqual(ann);
    expect(await after).toBeNull();
    expect(await cache.find('h')).toBeNull();
    expect(account.requests).toBe(2);
  });

  it('is requested once for all concurrent callers', async () => {
    const { cache, account } = arrange();
    expect(await Promise.all([cache.find('h'), cache.find('h')])).toEqual([ann, ann]);
    expect(account.requests).toBe(1);
  });

  it('is dropped for all keys if broadcasts may have been missed', async () => {
    const { cache, account, gaps } = arrange();
    await cache.find('h');
    for (const listener of gaps) listener();
    await cache.find('h');
    expect(account.requests).toBe(2);
  });

  it('is requested again after a failure', async () => {
    const { cache, account } = arrange();
    account.answer = () => Promise.reject(new Error('away'));
    await expect(cache.find('h')).rejects.toThrow('away');
    account.answer = () => Promise.resolve();
    expect(await cache.find('h')).toEqual(ann);
  });
});
