import type { KeyRate, Plan, Principal } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { FixedClock } from '@carillon/testing/clock';
import type { GatewayConfig } from '../../config';
import { KeyLimits } from './key-limits';
import { SharedLimits } from './shared-limits';

function arrange(config: Partial<GatewayConfig> = {}) {
  const clock = new FixedClock(new Date(0));
  const shared = new SharedLimits({} as unknown as Messenger, clock, Logger.create('gateway', 'silent'));
  const rates = { RATE_FREE: '100/s burst 200', RATE_UPGRADED: '1000/s burst 2000', ...config };
  return { clock, limits: new KeyLimits(shared, rates as GatewayConfig) };
}

const key = (rate: KeyRate = 'PLAN', plan: Plan = 'FREE', keyId = '5f00000000000000000000c1'): Principal => ({
  role: 'user',
  keyId,
  userId: '5f000000000000000000000a',
  plan,
  status: 'ACTIVE',
  scopes: [],
  rate,
});

describe('the limit of a key', () => {
  it.each([
    ['PLAN', 'FREE', 'q=200;w=2', 'r=199;t=2'],
    ['PLAN', 'UPGRADED', 'q=2000;w=2', 'r=1999;t=2'],
    [{ perSecond: 1, burst: 1 }, 'FREE', 'q=1;w=1', 'r=0;t=1'],
    [{ perSecond: 10, burst: 3 }, 'FREE', 'q=10;w=1', 'r=2;t=1'],
    [{ perSecond: 10, burst: 25 }, 'UPGRADED', 'q=30;w=3', 'r=24;t=3'],
    [{ perSecond: 3, burst: 1_000 }, 'FREE', 'q=1002;w=334', 'r=999;t=333'],
  ] as const)(
    '%j on the plan %s has the policy %s, and %s after one request',
    (rate, plan, policy, remaining) => {
      expect(arrange().limits.count(key(rate, plan))).toEqual({
        headers: { 'ratelimit-policy': `"default";${policy}`, ratelimit: `"default";${remaining}` },
        refusal: null,
      });
    },
  );

  it('counts down, refuses, and admits again in time', () => {
    const { limits, clock } = arrange();
    const count = () => limits.count(key());
    for (let i = 0; i < 99; i++) count();
    expect(count()?.headers.ratelimit).toBe('"default";r=100;t=1');
    for (let i = 0; i < 99; i++) count();
    expect(count()).toMatchObject({ headers: { ratelimit: '"default";r=0;t=1' }, refusal: null });
    const refused = count();
    expect(refused?.headers.ratelimit).toBe('"default";r=0;t=1');
    expect(refused?.refusal).toMatchObject({
      code: 'rate_limited',
      detail: 'This key can make 100 requests per second, with bursts of 200',
      afterS: 1,
    });
    clock.advance(9);
    expect(count()?.refusal).not.toBeNull();
    clock.advance(1);
    expect(count()?.refusal).toBeNull();
  });

  it('is separate for each key', () => {
    const { limits } = arrange({ RATE_FREE: '1/s burst 1' });
    expect(limits.count(key())?.refusal).toBeNull();
    expect(limits.count(key())?.refusal).not.toBeNull();
    expect(limits.count(key('PLAN', 'FREE', '5f00000000000000000000c2'))?.refusal).toBeNull();
  });

  it('changes with the plan, and keeps the use', () => {
    const { limits } = arrange({ ACCOUNT_RATE_UPGRADED: 'none' });
    for (let i = 0; i < 250; i++) limits.count(key());
    expect(limits.count(key('PLAN', 'UPGRADED'))?.headers.ratelimit).toBe('"default";r=1799;t=2');
  });

  it('is absent for an operator’s key, for an unlimited key, and on an unlimited plan', () => {
    const { limits } = arrange({ RATE_FREE: 'none' });
    expect(limits.count({ role: 'operator', keyId: '5f00000000000000000000c9' })).toBeNull();
    expect(limits.count(key('NONE', 'UPGRADED'))).toBeNull();
    expect(limits.count(key())).toBeNull();
    expect(limits.count(key({ perSecond: 1, burst: 1 }))).not.toBeNull();
  });
});

