import { Injectable } from '@nestjs/common';
import { type Channel, TRIAL_SEND_MS, type Trial, type TrialState, channelRow } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { OpenIntegrations } from '../integrations/open-integrations';
import { Provider, type ProviderResult, UnusableIntegration } from '../provider';
import { type PreparedMessage, SendMessage } from '../send-message';
import { TellRefusals, refusalIn } from '../settlements/tell-refusals';

/** Nobody waits longer for a trial to arrive (milliseconds). */
const VALID_FOR_MS = 3_600_000;

/** A trial is one message and its answer: what would be tried again of a campaign has failed. */
const stateOf: Readonly<Record<ProviderResult['kind'], TrialState>> = {
  sent: 'SENT',
  failed: 'FAILED',
  throttled: 'FAILED',
  providerDown: 'FAILED',
  unknown: 'UNCONFIRMED',
};

/**
 * Sends one message that belongs to no batch, as those of a hand are sent, but at once: a few beside the pace of an
 * integration harm nobody. That it begins is on record before, so that a command that comes twice sends once.
 */
@Injectable()
export class SendTrial {
  constructor(
    private readonly integrations: OpenIntegrations,
    private readonly provider: Provider,
    private readonly messenger: Messenger,
    private readonly sendMessage: SendMessage,
    private readonly tellRefusals: TellRefusals,
  ) {}

  /** @throws AppError where a service that is needed does not answer: then nothing was sent, though it may have begun */
  async execute(trial: Trial, channel: Channel): Promise<TrialState> {
    const prepared = await this.prepare(trial);
    if (!prepared) return 'FAILED';
    const { trialId, turn, userId, recipient } = trial;
    const { granted } = await this.messenger.request('trial.begin', { trialId, turn });
    if (!granted) return 'UNCONFIRMED';
    const result = await this.sendMessage.alone(recipient, prepared, {
      deliveryId: `trial-${trialId}`,
      timeoutMs: Math.min(TRIAL_SEND_MS, channelRow(channel).sendTimeoutMs),
      validForMs: VALID_FOR_MS,
    });
    await this.tellRefusals.execute({ userId, channel }, refusalIn(recipient.address, result));
    return stateOf[result.kind];
  }

  /**
   * Gets what a trial needs besides its recipient, as it is got for a hand; what it says is compiled for it alone. Null:
   * nobody can be sent to with these credentials. @throws AppError if the account service cannot be asked
   */
  private async prepare({ userId, integrationId, content }: Trial): Promise<PreparedMessage | null> {
    try {
      const integration = await this.integrations.get(userId, integrationId);
      return { integration, message: this.provider.compile(content, integration) };
    } catch (error) {
      if (error instanceof UnusableIntegration) return null;
      throw error;
    }
  }
}
