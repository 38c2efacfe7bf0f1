import { newUser } from '../dev/driver/arrange';
import { type Answer, call, data, text, until } from '../dev/driver/api';
import { stack } from '@carillon/stack';

const rateLimit = ({ headers }: Answer): unknown[] => [headers['ratelimit-policy'], headers.ratelimit];
const readAccount = (key: string): Promise<Answer> => call('GET', '/account', undefined, key);

describe('the limit of a key', () => {
  it('does not apply to the keys in stack.json and of tests', async () => {
    const { apiKey, operatorKey } = stack();
    const answers = [
      await readAccount(apiKey),
      await readAccount((await newUser()).key),
      await call('GET', '/operator/users?limit=1', undefined, operatorKey),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(rateLimit)).toEqual(answers.map(() => [undefined, undefined]));
  });

  it('follows the plan of the key’s user, as soon as the plan changes', async () => {
    const user = await newUser('FREE');
    const made = await data('POST', '/api-keys', { name: 'own' }, user.key);
    const key = text(made, 'createApiKey', 'key');
    expect(rateLimit(await readAccount(key))).toEqual(['"default";q=200;w=2', '"default";r=199;t=2']);
    await data('PATCH', `/operator/users/${user.id}`, { plan: 'UPGRADED' }, stack().operatorKey);
    await until('the new plan', 60, async () => {
      const [policy] = rateLimit(await readAccount(key));
      return policy === '"default";q=2000;w=2' ? policy : null;
    });
  });

  it("is the key's own if the operator set one", async () => {
    const user = await newUser();
    const slow = { name: 'slow', ratePerSecond: 1, burst: 2 };
    const path = `/operator/users/${user.id}/api-keys`;
    const key = text(await data('POST', path, slow, stack().operatorKey), 'createApiKey', 'key');
    const answers = [];
    for (let i = 0; i < 20; i++) answers.push(await readAccount(key));
    const refused = answers.find(({ status }) => status === 429);
    expect(answers[0]?.status).toBe(200);
    expect(refused?.body).toMatchObject({ code: 'rate_limited' });
    expect(refused?.headers).toMatchObject({
      'retry-after': '1',
      'ratelimit-policy': '"default";q=2;w=2',
      ratelimit: '"default";r=0;t=1',
    });
  });
});
