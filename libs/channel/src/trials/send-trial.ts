import { Injectable } from '@nestjs/common';
import { type Channel, TRIAL_SEND_MS, type Trial, type TrialState, channelRow } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import type { ProviderResult } from '../provider';
import { SendMessage } from '../send-message';
import type { RefusedAddress } from '../settlements/piece';
import { TellRefusals } from '../settlements/tell-refusals';
import { PrepareTrial } from './prepare-trial';

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
    private readonly prepareTrial: PrepareTrial,
    private readonly messenger: Messenger,
    private readonly sendMessage: SendMessage,
    private readonly tellRefusals: TellRefusals,
  ) {}

  /** @throws AppError where a service that is needed does not answer: then nothing was sent, though it may have begun */
  async execute(trial: Trial, channel: Channel): Promise<TrialState> {
    const prepared = await this.prepareTrial.execute(trial);
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
}

function refusalIn(address: string, result: ProviderResult): RefusedAddress[] {
  if (result.kind !== 'failed' || result.suppress === undefined) return [];
  return [{ address, cause: result.suppress, sender: result.sender ?? null }];
}
