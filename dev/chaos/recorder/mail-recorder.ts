import { setTimeout as pause } from 'node:timers/promises';
import {
  type FakeMail,
  type FakeSmtpOptions,
  type SmtpAct,
  type SmtpConduct,
  FakeSmtpServer,
  good,
} from '@carillon/fake-providers';
import { type Recorded, Journal } from './record';

/** A reply that makes the worker kill itself: see `dev/chaos/worker`. */
export const DEADLY_REPLY = '471 4.9.9';

/** A mail server that records every email that it receives, even if it does not confirm the email. */
export class MailRecorder {
  conduct: SmtpConduct = good;
  /** The time until the server confirms an email (milliseconds). */
  latencyMs = 0;
  /** Called for each email, before it is confirmed. */
  taken: (mail: FakeMail) => void = () => undefined;
  private readonly journal = new Journal();
  private server: FakeSmtpServer | null = null;

  private constructor(private ownPort = 0) {}

  static async listen(): Promise<MailRecorder> {
    const recorder = new MailRecorder();
    await recorder.comeBack();
    return recorder;
  }

  get port(): number {
    return this.ownPort;
  }

  of(campaign: string): readonly Recorded[] {
    return this.journal.of(campaign);
  }

  /** Closes the port and all connections. */
  async leave(): Promise<void> {
    const stopped = this.server?.stop();
    this.server?.cut();
    this.server = null;
    await stopped;
  }

  /** Opens the same port again. */
  async comeBack(options: Pick<FakeSmtpOptions, 'mailsPerSession'> = {}): Promise<void> {
    this.server = await new FakeSmtpServer({
      ...options,
      port: this.ownPort,
      conduct: (moment, address, client) => this.conduct(moment, address, client),
      take: (mail, act) => this.take(mail, act),
    }).start();
    this.ownPort = this.server.port;
  }

  private async take(taken: FakeMail, act: SmtpAct): Promise<void> {
    const mail = Buffer.concat(taken.pieces).toString('latin1');
    const head = mail.slice(0, mail.indexOf('\r\n\r\n') + 2);
    const messageId = /^Message-ID: *(\S+)/im.exec(head)?.[1] ?? '';
    const campaign = /^Feedback-ID: *([0-9a-f]{24}):/im.exec(head)?.[1] ?? '';
    const by = `mail server ${this.ownPort}`;
    for (const address of taken.recipients)
      this.journal.add({ channel: 'EMAIL', campaign, address, by, messageId, at: Date.now() });
    this.taken(taken);
    if (act === 'go' && this.latencyMs > 0) await pause(this.latencyMs);
  }
}
