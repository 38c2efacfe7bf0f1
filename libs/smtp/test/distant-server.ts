import { MailContent } from '../src/mail-content';
import { Transactions } from '../src/transactions';
import { chunking, pipelining } from './session';

interface Distance {
  roundTripMs: number;
  /** How long the server works on each command, and on each content (milliseconds). */
  commandMs?: number;
  contentMs?: number;
  /** Whether the server offers CHUNKING. */
  takesChunks?: boolean;
}

/** A session with a server over a slow network, on its own clock. The client always has another email to send. */
export class DistantServer {
  private readonly transactions: Transactions;
  private readonly events: { at: number; happen: () => void }[] = [];
  private now = 0;
  private begun = 0;
  private accepted = 0;
  private lost = 0;
  private unread = '';
  private isContent = false;
  private busyUntil = 0;

  constructor(private readonly distance: Distance) {
    const { takesChunks = false, roundTripMs } = distance;
    this.transactions = new Transactions(takesChunks ? chunking : pipelining, roundTripMs);
  }

  /** Returns how many emails were accepted in a time (milliseconds), and how many were abandoned. */
  run(forMs: number): { accepted: number; lost: number } {
    this.work();
    for (;;) {
      this.events.sort((a, b) => a.at - b.at);
      const next = this.events.shift();
      if (!next || next.at > forMs) return { accepted: this.accepted, lost: this.lost };
      this.now = next.at;
      next.happen();
      this.transactions.expire(this.now);
      this.work();
    }
  }

  /** The client: begins as many emails as the session takes at once, and sends the output. */
  private work(): void {
    const { transactions } = this;
    while (transactions.isUsable && this.begun - this.accepted - this.lost < transactions.depth) {
      this.begun += 1;
      const mail = { envelope: { from: 'a@x', to: 'b@y', size: 6 }, content: MailContent.of('Mail\r\n') };
      transactions.begin(
        {
          mail,
          deadline: Infinity,
          mayDeliver: () => true,
          done: ({ kind }) => {
            if (kind === 'accepted') this.accepted += 1;
            else this.lost += 1;
          },
        },
        this.now,
      );
    }
    const output = transactions.output(this.now);
    if (output !== '') this.at(this.now + this.distance.roundTripMs / 2, () => this.receive(output));
  }

  /** The server, which replies line by line. */
  private receive(bytes: string): void {
    this.unread += bytes;
    for (let end = this.unread.indexOf('\r\n'); end >= 0; end = this.unread.indexOf('\r\n')) {
      const line = this.unread.slice(0, end);
      const [, chunkBytes] = /^BDAT (\d+) LAST$/.exec(line) ?? [];
      this.unread = this.unread.slice(end + 2 + Number(chunkBytes ?? 0));
      if (this.isContent && line !== '.') continue;
      const { commandMs = 0, contentMs = 0, roundTripMs } = this.distance;
      const isEnd = this.isContent || chunkBytes !== undefined;
      this.isContent = !isEnd && line === 'DATA';
      this.busyUntil = Math.max(this.busyUntil, this.now) + (isEnd ? contentMs : commandMs);
      const reply = this.isContent ? '354 go\r\n' : '250 ok\r\n';
      this.at(this.busyUntil + roundTripMs / 2, () => this.transactions.receive(reply, this.now));
    }
  }

  private at(at: number, happen: () => void): void {
    this.events.push({ at, happen });
  }
}
