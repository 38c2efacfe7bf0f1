import type { Extensions } from './extensions';
import { type Command, causes, lackFor, lineOf } from './mail';
import { type Reply, ReplyReader, ReplyTooLong } from './reply';
import { ServerTime } from './server-time';
import { type Sending, Transaction } from './transaction';

/** How long a server may take for a reply (milliseconds): RFC 5321 §4.5.3.2; an email's own deadline may be earlier. */
export const phases: Readonly<Record<Command, number>> = {
  MAIL: 300_000,
  RCPT: 300_000,
  DATA: 120_000,
  content: 600_000,
  // The next email waits for it, and can have another connection.
  RSET: 5_000,
};

/**
 * A server that itself takes no longer than this for an email gets the next one's envelope before its reply
 * (milliseconds). The network distance doesn't count, because a greater distance saves more time.
 */
export const QUICK_MS = 200;

/**
 * The mail transactions of one session, without a socket and a clock: takes emails and the server's data, and returns
 * the data to send. With PIPELINING (RFC 2920), an envelope is sent in one piece, together with the end of the previous
 * email. Each email gets one Progress. A session that is over takes no more emails.
 */
export class Transactions {
  private readonly reader = new ReplyReader();
  /** The emails in the order in which the server gets them. The first one is the current email. */
  private readonly mails: Transaction[] = [];
  private readonly awaited: { of: Transaction; command: Command }[] = [];
  /** Emails whose refusal is reported when all input that arrived at the same time is processed. */
  private readonly refusedNow: Transaction[] = [];
  private needsReset = false;
  private isOver = false;
  /** Whether the email after the current one was abandoned with its envelope: the session ends with the current one. */
  private isLast = false;
  /** The time since which the server owes a reply: when a command was sent, or when the previous reply arrived. */
  private since = 0;
  /** Whether the server has sent no reply since the last command. */
  private isFirstReply = false;
  private readonly serverTime = new ServerTime();
  /** How long the server itself took for the last email. */
  private tookMs = Infinity;

  constructor(private readonly offered: Extensions) {}

  get isUsable(): boolean {
    return !this.isOver && !this.isLast;
  }

  get isIdle(): boolean {
    return this.mails.length === 0;
  }

  /** How many emails it takes at once: with a slow server, the next email would only wait. */
  get depth(): number {
    return this.offered.pipelining && this.tookMs <= QUICK_MS ? 2 : 1;
  }

  /** When `expire` is due, by the monotonic clock. */
  get due(): number {
    const [current, next] = this.mails;
    if (!current) return Infinity;
    return Math.min(this.dueOf(current), next ? next.patience : Infinity);
  }

  /** Whether `output` has another piece of the content that is being sent. */
  get hasMore(): boolean {
    return this.mails.some(({ isBegun, wholeAt }) => isBegun && wholeAt === null);
  }

  begin(sending: Sending, now: number): void {
    const lacks = lackFor(sending.mail.envelope, this.offered);
    if (lacks !== null) sending.done({ kind: 'unfit', lacks });
    else if (!this.isUsable) sending.done({ kind: 'unsent', cause: causes.closed });
    else this.mails.push(new Transaction(sending, now, this.serverTime.roundTripMs));
  }

  /** Returns the data to send now, one character per byte, with at most one part of a content. */
  output(now: number): string {
    let bytes = '';
    for (const mail of this.mails) {
      const isCurrent = mail === this.mails[0];
      if (!isCurrent && !this.mayFollow()) break;
      bytes += this.commandsOf(mail, now);
      if (isCurrent && mail.wantsContent) bytes += this.pieceOf(mail, now);
      if (this.isOver) return '';
    }
    if (bytes !== '') {
      this.since = now;
      this.isFirstReply = true;
    }
    return bytes;
  }

