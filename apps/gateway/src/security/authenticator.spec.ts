import { Logger } from '@carillon/platform';
import { hashApiKey, mintApiKey } from '@carillon/vault';
import { AppError, type Principal } from '@carillon/contracts';
import type { Messenger, MessagingServer } from '@carillon/messaging';
import { FixedClock } from '@carillon/testing/clock';
import type { GatewayConfig } from '../config';
import { SharedLimits } from '../http/rate-limits/shared-limits';
import { FailedAuthenticationLimiter } from '../http/rate-limits/failed-authentication-limiter';
import { Authenticator } from './authenticator';
import { NegativeKeyCache } from './negative-key-cache';
import { KeyUses } from './key-uses';
import { PrincipalCache } from './principal-cache';
import { SessionToken } from './session-token';

const HERE = '192.0.2.1';
const goodKeys = Array.from({ length: 60 }, () => mintApiKey('operator'));
const [good = ''] = goodKeys;
const principals = new Map(
  goodKeys.map((key, i): [string, Principal] => [
    hashApiKey(key),
    { role: 'operator', keyId: String(i).padStart(24, '0') },
  ]),
);

function arrange() {
  const clock = new FixedClock(new Date(0));
  const account = { requests: [] as string[], isAway: false };
  const request = (name: string, { keyHash, keyHashes = [] }: { keyHash?: string; keyHashes?: string[] }) => {
    account.requests.push(name);
    if (account.isAway) return Promise.reject(new AppError('service_unavailable'));
    const found = keyHashes.flatMap((hash) => {
      const principal = principals.get(hash);
      return principal ? [{ keyHash: hash, principal }] : [];
    });
    return Promise.resolve({ found, principal: principals.get(keyHash ?? '') ?? null });
  };
  const messenger = { request } as unknown as Messenger;
  const log = Logger.create('gateway', 'silent');
  const doubtful = new NegativeKeyCache(messenger);
  const cache = new PrincipalCache(
    messenger,
    clock,
    { ACCESS_CACHE_MS: 10_000 } as GatewayConfig,
    { onBroadcastGap: () => undefined } as unknown as MessagingServer,
  );
  const failedAuthentications = new FailedAuthenticationLimiter(
    new SharedLimits(messenger, clock, log),
    clock,
    {
      FAILED_AUTHENTICATIONS_PER_MINUTE: 30,
    } as GatewayConfig,
  );
  const uses = new KeyUses(messenger, clock, log);
  const authenticator = new Authenticator(cache, doubtful, failedAuthentications, uses, clock);
  const come = async (key: string, from = HERE): Promise<string> => {
    const sent = key === '' ? undefined : `Bearer ${key}`;
    const answer = authenticator.identify(sent, () => from);
    return answer.then(
      ({ role }) => role,
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
  };
  const comeTimes = async (
    times: number,
    key = () => mintApiKey('user'),
  ): Promise<Record<string, number>> => {
    const outcomes: Record<string, number> = {};
    for (let i = 0; i < times; i++) {
      const outcome = await come(key());
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    return outcomes;
  };
  return {
    come,
    comeTimes,
    authenticator,
    uses,
    clock,
    account,
  };
}

describe('invalid keys', () => {
  it('are rejected thirty times as invalid, and then as too many, for some time', async () => {
    const { comeTimes, clock } = arrange();
    expect(await comeTimes(35)).toEqual({ invalid_api_key: 30, rate_limited: 5 });
    clock.advance(2_000);
    expect(await comeTimes(2)).toEqual({ invalid_api_key: 1, rate_limited: 1 });
    clock.advance(60_000);
    expect(await comeTimes(31)).toEqual({ invalid_api_key: 30, rate_limited: 1 });
  });

  it('count even if their form is invalid, or they are cached as unknown', async () => {
    const { comeTimes, account } = arrange();
    expect(await comeTimes(15, () => 'nonsense')).toEqual({ invalid_api_key: 15 });
    const revoked = mintApiKey('user');
    expect(await comeTimes(20, () => revoked)).toEqual({ invalid_api_key: 15, rate_limited: 5 });
    expect(account.requests).toEqual(['account.authenticate']);
  });

  it('do not affect other networks', async () => {
    const { come, comeTimes } = arrange();
    await comeTimes(31, () => 'nonsense');
    expect(await come('nonsense', '192.0.2.2')).toBe('invalid_api_key');
  });

  it('do not block a valid one from the same network, cached or not', async () => {
    const { come, comeTimes } = arrange();
    await come(good);
    await comeTimes(31, () => 'nonsense');
    expect(await come(good)).toBe('operator');
    expect(await Promise.all(goodKeys.map((key) => come(key)))).toEqual(goodKeys.map(() => 'operator'));
  });

  it('cost the account service one request for many when there are too many', async () => {
    const { come, comeTimes, account } = arrange();
    await comeTimes(30);
    account.requests = [];
    const outcomes = await Promise.all(Array.from({ length: 500 }, () => come(mintApiKey('user'))));
    expect(new Set(outcomes)).toEqual(new Set(['rate_limited']));
    expect(account.requests).toEqual(['account.authenticate-many']);
  });
});

describe('unknown keys', () => {
  it('cost no more requests if each comes from another network, and do not block valid ones', async () => {
    const { come, account } = arrange();
    const from = (i: number): string => `192.0.${Math.floor(i / 250)}.${i % 250}`;
    const wrong = Array.from({ length: 900 }, (_, i) => come(mintApiKey('user'), from(i)));
    const right = goodKeys.map((key, i) => come(key, from(1_000 + i)));
    expect(new Set(await Promise.all(wrong))).toEqual(new Set(['invalid_api_key']));
    expect(new Set(await Promise.all(right))).toEqual(new Set(['operator']));
    const alone = account.requests.filter((name) => name === 'account.authenticate');
    expect([alone.length, account.requests.length]).toEqual([200, 201]);
  });
});

describe('a key that does not count as invalid', () => {
  it('is a missing one', async () => {
    const { comeTimes } = arrange();
    expect(await comeTimes(40, () => '')).toEqual({ missing_api_key: 40 });
    expect(await comeTimes(1, () => 'nonsense')).toEqual({ invalid_api_key: 1 });
  });

  it('is a valid one that was not cached', async () => {
    const { come, comeTimes } = arrange();
    for (const key of goodKeys) await come(key);
    expect(await comeTimes(31, () => 'nonsense')).toEqual({ invalid_api_key: 30, rate_limited: 1 });
  });

  it('is one that cannot be checked', async () => {
    const { comeTimes, account } = arrange();
    account.isAway = true;
    expect(await comeTimes(40)).toEqual({ service_unavailable: 40 });
    account.isAway = false;
    expect(await comeTimes(30)).toEqual({ invalid_api_key: 30 });
  });
});

describe('the use of a key', () => {
  const needed = { role: 'operator', scope: 'read' } as const;
  const expiresAt = '1970-01-01T00:00:01.000Z';
  const limited: Principal = { role: 'operator', keyId: 'f'.repeat(24), expiresAt, networks: [HERE] };

  it.each([
    ['is noted where the key is admitted', 0, HERE, needed, 1],
    ['is noted where the key lacks a right', 0, HERE, { ...needed, role: 'user' }, 1],
    ['is not counted after the end of the key', 1_000, HERE, needed, 0],
    ['is not counted from another network', 0, '192.0.2.2', needed, 0],
  ] as const)('%s', (_, later, address, operation, times) => {
    const { authenticator, uses, clock } = arrange();
    const note = jest.spyOn(uses, 'note');
    clock.advance(later);
    try {
      authenticator.admit(limited, operation, () => address);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
    }
    expect(note).toHaveBeenCalledTimes(times);
  });

  it('excludes checks of open streams and forbidden requests of a session', async () => {
    const { authenticator, uses } = arrange();
    const note = jest.spyOn(uses, 'note');
    const token = SessionToken.mint();
    const signedIn = {
      sessionId: '5'.repeat(24),
      loginId: '6'.repeat(24),
      name: 'Ada',
      role: 'viewer',
    } as const;
    const account = {
      keyId: '7'.repeat(24),
      userId: '8'.repeat(24),
      plan: 'FREE',
      status: 'ACTIVE',
    } as const;
    const person: Principal = {
      role: 'user',
      ...account,
      rate: 'PLAN',
      scopes: ['read'],
      signedIn,
    };
    principals.set(token.hash, person);
    const reading = { role: 'user', scope: 'read' } as const;
    const writing = { role: 'user', scope: 'write' } as const;
    await authenticator.authenticate(token, reading, () => HERE);
    expect(() => authenticator.admit(person, writing, () => HERE)).toThrow(AppError);
    expect(note).not.toHaveBeenCalled();
    authenticator.admit(person, reading, () => HERE);
    expect(note.mock.calls).toEqual([[signedIn.sessionId]]);
  });

  it('is not counted before the purpose of the key is known', async () => {
    const { come, uses } = arrange();
    const note = jest.spyOn(uses, 'note');
    await come(good);
    expect(note).not.toHaveBeenCalled();
  });
});
