import { type Logger } from 'pino';
import { type MessageStore } from '../messages/message-store';
import { AcceptMessage } from './accept-message';
import { SignedPost } from './callbacks/post-form';
import { StatusReports } from './callbacks/status-reports';
import { Consents } from './consents';
import { ReceiveReply } from './receive-reply';
import { SentMessages } from './sent-messages';
import { TwilioServer, type TwilioSettings } from './twilio-server';

/** Pauses before each further try at a receiver that is down, milliseconds. */
const RETRY_MS = [1_000, 3_000, 10_000];

export interface PretendTwilioSettings extends TwilioSettings {
  readonly callbackStepMs: number;
  readonly callbackVia: string | null;
}

/** A Twilio that delivers to the inbox, and to nobody else. */
export class PretendTwilio {
  readonly messages = new SentMessages();
  readonly reports: StatusReports;
  readonly receiveReply: ReceiveReply;
  private readonly receiver: SignedPost;
  private readonly server: TwilioServer;

  constructor(store: MessageStore, settings: PretendTwilioSettings, log: Logger) {
    const { messages } = this;
    const receiver = new SignedPost(settings.callbackVia);
    this.receiver = receiver;
    const consents = new Consents();
    const pace = { stepMs: settings.callbackStepMs, retryMs: RETRY_MS };
    this.reports = new StatusReports(messages, receiver, log, pace);
    this.receiveReply = new ReceiveReply(store, settings.accounts, consents, receiver);
    const acceptMessage = new AcceptMessage(store, messages, consents, this.reports);
    this.server = new TwilioServer(acceptMessage, messages, settings, log);
  }

  /** Begins to listen. @returns the port, chosen by the system when the settings say 0 */
  listen(): Promise<number> {
    return this.server.listen();
  }

  /** Takes nothing more in and reports nothing more. */
  async close(): Promise<void> {
    this.reports.close();
    this.receiver.close();
    await this.server.close();
  }
}
