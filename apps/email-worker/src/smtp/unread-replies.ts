import type { Socket } from 'node:net';

/** A reply: lines of which only the last one has no hyphen after its code. nodemailer skips empty lines before it. */
const REPLY = /^(?:[^\S\n]*\n)*(?:\d+-[^\n]*\n)*[^\n]*\n/;

/**
 * What a server has sent and nodemailer hasn't handled yet, one character per byte. nodemailer doesn't expose it, but
 * writes each reply into its log when it handles it.
 */
export class UnreadReplies {
  /** The time of the quickest reply to a command (milliseconds). Infinity: no command has a reply yet. */
  quickestMs = Infinity;
  private commandAt: number | null = null;
  private socket: Socket | null = null;
  private text = '';

  /** @param session the socket of the session itself, after the change to TLS; null until the session exists */
  constructor(private readonly session: () => Socket | null) {}

  /** For nodemailer's `logger`, with `transactionLog`. */
  readonly logger = {
    trace: () => undefined,
    debug: (entry?: object) => this.logged(entry),
    info: (entry?: object) => this.logged(entry),
    warn: () => undefined,
    error: () => undefined,
    fatal: () => undefined,
  };

  get unread(): string {
    return this.text;
  }

  private logged(entry: { tnx?: unknown } = {}): void {
    this.listen();
    const now = performance.now();
    if (entry.tnx === 'client') this.commandAt = now;
    if (entry.tnx !== 'server') return;
    this.text = this.text.replace(REPLY, '');
    if (this.commandAt !== null) this.quickestMs = Math.min(this.quickestMs, now - this.commandAt);
    this.commandAt = null;
  }

  /** Listens as soon as the session exists. nodemailer logs when it begins, and before it reads. */
  private listen(): void {
    if (this.socket) return;
    this.socket = this.session();
    this.socket?.prependListener('data', (bytes: Buffer) => (this.text += bytes.toString('latin1')));
  }
}
