import type { Socket } from 'node:net';
import type { Extensions } from './extensions';
import { type Mail, type Progress, causes } from './mail';
import { Transactions } from './transactions';

/** How long an idle connection is kept (milliseconds). */
const IDLE_MS = 60_000;
/** How long QUIT may take (milliseconds). */
const QUIT_MS = 1_000;

/**
 * Sends emails over a connected socket with a started and authenticated session. From then on, it owns the socket.
 * Output is collected until all input that arrived at the same time is processed, and is sent in one write.
 */
export class SmtpClient {
  private readonly transactions: Transactions;
  private timer: NodeJS.Timeout | undefined;
  private timerAt = Infinity;
  private isBlocked = false;
  private willWrite = false;
  private isQuitting = false;
  private failure: string = causes.closed;
  private readonly closed: Promise<void>;

  /**
   * @param leftover server data after its last reply, already read from the socket
   * @param distanceMs how long a round trip of the network takes (milliseconds)
   */
  constructor(
    private readonly socket: Socket,
    offered: Extensions,
    leftover: Buffer = Buffer.alloc(0),
    distanceMs = 0,
  ) {
    this.transactions = new Transactions(offered, distanceMs);
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.lost();
        resolve();
      });
      if (socket.closed) resolve();
    });
    socket.on('data', (bytes: Buffer) => this.receive(bytes));
    socket.on('drain', () => this.drained());
    // Before the listeners of the connection's opener, because they may change the error.
    socket.prependListener(
      'error',
      ({ code = causes.closed }: NodeJS.ErrnoException) => (this.failure = code),
    );
    socket.once('end', () => this.lost());
    socket.setTimeout(IDLE_MS).on('timeout', () => this.transactions.isIdle && this.end(causes.closed));
    // Its events may have occurred earlier, and then nothing would end the session.
    if (socket.destroyed || !socket.readable || !socket.writable) this.lost();
    else if (leftover.length > 0) this.receive(leftover);
  }

  /** Whether the session can take another email. */
  get isUsable(): boolean {
    return this.transactions.isUsable && this.socket.writable && !this.socket.destroyed;
  }

  /** The number of emails that it accepts at the same time. */
  get depth(): number {
    return this.transactions.depth;
  }

  /** The number of emails that it should have in transit, which is lower for a near server. */
  get useful(): number {
    return this.transactions.useful;
  }

  /**
   * Never rejects because of the server's behavior; takes at most `timeoutMs`.
   * @param mayDeliver called before each part of the content; after false, the email is `unsent` and the session ends
   * @param replyMs how long a reply before the content can take (milliseconds)
   */
  send(mail: Mail, timeoutMs: number, mayDeliver: () => boolean, replyMs = Infinity): Promise<Progress> {
    return new Promise((done) => {
      const now = performance.now();
      this.transactions.begin({ mail, deadline: now + timeoutMs, replyMs, mayDeliver, done }, now);
      // No data is sent while the server doesn't read.
      this.setTimer();
      this.writeSoon();
    });
  }

  /** Takes no more emails, and quits when the emails in flight have ended. */
  finish(): void {
    this.transactions.finish();
    this.endIfOver();
  }

  /** Quits, or aborts the emails in flight. Resolves when the connection is closed. */
  close(): Promise<void> {
    if (this.socket.destroyed || this.isQuitting) return this.closed;
    if (this.transactions.isIdle && this.isUsable) this.quit();
    else this.end(causes.closed);
    return this.closed;
  }

  private quit(): void {
    this.isQuitting = true;
    this.transactions.end(causes.closed);
    // The reply to QUIT ends the session.
    this.socket.once('data', () => this.socket.end()).write('QUIT\r\n', 'latin1');
    const limit = setTimeout(() => this.socket.destroy(), QUIT_MS).unref();
    this.socket.once('close', () => clearTimeout(limit));
  }

  private receive(bytes: Buffer): void {
    this.transactions.receive(bytes.toString('latin1'), performance.now());
    this.endIfOver();
    this.writeSoon();
  }

  private drained(): void {
    this.isBlocked = false;
    this.writeSoon();
  }

  /**
   * A sender that gets a result can provide the next email immediately, so that its envelope is sent in the same write.
   */
  private writeSoon(): void {
    if (this.willWrite || this.isBlocked) return;
    this.willWrite = true;
    setImmediate(() => {
      this.willWrite = false;
      this.write();
    });
  }

  private write(): void {
    const { transactions, socket } = this;
    if (socket.destroyed || this.isQuitting) return;
    const output = transactions.output(performance.now());
    if (output !== '') this.isBlocked = !socket.write(output, 'latin1');
    if (transactions.hasMore) this.writeSoon();
    this.endIfOver();
    this.setTimer();
  }

  private endIfOver(): void {
    const { transactions } = this;
    if (transactions.isUsable || !transactions.isIdle || this.isQuitting) return;
    if (transactions.isFull && this.socket.writable && !this.socket.destroyed) this.quit();
    else this.end(causes.closed);
  }

  /** One timer serves all emails: it fires early rather than being reset for each of them. */
  private setTimer(): void {
    const { due } = this.transactions;
    if (due >= this.timerAt || due === Infinity) return;
    clearTimeout(this.timer);
    this.timerAt = due;
    this.timer = setTimeout(() => this.expire(), Math.max(due - performance.now(), 1)).unref();
  }

  private expire(): void {
    this.timerAt = Infinity;
    this.transactions.expire(performance.now());
    this.endIfOver();
    this.setTimer();
    this.writeSoon();
  }

  private lost(): void {
    this.transactions.lost(this.failure);
    clearTimeout(this.timer);
    this.socket.destroy();
  }

  private end(cause: string): void {
    this.transactions.end(cause);
    clearTimeout(this.timer);
    this.socket.destroy();
  }
}
