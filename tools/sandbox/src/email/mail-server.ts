import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Logger } from 'pino';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { addressKey } from '../messages/address';
import { type MessageStore } from '../messages/message-store';
import { Turns } from '../turns';
import { magicRecipient, WRONG_PASSWORD, wrongPassword } from './magic-recipients';

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  readonly maxMessageBytes: number;
  /** How long the answer to a message for a slow recipient is held back. */
  readonly slowMs: number;
}

/** RFC 5321 §4.5.3.1.8 asks for at least 100. */
const MAX_RECIPIENTS = 1_000;
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * An SMTP server that takes any mail from anybody for anybody, save the recipients that fail on purpose, and puts it
 * into the store. It answers 250 only once the message is written.
 */
export class MailServer {
  private readonly server: SMTPServer;
  private readonly turns = new Turns();
  private readonly closing = new AbortController();

  constructor(
    private readonly store: MessageStore,
    private readonly settings: MailSettings,
    private readonly log: Logger,
  ) {
    this.server = new SMTPServer({
      name: 'sandbox.invalid',
      banner: 'Carillon sandbox, delivers to nobody',
      size: settings.maxMessageBytes,
      maxRecipients: MAX_RECIPIENTS,
      closeTimeout: CLOSE_TIMEOUT_MS,
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      // The table's replies carry their own enhanced codes.
      hideENHANCEDSTATUSCODES: true,
      noDelay: true,
      logger: false,
      onAuth: ({ username, password }, _session, answer) =>
        password === WRONG_PASSWORD
          ? answer(refusal(wrongPassword))
          : answer(null, { user: username ?? 'anybody' }),
      onMailFrom: (_address, _session, answer) => answer(),
      onRcptTo: ({ address }, _session, answer) => answer(this.refuses(address)),
      onData: (stream, session, answer) => void this.takeIn(stream, session).then(() => answer(), answer),
    });
    this.server.on('error', (error) => log.debug({ err: error }, 'A mail connection failed'));
  }

  /** Begins to listen. @returns the port, chosen by the system when the settings say 0 */
  async listen(): Promise<number> {
    const listening = this.server.listen(this.settings.port, this.settings.host);
    await once(listening, 'listening');
    return (listening.address() as AddressInfo).port;
  }

  /** Takes no new connection, lets a message in transfer finish within a second, and ends the others with 421. */
  async close(): Promise<void> {
    this.closing.abort();
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  private refuses(address: string): Error | null {
    const magic = magicRecipient(address);
    if (!magic?.refusal) return null;
    if (magic.everyOther && !this.turns.refuses(addressKey(address))) return null;
    return refusal(magic.refusal);
  }

  private async takeIn(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const { mailFrom, rcptTo } = session.envelope;
    const sender = mailFrom ? mailFrom.address : '';
    const recipients = rcptTo.map(({ address }) => address);
    const mail = await this.collect(stream);
    if (recipients.some((address) => magicRecipient(address)?.slow)) await this.holdBack();
    // The server that delivers for good writes down the envelope's sender: RFC 5321 §4.4.
    const body = Buffer.concat([Buffer.from(`Return-Path: <${sender}>\r\n`), ...mail]);
    try {
      await this.store.append({ channel: 'EMAIL', sender, recipients, body });
    } catch (error) {
      this.log.error({ err: error }, 'A message could not be stored');
      throw refusal({ code: 452, text: '4.3.1 The message could not be stored' });
    }
  }

  /** The message in the pieces it came in. What is over the limit is read to its end but not kept. */
  private async collect(stream: SMTPServerDataStream): Promise<Buffer[]> {
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => {
      if (stream.sizeExceeded) pieces.length = 0;
      else pieces.push(piece);
    });
    await once(stream, 'end');
    if (stream.sizeExceeded) {
      throw refusal({ code: 552, text: `5.3.4 Message larger than ${this.settings.maxMessageBytes} bytes` });
    }
    return pieces;
  }

  private async holdBack(): Promise<void> {
    await delay(this.settings.slowMs, undefined, { signal: this.closing.signal }).catch(() => {
      throw refusal({ code: 451, text: '4.3.2 Shutting down' });
    });
  }
}

function refusal({ code, text }: { code: number; text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code });
}
