import { setTimeout as pause } from 'node:timers/promises';
import { FakeSmtpServer, type FakeMail, type SmtpAct, SmtpRefusal } from '@carillon/fake-providers';
import { type Logger } from 'pino';
import { addressKey } from '../messages/address';
import { type MessageStore } from '../messages/message-store';
import { Turns } from '../turns';
import { magicRecipient, WRONG_PASSWORD } from './magic-recipients';

interface MailSettings {
  readonly host: string;
  readonly port: number;
  readonly maxMessageBytes: number;
  /** The delay of the reply to a message for a slow recipient (milliseconds). */
  readonly slowMs: number;
}

const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Stores mail from any sender to any recipient, except for the recipients that fail on purpose. Replies with 250 only
 * after the message is stored.
 */
export class ReceiveMail {
  private readonly server: FakeSmtpServer;
  private readonly turns = new Turns();
  private readonly closing = new AbortController();

  constructor(
    private readonly store: MessageStore,
    private readonly settings: MailSettings,
    private readonly log: Logger,
  ) {
    this.server = new FakeSmtpServer({
      ...settings,
      graceMs: CLOSE_TIMEOUT_MS,
      login: { required: false, accepts: (password) => password !== WRONG_PASSWORD },
      conduct: (moment, address) => (moment === 'recipient' ? this.answerTo(address) : 'go'),
      take: (mail) => this.takeIn(mail),
      broken: (error) => log.debug({ err: error }, 'A mail connection failed'),
    });
  }

  /** Starts to listen. @returns the port, which the system chooses if it is set to 0 */
  async listen(): Promise<number> {
    return (await this.server.start()).port;
  }

  /**
   * Stops accepting connections, lets a message in transfer finish within a second, and ends the other connections
   * with 421.
   */
  async close(): Promise<void> {
    this.closing.abort();
    await this.server.stop();
  }

  private answerTo(address: string): SmtpAct {
    const { refusal, everyOther } = magicRecipient(address) ?? {};
    if (!refusal || (everyOther && !this.turns.refuses(addressKey(address)))) return 'go';
    return { reply: refusal };
  }

  private async takeIn({ sender, recipients, pieces }: FakeMail): Promise<void> {
    if (recipients.some((address) => magicRecipient(address)?.slow)) await this.holdBack();
    // The server of the final delivery adds the envelope sender: RFC 5321 §4.4.
    const body = Buffer.concat([Buffer.from(`Return-Path: <${sender}>\r\n`), ...pieces]);
    try {
      await this.store.append({ channel: 'EMAIL', sender, recipients, body });
    } catch (error) {
      this.log.error({ err: error }, 'A message could not be stored');
      throw new SmtpRefusal('452 4.3.1 The message could not be stored');
    }
  }

  private async holdBack(): Promise<void> {
    this.log.debug('A message for a slow recipient is delayed');
    await pause(this.settings.slowMs, undefined, { signal: this.closing.signal }).catch(() => {
      throw new SmtpRefusal('451 4.3.2 Shutting down');
    });
  }
}