  /** @param bytes the server's data, one character per byte */
  receive(bytes: string, now: number): void {
    try {
      this.workOff(this.reader.read(bytes), now);
    } catch (error) {
      if (!(error instanceof ReplyTooLong)) throw error;
      this.workOff(error.before, now);
      this.end(causes.protocol);
    }
  }

  /**
   * Ends the session if the current email is overdue. Otherwise, withdraws the next email if it has waited too long.
   */
  expire(now: number): void {
    const [current, next] = this.mails;
    if (current && now >= this.dueOf(current)) {
      this.end(this.awaited[0]?.command === 'RSET' ? causes.closed : causes.timeout);
    } else if (next && now >= next.patience) {
      this.mails.splice(1, 1);
      this.isLast = this.awaited.some(({ of }) => of === next);
      next.sending.done({ kind: 'unsent', cause: causes.behind });
    }
  }

  /** The connection is closed. A refusal that the server could still send counts. */
  lost(cause: string): void {
    const [current] = this.mails;
    const reply = this.reader.end();
    const command = this.awaited[0]?.command ?? 'session';
    if (reply && command !== 'RSET') current?.refuse(reply.code === 421 ? 'session' : command, reply);
    this.end(cause);
  }

  /** Ends the session. Each email's progress is reported. Only the current email can be the cause. */
  end(cause: string): void {
    this.isOver = true;
    this.awaited.length = 0;
    for (const mail of this.refusedNow.splice(0)) report(mail, cause);
    for (const [at, mail] of this.mails.splice(0).entries()) report(mail, at === 0 ? cause : causes.behind);
  }

  private dueOf({ sending: { deadline, replyMs = Infinity } }: Transaction): number {
    const command = this.awaited[0]?.command;
    if (command === undefined) return deadline;
    // A content that was sent may be delivered: giving up early would leave more emails in doubt.
    const limitMs = command === 'content' ? phases.content : Math.min(phases[command], replyMs);
    return Math.min(deadline, this.since + limitMs);
  }

  /** Whether the server may get the next email's envelope. RFC 2920 §3.1: a content may begin a group of commands. */
  private mayFollow(): boolean {
    return this.offered.pipelining && this.mails[0]?.wholeAt !== null;
  }

  private commandsOf(mail: Transaction, now: number): string {
    if (this.needsReset && mail.commands[0] === 'MAIL') {
      this.needsReset = false;
      mail.commands.unshift('RSET');
    }
    let lines = '';
    while (this.offered.pipelining || this.awaited.length === 0) {
      const command = mail.commands.shift();
      if (command === undefined) break;
      mail.sentAt = now;
      lines += lineOf(command, mail.sending.mail.envelope, this.offered);
      this.awaited.push({ of: mail, command });
    }
    return lines;
  }

  private pieceOf(mail: Transaction, now: number): string {
    const isLate = !mail.isBegun && now >= mail.sending.deadline;
    if (!mail.refusal && (isLate || !mail.sending.mayDeliver())) {
      this.end(isLate ? causes.timeout : causes.cancelled);
      return '';
    }
    if (!mail.isBegun) this.awaited.push({ of: mail, command: 'content' });
    return mail.piece(now);
  }

  private workOff(replies: readonly Reply[], now: number): void {
    for (const reply of replies) {
      if (!this.isOver) this.answered(reply, now);
    }
    for (const mail of this.refusedNow.splice(0)) report(mail, causes.closed);
  }

  private answered(reply: Reply, now: number): void {
    const answer = this.awaited.shift();
    const [since, isFirst] = [this.since, this.isFirstReply];
    this.since = now;
    this.isFirstReply = false;
    if (!answer) {
      this.unasked(reply);
      return;
    }
    const { of: mail, command } = answer;
    if (command !== 'content') this.serverTime.envelope(since, mail.sentAt, now, isFirst);
    if (command === 'RSET') {
      if (classOf(reply) !== 2) this.end(causes.closed);
    } else if (reply.code === 421) {
      // Even in reply to RCPT, a 421 concerns the session.
      mail.refuse(command === 'RCPT' ? 'session' : command, reply);
      this.end(causes.closed);
    } else if (reply.code >= 400) {
      mail.refuse(command, reply);
      this.refused(mail, command);
    } else this.agreed(mail, command, reply, now);
  }

