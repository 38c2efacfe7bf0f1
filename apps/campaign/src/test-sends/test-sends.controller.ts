import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { TestCampaign } from './test-campaign';
import { TestSends } from './test-sends';

@Controller()
export class TestSendsController {
  constructor(
    private readonly testCampaign: TestCampaign,
    private readonly testSends: TestSends,
  ) {}

  @Command('campaign.test')
  async test(command: Payload<'campaign.test'>): Promise<Reply<'campaign.test'>> {
    return { state: await this.testCampaign.test(command) };
  }

  /** Lets one worker start. The start is stored before the worker calls the provider. */
  @Command('test-send.begin')
  async begin({ testSendId, turn }: Payload<'test-send.begin'>): Promise<Reply<'test-send.begin'>> {
    return { granted: await this.testSends.begin(testSendId, turn) };
  }
}
