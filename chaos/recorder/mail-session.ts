import type { Socket } from 'node:net';
import type { Act, Moment } from './mail-conduct';

export interface SessionHost {
  /** Milliseconds before a mail that was taken is answered for. */
  readonly latencyMs: number;
  decide(moment: Moment, address: string, client: string): Act;
  take(address: string, message: string): void;
}

const END = '\r\n.\r\n';

/** One SMTP session (RFC 5321), as far as a sender of campaigns needs it: one recipient a mail, no TLS, no login. */
export class MailSession {
  private buffer = '';
  private client = '';
  private address = '';
  private mode: 'commands' | 'message' | 'over' = 'commands';
  private began = false;

  constructor(
    private readonly socket: Socket,
    private readonly host: SessionHost,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.hear(bytes.toString('latin1')));
    socket.on('error', () => socket.destroy());
    if (this.pass('connect')) this.say('220 chaos.example ESMTP');
  }

  private hear(text: string): void {
    this.buffer += text;
    while (this.mode !== 'over' && (this.mode === 'commands' ? this.command() : this.message()));
  }

  /** True: there may be more to read. */
  private command(): boolean {
    const end = this.buffer.indexOf('\r\n');
    if (end < 0) return false;
    const line = this.buffer.slice(0, end);
    this.buffer = this.buffer.slice(end + 2);
    this.obey(line);
    return true;
  }

  private obey(line: string): void {
    const [verb = ''] = line.toUpperCase().split(' ');
    if (verb === 'EHLO' || verb === 'HELO') {
      this.client = line.slice(5);
      this.say('250-chaos.example\r\n250-PIPELINING\r\n250 8BITMIME');
    } else if (verb === 'RCPT') this.recipient(line);
    else if (verb === 'DATA') this.beginMessage();
    else if (verb === 'QUIT') {
      this.say('221 Bye');
      this.end();
    } else this.say(['MAIL', 'RSET', 'NOOP'].includes(verb) ? '250 OK' : '502 5.5.1 Not here');
  }

  private recipient(line: string): void {
    this.address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (this.pass('recipient')) this.say('250 OK');
    else this.address = '';
  }

  /** A sender that does not wait for answers may come here with nobody to write to. */
  private beginMessage(): void {
    if (this.address === '') {
      this.say('554 5.5.1 Nobody to write to');
      return;
    }
    this.mode = 'message';
    this.began = false;
    this.say('354 Go on');
  }

  private message(): boolean {
    if (!this.began && this.buffer !== '') {
      this.began = true;
      if (!this.pass('message')) return false;
    }
    // An empty mail is none of ours: the end always follows a line.
    const end = this.buffer.indexOf(END);
    if (end < 0) return false;
    const message = this.buffer.slice(0, end);
    this.buffer = this.buffer.slice(end + END.length);
    this.mode = 'commands';
    this.finish(message);
    this.address = '';
    return true;
  }

  private finish(message: string): void {
    const act = this.host.decide('end', this.address, this.client);
    if (typeof act !== 'object') this.host.take(this.address, message);
    if (act !== 'go') this.perform(act);
    else if (this.host.latencyMs === 0) this.say('250 Taken');
    else setTimeout(() => this.say('250 Taken'), this.host.latencyMs);
  }

  /** True: all is well, go on. */
  private pass(moment: Moment): boolean {
    const act = this.host.decide(moment, this.address, this.client);
    if (act !== 'go') this.perform(act);
    return act === 'go';
  }

  private perform(act: Exclude<Act, 'go'>): void {
    if (act === 'cut') this.socket.resetAndDestroy();
    if (act === 'cut' || act === 'hang') this.mode = 'over';
    if (typeof act !== 'object') return;
    this.say(act.reply);
    if (act.reply.startsWith('421')) this.end();
    else if (this.mode === 'message') this.mode = 'over';
  }

  private say(line: string): void {
    if (!this.socket.destroyed) this.socket.write(`${line}\r\n`);
  }

  private end(): void {
    this.mode = 'over';
    this.socket.end();
  }
}