  /** A server may refuse at any time: the session, or a content that it has requested. */
  private unasked(reply: Reply): void {
    const [mail] = this.mails;
    if (reply.code === 421) mail?.refuse(mail.isReady ? 'content' : 'session', reply);
    else if (mail?.isReady && reply.code >= 400) mail.refuse('content', reply);
    else {
      this.outOfStep(reply, causes.protocol);
      return;
    }
    this.end(causes.protocol);
  }

  /**
   * The server sends unsolicited replies: an unreported refusal may be one of them, and not the email's. A farewell, or
   * a line that isn't a reply, makes no refusal doubtful.
   */
  private outOfStep({ code }: Reply, cause: string): void {
    if (code !== 0 && code !== 221) {
      for (const mail of [...this.refusedNow, ...this.mails.slice(0, 1)]) mail.refusal = null;
    }
    this.end(cause);
  }

  private refused(mail: Transaction, command: Exclude<Command, 'RSET'>): void {
    if (command === 'content') {
      // The server does not wait for the remaining content, and would interpret it as commands.
      if (mail.wholeAt === null) this.end(causes.protocol);
      else this.complete();
      return;
    }
    this.needsReset ||= mail.refusal?.command !== 'MAIL';
    // Of a pipelined envelope, the reply to DATA is the last one.
    if (command === 'DATA' || !this.offered.pipelining) this.complete();
  }

  private agreed(mail: Transaction, command: Exclude<Command, 'RSET'>, reply: Reply, now: number): void {
    const replyClass = classOf(reply);
    if (command === 'DATA') {
      if (mail.refusal) this.agreedAfterRefusal(mail, reply);
      // Some servers reply 250; among replies to several commands, it could belong to another one.
      else if (replyClass === 3 || (replyClass === 2 && !this.offered.pipelining)) mail.isReady = true;
      else this.outOfStep(reply, causes.noReply);
    } else if (replyClass !== 2 || (command === 'content' && mail.wholeAt === null)) {
      this.outOfStep(reply, causes.noReply);
    } else if (command === 'content') {
      this.tookMs = this.serverTime.content(now - (mail.wholeAt ?? now));
      this.complete(reply);
    }
  }

  /** The server requests the content of a refused email. RFC 2920 §3.1: an empty content is not delivered. */
  private agreedAfterRefusal(mail: Transaction, reply: Reply): void {
    // Anything else isn't a reply to DATA: an earlier reply was superfluous.
    if (classOf(reply) !== 3) this.outOfStep(reply, causes.protocol);
    else if (mail.refusal?.command === 'MAIL') this.end(causes.closed);
    else {
      this.needsReset = false;
      mail.isReady = true;
    }
  }

  /** Ends the current email: accepted by this reply, if it was not refused before. */
  private complete(reply?: Reply): void {
    const mail = this.mails.shift();
    this.serverTime.begin();
    if (mail?.refusal) this.refusedNow.push(mail);
    else if (reply) mail?.sending.done({ kind: 'accepted', reply });
    if (this.isLast) this.end(causes.closed);
  }
}

/** Reports the progress of an email that was not accepted. */
function report({ sending: { done }, refusal, isBegun, wholeAt }: Transaction, cause: string): void {
  if (refusal) done(refusal);
  else if (!isBegun || cause === causes.cancelled) done({ kind: 'unsent', cause });
  // A server that replies before the end of a content may have accepted the received part as the entire content.
  else done({ kind: wholeAt !== null || cause === causes.noReply ? 'unanswered' : 'incomplete', cause });
}

function classOf({ code }: Reply): number {
  return Math.floor(code / 100);
}
