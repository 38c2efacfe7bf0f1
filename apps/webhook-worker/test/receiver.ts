import { once } from 'node:events';
import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

export interface Received {
  id: string;
  type: string;
  data: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  /** Milliseconds. */
  afterMs?: number;
  /** Delays the response until it resolves. */
  after?: Promise<unknown>;
  /** Closes the connection instead of responding. */
  isLost?: true;
}

/**
 * An endpoint of a user. The reference library of Standard Webhooks verifies the requests. An invalid request fails the
 * test.
 */
export class Receiver {
  readonly received: Received[] = [];
  readonly refused: unknown[] = [];
  /** A signature with any of these secrets is valid. Empty: signatures are not checked. */
  secrets: string[] = [];
  reply: (received: Received, nth: number) => Reply = () => ({ status: 200 });

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const received = receiver.record(Buffer.concat(chunks).toString(), request.headers);
        const {
          status,
          headers = {},
          afterMs = 0,
          after,
          isLost,
        } = receiver.reply(received, receiver.received.length);
        if (isLost) request.socket.destroy();
        else
          void Promise.all([after, pause(afterMs)]).then(() =>
            response.writeHead(status, headers).end('thanks'),
          );
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  get ids(): string[] {
    return this.received.map(({ id }) => id);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private record(body: string, headers: IncomingHttpHeaders): Received {
    if (this.secrets.length > 0 && !this.secrets.some((secret) => isSigned(secret, body, headers)))
      this.refused.push({ body, headers });
    const { type, data } = JSON.parse(body) as { type: string; data: Record<string, unknown> };
    const received = { id: String(headers['webhook-id']), type, data, headers, body };
    this.received.push(received);
    return received;
  }
}

export function isSigned(secret: string, body: string, headers: IncomingHttpHeaders): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
