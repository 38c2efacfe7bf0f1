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
  const account = { principal: ann as Principal | null, asked: 0, answer: () => Promise.resolve() };
  const request = async (): Promise<{ principal: Principal | null }> => {
    account.asked += 1;
    const { principal } = account;
    await account.answer();
    return { principal };
  };
  const gaps: (() => void)[] = [];
  const server = { onBroadcastGap: (listener: () => void) => gaps.push(listener) };
  const known = new PrincipalCache(
    { request } as unknown as Messenger,
    clock,
    { ACCESS_CACHE_MS: 10_000 } as GatewayConfig,
    server as unknown as MessagingServer,
  );
  return { known, clock, account, gaps };
}

/** Resolves when all received replies are processed. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the principal of a key', () => {
  it('is requested once in ten seconds', async () => {
    const { known, clock, account } = arrange();
    expect(known.known('h')).toBeUndefined();
    expect(await known.find('h')).toEqual(ann);
    clock.advance(9_999);
    expect(known.known('h')).toEqual(ann);
    expect(account.asked).toBe(1);
  });

  it('is requested again after that, once, in the background', async () => {
    const { known, clock, account } = arrange();
    await known.find('h');
    clock.advance(10_000);
    account.principal = { ...ann, plan: 'UPGRADED' };
    for (let i = 0; i < 5; i++) expect(known.known('h')).toEqual(ann);
    expect(account.asked).toBe(2);
    await settled();
    expect(known.known('h')).toMatchObject({ plan: 'UPGRADED' });
    clock.advance(9_999);
    known.known('h');
    expect(account.asked).toBe(2);
  });

  it('is valid for half a minute without replies, requested once a second, and no longer', async () => {
    const { known, clock, account } = arrange();
    await known.find('h');
    account.answer = () => Promise.reject(new Error('away'));
    clock.advance(10_000);
    for (let ms = 0; ms < 20_000; ms += 100) {
      expect(known.known('h')).toEqual(ann);
      await settled();
      clock.advance(100);
    }
    expect(account.asked).toBe(21);
    expect(known.known('h')).toBeUndefined();
    await expect(known.find('h')).rejects.toThrow('away');
  });

  it('is unknown as soon as a reply states it', async () => {
    const { known, clock, account } = arrange();
    await known.find('h');
    account.principal = null;
    clock.advance(10_000);
    known.known('h');
    await settled();
    expect(known.known('h')).toBeNull();
  });

  it('is not restored by a reply from before it was dropped', async () => {
    const { known, clock, account } = arrange();
    await known.find('h');
    clock.advance(10_000);
    let late: () => void = () => undefined;
    account.answer = () => new Promise<void>((resolve) => (late = resolve));
    known.known('h');
    known.forgetUser(ann.userId);
    late();
    await settled();
    expect(known.known('h')).toBeUndefined();
  });

  it('is not evicted by unknown keys', async () => {
    const { known, account } = arrange();
    await known.find('h');
    account.principal = null;
    for (let i = 0; i < 25_000; i++) await known.find(`made up ${i}`);
    expect(known.known('h')).toEqual(ann);
  });

  it('can be requested in a different way', async () => {
    const { known, account } = arrange();
    expect(await known.find('h', () => Promise.resolve(ann))).toEqual(ann);
    expect(known.known('h')).toEqual(ann);
    expect(account.asked).toBe(0);
  });

  it('is cached only briefly if the key is unknown', async () => {
    const { known, clock, account } = arrange();
    account.principal = null;
    expect(await known.find('h')).toBeNull();
    clock.advance(999);
    await known.find('h');
    expect(account.asked).toBe(1);
    clock.advance(1);
    await known.find('h');
    expect(account.asked).toBe(2);
  });

  it('is dropped when that user’s access changes, and not when another’s does', async () => {
    const { known, account } = arrange();
    await known.find('h');
    known.forgetUser('5f000000000000000000000b');
    await known.find('h');
    expect(account.asked).toBe(1);
    known.forgetUser(ann.userId);
    await known.find('h');
    expect(account.asked).toBe(2);
  });

  it('is not cached if it changed during the request', async () => {
    const { known, account } = arrange();
    account.answer = () => Promise.resolve().then(() => known.forgetUser(ann.userId));
    await known.find('h');
    account.answer = () => Promise.resolve();
    await known.find('h');
    expect(account.asked).toBe(2);
  });

  it('is requested again after a change, even if an older request is in progress', async () => {
    const { known, account } = arrange();
    let late: () => void = () => undefined;
    account.answer = () => new Promise<void>((resolve) => (late = resolve));
    const before = known.find('h');
    known.forgetUser(ann.userId);
    account.principal = null;
    account.answer = () => Promise.resolve();
    const after = known.find('h');
    late();
    expect(await before).toEqual(ann);
    expect(await after).toBeNull();
    expect(await known.find('h')).toBeNull();
    expect(account.asked).toBe(2);
  });

  it('is requested once for all concurrent callers', async () => {
    const { known, account } = arrange();
    expect(await Promise.all([known.find('h'), known.find('h')])).toEqual([ann, ann]);
    expect(account.asked).toBe(1);
  });

  it('is dropped for all keys if broadcasts may have been missed', async () => {
    const { known, account, gaps } = arrange();
    await known.find('h');
    for (const listener of gaps) listener();
    await known.find('h');
    expect(account.asked).toBe(2);
  });

  it('is requested again after a failure', async () => {
    const { known, account } = arrange();
    account.answer = () => Promise.reject(new Error('away'));
    await expect(known.find('h')).rejects.toThrow('away');
    account.answer = () => Promise.resolve();
    expect(await known.find('h')).toEqual(ann);
  });
});
