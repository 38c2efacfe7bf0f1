import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { FakeTwilio, type TwilioAct, type TwilioRequest } from '@carillon/fake-providers';

/** What the server does with a request; an object is an answer. */
export type TwilioBehaviour =
  | Exclude<TwilioAct, 'ignores'>
  /** Cuts the connection before it has read the message. */
  | 'resets early';

/** A Twilio of a test's own, which lets everybody in, keeps what it is asked and behaves as it is told. */
export class TwilioServer {
  /** What arrived whole. */
  readonly requests: TwilioRequest[] = [];
  /** Connections that were opened in all. */
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private readonly behaviours = new Map<string, TwilioBehaviour>();
  private usual: TwilioBehaviour = 'takes';
  private readonly fake = new FakeTwilio({
    heard: (request) => this.requests.push(request),
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

  /** Connections at this moment. */
  get open(): number {
    return this.sockets.size;
  }

  /** Messages that arrived whole. */
  get messages(): Readonly<Record<string, string>>[] {
    return this.requests.filter(({ method }) => method === 'POST').map(({ form }) => form);
  }

  /** For all requests that nothing else is said of. */
  always(behaviour: TwilioBehaviour): this {
    this.usual = behaviour;
    return this;
  }

  /** For messages to one number. */
  when(to: string, behaviour: TwilioBehaviour): this {
    this.behaviours.set(to, behaviour);
    return this;
  }

  /** Forgets what has come and what it was told. */
  startOver(): void {
    this.requests.splice(0);
    this.behaviours.clear();
    this.usual = 'takes';
  }

  async stop(): Promise<void> {
    const stopped = this.fake.stop();
    for (const socket of this.sockets) socket.destroy();
    await stopped;
  }

  private actTowards(to: string): TwilioAct {
    const behaviour = this.behaviours.get(to) ?? this.usual;
    return behaviour === 'resets early' ? 'resets' : behaviour;
  }
}
