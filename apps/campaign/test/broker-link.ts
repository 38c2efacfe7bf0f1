import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** A way to the broker that a test can cut and mend. */
export class BrokerLink {
  private readonly sockets = new Set<Socket>();
  private isCut = false;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  static async to(amqpUrl: string): Promise<BrokerLink> {
    const server = createServer();
    const link = new BrokerLink(server, new URL(amqpUrl));
    server.on('connection', (socket) => link.pass(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return link;
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.href;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private pass(near: Socket): void {
    if (this.isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(this.target.port || 5672), this.target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy()).on('close', () => this.sockets.delete(one) && other.destroy());
    }
  }
}
