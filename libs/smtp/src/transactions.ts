import type { Extensions } from './extensions';
import { type Command, causes, lackFor, lineOf } from './mail';
import { type Reply, ReplyReader, ReplyTooLong } from './reply';
import { ServerTime } from './server-time';
import { PIECE_BYTES, type Sending, Transaction } from './transaction';

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
 * From this distance on, sending emails before the replies to the previous ones saves more than their doubt costs
 * (milliseconds).
 */
export const FAR_MS = 10;
/** How many emails can be in transit if whole emails are sent in advance. If the connection breaks, all are in doubt. */
export const FAR_DEPTH = 4;

/**
 * The mail transactions of one session, without a socket and a clock: takes emails and the server's data, and returns
 * the data to send. With PIPELINING (RFC 2920), an envelope is sent in one piece, together with the end of the previous
 * email. If the server is distant and also offers CHUNKING (RFC 3030), an email is sent in one piece, before the replies
 * to the previous emails, as soon as the session has accepted an email quickly. Each email gets one Progress. A session
 * that is over takes no more emails.
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
  private isFinished = false;
  /** Whether the server has accepted a chunk, so that it knows the command. */
  private takesChunks = false;
  /** The time since which the server owes a reply: when a command was sent, or when the previous reply arrived. */
  private since = 0;
  /** Whether the server has sent no reply since the last command. */
  private isFirstReply = false;
  private readonly serverTime = new ServerTime();
  /** How long the server itself took for the last email. */
  private tookMs = Infinity;
  /** When the last email ended. */
  private endedAt = 0;
  /** How many emails the server still accepts in this session. */
  private left: number;

  /**
   * @param distanceMs how long a round trip of the network takes (milliseconds), at most: a process or a server that is
   * busy for a moment seems distant, and each quicker reply corrects this
   */
  constructor(
    private readonly offered: Extensions,
    private distanceMs = 0,
  ) {
    this.left = offered.mailMax;
  }

  get isUsable(): boolean {
    return !this.isOver && !this.isLast && this.left > 0;
  }

  get isIdle(): boolean {
    return this.mails.length === 0;
  }

  /** Whether the session takes no more emails, although it isn't over: the server accepts no more in one session. */
  get isFull(): boolean {
    return this.left <= 0 && !this.isOver;
  }

  /** How many emails it takes at once: with a slow server, the next email would only wait. */
  get depth(): number {
    if (!this.offered.pipelining || this.tookMs > QUICK_MS) return 1;
    const most = this.offered.chunking && this.distanceMs >= FAR_MS ? FAR_DEPTH : 2;
    return Math.min(most, this.mails.length + this.left);
  }

  /**
   * How many emails it should have in transit: of two emails to a near server, the second one only waits for the first.
   */
  get useful(): number {
    return this.distanceMs >= FAR_MS ? this.depth : 1;
  }

  /** When `expire` is due, by the monotonic clock. */
  get due(): number {
    const [current] = this.mails;
    if (!current) return Infinity;
    return Math.min(this.overdueAt(current), this.leastPatient?.patience ?? Infinity);
  }

  /** Whether `output` has another piece of the content that is being sent. */
  get hasMore(): boolean {
    return this.mails.some(({ isBegun, wholeAt }) => isBegun && wholeAt === null);
  }

  begin(sending: Sending, now: number): void {
    const lacks = lackFor(sending.mail.envelope, this.offered);
    if (lacks !== null) sending.done({ kind: 'unfit', lacks });
    else if (!this.isUsable) sending.done({ kind: 'unsent', cause: causes.closed });
    else {
      this.left -= 1;
      this.mails.push(new Transaction(sending, now, this.serverTime.roundTripMs, this.isSentAtOnce(sending)));
    }
  }

  /**
   * Returns the data to send now, one character per byte: at most one part of a content, or several contents that are
   * sent at once.
   */
  output(now: number): string {
    let bytes = '';
    for (let at = 0; at < this.mails.length;) {
      const [mail, before] = [this.mails[at], this.mails[at - 1]];
      if (!mail || (before && !this.mayFollow(mail, before))) break;
      if (!mail.isWhole) bytes += this.partOf(mail, before, now);
      if (this.isOver) return '';
      // An email that must not be delivered was withdrawn.
      if (this.mails[at] === mail) at += 1;
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
   * Ends the session if the current email, or another one in transit, is overdue. Otherwise, withdraws the next email if
   * it has waited too long.
   */
  expire(now: number): void {
    const [current] = this.mails;
    const next = this.leastPatient;
    if (current && now >= this.overdueAt(current)) {
      const isResetting = this.awaited[0]?.command === 'RSET' && !current.isWhole;
      this.end(isResetting ? causes.closed : causes.timeout);
    } else if (next && now >= next.patience) {
      this.isLast ||= this.awaited.some(({ of }) => of === next);
      this.withdraw(next, causes.behind);
    }
  }

  /** Takes no more emails. The session is over when the emails in it have ended. */
  finish(): void {
    this.isFinished = true;
    this.left = 0;
  }

  /** The connection is closed. A refusal that the server could still send counts. */
  lost(cause: string): void {
    const [current] = this.mails;
    const reply = this.reader.end();
    const command = this.awaited[0]?.command ?? 'session';
    if (reply && command !== 'RSET') current?.refuse(reply.code === 421 ? 'session' : command, reply);
    this.end(cause);
  }

  /**
   * Ends the session. Each email's progress is reported. Only the current email can be the cause.
   * @param isAnnounced whether the server has announced that it processes nothing more, so that it has discarded what
   * it has not replied to
   */
  end(cause: string, isAnnounced = false): void {
    this.isOver = true;
    this.awaited.length = 0;
    for (const mail of this.refusedNow.splice(0)) report(mail, cause);
    for (const [at, mail] of this.mails.splice(0).entries()) {
      const isDiscarded = isAnnounced && mail.refusal === null;
      if (isDiscarded || (at > 0 && !mail.isBegun))
        mail.sending.done({ kind: 'unsent', cause: at === 0 ? cause : causes.behind });
      else report(mail, cause);
    }
  }

  /**
   * Whether an email may be sent before the replies to the previous one. After an abandoned envelope, the server would
   * take it for that envelope's content. After the first chunk, it would be in doubt if the server knows no chunks.
   */
  private mayFollow(mail: Transaction, before: Transaction): boolean {
    if (mail.isWhole) return true;
    const isProven = this.takesChunks || !before.isChunk;
    return this.offered.pipelining && before.isWhole && isProven && !this.isLast;
  }

  /** Of the emails after the current one that have not been sent, the one that waits for the shortest time. */
  private get leastPatient(): Transaction | undefined {
    let least: Transaction | undefined;
    for (let at = 1; at < this.mails.length; at++) {
      const mail = this.mails[at];
      if (mail && !mail.isWhole && (!least || mail.patience < least.patience)) least = mail;
    }
    return least;
  }

  /**
   * Whether an email is sent in one piece. A session first shows with another email that the server works: while it
   * keeps silent, no email is in doubt.
   */
  private isSentAtOnce({ mail }: Sending): boolean {
    const { pipelining, chunking } = this.offered;
    const isFar = this.distanceMs >= FAR_MS;
    return pipelining && chunking && isFar && this.tookMs <= QUICK_MS && mail.content.length <= PIECE_BYTES;
  }

  /** When the session ends without a reply to the current email. The emails in transit can have earlier deadlines. */
  private overdueAt(current: Transaction): number {
    let at = this.dueOf(current);
    for (const { isWhole, sending } of this.mails) if (isWhole) at = Math.min(at, sending.deadline);
    return at;
  }

  private dueOf({ sending: { deadline, replyMs = Infinity }, isWhole }: Transaction): number {
    const command = this.awaited[0]?.command;
    if (command === undefined) return deadline;
    // A content that was sent may be delivered: giving up early would leave more emails in doubt.
    const limitMs = isWhole ? phases.content : Math.min(phases[command], replyMs);
    return Math.min(deadline, this.since + limitMs);
  }

  /** Takes back an email of which no content was sent. */
  private withdraw(mail: Transaction, cause: string): void {
    this.mails.splice(this.mails.indexOf(mail), 1);
    if (!this.isFinished && mail.commands.includes('MAIL')) this.left += 1;
    mail.sending.done({ kind: 'unsent', cause });
  }

  private partOf(mail: Transaction, before: Transaction | undefined, now: number): string {
    if (mail.isChunk) return this.chunkOf(mail, before, now);
    const commands = this.commandsOf(mail, before, now);
    return !before && mail.wantsContent ? commands + this.pieceOf(mail, now) : commands;
  }

  /** An email in one piece, if it may still be delivered. */
  private chunkOf(mail: Transaction, before: Transaction | undefined, now: number): string {
    if (now >= mail.sending.deadline || !mail.sending.mayDeliver()) {
      this.withdraw(mail, now >= mail.sending.deadline ? causes.behind : causes.cancelled);
      return '';
    }
    const commands = this.commandsOf(mail, before, now);
    this.awaited.push({ of: mail, command: 'content' });
    return commands + mail.chunk(now);
  }

  /**
   * @param before the previous email, whose replies may be due. After a refused chunk, the state of the server is
   * unknown (RFC 3030 §2), so the email begins with RSET: it could otherwise join the previous email's transaction
   */
  private commandsOf(mail: Transaction, before: Transaction | undefined, now: number): string {
    if ((this.needsReset || before?.isChunk === true) && mail.commands[0] === 'MAIL') {
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
    if (mail.isChunk) this.distanceMs = Math.min(this.distanceMs, now - mail.sentAt);
    else if (command !== 'content') this.serverTime.envelope(since, mail.sentAt, now, isFirst);
    if (command === 'RSET') {
      if (classOf(reply) !== 2) this.end(causes.closed, reply.code === 421);
    } else if (reply.code === 421) {
      mail.refuse(command === 'RCPT' && !isPolicy(reply) ? 'session' : command, reply);
      this.end(causes.closed, true);
    } else if (mail.isChunk && command === 'content' && !this.takesChunks && isUnknownCommand(reply)) {
      // The server offers chunks and doesn't know them: it reads the content as commands, and can't deliver it.
      this.end(causes.protocol, true);
    } else if (reply.code >= 400) {
      mail.refuse(command, reply);
      this.refused(mail, command, now);
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

  private refused(mail: Transaction, command: Exclude<Command, 'RSET'>, now: number): void {
    if (command === 'content') {
      // The server does not wait for the remaining content, and would interpret it as commands.
      if (mail.wholeAt === null) this.end(causes.protocol);
      else {
        // An email that was already sent after this one has its own RSET.
        this.needsReset ||= mail.isChunk && this.mails[1]?.isBegun !== true;
        this.complete(now);
      }
      return;
    }
    // The chunk of a refused email gets a reply too.
    if (mail.isChunk) return;
    this.needsReset ||= mail.refusal?.command !== 'MAIL';
    // Of a pipelined envelope, the reply to DATA is the last one.
    if (command === 'DATA' || !this.offered.pipelining) this.complete(now);
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
      // A server that accepts a chunk without a recipient has sent other replies than those to this email.
      if (mail.isChunk && mail.refusal) this.outOfStep(reply, causes.protocol);
      else {
        this.takesChunks ||= mail.isChunk;
        this.tookMs = this.timeOf(mail, mail.wholeAt ?? now, now);
        this.complete(now, reply);
      }
    }
  }

  /** How long the server itself took for an email. */
  private timeOf({ isChunk }: Transaction, wholeAt: number, now: number): number {
    if (!isChunk) {
      const tookMs = this.serverTime.content(now - wholeAt);
      this.distanceMs = Math.min(this.distanceMs, this.serverTime.roundTripMs);
      return tookMs;
    }
    return now - Math.max(this.endedAt, wholeAt + this.distanceMs);
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
  private complete(now: number, reply?: Reply): void {
    const mail = this.mails.shift();
    this.serverTime.begin();
    this.endedAt = now;
    if (mail?.refusal) this.refusedNow.push(mail);
    else if (reply) mail?.sending.done({ kind: 'accepted', reply });
    if (this.isLast && !this.mails[0]?.isWhole) this.end(causes.closed);
  }
}

/** Reports the progress of an email that was not accepted. */
function report({ sending: { done }, refusal, isBegun, wholeAt }: Transaction, cause: string): void {
  if (refusal) done(refusal);
  else if (!isBegun || cause === causes.cancelled) done({ kind: 'unsent', cause });
  // A server that replies before the end of a content may have accepted the received part as the entire content.
  else done({ kind: wholeAt !== null || cause === causes.noReply ? 'unanswered' : 'incomplete', cause });
}

/** RFC 5321 §4.2.2: the server doesn't recognize or implement the command. */
function isUnknownCommand({ code }: Reply): boolean {
  return code === 500 || code === 502;
}

/**
 * RFC 3463 §3.8: security or policy. Even in reply to RCPT, a 421 concerns the session, unless it states a policy for
 * the recipient.
 */
function isPolicy({ enhanced }: Reply): boolean {
  return enhanced?.startsWith('4.7.') === true;
}

function classOf({ code }: Reply): number {
  return Math.floor(code / 100);
}
