import type { Command, Mail, Progress } from './mail';
import type { Reply } from './reply';

/**
 * A content is passed on in parts of this size (bytes); a smaller content is passed on together with its end. Only a
 * smaller content is sent before the server has accepted the envelope.
 */
export const PIECE_BYTES = 65_536;

/** How long an email waits for the reply to the previous one, in addition to the network's time (milliseconds). */
export const PATIENCE_MS = 1_000;
/** The previous email may still have both its envelope and its content in transit. */
const ROUND_TRIPS = 2;

/** An email that is to be sent. */
export interface Sending {
  readonly mail: Mail;
  /** The deadline by the monotonic clock (milliseconds). */
  readonly deadline: number;
  /**
   * How long a reply before the content can take (milliseconds), in addition to RFC 5321's limits; absent: as long as
   * these limits allow.
   */
  readonly replyMs?: number;
  /** Called before each part of the content. False: the email isn't completed, and the session ends. */
  readonly mayDeliver: () => boolean;
  /** Called once. */
  readonly done: (progress: Progress) => void;
}

/** One email in a session. */
export class Transaction {
  /** The commands that are not sent yet. */
  readonly commands: Exclude<Command, 'content'>[];
  /** When the email's last command was sent. */
  sentAt = 0;
  /** The server waits for the content. */
  isReady = false;
  /** When the final dot was sent. */
  wholeAt: number | null = null;
  refusal: Extract<Progress, { kind: 'refused' }> | null = null;
  /** The sent part of the content, including doubled dots. */
  private sentBytes = 0;

  constructor(
    readonly sending: Sending,
    private readonly begunAt: number,
    private readonly roundTripMs = 0,
    /** Whether the content follows its envelope at once, as a chunk (RFC 3030), instead of after DATA. */
    readonly isChunk = false,
  ) {
    this.commands = isChunk ? ['MAIL', 'RCPT'] : ['MAIL', 'RCPT', 'DATA'];
  }

  /** Whether the server may have received part of the content. */
  get isBegun(): boolean {
    return this.sentBytes > 0 || this.wholeAt !== null;
  }

  get wantsContent(): boolean {
    return this.isReady && this.wholeAt === null;
  }

  /** Whether nothing of the email remains to be sent. */
  get isWhole(): boolean {
    return this.wholeAt !== null;
  }

  get patience(): number {
    return Math.min(this.sending.deadline, this.begunAt + PATIENCE_MS + ROUND_TRIPS * this.roundTripMs);
  }

  /** The first refusal counts, because later refusals follow from it. */
  refuse(command: Exclude<Command, 'RSET'> | 'session', reply: Reply): void {
    this.refusal ??= { kind: 'refused', command, reply };
  }

  /** The whole content as a chunk. A chunk has a size and no end, so its dots are not doubled. */
  chunk(now: number): string {
    const { content } = this.sending.mail;
    const message = content.size === content.length ? content.bytes : content.message;
    this.sentBytes = message.length;
    this.wholeAt = now;
    return `BDAT ${message.length} LAST\r\n${message}`;
  }

  /** The next piece of the content. For a refused email, only the end. */
  piece(now: number): string {
    const { content } = this.sending.mail;
    const piece = this.refusal ? '' : content.piece(this.sentBytes, this.sentBytes + PIECE_BYTES);
    this.sentBytes += piece.length;
    if (!this.refusal && this.sentBytes < content.length) return piece;
    this.wholeAt = now;
    return `${piece}.\r\n`;
  }
}
