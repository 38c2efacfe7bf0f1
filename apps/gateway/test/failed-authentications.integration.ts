import { mintApiKey } from '@carillon/vault';
import { eventually } from '@carillon/testing';
import { account } from './examples';
import { keys } from './callers';
import { Gateway } from './gateway';
import type { Answer } from './answer';
import { ask, codeOf, newKey } from './limited-keys';

const START: Record<string, string> = { TRUSTED_PROXIES: '127.0.0.1' };

/** Guesses from an address that the proxy reports, which these tests simulate. */
async function guess(gateway: Gateway, times: number, from: string): Promise<Answer[]> {
  const answers = [];
  for (let i = 0; i < times; i++) answers.push(await come(gateway, mintApiKey('user'), from));
  return answers;
}

const come = (gateway: Gateway, key: string, from: string): Promise<Answer> =>
  ask(gateway, key, ['GET', '/account'], { headers: { 'x-forwarded-for': from } });

const statuses = (answers: Answer[]): number[] => answers.map(({ status }) => status);
const all = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

describe('invalid keys', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await Gateway.start({ 'user.get': () => account }, START);
  });
  afterAll(() => gateway.close());

  it('get 401 thirty times, and then 429 with the time to wait', async () => {
    // Another guess is allowed every two seconds, so a slow machine needs more guesses.
    const answers = await guess(gateway, 80, '192.0.2.1');
    const refused = answers.filter(({ status }) => status === 429);
    expect(statuses(answers.slice(0, 30))).toEqual(all(30, 401));
    expect(refused.length).toBeGreaterThan(3);
    for (const { headers, body } of refused) {
      expect(['1', '2']).toContain(headers['retry-after']);
      expect(headers).not.toHaveProperty('ratelimit');
      expect(headers).not.toHaveProperty('www-authenticate');
      expect(body).toMatchObject({ code: 'rate_limited', errors: [] });
    }
  });

  it('do not block a valid one from the same address, cached or not', async () => {
    const valid = newKey('NONE');
    await come(gateway, valid, '192.0.2.2');
    await guess(gateway, 31, '192.0.2.2');
    expect((await come(gateway, valid, '192.0.2.2')).status).toBe(200);
    expect((await come(gateway, newKey('NONE'), '192.0.2.2')).status).toBe(200);
    expect((await come(gateway, keys.suspended, '192.0.2.2')).status).toBe(403);
  });

  it('are counted per address, or per IPv6 network', async () => {
    const strict = await gateway.another({ ...START, FAILED_AUTHENTICATIONS_PER_MINUTE: '1' });
    const answers = [];
    for (const from of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1', '192.0.2.3'])
      answers.push(...(await guess(strict, 1, from)));
    expect(statuses(answers)).toEqual([401, 429, 401, 401]);
    await strict.close();
  });

  it('do not include missing ones', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.4' };
    const sent = Array.from({ length: 40 }, () => gateway.plain('GET', '/api/v1/account', { headers }));
    expect(new Set((await Promise.all(sent)).map(codeOf))).toEqual(new Set(['missing_api_key']));
    expect(statuses(await guess(gateway, 1, '192.0.2.4'))).toEqual([401]);
  });

  it('cost the account service few requests when there are too many', async () => {
    await guess(gateway, 31, '192.0.2.5');
    const before = gateway.requests.length;
    const flood = Array.from({ length: 300 }, () => guess(gateway, 1, '192.0.2.5'));
    const answers = (await Promise.all(flood)).flat();
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(290);
    // Keys that arrive together share a request: fewer at a time on a busy machine.
    expect(gateway.requests.length - before).toBeLessThan(flood.length / 2);
  });

  it('are counted by all gateways together', async () => {
    const second = await gateway.another(START);
    let published = 0;
    await gateway.others.overhear({
      'limits.used': ({ failedAuthentications }) => {
        for (const { id, used } of failedAuthentications)
          published += id === 'wrong-key 192.0.2.6' ? used : 0;
      },
    });
    await guess(second, 1, '192.0.2.7');
    await guess(gateway, 30, '192.0.2.6');
    await eventually(() => published === 30);
    let tries = 0;
    await eventually(async () => {
      tries += 1;
      return statuses(await guess(second, 1, '192.0.2.6'))[0] === 429;
    });
    // A single gateway would need thirty more.
    expect(tries).toBeLessThan(20);
    expect(statuses(await guess(second, 1, '192.0.2.7'))).toEqual([401]);
    await second.close();
  });

  it('are not counted by an address that the client claims', async () => {
    const own = await gateway.another({ FAILED_AUTHENTICATIONS_PER_MINUTE: '1' });
    const answers = [...(await guess(own, 1, '192.0.2.8')), ...(await guess(own, 1, '192.0.2.9'))];
    expect(statuses(answers)).toEqual([401, 429]);
    await own.close();
  });
});
