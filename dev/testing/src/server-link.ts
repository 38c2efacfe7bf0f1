import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** A TCP proxy that a test can cut, restore, and freeze. A frozen link accepts all data and forwards none. */
export class ServerLink {
  private readonly sockets = new Set<Socket>();
  private state: 'open' | 'cut' | 'frozen' = 'open';
  private refusals = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  static async to(url: string): Promise<ServerLink> {
    const server = createServer();
    const link = new ServerLink(server, new URL(url));
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
    const far = connect(Number(this.target.port), this.target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(one);
      one.on('data', (bytes) => this.state === 'open' && other.write(bytes));
      one.on('error', () => other.destroy()).on('close', () => this.sockets.delete(one) && other.destroy());
    }
  }
}
