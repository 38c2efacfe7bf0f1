import { Injectable } from '@nestjs/common';
import { type Channel, TEST_SEND_MS, type TestSend, type TestSendState, channelRow } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { OpenIntegrations } from '../integrations/open-integrations';
import { Provider, type ProviderResult, UnusableIntegration } from '../provider';
import { type PreparedMessage, SendMessage } from '../send-message';
import { TellRefusals, refusalIn } from '../settlements/tell-refusals';

/** Nobody waits longer for a test send to arrive (milliseconds). */
const VALID_FOR_MS = 3_600_000;

/** A test send is one message and its answer: what would be tried again of a campaign has failed. */
const stateOf: Readonly<Record<ProviderResult['kind'], TestSendState>> = {
  sent: 'SENT',
  failed: 'FAILED',
  throttled: 'FAILED',
  providerDown: 'FAILED',
  unknown: 'UNCONFIRMED',
};

/**
 * Sends one message that belongs to no batch, as those of a lease are sent, but at once: a few beside the rate of an
 * integration harm nobody. That it begins is on record before, so that a command that comes twice sends once.
 */
@Injectable()
export class SendTest {
  constructor(
    private readonly integrations: OpenIntegrations,
    private readonly provider: Provider,
    private readonly messenger: Messenger,
    private readonly sendMessage: SendMessage,
    private readonly tellRefusals: TellRefusals,
  ) {}

  /** @throws AppError where a service that is needed does not answer: then nothing was sent, though it may have begun */
  async execute(testSend: TestSend, channel: Channel): Promise<TestSendState> {
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
    await this.tellRefusals.execute({ userId, channel }, refusalIn(recipient.address, result));
    return stateOf[result.kind];
  }

  /**
   * Gets what a test send needs besides its recipient, as it is got for a lease; what it says is compiled for it alone. Null:
   * nobody can be sent to with these credentials. @throws AppError if the account service cannot be asked
   */
  private async prepare({ userId, integrationId, content }: TestSend): Promise<PreparedMessage | null> {
    try {
      const integration = await this.integrations.get(userId, integrationId);
      return { integration, message: this.provider.compile(content, integration) };
    } catch (error) {
      if (error instanceof UnusableIntegration) return null;
      throw error;
    }
  }
}
