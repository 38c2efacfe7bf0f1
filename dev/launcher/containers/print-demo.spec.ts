import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printDemo } from './print-demo';

const LOGIN = `AC${'a'.repeat(32)}:token;SK${'b'.repeat(32)}:secret`;

/** A gateway that is unavailable for its first responses, and then has all requested resources. */
function standInGateway(requests: string[], away: number): Server {
  let left = away;
  const members: unknown[] = [];
  return createServer((request, response) => {
    const path = request.url?.replace('/api/v1', '').split('?')[0] ?? '';
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (left-- > 0) return void response.writeHead(503).end('{}');
      requests.push(`${request.method ?? ''} ${path} ${request.headers.authorization ?? 'nobody'} ${body}`);
      if (request.method === 'POST' && path.endsWith('/members')) members.push(JSON.parse(body));
      const data = {
        members,
        account: { _id: 'user' },
        users: [],
        groups: [{ _id: 'group', slug: 'friends' }],
        createUser: { _id: 'user' },
        createApiKey: { key: 'car_live_new' },
      };
      response.writeHead(200).end(JSON.stringify({ data }));
    });
  });
}

describe('the demo in containers', () => {
  const requests: string[] = [];
  const server = standInGateway(requests, 2);
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  const lines: string[] = [];
  const run = async (): Promise<string> => {
    lines.length = requests.length = 0;
    await printDemo(environment, (line) => lines.push(line));
    return lines.join('\n');
  };
  let environment: Record<string, string>;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    writeFileSync(join(folder, 'BOOTSTRAP_OPERATOR_KEY'), 'car_op_x\n');
    writeFileSync(join(folder, 'TWILIO_LOGIN'), `${LOGIN}\n`);
    mkdirSync(join(folder, 'carillon'));
    environment = {
      GATEWAY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      PUBLIC_URL: 'https://mail.example.com',
      INBOX_URL: 'http://127.0.0.1:8025',
      SECRETS: folder,
      CLIENT: join(folder, 'carillon'),
    };
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('waits for the gateway, creates the user, and prints all addresses', async () => {
    const text = await run();
    expect(text).toContain('Gateway   https://mail.example.com\n');
    expect(text).toContain('Inbox     http://127.0.0.1:8025\n');
    expect(text).toContain('API key   car_live_new\n');
    expect(text).toMatch(/Sign-in {3}demo@example\.com {2}[\w-]{16}\n/);
    expect(text).toContain('curl -sw');
    expect(text).toContain('docker compose run --rm carillon --help');
    expect(
      requests.filter((request) => request.startsWith('POST /operator/users Bearer car_op_x')),
    ).toHaveLength(1);
    const integration = requests.find((request) => request.startsWith('POST /integrations'));
    expect(integration).toContain(`"authToken":"token"`);
    expect(integration).toContain(`"apiKeySecret":"secret"`);
  });

  it('stores both keys for the command line, with restricted file permissions', () => {
    const file = join(folder, 'carillon', 'config.json');
    const url = environment.GATEWAY_URL ?? '';
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      current: url,
      places: { [url]: { apiKey: 'car_live_new', operatorKey: 'car_op_x' } },
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('creates nothing the second time, and prints the same text', async () => {
    const before = lines.join('\n');
    expect(await run()).toBe(before);
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([]);
  });
});
