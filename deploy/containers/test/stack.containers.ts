import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { data, list, text, until } from '../../../dev/driver/api';
import { type TestUser, newGroup, newUser, send, unique } from '../../../dev/driver/arrange';
import { NDJSON, finished, upload } from '../../../dev/driver/files';
import { inboxOf, receivedBy } from '../../../dev/driver/inbox';
import { describeWith } from '../../../dev/testing/src/fetched-programs';
import { stack as running } from '@carillon/stack';
import { ComposeStack, documentedUpdate, lines } from './compose';

/** Long time limits, because the tests build images and services wait for each other. No test measures speed. */
jest.setTimeout(900_000);

const PATIENCE_S = 300;
const APPS = [
  'account',
  'subscriber',
  'campaign',
  'dispatcher',
  'gateway',
  'email-worker',
  'whatsapp-worker',
  'sms-worker',
  'bounce-receiver',
  'webhook-worker',
];
/** EMAIL_CONNECTIONS: the default number of concurrent sends from one worker to one server. */
const AT_ONCE = 20;

const started = performance.now();
const note = (line: string): void =>
  void process.stderr.write(`containers, ${Math.round((performance.now() - started) / 1000)} s: ${line}\n`);

describeWith('docker', 'docker-compose.yml in Docker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'containers-'));
  const stack = new ComposeStack(folder);
  const previous = process.env.CARILLON_FOLDER;

  beforeAll(async () => {
    await stack.takePorts();
    note('builds the image');
    await stack.build('1.0.0');
    note('docker compose up');
    // In these tests, the sandbox is also the mail server of a user.
    Object.assign(stack.variables, { ALLOW_PRIVATE_SMTP_HOSTS: 'true' });
    await stack.up();
    await isReady();
    const printed = await stack.compose('run', '--rm', 'setup', 'print');
    const [, operatorKey = ''] = /^BOOTSTRAP_OPERATOR_KEY=(.*)$/m.exec(printed) ?? [];
    const { GATEWAY_PORT = '', INBOX_PORT = '' } = stack.variables;
    const urls = {
      gatewayUrl: `http://127.0.0.1:${GATEWAY_PORT}`,
      inboxUrl: `http://127.0.0.1:${INBOX_PORT}`,
    };
    writeFileSync(join(folder, 'stack.json'), JSON.stringify({ ...urls, operatorKey, apiKey: operatorKey }));
    process.env.CARILLON_FOLDER = folder;
  });

  afterAll(async () => {
    if (previous === undefined) delete process.env.CARILLON_FOLDER;
    else process.env.CARILLON_FOLDER = previous;
    note('docker compose down');
    await stack.down();
    rmSync(folder, { recursive: true });
  });

  /** The demo's container exits when all services that it needs respond. */
  const isReady = () =>
    until(
      'the end of the demo',
      PATIENCE_S,
      async () => {
        const log = await stack.compose('logs', '--no-log-prefix', 'demo');
        return log.includes('Carillon is ready.');
      },
      1_000,
    );

  it('prints the first steps, like `npm start`', async () => {
    const log = await stack.compose('logs', '--no-log-prefix', 'demo');
    expect(log).toContain(`http://127.0.0.1:${stack.variables.GATEWAY_PORT ?? ''}`);
    expect(log).toMatch(/car_\w+/);
  });

  jest.requireActual<object>('../../../e2e/contract.e2e');

  it('distributes the work to four email workers', async () => {
    Object.assign(stack.variables, { EMAIL_WORKERS: '4' });
    await stack.compose('up', '--detach', '--no-build');
    await until('four workers that are ready', PATIENCE_S, areReady);
    const before = await stack.counted('email-worker', 'carillon_sends_total');
    const campaign = await begin(4_000);
    await campaign.ended();
    const after = await stack.counted('email-worker', 'carillon_sends_total');
    const each = after.map((count, n) => count - (before[n] ?? 0));
    note(`four email workers sent ${each.join(', ')} of 4000`);
    expect(each).toHaveLength(4);
    expect(Math.min(...each)).toBeGreaterThan(0);
    expect(await campaign.received()).toEqual(new Map(campaign.people.map((person) => [person, 1])));
  });

  it('misses no recipient when a worker, the broker, and the database are killed during a campaign', async () => {
    const campaign = await begin(3_000, 20);
    for (const service of ['email-worker', 'broker', 'database']) {
      await campaign.goesOn();
      const [victim = ''] = await stack.containers(service);
      note(`kill -9 of ${service}`);
      await stack.crash(victim);
    }
    await campaign.goesOn();
    await campaign.speedUp();
    await campaign.ended();
    const received = await campaign.received();
    expect([...received.keys()].sort()).toEqual([...campaign.people].sort());
    // Emails that the killed worker sent but did not report are sent again with the same Message-ID, so mailboxes
    // show them once.
    const twice = [...received].filter(([, count]) => count > 1).map(([person]) => person);
    note(`${twice.length} of 3000 were in doubt, and have their mail twice with one Message-ID`);
    expect(twice.length).toBeLessThanOrEqual(AT_ONCE);
    for (const person of twice) {
      const ids = (await inboxOf(person)).map(
        ({ headers }) => (headers as Record<string, string>)['message-id'],
      );
      expect(new Set(ids).size).toBe(1);
    }
  });

  it('is updated during a campaign as docs/operate/upgrade.md describes, and sends each recipient one mail', async () => {
    note('builds another image');
    await stack.build('2.0.0');
    const campaign = await begin(3_000, 10);
    await campaign.goesOn();
    for (const args of documentedUpdate()) {
      note(`docker compose ${args.join(' ')}`);
      await stack.compose(...args);
    }
    expect(await Promise.all(APPS.map((app) => stack.versions(app)))).toEqual(
      APPS.map((app) => Array.from({ length: app === 'email-worker' ? 4 : 1 }, () => '2.0.0')),
    );
    await campaign.goesOn();
    expect(await campaign.status()).toBe('SENDING');
    await campaign.speedUp();
    await campaign.ended();
    expect(await campaign.received()).toEqual(new Map(campaign.people.map((person) => [person, 1])));
  });

  it('is reachable through the TLS proxy, in front of two gateways', async () => {
    const { PROXY_HTTP_PORT = '', PROXY_HTTPS_PORT = '' } = stack.variables;
    Object.assign(stack.variables, { GATEWAYS: '2', GATEWAY_PORT: '0', PUBLIC_URL: 'https://localhost' });
    note('docker compose --profile proxy up, with two gateways');
    await stack.compose('--profile', 'proxy', 'up', '--detach', '--no-build');
    const authority = await until('a certificate', PATIENCE_S, async () => {
      const [proxy = ''] = await stack.containers('proxy');
      return stack.docker('exec', proxy, 'cat', '/data/caddy/pki/authorities/local/root.crt').catch(() => '');
    });
    const asked = () => statusOf(`https://localhost:${PROXY_HTTPS_PORT}/api/v1/operator/users`, authority);
    await until('a response', PATIENCE_S, async () => (await asked()) === 200);
    const requests = () => stack.counted('gateway', 'carillon_http_request_seconds_count');
    const before = await until('two gateways', PATIENCE_S, async () => {
      const counts = await requests().catch(() => []);
      return counts.length === 2 ? counts : null;
    });
    await until('responses from both', PATIENCE_S, async () => {
      expect(await asked()).toBe(200);
      return (await requests()).every((count, n) => count > (before[n] ?? 0));
    });
    const plain = await fetch(`http://localhost:${PROXY_HTTP_PORT}/api/v1/account`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://localhost/api/v1/account']);
  });

  it('passes its Docker health checks', async () => {
    await until('the health of all', PATIENCE_S, async () => {
      const status = lines(await stack.compose('ps', '--format', '{{.Service}} {{.Status}}'));
      return APPS.every((app) => {
        const own = status.filter((line) => line.startsWith(`${app} `));
        return own.length > 0 && own.every((line) => line.includes('(healthy)'));
      });
    });
  });

  const areReady = async (): Promise<boolean> => {
    const ready = await stack.ready('email-worker');
    return ready.length === 4 && !ready.includes(false);
  };

  /** Publishes a campaign to this number of recipients, at this rate (emails per second) if it is given. */
  async function begin(count: number, ratePerSecond?: number) {
    const user = await newUser('UPGRADED');
    const integration = ratePerSecond === undefined ? null : await limited(user, ratePerSecond);
    const group = await newGroup(user);
    const name = unique('containers');
    const people = Array.from({ length: count }, (_, n) => `${name}.${n}@example.com`);
    const file = people
      .map((identifier) => `${JSON.stringify({ integration: 'EMAIL', identifier })}\n`)
      .join('');
    const created = await upload(user, `/groups/${group.id}/import`, NDJSON, file);
    await finished(user, 'import', text(created, 'createImport', '_id'), PATIENCE_S);
    const id = await send(user, [group], { name: 'In containers', emailMessage: '<p>Hi</p>' });
    note(`a campaign to ${count} people${ratePerSecond === undefined ? '' : `, ${ratePerSecond} a second`}`);
    const received = async (): Promise<Map<string, number>> =>
      new Map([...(await receivedBy())].filter(([to]) => to.startsWith(`${name}.`)));
    // A service does not respond while it restarts.
    const report = () => data('GET', `/campaigns/${id}/report`, undefined, user.key).catch(() => null);
    const status = () =>
      until(
        'a report',
        PATIENCE_S,
        async () => ((await report())?.report as { status: string } | undefined)?.status,
      );
    return {
      people,
      received,
      status,
      ended: () => until('the end', PATIENCE_S, async () => (await status()) === 'SENT'),
      goesOn: async () => {
        const { size } = await received();
        await until('more mails', PATIENCE_S, async () => (await received()).size > size + 20, 200);
      },
      speedUp: () =>
        until('a higher rate', PATIENCE_S, () =>
          data('PATCH', `/integrations/${integration ?? ''}`, { ratePerSecond: 1_000 }, user.key).catch(
            () => null,
          ),
        ),
    };
  }

  async function limited(user: TestUser, ratePerSecond: number): Promise<string> {
    const settings = { host: 'sandbox', port: 1025, security: 'none', fromAddress: 'news@own.example' };
    const integration = { channel: 'EMAIL', name: 'Slow', settings, ratePerSecond };
    await data('POST', '/integrations', integration, user.key);
    const found = await data('GET', '/integrations?channel=EMAIL', undefined, user.key);
    return text(list(found, 'integrations')[0], '_id');
  }

  /** The status of an HTTPS response that is verified with this certificate authority, or 0 without a response. */
  function statusOf(url: string, ca: string): Promise<number> {
    const headers = { authorization: `Bearer ${running().operatorKey}` };
    return new Promise((resolve) => {
      request(url, { ca, headers, agent: false }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      })
        .once('error', () => resolve(0))
        .end();
    });
  }
});
