import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { TestCampaign } from './test-campaign';
import { Trials } from './trials';

/** Single messages of campaigns, sent to be looked at. */
@Controller()
export class TrialsController {
  constructor(
    private readonly testCampaign: TestCampaign,
    private readonly trials: Trials,
  ) {}

  @Command('campaign.test')
  async test(command: Payload<'campaign.test'>): Promise<Reply<'campaign.test'>> {
    return { state: await this.testCampaign.execute(command) };
  }

  /** Lets one worker begin, and puts that down before any provider hears of it. */
  @Command('trial.begin')
  async begin({ trialId, turn }: Payload<'trial.begin'>): Promise<Reply<'trial.begin'>> {
    return { granted: await this.trials.begin(trialId, turn) };
  }
}
