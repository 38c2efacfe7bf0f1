import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** `there`: to the server. `back`: from the server. */
export type Direction = 'there' | 'back';

interface Loss {
  direction: Direction;
  what: RegExp;
  happened: () => void;
}

/**
 * The number of characters of the last chunk that are searched again with the next chunk, because a match may span
 * both.
 */
const TAIL = 64;

/** A TCP proxy that breaks the connection and drops the data when a certain text passes. */
export class LossyLink {
  private readonly sockets = new Set<Socket>();
  private loss: Loss | null = null;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  static async to(url: string): Promise<LossyLink> {
    const server = createServer();
    const link = new LossyLink(server, new URL(url));
    server.on('connection', (near) => link.join(near));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return link;
  }

  /** The server's address through this link. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.href;
  }

  /** Drops the first chunk that matches, and breaks its connection. Resolves after the connection is broken. */
  lose(direction: Direction, what: RegExp): Promise<void> {
    return new Promise((happened) => (this.loss = { direction, what, happened }));
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(near: Socket): void {
    const far = connect(Number(this.target.port), this.target.hostname);
    this.pass('there', near, far);
    this.pass('back', far, near);
  }

  private pass(direction: Direction, from: Socket, to: Socket): void {
    let tail = '';
    this.sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (bytes) => {
      const text = tail + bytes.toString('latin1');
      tail = text.slice(-TAIL);
      if (!this.isLost(direction, text)) return to.write(bytes);
      from.destroy();
      return to.destroy();
    });
    from.on('error', () => to.destroy()).on('close', () => this.sockets.delete(from) && to.destroy());
  }

  private isLost(direction: Direction, text: string): boolean {
    const { loss } = this;
    if (loss?.direction !== direction || !loss.what.test(text)) return false;
    this.loss = null;
    loss.happened();
    return true;
  }
}
