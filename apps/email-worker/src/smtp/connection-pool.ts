import type { MailConnection } from './mail-connection';
import { type Waiting, WaitingLines } from './waiting-lines';

/** After a server refused one more connection, fewer are tried for so long (milliseconds). */
const MODESTY_MS = 60_000;

/** Thrown when all connections were in use for as long as one could wait. */
export class NoFreeConnection extends Error {
  override readonly name = 'NoFreeConnection';
}

/** Connections with one mail server: opened as they are needed, used again and again, by turns of who waits for them. */
export class ConnectionPool {
  /** When somebody last had a connection, on the monotonic clock. */
  lastUsed = performance.now();
  private readonly idle: MailConnection[] = [];
  private readonly busy = new Set<MailConnection>();
  private readonly waiting = new WaitingLines();
  private opening = 0;
  private closing = 0;
  private claims = 0;
  private modestLimit = Infinity;
  private modestUntil = 0;
  private closed = false;
  /** Those who wait until no more are open than are claimed. */
  private onChange: (() => void)[] = [];

  /** @param max how many at once; it grows with claims, for a server whose connections are counted */
  constructor(
    private readonly open: () => Promise<MailConnection>,
    private max: number,
  ) {}

  get isIdle(): boolean {
    return this.busy.size + this.opening + this.waiting.size + this.claims === 0;
  }

  /**
   * Lets so many more be open. What is answered takes that back, and resolves when no more are open than others have
   * claimed.
   */
  claim(connections: number): () => Promise<void> {
    this.claims += 1;
    this.max += connections;
    this.grow();
    // What is open beyond the claims of others may be within them now.
    this.tell();
    return async () => {
      this.claims -= 1;
      this.max -= connections;
      while (this.all > this.max) {
        const surplus = this.all - this.closing > this.max ? this.idle.pop() : undefined;
        if (surplus) this.dismiss(surplus);
        else await new Promise<void>((resolve) => this.onChange.push(resolve));
      }
    };
  }

  /**
   * @param line who wants it: lines are served by turns
   * @throws SmtpFault if no connection can be opened; NoFreeConnection after `timeoutMs`
   */
  acquire(timeoutMs: number, line: object): Promise<MailConnection> {
    this.lastUsed = performance.now();
    const connection = this.fromIdle();
    if (connection) return Promise.resolve(connection);
    if (this.closed) return Promise.reject(new NoFreeConnection());
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        line,
        give: (given) => {
          clearTimeout(timer);
          resolve(given);
        },
        fail: (error) => {
          clearTimeout(timer);
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      };
      const timer = setTimeout(() => {
        this.waiting.remove(waiting);
        reject(new NoFreeConnection());
      }, timeoutMs);
      this.waiting.add(waiting);
      this.grow();
    });
  }

  /** Gives a connection back, whatever state it is in. */
  async release(connection: MailConnection): Promise<void> {
    const usable = await connection.recover();
    this.busy.delete(connection);
    this.lastUsed = performance.now();
    if (usable) this.give(connection);
    else {
      this.grow();
      this.tell();
    }
  }

  /** Breaks off what is being sent; every sender gets its answer from its connection. */
  close(): void {
    this.closed = true;
    for (const connection of [...this.idle.splice(0), ...this.busy]) void connection.close();
    for (const { fail } of this.waiting.clear()) fail(new NoFreeConnection());
    this.tell();
  }

  /** Connections that the server may count. */
  private get all(): number {
    this.forgetLost();
    return this.idle.length + this.busy.size + this.opening + this.closing;
  }

  private forgetLost(): void {
    const alive = this.idle.filter(({ isUsable }) => isUsable);
    if (alive.length < this.idle.length) this.idle.splice(0, this.idle.length, ...alive);
  }

  private fromIdle(): MailConnection | undefined {
    let connection = this.idle.pop();
    while (connection && !connection.isUsable) connection = this.idle.pop();
    if (connection) this.busy.add(connection);
    return connection;
  }

  private give(connection: MailConnection): void {
    if (this.closed || this.all >= this.max) {
      this.dismiss(connection);
      return;
    }
    const next = this.waiting.next();
    if (next) {
      this.busy.add(connection);
      next.give(connection);
    } else this.idle.push(connection);
  }

  private dismiss(connection: MailConnection): void {
    this.closing += 1;
    void connection.close().then(() => {
      this.closing -= 1;
      this.tell();
      this.grow();
    });
  }

  private tell(): void {
    for (const tell of this.onChange.splice(0)) tell();
  }

  /** Opens one more connection if somebody waits that none is on its way for. */
  private grow(): void {
    const limit = performance.now() > this.modestUntil ? this.max : Math.min(this.max, this.modestLimit);
    if (this.closed || this.waiting.size <= this.opening || this.all >= limit) return;
    this.opening += 1;
    this.open().then(
      (connection) => {
        this.opening -= 1;
        this.give(connection);
      },
      (error: unknown) => {
        this.opening -= 1;
        this.refused(error);
        this.tell();
      },
    );
  }

  /** Many servers take few connections at once: as long as there are some, the others wait for those. */
  private refused(error: unknown): void {
    const others = this.busy.size + this.idle.length;
    if (others > 0) {
      this.modestLimit = others;
      this.modestUntil = performance.now() + MODESTY_MS;
    } else if (this.opening === 0) {
      for (const { fail } of this.waiting.clear()) fail(error);
    }
  }
}
