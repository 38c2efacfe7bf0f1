import { mkdtempSync } from 'node:fs';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SecretsFile } from '@carillon/stack';
import { prepareDemo } from './demo';

/** The part of the gateway that the demo uses. Records all resources that the demo creates. */
class StandInGateway {
  readonly made: string[] = [];
  users: unknown[] = [];
  groups: unknown[] = [];
  keys: string[] = [];
  members: unknown[] = [];
  /** The number of first requests that are refused, as if a service were unavailable. */
  unavailable = 0;
  private readonly server: Server = createServer((request, response) => {
    void this.answer(request).then(({ status, body }) =>
      response.writeHead(status).end(JSON.stringify(body)),
    );
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const operation = `${request.method ?? ''} ${request.url?.split('?')[0]?.replace('/api/v1', '') ?? ''}`;
    const body: unknown = JSON.parse((await text(request)) || 'null');
    if (this.unavailable-- > 0) return { status: 503, body: { code: 'service_unavailable' } };
    const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (!key.startsWith('car_op_') && !this.keys.includes(key)) {
      return { status: 401, body: { code: 'invalid_api_key' } };
    }
    if (request.method === 'POST') this.made.push(operation);
    return { status: 200, body: { data: this.data(operation, body) } };
  }

  private data(operation: string, body: unknown): Record<string, unknown> {
    const known: Record<string, () => Record<string, unknown>> = {
      'GET /operator/users': () => ({ users: this.users }),
      'POST /operator/users': () => ({ createUser: push(this.users, { _id: 'user', ...Object(body) }) }),
      'POST /operator/users/user/api-keys': () => ({
        createApiKey: { key: push(this.keys, 'car_live_new') },
      }),
      'GET /account': () => ({ account: { _id: 'user' } }),
      'GET /members': () => ({ members: this.members }),
      'POST /operator/users/user/members': () => ({ createMember: push(this.members, body) }),
      'GET /groups': () => ({ groups: this.groups }),
      'POST /groups': () => ({ createGroup: push(this.groups, { _id: 'group', ...Object(body) }) }),
      'POST /integrations': () => ({ createIntegration: {} }),
      'POST /subscribers': () => ({ subscribe: {} }),
    };
    return known[operation]?.() ?? {};
  }
}

function push<T>(list: T[], item: T): T {
  list.push(item);
  return item;
}

describe('preparing the demo', () => {
  const gateway = new StandInGateway();
  const file = join(mkdtempSync(join(tmpdir(), 'demo-')), 'secrets.json');
  const signIn = { email: 'demo@example.com', password: expect.stringMatching(/^[\w-]{16}$/) as string };
  const prepare = async (): Promise<unknown> =>
    prepareDemo(url, SecretsFile.open(file, {}), new AbortController().signal);
  let url: string;
  beforeAll(async () => {
    url = await gateway.listen();
  });
  afterAll(() => gateway.close());
  beforeEach(() => void (gateway.made.length = 0));

  it('creates a user, a key, integrations, a group, and a subscriber per channel when services are available', async () => {
    gateway.unavailable = 1;
    expect(await prepare()).toEqual({ apiKey: 'car_live_new', groupId: 'group', signIn });
    expect(gateway.made).toEqual([
      'POST /operator/users',
      'POST /operator/users/user/api-keys',
      'POST /integrations',
      'POST /integrations',
      'POST /groups',
      'POST /subscribers',
      'POST /subscribers',
      'POST /subscribers',
      'POST /operator/users/user/members',
    ]);
    expect(gateway.members).toEqual([{ ...signIn, name: 'Demo', role: 'owner' }]);
  });

  it('creates nothing at the next start', async () => {
    expect(await prepare()).toEqual({ apiKey: 'car_live_new', groupId: 'group', signIn });
    expect(gateway.made).toEqual([]);
  });

  it('starts over if the key is unknown because the database was replaced', async () => {
    Object.assign(gateway, { users: [], groups: [], keys: [], members: [] });
    expect(await prepare()).toEqual({ apiKey: 'car_live_new', groupId: 'group', signIn });
    expect(gateway.made).toContain('POST /operator/users');
  });
});