describe('the limit of an account', () => {
  const keyOf = (n: number) => key('PLAN', 'FREE', String(n).padStart(24, '0'));

  it('is twice the limit of a key, regardless of the number of keys', () => {
    const { limits, clock } = arrange();
    const admitted = (from: number): number =>
      Array.from({ length: 1_000 }, (_, n) => limits.count(keyOf(from + (n % 50)))).filter(
        (counted) => counted?.refusal === null,
      ).length;
    expect(admitted(0)).toBe(400);
    expect(limits.count(keyOf(999))).toMatchObject({
      headers: { 'ratelimit-policy': '"default";q=400;w=2', ratelimit: '"default";r=0;t=1' },
      refusal: {
        code: 'rate_limited',
        detail: 'All keys of this account together can make 200 requests per second, with bursts of 400',
        afterS: 1,
      },
    });
    clock.advance(1_000);
    expect(admitted(100)).toBe(200);
  });

  it('does not use up the limit of a key when it rejects a request', () => {
    const { limits, clock } = arrange({ RATE_FREE: '1/s burst 10', ACCOUNT_RATE_FREE: '10/s burst 10' });
    for (let n = 0; n < 10; n++) limits.count(keyOf(n));
    for (let n = 0; n < 10; n++) expect(limits.count(keyOf(11))?.refusal).not.toBeNull();
    clock.advance(1_000);
    for (let n = 0; n < 10; n++) expect(limits.count(keyOf(11))?.refusal).toBeNull();
  });

  it("is reported as soon as less of it is left than of the key's limit", () => {
    const { limits } = arrange();
    for (let n = 0; n < 150; n++) limits.count(keyOf(1));
    for (let n = 0; n < 150; n++) limits.count(keyOf(2));
    expect(limits.count(keyOf(1))?.headers.ratelimit).toBe('"default";r=49;t=1');
    expect(limits.count(keyOf(3))?.headers.ratelimit).toBe('"default";r=98;t=1');
  });

  it('is separate for each account, and does not include keys with their own rate', () => {
    const { limits } = arrange({ ACCOUNT_RATE_FREE: '1/s burst 1' });
    expect(limits.count(keyOf(1))?.refusal).toBeNull();
    expect(limits.count(keyOf(2))?.refusal).not.toBeNull();
    expect(
      limits.count({ ...keyOf(3), userId: '5f000000000000000000000b' } as Principal)?.refusal,
    ).toBeNull();
    const own = key({ perSecond: 5, burst: 5 });
    for (let n = 0; n < 5; n++) expect(limits.count(own)?.refusal).toBeNull();
  });

  it('can be set if keys have none, and can be absent', () => {
    const of = (config: Partial<GatewayConfig>) => {
      const { limits } = arrange(config);
      return [1, 2, 3].map((n) => limits.count(keyOf(n))?.refusal === null);
    };
    expect(of({ RATE_FREE: 'none', ACCOUNT_RATE_FREE: '1/s burst 2' })).toEqual([true, true, false]);
    expect(of({ RATE_FREE: '1/s burst 1', ACCOUNT_RATE_FREE: 'none' })).toEqual([true, true, true]);
  });
});

describe('the creation of keys', () => {
  it('is limited for each user', () => {
    const { limits, clock } = arrange();
    const mint = () => limits.countMinting('5f000000000000000000000a');
    for (let n = 0; n < 60; n++) mint();
    expect(mint).toThrow('Too many keys were created for this account');
    expect(() => limits.countMinting('5f000000000000000000000b')).not.toThrow();
    clock.advance(10_000);
    mint();
    expect(mint).toThrow('Too many keys');
  });
});
