import { hashApiKey } from '@carillon/vault';
import type { Payload } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { account } from './examples';
import { USER, keys, principals } from './callers';
import { Gateway } from './gateway';
import { ask, hardlyAny, left, newKey } from './limited-keys';

describe('two gateways', () => {
  let first: Gateway;
  let second: Gateway;
  const published: Payload<'limits.used'>[] = [];
  beforeAll(async () => {
    first = await Gateway.start({ 'user.get': () => account });
    second = await first.another();
    await first.others.overhear({ 'limits.used': (used) => void published.push(used) });
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });

  const publishedUse = (keyId: string): number =>
    published
      .flatMap(({ keys: uses }) => uses.filter(({ id }) => id === keyId))
      .reduce((sum, { used }) => sum + used, 0);

  it('count the use of one key together', async () => {
    const key = newKey(hardlyAny(1_000));
    for (let i = 0; i < 40; i++) await ask(first, key);
    let more = 0;
    await eventually(async () => left(await ask(second, key)) === 1_000 - 40 - ++more);
  });

  it('count their own use once', async () => {
    const key = newKey(hardlyAny(100));
    const keyId = principals.get(hashApiKey(key))?.keyId ?? '';
    for (let i = 0; i < 10; i++) await ask(first, key);
    await eventually(() => publishedUse(keyId) === 10);
    for (let more = 1; more <= 30; more++) {
      expect(left(await ask(first, key))).toBe(100 - 10 - more);
      await eventually(() => publishedUse(keyId) === 10 + more);
    }
  });

  it('admit as many requests over time as one would', async () => {
    const rate = { perSecond: 50, burst: 20 };
    const key = newKey(rate);
    const seconds = 3;
    const began = performance.now();
    const hammer = async (gateway: Gateway): Promise<number> => {
      let through = 0;
      while (performance.now() - began < seconds * 1_000) {
        const answers = await Promise.all(Array.from({ length: 5 }, () => ask(gateway, key)));
        through += answers.filter(({ status }) => status === 200).length;
      }
      return through;
    };
    const [atFirst, atSecond] = await Promise.all([hammer(first), hammer(second)]);
    const tookS = (performance.now() - began) / 1_000;
    const byOne = rate.burst + rate.perSecond * tookS;
    // The second burst, and the requests that are refilled until both gateways know each other's usage, which takes
    // less than a second.
    expect(atFirst + atSecond).toBeLessThanOrEqual(byOne + rate.burst + rate.perSecond);
    expect(atFirst + atSecond).toBeGreaterThan(rate.perSecond * seconds * 0.5);
  });

  it('both drop a revoked key immediately', async () => {
    const revoked = keys.otherUser;
    for (const gateway of [first, second]) expect((await ask(gateway, revoked)).status).toBe(200);
    const principal = principals.get(hashApiKey(revoked));
    principals.delete(hashApiKey(revoked));
    for (const gateway of [first, second]) expect((await ask(gateway, revoked)).status).toBe(200);
    await first.messenger.broadcast('access.changed', { userId: '5f000000000000000000000b' });
    const began = performance.now();
    for (const gateway of [first, second]) {
      await eventually(async () => (await ask(gateway, revoked)).status === 401);
    }
    expect(performance.now() - began).toBeLessThan(5_000);
    if (principal) principals.set(hashApiKey(revoked), principal);
  });
});

describe('a gateway without its broker', () => {
  it('continues to count by itself', async () => {
    const gateway = await Gateway.behindLink({ 'user.get': () => account });
    const key = newKey(hardlyAny(3));
    expect((await ask(gateway, key)).status).toBe(200);
    gateway.link?.cut();
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await ask(gateway, key)).status);
    expect(statuses).toEqual([503, 503, 429, 429]);
    await gateway.close();
  });
});

describe('a key in use', () => {
  it('is requested once for many requests', async () => {
    const gateway = await Gateway.start({ 'user.get': () => account }, { ACCESS_CACHE_MS: '60000' });
    const key = newKey('NONE');
    await ask(gateway, key);
    const before = gateway.requests.length;
    for (let round = 0; round < 20; round++) {
      await Promise.all(Array.from({ length: 25 }, () => ask(gateway, key)));
    }
    const names = gateway.requests.slice(before).map(({ name }) => name);
    expect(names.filter((name) => name === 'user.get')).toHaveLength(500);
    expect(names.filter((name) => name !== 'user.get')).toEqual([]);
    await gateway.close();
  });

  it('is refreshed without delaying requests', async () => {
    let answer = (): Promise<void> => Promise.resolve();
    const gateway = await Gateway.start(
      {
        'user.get': () => account,
        'account.authenticate': async ({ keyHash }) => {
          await answer();
          return { principal: principals.get(keyHash) ?? null };
        },
      },
      { ACCESS_CACHE_MS: '3000' },
    );
    const key = newKey('NONE', { userId: USER });
    await ask(gateway, key);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    answer = () => promise;
    await eventually(async () => {
      expect((await ask(gateway, key)).status).toBe(200);
      return gateway.payloads('account.authenticate').length === 2;
    });
    expect((await ask(gateway, key)).status).toBe(200);
    resolve(undefined);
    await gateway.close();
  });
});
