import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { BeginTrial } from './begin-trial';
import { TestCampaign } from './test-campaign';

/** Single messages of campaigns, sent to be looked at. */
@Controller()
export class TrialsController {
  constructor(
    private readonly testCampaign: TestCampaign,
    private readonly beginTrial: BeginTrial,
  ) {}

  @Command('campaign.test')
  async test(command: Payload<'campaign.test'>): Promise<Reply<'campaign.test'>> {
    return { state: await this.testCampaign.execute(command) };
  }

  @Command('trial.begin')
  begin(command: Payload<'trial.begin'>): Promise<Reply<'trial.begin'>> {
    return this.beginTrial.execute(command);
  }
}
