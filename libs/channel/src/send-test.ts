import { Injectable } from '@nestjs/common';
import {
  type Channel,
  TEST_SEND_MS,
  type TestSend,
  type TestSendState,
  channelRow,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { OpenSenders } from './open-senders';
import { type ProviderResult, UnusableSender } from './provider';
import { Providers } from './providers';
import { type PreparedMessage, SendMessage } from './send-message';
import { RefusalPublisher, refusalIn } from './settlements/refusal-publisher';

/** The maximum age of a test send at delivery (milliseconds). */
const VALID_FOR_MS = 3_600_000;

/** A test send is not retried: results that a campaign would retry count as failures. */
const stateOf: Readonly<Record<ProviderResult['kind'], TestSendState>> = {
  sent: 'SENT',
  failed: 'FAILED',
  throttled: 'FAILED',
  providerDown: 'FAILED',
  unknown: 'UNCONFIRMED',
};

/**
 * Sends one message outside of any batch, immediately: a few messages above the rate of a sender do no harm. The
 * campaign service stores that it begins before it is sent, so that a repeated command sends only once.
 */
@Injectable()
export class SendTest {
  constructor(
    private readonly senders: OpenSenders,
    private readonly providers: Providers,
    private readonly messenger: Messenger,
    private readonly sendMessage: SendMessage,
    private readonly refusals: RefusalPublisher,
  ) {}

  /**
   * @throws AppError if a service does not respond: nothing was sent in that case, although the test send may have
   * begun
   */
  async send(testSend: TestSend, channel: Channel): Promise<TestSendState> {
    const prepared = await this.prepare(testSend);
    if (!prepared) return 'FAILED';
    const { testSendId, turn, userId, recipient } = testSend;
    const { granted } = await this.messenger.request('test-send.begin', { testSendId, turn });
    if (!granted) return 'UNCONFIRMED';
    const result = await this.sendMessage.alone(recipient, prepared, {
      deliveryId: `test-send-${testSendId}`,
      timeoutMs: Math.min(TEST_SEND_MS, channelRow(channel).sendTimeoutMs),
      validForMs: VALID_FOR_MS,
    });
    await this.refusals.publish({ userId, channel }, refusalIn(recipient.address, result));
    return stateOf[result.kind];
  }

  /**
   * Gets the sender and compiles the message. Returns null if the sender cannot be used.
   * @throws AppError if the account service does not respond
   */
  private async prepare({ userId, senderId, content }: TestSend): Promise<PreparedMessage | null> {
    try {
      const sender = await this.senders.get(userId, senderId);
      return { sender, message: this.providers.of(sender).compile(content, sender) };
    } catch (error) {
      if (error instanceof UnusableSender) return null;
      throw error;
    }
  }
}
