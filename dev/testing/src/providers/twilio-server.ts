import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import {
  FakeTwilio,
  type StoredTemplate,
  type TwilioAct,
  type TwilioRequest,
} from '@carillon/fake-providers';

/** The server's reaction to a request. An object is a response. */
export type TwilioBehavior =
  | Exclude<TwilioAct, 'ignores'>
  /** Resets the connection before the server has read the message. */
  | 'resets early';

/** A Twilio server for one test, which accepts any login, records requests, and behaves as configured. */
export class TwilioServer {
  /** Requests that arrived completely. */
  readonly requests: TwilioRequest[] = [];
  /** The total number of opened connections. */
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private readonly behaviors = new Map<string, TwilioBehavior>();
  private usual: TwilioBehavior = 'takes';
  /** The templates of every account. */
  readonly templates: StoredTemplate[] = [];
  private readonly fake = new FakeTwilio({
    templates: this.templates,
    onRequest: (request) => this.requests.push(request),
    conduct: ({ form }) => this.actTowards(form.To ?? ''),
  });

  private constructor() {
    this.fake.http.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => this.sockets.delete(socket));
    });
    this.fake.http.prependListener('request', ({ socket }: IncomingMessage) => {
      if (this.usual === 'resets early') socket.resetAndDestroy();
    });
  }

  static async start(): Promise<TwilioServer> {
    const server = new TwilioServer();
    await server.fake.start();
    return server;
  }

  get url(): string {
    return this.fake.url;
  }

  /** The number of open connections. */
  get open(): number {
    return this.sockets.size;
  }

  /** Messages that arrived completely. */
  get messages(): Readonly<Record<string, string>>[] {
    return this.requests.filter(({ method }) => method === 'POST').map(({ form }) => form);
  }

  /** Sets the behavior for all requests that have no specific behavior. */
  always(behavior: TwilioBehavior): this {
    this.usual = behavior;
    return this;
  }

  /** Sets the behavior for messages to one number. */
  when(to: string, behavior: TwilioBehavior): this {
    this.behaviors.set(to, behavior);
    return this;
  }

  /** Deletes all recorded requests, behaviors, and templates. */
  startOver(): void {
    this.requests.splice(0);
    this.templates.splice(0);
    this.behaviors.clear();
    this.usual = 'takes';
  }

  async stop(): Promise<void> {
    const stopped = this.fake.stop();
    for (const socket of this.sockets) socket.destroy();
    await stopped;
  }

  private actTowards(to: string): TwilioAct {
    const behavior = this.behaviors.get(to) ?? this.usual;
    return behavior === 'resets early' ? 'resets' : behavior;
  }
}
