import { seededBelow } from '@carillon/testing/random';
import { chunking, pipelining } from '../test/session';
import { type Delivered, StrictServer } from '../test/strict-server';
import { noExtensions } from './extensions';
import type { Progress } from './mail';
import { MailContent } from './mail-content';
import { PIECE_BYTES } from './transaction';
import { FAR_MS, Transactions } from './transactions';

const ROUND_TRIP_MS = 2 * FAR_MS;
const STEPS = 60;
const big = `${'x'.repeat(PIECE_BYTES)}\r\n`;
const offers = [chunking, chunking, chunking, { ...chunking, mailMax: 4 }, pipelining, noExtensions];

interface Sent extends Delivered {
  deadline: number;
  ends: Progress['kind'][];
}

/** A session whose bytes take any time in both directions, and whose server refuses and closes at random. */
class RandomWalk {
  readonly sent: Sent[] = [];
  private readonly transactions: Transactions;
  readonly server: StrictServer;
  private now = 0;
  private toServer = '';
  private toClient = '';
  private isFinished = false;
  /** Whether an email was reported too late, or the session takes emails after it was finished. */
  isWrong = false;

  constructor(private readonly number: (below: number) => number) {
    const extensions = offers[number(offers.length)] ?? chunking;
    const offered = { ...extensions, pipelining: extensions.pipelining && number(8) > 0 };
    this.transactions = new Transactions(offered, ROUND_TRIP_MS);
    const refusesIn = number(3) ? 12 : 10_000;
    const closesIn = number(3) ? 10_000 : 30;
    this.server = new StrictServer({ number, refusesIn, closesIn, knowsChunks: number(8) > 0 });
  }

  run(): void {
    for (let step = 0; step < STEPS; step++) {
      this.step();
      const isOpenAgain = this.isFinished && this.transactions.isUsable;
      if (isOpenAgain || this.open.some(({ deadline }) => deadline <= this.now)) this.isWrong = true;
    }
    // Whatever was sent may still arrive.
    const cut = this.number(2) ? this.toClient : '';
    this.transactions.receive(cut, this.now);
    this.transactions.lost('ECONNRESET');
    this.server.read(this.toServer);
  }

  /** The emails without a report. */
  private get open(): Sent[] {
    return this.sent.filter(({ ends }) => ends.length === 0);
  }

  private step(): void {
    const { number, transactions } = this;
    const act = number(30);
    if (act < 10) {
      if (transactions.isUsable && this.open.length < transactions.depth) this.begin();
    } else if (act < 17) {
      this.toServer += transactions.output(this.now);
    } else if (act < 22) {
      const bytes = this.partOf(this.toServer);
      this.toServer = this.toServer.slice(bytes.length);
      this.toClient += this.server.read(bytes);
    } else if (act < 27) {
      this.passes(ROUND_TRIP_MS);
      const bytes = this.partOf(this.toClient);
      this.toClient = this.toClient.slice(bytes.length);
      transactions.receive(bytes, this.now);
    } else if (act < 29 || number(10) > 0) {
      this.passes(number(3) ? number(50) : number(3_000));
    } else {
      transactions.finish();
      this.isFinished = true;
    }
  }

  private begin(): void {
    const { number, now } = this;
    const n = this.sent.length;
    const texts = [
      `Mail ${n}\r\n`,
      `Mail ${n}\r\n.\r\n..\r\n.x\r\n`,
      `.\r\nMail ${n}\r\n`,
      `Mail ${n}\r\n${big}`,
    ];
    const [to, content] = [`b${n}@y`, texts[number(number(4) ? 3 : 4)] ?? ''];
    const deadline = now + (number(3) ? 60_000 : 1 + number(4_000));
    const mail: Sent = { to, content, deadline, ends: [] };
    this.sent.push(mail);
    this.transactions.begin(
      {
        mail: { envelope: { from: 'a@x', to, size: content.length }, content: MailContent.of(content) },
        deadline,
        mayDeliver: () => number(20) > 0,
        done: ({ kind }) => mail.ends.push(kind),
      },
      now,
    );
  }

  private passes(ms: number): void {
    this.now += ms;
    this.transactions.expire(this.now);
    // The timer fires again for the next email.
    while (this.transactions.due <= this.now) this.transactions.expire(this.now);
  }

  private partOf(bytes: string): string {
    return this.number(3) ? bytes : bytes.slice(0, this.number(bytes.length + 1));
  }
}

/** How often an email may have been delivered. */
const deliveries: Readonly<Record<Progress['kind'], number[]>> = {
  ...{ accepted: [1], unanswered: [0, 1], refused: [0], unsent: [0], incomplete: [0], unfit: [0] },
};

describe('a session with a server that keeps to the protocol', () => {
  it('reports each email once, in time, and correctly', () => {
    const number = seededBelow(3_030);
    const kinds = new Set<string>();
    const wrong: unknown[] = [];
    for (let round = 0; round < 10_000; round++) {
      const walk = new RandomWalk(number);
      walk.run();
      if (walk.isWrong) wrong.push({ round });
      for (const { to, content, ends } of walk.sent) {
        const arrived = walk.server.delivered.filter((mail) => mail.to === to);
        const [kind] = ends;
        const isRight = kind && ends.length === 1 && deliveries[kind].includes(arrived.length);
        if (!isRight || arrived.some((mail) => mail.content !== content))
          wrong.push({ round, ends, arrived });
        else kinds.add(kind);
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect([...kinds].sort()).toEqual(['accepted', 'incomplete', 'refused', 'unanswered', 'unsent']);
  });
});
