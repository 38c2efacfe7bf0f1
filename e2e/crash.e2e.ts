import { newGroup, newUser, send, subscribeAll, type TestUser, unique } from '../dev/driver/arrange';
import { type Json, call, data, killService, until } from '../dev/driver/api';
import { receivedBy } from '../dev/driver/inbox';
import { isOneProcess, pidOf } from '@carillon/stack';

jest.setTimeout(150_000);

const PEOPLE = 3_000;

describe('a crash during a campaign', () => {
  let user: TestUser;

  beforeAll(async () => {
    user = await newUser();
  });

  const report = async (campaign: string): Promise<Json> =>
    (await data('GET', `/campaigns/${campaign}/report`, undefined, user.key)).report as Json;

  it.each(['email-worker', 'dispatcher', 'campaign'])('of the %s misses no recipient', async (service) => {
    const group = await newGroup(user);
    const name = unique('crash');
    const people = Array.from({ length: PEOPLE }, (_, n) => `${name}.${n}@example.com`);
    await subscribeAll(user, group, people);
    const campaign = await send(user, [group], { name: 'Crash', emailMessage: '<p>Hi</p>' });
    const mine = async (): Promise<string[]> =>
      [...(await receivedBy()).keys()].filter((to) => to.startsWith(name));
    await until('the first emails', 60, async () => (await mine()).length > 0);
    await killService(service);
    await until('the end', 90, async () => {
      const answer = await call('GET', `/campaigns/${campaign}/report`, undefined, user.key);
      return answer.status === 200 && (answer.body.data as { report: Json }).report.status === 'SENT';
    });
    expect((await mine()).sort()).toEqual([...people].sort());
    expect(await report(campaign)).toMatchObject({ total: PEOPLE, states: { SENT: PEOPLE } });
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The gateway must run while another service is down. */
const itApart = isOneProcess() ? it.skip : it;

describe('a service that is down', () => {
  itApart(
    'is reported as 503 with Retry-After long before the time limit, and recovers by itself',
    async () => {
      const user = await newUser();
      const askWhileDown = async () => {
        const pid = pidOf('subscriber');
        process.kill(pid, 'SIGKILL');
        await until('its death', 60, () => Promise.resolve(!isAlive(pid)));
        const answer = await call('GET', '/groups', undefined, user.key);
        expect(answer.milliseconds).toBeLessThan(10_000);
        return answer;
      };
      let refused = await askWhileDown();
      // On a busy machine, the launcher may have restarted the service before the answer, and it hasn't replied yet.
      for (let tries = 0; refused.status === 504 && tries < 3; tries++) {
        await until(
          'a new process',
          60,
          async () => (await call('GET', '/groups', undefined, user.key)).status === 200,
        );
        refused = await askWhileDown();
      }
      expect(refused.body).toMatchObject({ code: 'service_unavailable', status: 503 });
      expect(refused.headers['retry-after']).toMatch(/^\d+$/);
      await until(
        'its return',
        30,
        async () => (await call('GET', '/groups', undefined, user.key)).status === 200,
      );
    },
  );
});
