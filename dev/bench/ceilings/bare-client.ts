import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import type { Mail } from '@carillon/smtp';

const LAST_LINE = /^\d{3} .*\r\n$/m;

/** A minimal SMTP client: one command, one reply, and no error handling. */
export class BareClient {
  private received = '';
  private answered: () => void = () => undefined;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (text: string) => {
      this.received += text;
      if (LAST_LINE.test(this.received)) this.answered();
    });
  }

  static async connect(port: number): Promise<BareClient> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const client = new BareClient(socket);
    await Promise.all([client.answer(), once(socket, 'connect')]);
    await client.exchange('EHLO bench\r\n');
    return client;
  }

  async send({ envelope, content }: Mail): Promise<void> {
    await this.exchange(`MAIL FROM:<${envelope.from}>\r\n`);
    await this.exchange(`RCPT TO:<${envelope.to}>\r\n`);
    await this.exchange('DATA\r\n');
    const answer = this.answer();
    this.socket.write(`${content.bytes}.\r\n`, 'latin1');
    await answer;
  }

  close(): void {
    this.socket.end('QUIT\r\n');
  }

  private exchange(command: string): Promise<void> {
    const answer = this.answer();
    this.socket.write(command);
    return answer;
  }

  private answer(): Promise<void> {
    this.received = '';
    return new Promise((resolve) => (this.answered = resolve));
  }
}
