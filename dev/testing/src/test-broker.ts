import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ManagementApi } from './servers/management-api';
import { required } from './required-variable';

export interface QueueInfo {
  name: string;
  /** `quorum`, `classic` or `stream`. */
  type: string;
  /** The arguments of the declaration, such as `x-dead-letter-exchange`. */
  arguments: Record<string, unknown>;
  durable: boolean;
  auto_delete: boolean;
  exclusive: boolean;
  /**
   * The number of ready and unacknowledged messages. The number is up to a second old, so wait for the expected
   * number.
   */
  messages: number;
  messages_ready: number;
  messages_unacknowledged: number;
  consumers: number;
}

export interface ConnectionInfo {
  name: string;
  /** The negotiated heartbeat (seconds). */
  timeout: number;
  client_properties: { connection_name?: string };
  /** The port of the client's end. */
  peer_port: number;
}

const POLL_MS = 100;
const CONNECTIONS_MS = 60_000;

/**
 * Gives a spec file a separate virtual host on the test run's broker. Call it in beforeAll, and `remove` in afterAll.
 */
export async function testBroker(): Promise<TestBroker> {
  const url = new URL(required('AMQP_URL'));
  const vhost = `test-${randomBytes(6).toString('hex')}`;
  url.pathname = `/${vhost}`;
  const api = new ManagementApi(required('AMQP_MANAGEMENT_URL'));
  await api.put(['vhosts', vhost]);
  const everything = { configure: '.*', write: '.*', read: '.*' };
  await api.put(['permissions', vhost, decodeURIComponent(url.username) || 'guest'], everything);
  return new TestBroker(url.href, vhost, api);
}

export class TestBroker {
  constructor(
    /** The URL with the virtual host: `amqp://guest:guest@127.0.0.1:5672/test-…`. */
    readonly amqpUrl: string,
    readonly vhost: string,
    private readonly api: ManagementApi,
  ) {}

  /** Returns all queues of this virtual host. */
  queues(): Promise<QueueInfo[]> {
    return this.api.get<QueueInfo[]>('queues', this.vhost);
  }

  /** Returns one queue, or undefined if no queue has that name. */
  async queue(name: string): Promise<QueueInfo | undefined> {
    return (await this.queues()).find((queue) => queue.name === name);
  }

  /** Returns all connections to this virtual host. A new connection is listed after a delay. */
  connections(): Promise<ConnectionInfo[]> {
    return this.api.get<ConnectionInfo[]>('vhosts', this.vhost, 'connections');
  }

  async deleteQueue(name: string): Promise<void> {
    await this.api.delete('queues', this.vhost, name);
  }

  async purgeQueue(name: string): Promise<void> {
    await this.api.delete('queues', this.vhost, name, 'contents');
  }

  /**
   * Closes, on the broker's side, all connections to this virtual host, or only the connection from this client port.
   * Waits until at least one is listed, because the broker lists a new connection after a delay.
   */
  async dropConnections(clientPort?: number): Promise<void> {
    const deadline = Date.now() + CONNECTIONS_MS;
    for (;;) {
      const all = await this.connections();
      const open = clientPort === undefined ? all : all.filter(({ peer_port }) => peer_port === clientPort);
      await Promise.all(open.map(({ name }) => this.api.delete('connections', name)));
      if (open.length > 0) return;
      if (Date.now() > deadline) throw new Error(`Nobody is connected to the virtual host ${this.vhost}`);
      await delay(POLL_MS);
    }
  }

  /** Removes the virtual host with all its content. */
  async remove(): Promise<void> {
    await this.api.delete('vhosts', this.vhost);
  }
}
