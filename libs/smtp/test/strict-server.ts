/** An email that the server delivers. */
export interface Delivered {
  to: string;
  content: string;
}

/** How a server replies, where it has a choice. */
export interface Moods {
  /** Returns a number from 0 to `below` - 1. */
  number: (below: number) => number;
  /** One of this many replies is a refusal, and one of `closesIn` a 421. */
  refusesIn: number;
  closesIn: number;
  /** Whether it offers CHUNKING, and doesn't know it. */
  knowsChunks: boolean;
}

/**
 * A mail server that keeps to RFC 5321 and RFC 3030: it accepts or refuses as it likes, and delivers exactly what it
 * accepts. After a 421, it reads nothing more.
 */
export class StrictServer {
  readonly delivered: Delivered[] = [];
  private unread = '';
  private sender = false;
  private recipient = '';
  private isContent = false;
  private isClosed = false;
  private chunks = 0;

  constructor(private readonly moods: Moods) {}

  /** Returns the replies. */
  read(bytes: string): string {
    this.unread += bytes;
    let replies = '';
    for (;;) {
      const reply = this.isClosed ? null : this.isContent ? this.readContent() : this.readCommand();
      if (reply === null) return replies;
      replies += `${reply}\r\n`;
      this.isClosed = reply.startsWith('421');
    }
  }

  private readContent(): string | null {
    const end = `\r\n${this.unread}`.indexOf('\r\n.\r\n');
    if (end < 0) return null;
    const content = this.unread.slice(0, end).replaceAll(/^\.\./gm, '.');
    this.unread = this.unread.slice(end + '.\r\n'.length);
    this.isContent = false;
    return this.decide(content);
  }

  private readCommand(): string | null {
    const end = this.unread.indexOf('\r\n');
    if (end < 0) return null;
    const line = this.unread.slice(0, end);
    const [, size] = /^BDAT (\d+) LAST$/.exec(this.moods.knowsChunks ? line : '') ?? [];
    const whole = end + 2 + Number(size ?? 0);
    if (this.unread.length < whole) return null;
    const chunk = this.unread.slice(end + 2, whole);
    this.unread = this.unread.slice(whole);
    return size === undefined ? this.obey(line) : this.decide(chunk, true);
  }

  private obey(line: string): string {
    const [, recipient] = /^RCPT TO:<(.+)>$/.exec(line) ?? [];
    if (line === 'RSET') {
      this.reset();
      return '250 reset';
    }
    if (line.startsWith('MAIL FROM:')) {
      if (this.sender) return '503 nested';
      return this.mood() ?? ((this.sender = true), '250 sender');
    }
    if (recipient !== undefined) {
      if (!this.sender) return '503 no sender';
      return this.mood() ?? ((this.recipient = recipient), '250 recipient');
    }
    if (line !== 'DATA') return '500 what?';
    if (!this.sender) return '503 no sender';
    // RFC 2920 §3.1: a server may request the content of an email without a recipient.
    if (this.recipient === '' && this.moods.number(2) === 0) return '554 no recipient';
    return this.mood() ?? ((this.isContent = true), '354 go');
  }

  private decide(content: string, isChunk = false): string {
    const { recipient } = this;
    this.reset();
    if (recipient === '') return '554 no recipient';
    // Some filters refuse with the code of an unknown command. The first chunk shows that the command is known.
    const mood = this.mood(isChunk && this.chunks > 0 ? '500 spam' : '552 full');
    if (mood !== null) return mood;
    if (isChunk) this.chunks += 1;
    this.delivered.push({ to: recipient, content });
    return '250 queued';
  }

  private mood(refusal = '550 no'): string | null {
    const { number, closesIn, refusesIn } = this.moods;
    if (number(closesIn) === 0) return '421 closing';
    return number(refusesIn) === 0 ? refusal : null;
  }

  private reset(): void {
    this.sender = false;
    this.recipient = '';
  }
}
