import { Inject, Injectable } from '@nestjs/common';
import { Metrics } from '@carillon/platform';
import { causes } from '@carillon/smtp';
import { LRUCache } from 'lru-cache';
import { type EmailWorkerConfig, emailWorkerConfig } from '../config';
import { ConnectionLimit } from './connection-limit';
import { MailConnection, type MailServer, SmtpFault, connectionKey, smtpTimeouts } from './mail-connection';

/** Thrown if all connections were in use until the timeout. */
export class NoFreeConnection extends Error {
  override readonly name = 'NoFreeConnection';
}

/** The pools: one for each mail server and login in use. */
@Injectable()
export class ConnectionPools {
  private readonly pools = new Map<string, ConnectionPool>();
  private readonly keys = new WeakMap<MailServer, string>();
  private readonly load = new ProcessLoad();
  /** The reply times of servers, by key. Kept longer than the pools, so that silent servers are tried rarely. */
  private readonly patience = new LRUCache<string, ReplyPatience>({ max: 1_000 });
  private closing: NodeJS.Timeout | undefined;

  constructor(
    @Inject(emailWorkerConfig.token) private readonly config: EmailWorkerConfig,
    metrics: Metrics,
  ) {
    const sum = (of: (pool: ConnectionPool) => number) => (): number =>
      [...this.pools.values()].reduce((total, pool) => total + of(pool), 0);
    metrics.gauge(
      'carillon_mail_connections',
      'Connections to mail servers',
      sum((pool) => pool.connections),
    );
    metrics.gauge(
      'carillon_mail_connection_limit',
      'Connections currently allowed to the mail servers in use',
      sum((pool) => pool.limit),
    );
  }

  for(server: MailServer): ConnectionPool {
    const key = this.keyOf(server);
    const existing = this.pools.get(key);
    if (existing) return existing;
    const most = this.config.EMAIL_CONNECTIONS;
    const limit = server.maxConnections === null ? new ConnectionLimit(most, performance.now()) : null;
    const pool = new ConnectionPool(
      () => MailConnection.open(server),
      limit,
      () => this.load.isFull(),
      this.patienceFor(key),
    );
    this.pools.set(key, pool);
    this.closing ??= setInterval(() => this.closeIdle(), smtpTimeouts.idle / 4).unref();
    return pool;
  }

  /**
   * Begins a lease that sends up to `sends` emails concurrently. If the server has a connection limit, the lease can
   * have that many connections. The returned function releases them.
   */
  begin(server: MailServer, sends: number): () => Promise<void> {
    return server.maxConnections === null ? () => Promise.resolve() : this.for(server).claim(sends);
  }

  /**
   * The number of emails of one lease to send concurrently: one per connection, and one more, which shows whether
   * another connection would be useful.
   */
  usefulSends(server: MailServer): number {
    if (server.maxConnections !== null) return Infinity;
    // A closed worker has no pool.
    return (this.pools.get(this.keyOf(server))?.limit ?? 1) + 1;
  }

  close(): void {
    clearInterval(this.closing);
    this.closing = undefined;
    for (const pool of this.pools.values()) pool.close();
    this.pools.clear();
  }

