import type { Payload, TrialState } from '@carillon/contracts';
import { SlowWork } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { PrepareTrial } from './prepare-trial';
import { SendTrial } from './send-trial';
import { TrialAllowances } from './trial-allowances';
import { Trials } from './trials';

/** A provider may take its time, and the hands of this service are 64. */
const AT_ONCE = { all: 16, each: 3 };

/**
 * Sends one message of a campaign, in whatever status, to one address: to see how it arrives. No run of the campaign knows
 * of it. Repeated with the same `trialId` it is sent only if it certainly was not before.
 * @throws AppError as PrepareTrial and SendTrial do; rate_limited
 */
@Injectable()
export class TestCampaign {
  private readonly underWay = new SlowWork(AT_ONCE);

  constructor(
    private readonly trials: Trials,
    private readonly prepareTrial: PrepareTrial,
    private readonly allowances: TrialAllowances,
    private readonly sendTrial: SendTrial,
  ) {}

  async execute(command: Payload<'campaign.test'>): Promise<TrialState> {
    const { trialId, userId, id: campaignId, channel } = command;
    const progress = await this.trials.progressOf(trialId, userId);
    if (progress === 'SENDING') return 'UNCONFIRMED';
    if (progress !== null && progress !== 'QUEUED') return progress;
    const prepared = await this.prepareTrial.execute(command);
    return this.underWay.run(userId, async () => {
      if (progress === null) await this.allowances.take(userId);
      return this.sendTrial.execute(prepared, { trialId, userId, campaignId, channel });
    });
  }
}
