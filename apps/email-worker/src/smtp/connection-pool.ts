import { ConnectionAttempts } from './connection-attempts';
import type { ConnectionLimit } from './connection-limit';
import { IdleConnections } from './idle-connections';
import type { MailConnection } from './mail-connection';
import { ReplyPatience } from './reply-patience';
import { SessionLimit } from './session-limit';
import { NoFreeConnection, WaitingLines, type WaitingPlace } from './waiting-lines';

/** A server that accepts an email in less than this time is about as fast as this process (milliseconds). */
const NEAR_MS = 10;

/**
 * Connection attempts within this time of each other count as simultaneous (milliseconds). A server may refuse any one
 * of them and accept another.
 */
const TOGETHER_MS = 1_000;

/** How long no email tries a new session after the server requested fewer emails (milliseconds). */
const WANTS_LESS_MS = 3_000;

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
  /** How many emails a connection should have in transit, according to the connection that was used last. */
  mailsInTransit = 1;
  private readonly idle = new IdleConnections();
  private readonly busy = new Map<MailConnection, InUse>();
  private readonly waiting = new WaitingLines();
  private readonly attempts: ConnectionAttempts;
  private readonly sessionLimit = new SessionLimit();
  private closing = 0;
  private claims = 0;
  /** The number of claimed connections. */
  private claimed = 0;
  private closed = false;
  /** When the server last requested fewer emails (monotonic clock, milliseconds). */
  private throttledAt = -Infinity;
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
    open: () => Promise<MailConnection>,
    private readonly adaptive: ConnectionLimit | null,
    private readonly isProcessBusy: () => boolean = () => false,
    readonly patience: ReplyPatience = new ReplyPatience(),
  ) {
    this.attempts = new ConnectionAttempts(open);
  }

  /** The maximum number of connections. */
  get limit(): number {
    return this.adaptive ? this.adaptive.current : this.claimed;
  }

  /** The number of open connections. */
  get connections(): number {
    return this.idle.size + this.busy.size;
  }

  /** Whether the server has just requested fewer emails, so that a new session would get the same response. */
  get wantsLess(): boolean {
    return performance.now() - this.throttledAt < WANTS_LESS_MS;
  }

  get isIdle(): boolean {
    return this.busy.size + this.attempts.pending + this.waiting.size + this.claims === 0;
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
        const surplus = this.all - this.closing > this.limit ? this.idle.take() : undefined;
        if (surplus) this.dismiss(surplus);
        else await new Promise<void>((resolve) => this.onChange.push(resolve));
      }
    };
  }

  /**
   * @throws SmtpFault if no connection can be opened; NoFreeConnection after `timeoutMs`
   */
  acquire(timeoutMs: number, place: WaitingPlace): Promise<MailConnection> {
    this.lastUsed = performance.now();
    const connection = this.idle.take();
    if (connection) {
      this.busy.set(connection, { mails: 1, since: this.lastUsed });
      return Promise.resolve(connection);
    }
    if (this.closed) return Promise.reject(new NoFreeConnection());
    const spare = this.withRoom();
    if (spare) return Promise.resolve(spare);
    const given = this.waiting.wait(place, this.lastUsed, timeoutMs);
    this.grow();
    return given;
  }

  /** Returns a connection, in any state, to the pool after an email. */
  release(connection: MailConnection, end: MailEnd): void {
    this.lastUsed = performance.now();
    if (end !== 'other' && end !== 'silent') this.patience.answered();
    const use = this.busy.get(connection);
    if (use) {
      this.learn(use, connection, end);
      use.mails -= 1;
      use.since = this.lastUsed;
      if (use.mails === 0) this.busy.delete(connection);
    }
    if (connection.isUsable) {
      this.mailsInTransit = connection.useful;
      this.give(connection);
    } else if (!this.busy.has(connection)) {
      // Its session is over or is being ended. Until then, the server counts it.
      this.dismiss(connection);
    }
  }

  /** Aborts all sends. Every sender gets its result from its connection. */
  close(): void {
    this.closed = true;
    for (const connection of [...this.idle.clear(), ...this.busy.keys()]) void connection.close();
    for (const { fail } of this.waiting.clear()) fail(new NoFreeConnection());
    this.notifyChange();
  }

  /** The number of connections that the server may count. */
  private get all(): number {
    return this.connections + this.attempts.pending + this.closing;
  }

  /** The effect of an email's result on the limits. */
  private learn({ since }: InUse, { served }: MailConnection, end: MailEnd): void {
    const now = this.lastUsed;
    const tookMs = now - since;
    const isDelayedHere = tookMs < NEAR_MS && this.isProcessBusy();
    if (end === 'accepted') this.adaptive?.accepted(tookMs, this.isPressed && !isDelayedHere, now);
    else if (end === 'deferred') this.adaptive?.deferred(now);
    else if (end === 'throttled') {
      this.throttledAt = now;
      this.sessionLimit.throttled();
      this.adaptive?.throttled(now);
    } else if (end === 'session-full') this.sessionLimit.full(served, now);
    // Busy connections are closed after their current emails.
    while (this.adaptive && this.connections > this.limit) {
      const surplus = this.idle.take();
      if (!surplus) break;
      this.dismiss(surplus);
    }
  }

  /**
   * Whether all connections are in use, and an email waits either for a connection or, on a connection, for another
   * email.
   */
  private get isPressed(): boolean {
    if (this.busy.size + this.attempts.pending < this.limit) return false;
    if (this.waiting.size > 0) return true;
    for (const { mails } of this.busy.values()) if (mails > 1) return true;
    return false;
  }

  /**
   * Returns a connection in use that should have more emails in transit, if no more connections can be opened. Otherwise,
   * an email that follows an accepted one would wait until the next email is accepted.
   */
  private withRoom(): MailConnection | undefined {
    if (this.waiting.size > 0 || this.all < this.limit || this.connections > this.limit) return undefined;
    for (const [connection, use] of this.busy) {
      const room = Math.min(connection.useful, this.sessionLimit.left(connection.served, this.lastUsed));
      if (!connection.isUsable || use.mails >= room) continue;
      use.mails += 1;
      return connection;
    }
    return undefined;
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
    const left = this.sessionLimit.left(connection.served, this.lastUsed);
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
    if (use.mails === 0) this.idle.put(connection);
    // The limit may have grown.
    this.grow();
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
    if (this.closed || this.waiting.size <= this.attempts.pending || this.all >= this.limit) return;
    this.attempts.begin(
      (connection) => {
        this.lastUsed = performance.now();
        this.give(connection);
      },
      (error) => {
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
      this.adaptive?.refused(connections + this.attempts.pending, performance.now());
    } else {
      for (const { fail } of this.waiting.takeBefore(this.attempts.earliest - TOGETHER_MS)) fail(error);
    }
  }
}
