import { type Extensions, noExtensions } from '../src/extensions';
import type { Progress } from '../src/mail';
import { MailContent } from '../src/mail-content';
import { Transactions } from '../src/transactions';

export const pipelining: Extensions = { ...noExtensions, pipelining: true };
export const chunking: Extensions = { ...pipelining, chunking: true };
const MINUTE = 60_000;
const addresses = (n: number): string => `MAIL FROM:<a@x>\r\nRCPT TO:<b${n}@y>\r\n`;
export const envelope = (n: number): string => `${addresses(n)}DATA\r\n`;
/** An email in one piece. */
export const chunk = (n: number, content = `Mail ${n}\r\n`): string =>
  `${addresses(n)}BDAT ${content.length} LAST\r\n${content}`;

/** A session with scripted replies of the server and a manual clock. */
export class Session {
  now = 0;
  readonly ends: (string | undefined)[] = [];
  readonly transactions: Transactions;

  /** @param distanceMs how long each reply takes (milliseconds) */
  constructor(
    extensions: Extensions = pipelining,
    private readonly distanceMs = 0,
  ) {
    this.transactions = new Transactions(extensions, distanceMs);
  }

  begin(
    n: number,
    {
      content = `Mail ${n}\r\n`,
      deadline = MINUTE,
      replyMs = Infinity,
      mayDeliver = (): boolean => true,
    } = {},
  ): this {
    const envelope = { from: 'a@x', to: `b${n}@y`, size: content.length };
    const mail = { envelope, content: MailContent.of(content) };
    const done = (progress: Progress) => {
      if (this.ends[n] !== undefined) throw new Error('The progress of a mail was reported twice');
      this.ends[n] = shown(progress);
    };
    this.transactions.begin({ mail, deadline, replyMs, mayDeliver, done }, this.now);
    return this;
  }

  reply(bytes: string): this {
    this.now += this.distanceMs;
    this.transactions.receive(bytes, this.now);
    return this;
  }

  output(): string {
    return this.transactions.output(this.now);
  }

  passes(ms: number): this {
    this.now += ms;
    this.transactions.expire(this.now);
    return this;
  }

  /** Sends a first chunk, which the server accepts. */
  chunked(): this {
    const mail = { envelope: { from: 'a@x', to: 'c@y', size: 6 }, content: MailContent.of('Mail\r\n') };
    const sending = { mail, deadline: Infinity, mayDeliver: () => true, done: () => undefined };
    this.transactions.begin(sending, this.now);
    this.output();
    return this.reply('250 a\r\n250 b\r\n250 c\r\n');
  }

  /** Sends a first email, to which the server replies quickly. */
  warm(): this {
    this.begin(0).output();
    this.reply('250 a\r\n250 b\r\n354 c\r\n').output();
    return this.reply('250 d\r\n');
  }
}

function shown(progress: Progress): string {
  if (progress.kind === 'accepted') return `accepted ${progress.reply.text}`;
  if (progress.kind === 'refused') return `refused ${progress.command} ${progress.reply.text}`;
  return `${progress.kind} ${progress.kind === 'unfit' ? progress.lacks : progress.cause}`;
}