  private patienceFor(key: string): ReplyPatience {
    const patience = this.patience.get(key) ?? new ReplyPatience();
    this.patience.set(key, patience);
    return patience;
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

/**
 * The time limit for a server's reply before the message: short if it hasn't accepted an email yet, so that a silent
 * server is detected soon, and doubled each time, so that a slow server isn't considered silent forever.
 */
export class ReplyPatience {
  private limitMs: number = smtpTimeouts.firstReply;

  /** The time in milliseconds. */
  get ms(): number {
    return this.limitMs;
  }

  answered(): void {
    this.limitMs = Infinity;
  }

  /** @param waitedMs the elapsed time limit, which may be the same for several emails */
  silent(waitedMs: number): void {
    if (waitedMs >= this.limitMs)
      this.limitMs = this.limitMs === Infinity ? smtpTimeouts.firstReply : 2 * this.limitMs;
  }
}

/** A server that accepts an email in less than this time is about as fast as this process (milliseconds). */
const NEAR_MS = 10;

/**
 * Connection attempts within this time of each other count as simultaneous (milliseconds). A server may refuse any one
 * of them and accept another.
 */
const TOGETHER_MS = 1_000;

/** How long no email tries a new session after the server requested fewer emails (milliseconds). */
const WANTS_LESS_MS = 3_000;

/** How long the session limit of a server is remembered (milliseconds). The limit may change. */
const SESSION_LIMIT_MS = 10 * 60_000;

/**
 * The result of an email. 'throttled': the server accepts no more emails for now; 'deferred': it accepts no email for
 * this recipient for now; 'session-full': it accepts no more emails in this session; 'silent': it did not reply in time
 * before the message.
 */
export type MailEnd = 'accepted' | 'refused' | 'deferred' | 'throttled' | 'session-full' | 'silent' | 'other';

/** The activity of a connection. */
interface InUse {
  /** The emails that the connection is sending. */
  mails: number;
  /** When the connection's current sends began (monotonic clock, milliseconds). */
  since: number;
}

/** Connections to one mail server. They are opened on demand, reused, and given to waiting senders in turn. */
export class ConnectionPool {
  /** When a connection was last in use (monotonic clock, milliseconds). */
  lastUsed = performance.now();
  private readonly idle: MailConnection[] = [];
  private readonly busy = new Map<MailConnection, InUse>();
  private readonly waiting = new WaitingLines();
  /** When the pending connection attempts began, oldest first (monotonic clock, milliseconds). */
  private readonly attempts: number[] = [];
  private closing = 0;
  private claims = 0;
  /** The number of claimed connections. */
  private claimed = 0;
  private closed = false;
  /** When the server last requested fewer emails (monotonic clock, milliseconds). */
  private throttledAt = -Infinity;
  /** The number of emails that the last full session accepted. Null if no session was full. */
  private fullAt: number | null = null;
  /** The number of emails that the server accepts in a session, and the time until which it is remembered. */
  private sessionLimit = Infinity;
  private sessionLimitUntil = -Infinity;
  /**
   * Resolvers of claims that wait until the number of open connections does not exceed the number of claimed
   * connections.
   */
  private onChange: (() => void)[] = [];

  /**
   * @param adaptive the limit of connections. Null: as many as are claimed, for a server with a connection limit
   * @param isProcessBusy whether this process is at full load. In that case, another connection to a server that is as
   * fast as this process would only wait for the process
   */
  constructor(
    private readonly open: () => Promise<MailConnection>,
    private readonly adaptive: ConnectionLimit | null,
    private readonly isProcessBusy: () => boolean = () => false,
    readonly patience: ReplyPatience = new ReplyPatience(),
  ) {}

  /** The maximum number of connections. */
  get limit(): number {
    return this.adaptive ? this.adaptive.current : this.claimed;
  }

  /** The number of open connections. */
  get connections(): number {
    this.dropLost();
    return this.idle.length + this.busy.size;
  }

  /** Whether the server has just requested fewer emails, so that a new session would get the same response. */
  get wantsLess(): boolean {
    return performance.now() - this.throttledAt < WANTS_LESS_MS;
  }

  get isIdle(): boolean {
    return this.busy.size + this.opening + this.waiting.size + this.claims === 0;
  }

  /**
   * Allows more open connections. The returned function revokes this claim, and resolves when the open connections do
   * not exceed the other claims.
   */
  claim(connections: number): () => Promise<void> {
    this.claims += 1;
    this.claimed += connections;
    this.grow();
    // Open connections beyond the previous claims may be covered by the new claims.
    this.notifyChange();
    return async () => {
      this.claims -= 1;
      this.claimed -= connections;
      while (this.all > this.limit) {
        const surplus = this.all - this.closing > this.limit ? this.idle.pop() : undefined;
        if (surplus) this.dismiss(surplus);
        else await new Promise<void>((resolve) => this.onChange.push(resolve));
      }
    };
  }

  /**
   * @param line the sender's line. Lines are served in turn
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
        since: this.lastUsed,
        give: (free) => {
          clearTimeout(timer);
          resolve(free);
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

  /** Returns a connection, in any state, to the pool after an email. */
  release(connection: MailConnection, end: MailEnd): void {
    this.lastUsed = performance.now();
    if (end !== 'other' && end !== 'silent') this.patience.answered();
    const use = this.busy.get(connection);
    if (use) {
      this.learn(use, end);
      this.learnSessionLimit(connection, end);
      use.mails -= 1;
      use.since = this.lastUsed;
      if (use.mails === 0) this.busy.delete(connection);
    }
    if (connection.isUsable) this.give(connection);
    else {
      this.grow();
      this.notifyChange();
    }
  }

  /** Aborts all sends. Every sender gets its result from its connection. */
  close(): void {
    this.closed = true;
    for (const connection of [...this.idle.splice(0), ...this.busy.keys()]) void connection.close();
    for (const { fail } of this.waiting.clear()) fail(new NoFreeConnection());
    this.notifyChange();
  }

  private get opening(): number {
    return this.attempts.length;
  }

  /** The number of connections that the server may count. */
  private get all(): number {
    this.dropLost();
    return this.idle.length + this.busy.size + this.opening + this.closing;
  }

  private dropLost(): void {
    const alive = this.idle.filter(({ isUsable }) => isUsable);
    if (alive.length < this.idle.length) this.idle.splice(0, this.idle.length, ...alive);
  }

  private fromIdle(): MailConnection | undefined {
    let connection = this.idle.pop();
    while (connection && !connection.isUsable) connection = this.idle.pop();
    if (connection) this.busy.set(connection, { mails: 1, since: this.lastUsed });
    return connection;
  }

  /** The effect of an email's result on the limit. */
  private learn({ since }: InUse, end: MailEnd): void {
    const now = this.lastUsed;
    const tookMs = now - since;
    const isDelayedHere = tookMs < NEAR_MS && this.isProcessBusy();
    if (end === 'accepted') this.adaptive?.accepted(tookMs, this.isPressed && !isDelayedHere, now);
    else if (end === 'deferred') this.adaptive?.deferred(now);
    else if (end === 'throttled') {
      this.throttledAt = now;
      this.adaptive?.throttled(now);
    }
    // Busy connections are closed after their current emails.
    while (this.adaptive && this.connections > this.limit) {
      const surplus = this.idle.pop();
      if (!surplus) break;
      this.dismiss(surplus);
    }
  }

  /**
   * If two sessions are full after the same number of emails, this number is the server's limit. A single session may
   * have been full by chance.
   */
  private learnSessionLimit({ served }: MailConnection, end: MailEnd): void {
    if (end === 'throttled') this.fullAt = null;
    if (end !== 'session-full') return;
    if (served === this.fullAt) {
      this.sessionLimit = served;
      this.sessionLimitUntil = this.lastUsed + SESSION_LIMIT_MS;
    }
    this.fullAt = served;
  }

  /**
   * Whether all connections are in use, and an email waits either for a connection or, on a connection, for another
   * email.
   */
  private get isPressed(): boolean {
    if (this.busy.size + this.opening < this.limit) return false;
    if (this.waiting.size > 0) return true;
    for (const { mails } of this.busy.values()) if (mails > 1) return true;
    return false;
  }

  /** Gives a connection to as many waiting senders as it accepts concurrently. */
  private give(connection: MailConnection): void {
    const use = this.busy.get(connection) ?? { mails: 0, since: this.lastUsed };
    // If no connection is claimed, only open connections count, because a connection that is being opened can still be
    // refused.
    const others = this.adaptive ? this.connections : this.all;
    const isSurplus = use.mails > 0 ? others > this.limit : others >= this.limit;
    if (this.closed || isSurplus) {
      if (use.mails === 0) this.dismiss(connection);
      return;
    }
    const left = this.mailsLeft(connection);
    if (left === 0 && use.mails === 0) {
      this.dismiss(connection);
      return;
    }
    while (use.mails < Math.min(connection.depth, left)) {
      const next = this.waiting.next();
      if (!next) break;
      use.mails += 1;
      this.busy.set(connection, use);
      next.give(connection);
    }
    if (use.mails === 0) this.idle.push(connection);
    // The limit may have grown.
    this.grow();
  }

  /** The number of emails that the server still accepts in this session, including emails in flight. */
  private mailsLeft({ served }: MailConnection): number {
    if (this.lastUsed > this.sessionLimitUntil) return Infinity;
    return Math.max(0, this.sessionLimit - served);
  }

  private dismiss(connection: MailConnection): void {
    this.closing += 1;
    void connection.close().then(() => {
      this.closing -= 1;
      this.notifyChange();
      this.grow();
    });
  }

  private notifyChange(): void {
    for (const resolve of this.onChange.splice(0)) resolve();
  }

  /** Opens another connection if more senders wait than connections are being opened. */
  private grow(): void {
    if (this.closed || this.waiting.size <= this.opening || this.all >= this.limit) return;
    const began = performance.now();
    this.attempts.push(began);
    const ended = (): void => void this.attempts.splice(this.attempts.indexOf(began), 1);
    this.open()
      .then(requireUsable)
      .then(
        (connection) => {
          ended();
          this.lastUsed = performance.now();
          this.give(connection);
        },
        (error: unknown) => {
          ended();
          this.refused(error);
          this.notifyChange();
        },
      );
  }

  /**
   * Many servers allow few connections. While some connections are open, waiting senders wait for them. If a server
   * doesn't respond, a connection attempt may always be pending, so a sender waits for an attempt only if the sender
   * arrived with it or after it.
   */
  private refused(error: unknown): void {
    const { connections } = this;
    if (connections > 0) {
      // Connections that are being opened count, because this method is called again if one of them is refused.
      this.adaptive?.refused(connections + this.opening, performance.now());
    } else {
      const [earliest = Infinity] = this.attempts;
      for (const { fail } of this.waiting.takeBefore(earliest - TOGETHER_MS)) fail(error);
    }
  }
}

/** @throws SmtpFault if the session has already ended, as if it could not be opened */
function requireUsable(connection: MailConnection): MailConnection {
  if (connection.isUsable) return connection;
  throw new SmtpFault({ kind: 'connection', moment: 'opening', cause: causes.closed });
}

/** A process that is busy for this share of its time is at full load. */
const FULL = 0.9;
/** The period over which this share is measured (milliseconds). */
const LOAD_MS = 250;

/** The share of its time that this process works, or has work but waits for a processor. */
class ProcessLoad {
  private since = performance.eventLoopUtilization();
  private sinceMs = performance.now();
  private share = 0;

  isFull(): boolean {
    const now = performance.now();
    if (now - this.sinceMs >= LOAD_MS) {
      const until = performance.eventLoopUtilization();
      this.share = performance.eventLoopUtilization(until, this.since).utilization;
      [this.since, this.sinceMs] = [until, now];
    }
    return this.share >= FULL;
  }
}

/** A sender that waits for a connection. */
export interface Waiting {
  /** Lines are served in turn: senders of the same campaign share a line. */
  line: object;
  /** When the sender began to wait (monotonic clock, milliseconds). */
  since: number;
  give: (connection: MailConnection) => void;
  fail: (error: unknown) => void;
}

/** Lines of senders that are served in turn, so that a short line never waits for a long one. */
export class WaitingLines {
  /** The lines, in the order of their turns. */
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

  /** Takes the first sender of the next line, and moves that line to the end. */
  next(): Waiting | undefined {
    for (const [key, line] of this.lines) {
      const first = line.shift();
      this.lines.delete(key);
      if (line.length > 0) this.lines.set(key, line);
      return first;
    }
    return undefined;
  }

  /** Removes and returns the senders that have waited since before this time. */
  takeBefore(time: number): Waiting[] {
    const taken: Waiting[] = [];
    for (const [key, line] of this.lines) {
      taken.push(...line.filter(({ since }) => since < time));
      const left = line.filter(({ since }) => since >= time);
      if (left.length === 0) this.lines.delete(key);
      else this.lines.set(key, left);
    }
    return taken;
  }

  /** Removes and returns all senders. */
  clear(): Waiting[] {
    return this.takeBefore(Infinity);
  }
}
