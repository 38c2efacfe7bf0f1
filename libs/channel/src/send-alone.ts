import { Injectable } from '@nestjs/common';
import {
  type Channel,
  type LeasedRecipient,
  type PublishedContent,
  TEST_SEND_MS,
  channelRow,
  unguarded,
} from '@carillon/contracts';
import { OpenSenders } from './open-senders';
import { type ProviderResult, UnusableSender, asDown } from './provider';
import { Providers } from './providers';
import { CompiledMessages, type PreparedMessage, SendMessage } from './send-message';
import { RefusalPublisher, refusalIn } from './settlements/refusal-publisher';

/** The maximum age of a message at delivery (milliseconds). */
const VALID_FOR_MS = 3_600_000;

/** Sends one message outside of any batch. A few messages above the rate of a sender do no harm. */
@Injectable()
export class SendAlone {
  constructor(
    private readonly senders: OpenSenders,
    private readonly providers: Providers,
    private readonly messages: CompiledMessages,
    private readonly sendMessage: SendMessage,
    private readonly refusals: RefusalPublisher,
  ) {}

  /**
   * Gets the sender and compiles the message. A result: the sender cannot be used.
   * @throws AppError if the account service or the campaign service does not respond
   */
  async prepare(
    userId: string,
    senderId: string,
    content: PublishedContent,
  ): Promise<PreparedMessage | ProviderResult> {
    try {
      const sender = await this.senders.get(userId, senderId);
      if (sender.isAccountPaused)
        throw new UnusableSender('PROVIDER_ACCOUNT_PAUSED', 'The operator has paused the provider account');
      const whole = unguarded(content);
      const files = await this.messages.filesOf(whole, sender);
      return { sender, message: this.providers.of(sender).compile(whole, sender, files) };
    } catch (error) {
      if (error instanceof UnusableSender) return asDown(error);
      throw error;
    }
  }

  /** Sends the message now. `deliveryId` identifies it in logs and at the provider. */
  async send(
    channel: Channel,
    userId: string,
    recipient: LeasedRecipient,
    prepared: PreparedMessage,
    deliveryId: string,
  ): Promise<ProviderResult> {
    const timeoutMs = Math.min(TEST_SEND_MS, channelRow(channel).sendTimeoutMs);
    const terms = { deliveryId, timeoutMs, validForMs: VALID_FOR_MS };
    const result = await this.sendMessage.alone(recipient, prepared, terms);
    await this.refusals.publish({ userId, channel }, refusalIn(recipient.address, result));
    return result;
  }
}
