import { type TestUser, newGroup, newUser, subscribe, unique } from '../dev/driver/arrange';
import { type Json, data, killService, list, text, until } from '../dev/driver/api';
import { receivedBy } from '../dev/driver/inbox';
import { isOneProcess, pidOf, stack } from '@carillon/stack';

jest.setTimeout(120_000);

interface Answer {
  status: number;
  isReplay: boolean;
  body: Json;
}

/** Sends a request with an Idempotency-Key. Returns null if the gateway does not respond. */
async function post(path: string, body: Json, user: TestUser, key: string): Promise<Answer | null> {
  const headers = {
    authorization: `Bearer ${user.key}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  const url = `${stack().gatewayUrl}/api/v1${path}`;
  try {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const isReplay = response.headers.get('idempotency-replayed') === 'true';
    return { status: response.status, isReplay, body: (await response.json()) as Json };
  } catch {
    return null;
  }
}

/** The campaign service must be frozen while the gateway runs. */
const itApart = isOneProcess() ? it.skip : it;

describe('a request whose gateway is killed', () => {
  itApart('can be repeated with its key, and creates and sends one campaign', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    const name = unique('repeat');
    const address = `${name}@example.com`;
    await subscribe(user, group, address);
    const campaign = { name, emailMessage: '<p>Hi</p>', groups: [group.id], isStarted: true };
    const create = (): Promise<Answer | null> => post('/campaigns/create', campaign, user, name);

    const service = pidOf('campaign');
    process.kill(service, 'SIGSTOP');
    try {
      const both = [create(), create()];
      expect(await Promise.race(both)).toMatchObject({ status: 409 });
      await killService('gateway');
      expect((await Promise.all(both)).filter((answer) => answer === null)).toHaveLength(1);
    } finally {
      process.kill(service, 'SIGCONT');
    }

    const answer = await until('a response', 60, async () => {
      const repeated = await create();
      return repeated?.status === 201 ? repeated : null;
    });
    const id = text(answer.body, 'data', 'createCampaign', '_id');
    expect(await create()).toEqual({ ...answer, isReplay: true });
    const campaigns = list(await data('GET', '/campaigns', undefined, user.key), 'campaigns');
    expect(campaigns.map(({ _id }) => _id)).toEqual([id]);
    await until('its end', 60, async () => {
      const { report } = await data('GET', `/campaigns/${id}/report`, undefined, user.key);
      return (report as Json).status === 'SENT';
    });
    expect((await receivedBy()).get(address)).toBe(1);
  });
});
