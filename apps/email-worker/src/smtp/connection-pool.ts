import type { MailConnection } from './mail-connection';

/** After a server refused one more connection, fewer are tried for so long (milliseconds). */
const MODESTY_MS = 60_000;

interface Waiting {
  give: (connection: MailConnection) => void;
  fail: (error: unknown) => void;
}

/** Thrown when all connections were in use for as long as one could wait. */
export class NoFreeConnection extends Error {
  override readonly name = 'NoFreeConnection';
}

/** Connections with one mail server: opened as they are needed, used again and again. */
export class ConnectionPool {
  /** When somebody last had a connection, on the monotonic clock. */
  lastUsed = performance.now();
  private readonly idle: MailConnection[] = [];
  private readonly busy = new Set<MailConnection>();
  private opening = 0;
  private waiting: Waiting[] = [];
  private limit: number;
  private modestUntil = 0;
  private closed = false;

  constructor(
    private readonly open: () => Promise<MailConnection>,
    private readonly max: number,
  ) {
    this.limit = max;
  }

  get isIdle(): boolean {
    return this.busy.size + this.opening + this.waiting.length === 0;
  }

  /** @throws SmtpFault if no connection can be opened; NoFreeConnection after `timeoutMs` */
  acquire(timeoutMs: number): Promise<MailConnection> {
    this.lastUsed = performance.now();
    const connection = this.fromIdle();
    if (connection) return Promise.resolve(connection);
    if (this.closed) return Promise.reject(new NoFreeConnection());
    return new Promise((resolve, reject) => {
      const waiting = {
        give: (given: MailConnection) => {
          clearTimeout(timer);
          resolve(given);
        },
        fail: (error: unknown) => {
          clearTimeout(timer);
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      };
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((each) => each !== waiting);
        reject(new NoFreeConnection());
      }, timeoutMs);
      this.waiting.push(waiting);
      this.grow();
    });
  }

  /** Gives a connection back, whatever state it is in. */
  async release(connection: MailConnection): Promise<void> {
    const usable = await connection.recover();
    this.busy.delete(connection);
    this.lastUsed = performance.now();
    if (usable) this.give(connection);
    else this.grow();
  }

  /** Breaks off what is being sent; every sender gets its answer from its connection. */
  close(): void {
    this.closed = true;
    for (const connection of [...this.idle.splice(0), ...this.busy]) connection.close();
    for (const { fail } of this.waiting.splice(0)) fail(new NoFreeConnection());
  }

  private fromIdle(): MailConnection | undefined {
    let connection = this.idle.pop();
    while (connection && !connection.isUsable) connection = this.idle.pop();
    if (connection) this.busy.add(connection);
    return connection;
  }

  private give(connection: MailConnection): void {
    const next = this.waiting.shift();
    if (next) {
      this.busy.add(connection);
      next.give(connection);
    } else if (this.closed) connection.close();
    else this.idle.push(connection);
  }

  /** Opens one more connection if somebody waits that none is on its way for. */
  private grow(): void {
    if (performance.now() > this.modestUntil) this.limit = this.max;
    const all = this.idle.length + this.busy.size + this.opening;
    if (this.closed || this.waiting.length <= this.opening || all >= this.limit) return;
    this.opening += 1;
    this.open().then(
      (connection) => {
        this.opening -= 1;
        this.give(connection);
      },
      (error: unknown) => {
        this.opening -= 1;
        this.refused(error);
      },
    );
  }

  /** Many servers take few connections at once: as long as there are some, the others wait for those. */
  private refused(error: unknown): void {
    const others = this.busy.size + this.idle.length;
    if (others > 0) {
      this.limit = others;
      this.modestUntil = performance.now() + MODESTY_MS;
    } else if (this.opening === 0) {
      for (const { fail } of this.waiting.splice(0)) fail(error);
    }
  }
}
