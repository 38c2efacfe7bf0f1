import { Injectable } from '@nestjs/common';
import type { Channel, TestSend, TestSendState } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import type { ProviderResult } from './provider';
import { SendAlone } from './send-alone';

/** A test send is not retried: results that a campaign would retry count as failures. */
const stateOf: Readonly<Record<ProviderResult['kind'], TestSendState>> = {
  sent: 'SENT',
  failed: 'FAILED',
  throttled: 'FAILED',
  providerDown: 'FAILED',
  unknown: 'UNCONFIRMED',
};

/**
 * Sends a test message immediately. The campaign service stores that it begins before it is sent, so that a repeated
 * command sends only once.
 */
@Injectable()
export class SendTest {
  constructor(
    private readonly sendAlone: SendAlone,
    private readonly messenger: Messenger,
  ) {}

  /**
   * @throws AppError if a service does not respond: nothing was sent in that case, although the test send may have
   * begun
   */
  async send(testSend: TestSend, channel: Channel): Promise<TestSendState> {
    const { testSendId, turn, userId, senderId, content, recipient } = testSend;
    const prepared = await this.sendAlone.prepare(userId, senderId, content);
    if ('kind' in prepared) return stateOf[prepared.kind];
    const { granted } = await this.messenger.request('test-send.begin', { testSendId, turn });
    if (!granted) return 'UNCONFIRMED';
    const deliveryId = `test-send-${testSendId}`;
    return stateOf[(await this.sendAlone.send(channel, userId, recipient, prepared, deliveryId)).kind];
  }
}
