import { mkdtempSync } from 'node:fs';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { LocalServerOptions, OrphanedProcess } from '../../../local-services/src/index';
import { brokerInContainer, databaseInContainer } from './containers';

interface Created {
  Image: string;
  Cmd?: string[];
  Healthcheck?: object;
  HostConfig: { PortBindings: Record<string, { HostIp: string; HostPort: string }[]> };
}

/** A Docker engine that accepts every creation request, runs nothing, and records the requests. */
class FakeEngine {
  readonly requests: string[] = [];
  created: Created | undefined;
  private readonly server: Server;

  constructor(socket: string) {
    this.server = createServer((request, response) => {
      const begin = request.url?.split('?')[0] ?? '';
      this.requests.push(`${request.method ?? ''} ${begin}`);
      void this.answer(request, begin).then(([status, body]) => response.writeHead(status).end(body));
    }).listen(socket);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage, path: string): Promise<[number, (string | Buffer)?]> {
    if (path === '/containers/create') {
      this.created = (await json(request)) as Created;
      return [201, JSON.stringify({ Id: 'one' })];
    }
    request.resume();
    if (path === '/containers/one/logs') return [200, logLine('Server startup complete; 4 plugins started.')];
    if (path === '/containers/one/json') return [200, JSON.stringify(this.inspected())];
    if (/\/(start|restart|stop)$/.test(path)) return [204];
    if (path.endsWith('/archive')) return [200];
    return [200, '{}'];
  }

  private inspected(): object {
    return {
      Id: 'one',
      Name: '/one',
      Config: { Hostname: 'one', Labels: {} },
      State: { Running: true, Status: 'running', StartedAt: new Date().toISOString() },
      NetworkSettings: { Ports: this.created?.HostConfig.PortBindings, Networks: {} },
    };
  }
}

/** A log line in the engine's format, which contains the stream and the length of the text. */
function logLine(text: string): Buffer {
  const line = Buffer.from(`${text}\n`);
  return Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 0, 0, line.length]), line]);
}

describe('a test server in a container', () => {
  const directory = mkdtempSync(join(tmpdir(), 'engine-'));
  const socket = join(directory, 'docker.sock');
  let engine: FakeEngine;
  const orphans: OrphanedProcess[] = [];
  const options: LocalServerOptions = {
    directory: join(directory, 'server'),
    programs: directory,
    environment: process.env,
    note: () => undefined,
    witness: { started: (orphan) => void orphans.push(orphan), ended: () => undefined },
  };

  beforeAll(() => {
    process.env.DOCKER_HOST = `unix://${socket}`;
    engine = new FakeEngine(socket);
  });
  afterAll(() => engine.close());

  it('listens on fixed loopback ports, even after a restart', async () => {
    const inContainer = brokerInContainer(options);
    const broker = await inContainer('rabbitmq:4');

    const bindings = engine.created?.HostConfig.PortBindings ?? {};
    const published = (port: number) => bindings[`${port}/tcp`]?.map(({ HostPort }) => HostPort)[0] ?? '';
    expect(engine.created?.Image).toBe('rabbitmq:4');
    expect(broker.amqpUrl).toBe(`amqp://guest:guest@127.0.0.1:${published(5672)}`);
    expect(broker.managementUrl).toBe(`http://guest:guest@127.0.0.1:${published(15672)}`);
    const addresses = Object.values(bindings).flatMap((each) => each.map(({ HostIp }) => HostIp));
    expect(new Set(addresses)).toEqual(new Set(['127.0.0.1']));

    expect((await inContainer('rabbitmq:4')).amqpUrl).toBe(broker.amqpUrl);
    expect(engine.requests.filter((question) => question === 'POST /containers/create')).toHaveLength(1);
    expect(engine.requests).toContain('POST /containers/one/restart');
  });

  it('needs no other image, and is reported to the witness before it is created', async () => {
    await brokerInContainer(options)('rabbitmq:4');
    expect(engine.requests.filter((question) => question.startsWith('POST /images'))).toEqual([]);
    expect(orphans.at(-1)).toEqual({
      container: expect.stringMatching(/^carillon-server-[0-9a-f]{8}$/) as string,
    });
  });

  it('uses the same port inside and outside for a database, which is a separate replica set', async () => {
    // The engine creates no primary: its log does not report that a database waits for connections.
    await expect(databaseInContainer(options)('mongo:8')).rejects.toThrow('was not received');
    const [port = ''] = Object.keys(engine.created?.HostConfig.PortBindings ?? {}).filter(
      (name) => name !== '27017/tcp',
    );
    const [inside = ''] = port.split('/');
    expect(engine.created?.HostConfig.PortBindings[port]).toEqual([
      { HostIp: '127.0.0.1', HostPort: inside },
    ]);
    expect(engine.created?.Cmd).toEqual(expect.arrayContaining(['--replSet', 'rs0', '--port', inside]));
    expect(engine.created?.Healthcheck).toEqual({ Test: ['NONE'] });
  });
});
