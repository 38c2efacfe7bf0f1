import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/**
 * A TCP proxy that a test can cut, restore, and freeze. A frozen link accepts all data and forwards none. A link can take
 * time, like a long distance.
 */
export class ServerLink {
  private readonly sockets = new Set<Socket>();
  private state: 'open' | 'cut' | 'frozen' = 'open';
  private refusals = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
    private readonly roundTripMs: number,
  ) {}

  /** @param roundTripMs how long data takes there and back (milliseconds) */
  static async to(url: string, roundTripMs = 0): Promise<ServerLink> {
    const server = createServer({ noDelay: true });
    const link = new ServerLink(server, new URL(url), roundTripMs);
    server.on('connection', (socket) => link.pass(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return link;
  }

  /** The number of connections that were refused while the link was cut. */
  get refused(): number {
    return this.refusals;
  }

  /** The target's address through this link. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.href;
  }

  cut(): void {
    this.state = 'cut';
    for (const socket of this.sockets) socket.destroy();
  }

  freeze(): void {
    this.state = 'frozen';
  }

  restore(): void {
    this.state = 'open';
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private pass(near: Socket): void {
    if (this.state === 'cut') {
      this.refusals += 1;
      near.destroy();
      return;
    }
    const far = connect({ port: Number(this.target.port), host: this.target.hostname, noDelay: true });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(one);
      one.on('data', (bytes) => this.state === 'open' && this.later(() => other.write(bytes)));
      one.on('error', () => this.later(() => other.destroy()));
      one.on('close', () => this.later(() => this.sockets.delete(one) && other.destroy()));
    }
  }

  private later(act: () => void): void {
    if (this.roundTripMs === 0) act();
    else setTimeout(act, this.roundTripMs / 2);
  }
}
