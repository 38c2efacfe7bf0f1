import { eventually } from '@carillon/testing';
import { type AddressObject, simpleParser } from 'mailparser';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { SMTPServer } from 'smtp-server';

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** A mail server that records messages. If `refuses` is set, it rejects all of them. */
export class Mailbox {
  readonly mails: Mail[] = [];
  /** The same emails, as received. */
  readonly messages: Buffer[] = [];
  refuses = false;
  /** If not null, the server accepts nothing until each of these functions is called. */
  waiting: (() => void)[] | null = null;
  /** The maximum number of concurrent connections. */
  most = 0;
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => {
      this.most = Math.max(this.most, this.server.connections.size);
      done();
    },
    onMailFrom: (_address, _session, done) => {
      if (this.waiting) this.waiting.push(done);
      else done(this.refuses ? new Error('not today') : undefined);
    },
    onData: (stream, _session, done) => {
      void this.receive(stream).then(() => done(), done);
    },
  });

  private async receive(stream: Readable): Promise<void> {
    const message = await buffer(stream);
    const { to, subject = '', text = '' } = await simpleParser(message);
    this.messages.push(message);
    this.mails.push({ to: (to as AddressObject).text, subject, text });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.server.address();
    return `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  /** The token in the newest email to this address, once this many emails have arrived. */
  async tokenTo(email: string, count = 1): Promise<string> {
    const mails = () => this.mails.filter(({ to }) => to.includes(email));
    await eventually(() => mails().length >= count);
    return /\/password\/(\S+)/.exec(mails().at(-1)?.text ?? '')?.[1] ?? '';
  }
}
