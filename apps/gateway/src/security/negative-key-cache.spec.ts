import { AppError, type Principal } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { NegativeKeyCache } from './negative-key-cache';

const operator: Principal = { role: 'operator', keyId: '5f00000000000000000000c9' };

function arrange() {
  const requests: string[][] = [];
  const account = { isAway: false };
  const request = (_name: string, { keyHashes }: { keyHashes: string[] }) => {
    requests.push(keyHashes);
    if (account.isAway) return Promise.reject(new AppError('service_unavailable'));
    const good = keyHashes.filter((keyHash) => keyHash.startsWith('good'));
    return Promise.resolve({ found: good.map((keyHash) => ({ keyHash, principal: operator })) });
  };
  const keys = new NegativeKeyCache({ request } as unknown as Messenger);
  return { keys, requests, account };
}

describe('suspect keys', () => {
  it('are combined into one request per moment, which finds the valid ones', async () => {
    const { keys, requests } = arrange();
    const answers = ['wrong 1', 'good', 'wrong 2', 'good'].map((keyHash) => keys.find(keyHash));
    expect(await Promise.all(answers)).toEqual([null, operator, null, operator]);
    expect(requests).toEqual([['wrong 1', 'good', 'wrong 2']]);
  });

  it('are looked up at most ten times a second, regardless of their number', async () => {
    const { keys, requests } = arrange();
    const began = performance.now();
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 50 }, (_, i) => keys.find(`wrong ${round} ${i}`)));
    }
    expect(requests).toHaveLength(3);
    expect(performance.now() - began).toBeGreaterThan(190);
  });

  it('are looked up a thousand at a time', async () => {
    const { keys, requests } = arrange();
    await Promise.all(Array.from({ length: 1_500 }, (_, i) => keys.find(`wrong ${i}`)));
    expect(requests.map(({ length }) => length)).toEqual([1_000, 500]);
  });

  it('are not reported as unknown while lookups fail, and are looked up again after that', async () => {
    const { keys, account } = arrange();
    account.isAway = true;
    await expect(Promise.all([keys.find('good'), keys.find('wrong')])).rejects.toThrow(AppError);
    account.isAway = false;
    expect(await keys.find('good')).toEqual(operator);
  });
});
