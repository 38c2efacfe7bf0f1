import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';

const END_OF_DATA = '\r\n.\r\n';

/** A mail server that accepts every email after a delay, like a server that inspects emails. It takes chunks (RFC 3030). */
export class SlowSink {
  private taken = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    /** The time from the end of an email to the reply (milliseconds). 0: it replies at once. */
    public delayMs: number,
  ) {
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
      new Session(socket, (done) => {
        const accept = (): void => {
          this.taken += 1;
          done();
        };
        if (this.delayMs === 0) accept();
        else setTimeout(accept, this.delayMs);
      });
    });
  }

  /** Listens on a free port of the loopback address. */
  static async start(delayMs: number): Promise<SlowSink> {
    const server = createServer({ noDelay: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SlowSink(server, delayMs);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The number of emails since the start. */
  get mails(): number {
    return this.taken;
  }

  get connections(): number {
    return this.sockets.size;
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

/**
 * A connection of one client, with PIPELINING (RFC 2920): input after an email waits until the reply to that mail is
 * sent.
 */
class Session {
  private unread = '';
  private isInMail = false;
  private isBusy = false;
  /** The size of the chunk that is being received (bytes); null: none. */
  private chunk: number | null = null;

  constructor(
    private readonly socket: Socket,
    /** Reads an email, and calls back when its reply is due. */
    private readonly take: (done: () => void) => void,
  ) {
    socket.setEncoding('latin1').on('error', () => socket.destroy());
    socket.on('data', (text: string) => {
      this.unread += text;
      this.proceed();
    });
    socket.write('220 sink.example ESMTP\r\n');
  }

  private proceed(): void {
    while (!this.isBusy && this.step());
  }

  private step(): boolean {
    if (this.chunk !== null) return this.endChunk(this.chunk);
    return this.isInMail ? this.endMail() : this.answerLine();
  }

  /** Returns false if the chunk is not complete. */
  private endChunk(bytes: number): boolean {
    if (this.unread.length < bytes) return false;
    this.unread = this.unread.slice(bytes);
    this.chunk = null;
    this.accept();
    return true;
  }

  /** Returns false if the email is not complete. */
  private endMail(): boolean {
    const end = this.unread.indexOf(END_OF_DATA);
    if (end === -1) return false;
    this.unread = this.unread.slice(end + END_OF_DATA.length);
    this.isInMail = false;
    this.accept();
    return true;
  }

  private accept(): void {
    this.isBusy = true;
    this.take(() => {
      this.isBusy = false;
      this.socket.write('250 2.0.0 Ok\r\n');
      this.proceed();
    });
  }

  /** Returns false if the input does not contain a whole line. */
  private answerLine(): boolean {
    const end = this.unread.indexOf('\r\n');
    if (end === -1) return false;
    const verb = this.unread.slice(0, 4).toUpperCase();
    const value = this.unread.slice(5, end);
    this.unread = this.unread.slice(end + 2);
    if (verb === 'EHLO')
      this.socket.write('250-sink.example\r\n250-PIPELINING\r\n250-CHUNKING\r\n250 8BITMIME\r\n');
    else if (verb === 'BDAT') this.chunk = Number(value.split(' ')[0]);
    else if (verb === 'QUIT') this.socket.end('221 2.0.0 Bye\r\n');
    else if (verb === 'DATA') {
      this.isInMail = true;
      this.socket.write('354 End with a dot\r\n');
    } else this.socket.write('250 2.0.0 Ok\r\n');
    return true;
  }
}
