import { setTimeout as pause } from 'node:timers/promises';
import {
  type FakeSmtpOptions,
  FakeSmtpServer,
  type SmtpAct,
  type SmtpMoment,
} from '@carillon/fake-providers';
import { serverCertificate } from '@carillon/testing';

/** The server's behavior, by the recipient's local part. */
const acts: Readonly<Record<string, { at: SmtpMoment; act: SmtpAct }>> = {
  gone: { at: 'recipient', act: { reply: '550 5.1.1 No such mailbox' } },
  unknown: { at: 'recipient', act: { reply: '550 User unknown' } },
  policy: { at: 'end', act: { reply: '550 Not today, not tomorrow' } },
  busy: { at: 'recipient', act: { reply: '450 4.2.1 Mailbox busy' } },
  full: { at: 'end', act: { reply: '452 4.2.2 Mailbox full' } },
  closing: { at: 'recipient', act: { reply: '421 4.3.2 Closing' } },
  greylisted: { at: 'end', act: { reply: '451 4.7.1 Greylisted' } },
  stranger: { at: 'sender', act: { reply: '550 5.1.8 I do not know you' } },
  'hang-rcpt': { at: 'recipient', act: 'hang' },
  'hang-data': { at: 'end', act: 'hang' },
  'reset-rcpt': { at: 'recipient', act: 'cut' },
  'reset-data': { at: 'message', act: 'cut' },
  'reset-end': { at: 'end', act: 'cut' },
};

export interface TestMail {
  /** The return path. */
  from: string;
  to: string;
  raw: string;
}

export interface TestMailServerOptions extends Pick<
  FakeSmtpOptions,
  'security' | 'maxConnections' | 'mailsPerConnection' | 'mailsPerSession' | 'fullReply'
> {
  /** After this many emails in total, every session replies to MAIL with `450 4.7.1`, as Postfix does for a minute. */
  mailsInAll?: number;
  /** Emails to these domains get a 421 after RCPT, as a server passes it on from Gmail. */
  deferring?: readonly string[];
  /** If set, a login is required. */
  password?: string;
}

/** How long an email to `slow` takes (milliseconds). */
const SLOW_MS = 200;

/** A mail server that stores accepted emails, and deliberately misbehaves for the addresses above and for `slow`. */
export class TestMailServer extends FakeSmtpServer {
  readonly mails: TestMail[] = [];
  /** The number of completely received messages, with or without a reply. */
  received = 0;

  /** The number of emails that were deferred because of their domain. */
  deferrals = 0;

  private mailsInAll = Infinity;
  private deferring: readonly string[] = [];

  static async start({
    password,
    mailsInAll = Infinity,
    deferring = [],
    ...options
  }: TestMailServerOptions = {}): Promise<TestMailServer> {
    const server: TestMailServer = new TestMailServer({
      ...options,
      certificate: await serverCertificate(),
      ...(password !== undefined && { login: { required: true, accepts: (given) => given === password } }),
      conduct: (moment, address) => server.actTowards(address, moment),
      take: async ({ sender: from, recipients: [to = ''], pieces }, act) => {
        if (localPart(to) === 'slow') await pause(SLOW_MS);
        if (act === 'go') server.mails.push({ from, to, raw: Buffer.concat(pieces).toString('latin1') });
      },
    });
    server.allow(mailsInAll);
    server.deferring = deferring;
    return server.start();
  }

  /** Sets the total number of emails that the server accepts. */
  allow(mails: number): void {
    this.mailsInAll = mails;
  }

  private actTowards(address: string, moment: SmtpMoment): SmtpAct {
    if (moment === 'end') this.received += 1;
    if (moment === 'sender' && this.mails.length >= this.mailsInAll) {
      return { reply: '450 4.7.1 Error: too much mail from 127.0.0.1' };
    }
    if (moment === 'recipient' && this.deferring.includes(address.slice(address.lastIndexOf('@') + 1))) {
      this.deferrals += 1;
      return { reply: '421 4.7.28 Gmail has detected an unusual rate of unsolicited mail' };
    }
    const behavior = localPart(address);
    const chosen = Object.hasOwn(acts, behavior) ? acts[behavior] : undefined;
    return chosen?.at === moment ? chosen.act : 'go';
  }
}

function localPart(address: string): string {
  return address.slice(0, address.lastIndexOf('@')).replace(/\+.*$/, '');
}
