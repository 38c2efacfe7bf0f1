import { request } from 'node:http';
import { connect } from 'node:net';
import type { Answer } from './answer';
import { expectDescribed } from './described';

export interface Sent {
  /** Sent as JSON unless it is a string or a Buffer, which are sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * One request on a separate connection, whose response is checked against the API description. Unlike fetch, it sends a
 * body with GET.
 */
export async function send(port: number, method: string, path: string, sent: Sent = {}): Promise<Answer> {
  const answer = await exchange(port, method, path, sent);
  await expectDescribed(method, path, answer);
  return answer;
}

function exchange(port: number, method: string, path: string, { body, headers = {} }: Sent): Promise<Answer> {
  const payload = payloadOf(body);
  const length = payload ? { 'content-length': String(payload.length) } : {};
  const type = payload && headers['content-type'] === undefined ? { 'content-type': 'application/json' } : {};
  return new Promise((resolve, reject) => {
    const options = { port, method, path, agent: false, headers: { ...type, ...length, ...headers } };
    const outgoing = request({ host: '127.0.0.1', ...options }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = /[/+]json\b/.test(incoming.headers['content-type'] ?? '+json');
        const parsed: unknown = text === '' || !isJson ? undefined : JSON.parse(text);
        const answer = { status: incoming.statusCode ?? 0, headers: incoming.headers, text, body: parsed };
        resolve(answer);
      });
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

function payloadOf(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** A socket to the gateway, for bytes that no client library would send. */
export class Wire {
  private received = '';
  private closed = false;
  private notify: () => void = () => undefined;
  private readonly socket;

  constructor(port: number) {
    this.socket = connect({ host: '127.0.0.1', port });
    const arrived = (): void => this.notify();
    this.socket.on('data', (chunk: Buffer) => {
      this.received += chunk.toString('latin1');
      arrived();
    });
    this.socket.on('close', () => {
      this.closed = true;
      arrived();
    });
    this.socket.on('error', () => undefined);
  }

  get isClosed(): boolean {
    return this.closed;
  }

  write(bytes: string | Buffer): this {
    this.socket.write(bytes);
    return this;
  }

  /** Everything received, once it matches. Rejects if the connection ends before that. */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.received)) {
      if (this.closed) throw new Error(`The connection was closed after: ${this.received}`);
      await this.change();
    }
    return this.received;
  }

  /** Everything received when the other side has closed the connection. */
  async untilClosed(): Promise<string> {
    while (!this.closed) await this.change();
    return this.received;
  }

  /** Writes, and resets the connection immediately, like a client that crashes. */
  writeAndReset(bytes: string): this {
    this.socket.write(bytes, () => this.socket.resetAndDestroy());
    return this;
  }

  /** Stops reading from the network. */
  pause(): this {
    this.socket.pause();
    return this;
  }

  destroy(): void {
    this.socket.destroy();
  }

  private change(): Promise<void> {
    return new Promise((resolve) => {
      this.notify = resolve;
    });
  }
}

/** The status and the body of a raw response, or of the last one if there are several. */
export function lastAnswer(received: string): { status: number; head: string; body: unknown } {
  const start = received.lastIndexOf('HTTP/1.1 ');
  const [head = '', text = ''] = received.slice(start).split('\r\n\r\n', 2);
  return { status: Number(head.slice(9, 12)), head, body: text === '' ? undefined : JSON.parse(text) };
}
