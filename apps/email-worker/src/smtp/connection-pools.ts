import { Inject, Injectable } from '@nestjs/common';
import { causes } from '@carillon/smtp';
import { type EmailWorkerConfig, emailWorkerConfig } from '../config';
import { MailConnection, type MailServer, SmtpFault, connectionKey, smtpTimeouts } from './mail-connection';

/** After a server refused a connection, fewer are tried for this time (milliseconds). */
const MODESTY_MS = 60_000;

/** Thrown if all connections were in use until the timeout. */
export class NoFreeConnection extends Error {
  override readonly name = 'NoFreeConnection';
}

/** A pool for each mail server and login in use. */
@Injectable()
export class ConnectionPools {
  private readonly pools = new Map<string, ConnectionPool>();
  private readonly keys = new WeakMap<MailServer, string>();
  private closing: NodeJS.Timeout | undefined;

  constructor(@Inject(emailWorkerConfig.token) private readonly config: EmailWorkerConfig) {}

  for(server: MailServer): ConnectionPool {
    const key = this.keyOf(server);
    const known = this.pools.get(key);
    if (known) return known;
    const max = server.maxConnections === null ? this.config.EMAIL_CONNECTIONS : 0;
    const pool = new ConnectionPool(() => MailConnection.open(server), max);
    this.pools.set(key, pool);
    this.closing ??= setInterval(() => this.closeIdle(), smtpTimeouts.idle / 4).unref();
    return pool;
  }

  /**
   * Begins a lease that sends up to `sends` mails at once. With a server that counts connections, the lease may have
   * that many; the returned function closes them again.
   */
  begin(server: MailServer, sends: number): () => Promise<void> {
    return server.maxConnections === null ? () => Promise.resolve() : this.for(server).claim(sends);
  }

  close(): void {
    clearInterval(this.closing);
    this.closing = undefined;
    for (const pool of this.pools.values()) pool.close();
    this.pools.clear();
  }

  private keyOf(server: MailServer): string {
    const known = this.keys.get(server) ?? connectionKey(server);
    this.keys.set(server, known);
    return known;
  }

  /** Closes the pools of unused servers. */
  private closeIdle(): void {
    const before = performance.now() - smtpTimeouts.idle;
    for (const [key, pool] of this.pools) {
      if (!pool.isIdle || pool.lastUsed > before) continue;
      this.pools.delete(key);
      pool.close();
    }
  }
}

/** Connections with one mail server: opened on demand, reused, and given to waiting senders in turn. */
export class ConnectionPool {
  /** When a connection was last in use, on the monotonic clock. */
  lastUsed = performance.now();
  private readonly idle: MailConnection[] = [];
  /** How many mails each connection is sending. */
  private readonly busy = new Map<MailConnection, number>();
  private readonly waiting = new WaitingLines();
  private opening = 0;
  private closing = 0;
  private claims = 0;
  private modestLimit = Infinity;
  private modestUntil = 0;
  private closed = false;
  /** Resolvers that wait until no more connections are open than are claimed. */
  private onChange: (() => void)[] = [];

  /** @param max the most connections at once; grows with claims, for a server that counts connections */
  constructor(
    private readonly open: () => Promise<MailConnection>,
    private max: number,
  ) {}

  get isIdle(): boolean {
    return this.busy.size + this.opening + this.waiting.size + this.claims === 0;
  }

  /**
   * Allows more open connections. The returned function takes that back, and resolves when no more are open than
   * others have claimed.
   */
  claim(connections: number): () => Promise<void> {
    this.claims += 1;
    this.max += connections;
    this.grow();
    // Open connections beyond the previous claims may be within the new ones.
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
   * @param line the sender's line: lines are served in turn
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
      const timer = setTimeout(
        () => {
          this.waiting.remove(waiting);
          reject(new NoFreeConnection());
        },
        Math.max(timeoutMs, 1),
      );
      this.waiting.add(waiting);
      this.grow();
    });
  }

  /** Returns a connection to the pool after a mail, in whatever state it is. */
  release(connection: MailConnection): void {
    const mails = (this.busy.get(connection) ?? 1) - 1;
    if (mails > 0) this.busy.set(connection, mails);
    else this.busy.delete(connection);
    this.lastUsed = performance.now();
    if (connection.isUsable) this.give(connection);
    else {
      this.grow();
      this.tell();
    }
  }

  /** Breaks off all sends; every sender gets its result from its connection. */
  close(): void {
    this.closed = true;
    for (const connection of [...this.idle.splice(0), ...this.busy.keys()]) void connection.close();
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
    if (connection) this.busy.set(connection, 1);
    return connection;
  }

  /** Gives a connection to as many waiting senders as it takes at once. */
  private give(connection: MailConnection): void {
    let mails = this.busy.get(connection) ?? 0;
    const isSurplus = mails > 0 ? this.all > this.max : this.all >= this.max;
    if (this.closed || isSurplus) {
      if (mails === 0) this.dismiss(connection);
      return;
    }
    for (; mails < connection.depth; mails++) {
      const next = this.waiting.next();
      if (!next) break;
      this.busy.set(connection, mails + 1);
      next.give(connection);
    }
    if (mails === 0) this.idle.push(connection);
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

  /** Opens one more connection if a waiting sender has none on its way. */
  private grow(): void {
    const limit = performance.now() > this.modestUntil ? this.max : Math.min(this.max, this.modestLimit);
    if (this.closed || this.waiting.size <= this.opening || this.all >= limit) return;
    this.opening += 1;
    this.open()
      .then(aliveStill)
      .then(
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

  /** Many servers allow few connections at once: while some are open, other senders wait for those. */
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

/** @throws SmtpFault if the session is over already, as if it could not be opened */
function aliveStill(connection: MailConnection): MailConnection {
  if (connection.isUsable) return connection;
  throw new SmtpFault({ kind: 'connection', moment: 'opening', cause: causes.closed });
}

/** A sender that waits for a connection. */
export interface Waiting {
  /** Lines are served in turn: senders of the same campaign share a line. */
  line: object;
  give: (connection: MailConnection) => void;
  fail: (error: unknown) => void;
}

/** Lines that are served in turn, so that a short one never waits for a long one. */
export class WaitingLines {
  /** In the order of their turns. */
  private readonly lines = new Map<object, Waiting[]>();

  get size(): number {
    let size = 0;
    for (const line of this.lines.values()) size += line.length;
    return size;
  }

  add(waiting: Waiting): void {
    const line = this.lines.get(waiting.line);
    if (line) line.push(waiting);
    else this.lines.set(waiting.line, [waiting]);
  }

  remove(waiting: Waiting): void {
    const left = (this.lines.get(waiting.line) ?? []).filter((each) => each !== waiting);
    if (left.length === 0) this.lines.delete(waiting.line);
    else this.lines.set(waiting.line, left);
  }

  /** The first of the next line; that line's next turn is then the last. */
  next(): Waiting | undefined {
    for (const [key, line] of this.lines) {
      const first = line.shift();
      this.lines.delete(key);
      if (line.length > 0) this.lines.set(key, line);
      return first;
    }
    return undefined;
  }

  /** Removes and returns all. */
  clear(): Waiting[] {
    const all = [...this.lines.values()].flat();
    this.lines.clear();
    return all;
  }
}
