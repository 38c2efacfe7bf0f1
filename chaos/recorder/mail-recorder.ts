import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { type Conduct, good } from './mail-conduct';
import { MailSession, type SessionHost } from './mail-session';
import { Journal, type Recorded } from './record';

/** A mail server that writes down every mail it takes, and behaves as it is told. */
export class MailRecorder implements SessionHost {
  conduct: Conduct = good;
  latencyMs = 0;
  private readonly journal = new Journal();
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;

  private constructor(readonly port: number) {}

  static async listen(): Promise<MailRecorder> {
    const server = await open(0);
    const recorder = new MailRecorder((server.address() as AddressInfo).port);
    recorder.serve(server);
    return recorder;
  }

  /** The most sessions there were at the same time since this was last asked. */
  mostSessions = 0;

  decide: SessionHost['decide'] = (moment, address, client) => this.conduct(moment, address, client);

  take(address: string, message: string): void {
    const head = message.slice(0, message.indexOf('\r\n\r\n') + 2);
    const messageId = /^Message-ID: *(\S+)/im.exec(head)?.[1] ?? '';
    const campaign = /^Feedback-ID: *([0-9a-f]{24}):/im.exec(head)?.[1] ?? '';
    this.journal.add({ channel: 'EMAIL', campaign, address, messageId, at: Date.now() });
  }

  of(campaign: string): readonly Recorded[] {
    return this.journal.of(campaign);
  }

  /** Nobody answers at its port any more. */
  async leave(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.sockets) socket.resetAndDestroy();
    await closed;
  }

  async comeBack(): Promise<void> {
    this.serve(await open(this.port));
  }

  private serve(server: Server): void {
    this.server = server;
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      this.mostSessions = Math.max(this.mostSessions, this.sockets.size);
      socket.on('close', () => this.sockets.delete(socket));
      new MailSession(socket, this);
    });
  }
}

function open(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
