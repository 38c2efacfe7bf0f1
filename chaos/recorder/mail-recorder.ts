import { setTimeout as pause } from 'node:timers/promises';
import {
  type FakeMail,
  FakeSmtpServer,
  type SmtpAct,
  type SmtpConduct,
  good,
} from '@carillon/fake-providers';
import { Journal, type Recorded } from './record';

/** A mail server that writes down every mail it takes, whether or not it answers for it, and behaves as it is told. */
export class MailRecorder {
  conduct: SmtpConduct = good;
  /** How long it takes over a mail. */
  latencyMs = 0;
  private readonly journal = new Journal();
  private server: FakeSmtpServer | null = null;

  private constructor(private where = 0) {}

  static async listen(): Promise<MailRecorder> {
    const recorder = new MailRecorder();
    await recorder.comeBack();
    return recorder;
  }

  get port(): number {
    return this.where;
  }

  of(campaign: string): readonly Recorded[] {
    return this.journal.of(campaign);
  }

  /** Nobody answers at its port any more. */
  async leave(): Promise<void> {
    const stopped = this.server?.stop();
    this.server?.cut();
    this.server = null;
    await stopped;
  }

  /** At the port where it was. */
  async comeBack(): Promise<void> {
    this.server = await new FakeSmtpServer({
      port: this.where,
      conduct: (moment, address, client) => this.conduct(moment, address, client),
      take: (mail, act) => this.take(mail, act),
    }).start();
    this.where = this.server.port;
  }

  private async take({ recipients, pieces }: FakeMail, act: SmtpAct): Promise<void> {
    const mail = Buffer.concat(pieces).toString('latin1');
    const head = mail.slice(0, mail.indexOf('\r\n\r\n') + 2);
    const messageId = /^Message-ID: *(\S+)/im.exec(head)?.[1] ?? '';
    const campaign = /^Feedback-ID: *([0-9a-f]{24}):/im.exec(head)?.[1] ?? '';
    for (const address of recipients)
      this.journal.add({ channel: 'EMAIL', campaign, address, messageId, at: Date.now() });
    if (act === 'go' && this.latencyMs > 0) await pause(this.latencyMs);
  }
}
