import { AppError, type Payload, type TrialState } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { Caller, NeedsScope, type User } from '../access/caller';
import { existing } from '../checks/path-id';
import { Operation } from '../docs/operation';
import { RateLimited } from '../limits/rate-limited';
import { TestCampaign, toTest } from './test.input';
import { TestView, presentTest } from './test.presenter';

@Controller('api/v1/campaigns/:id')
export class TestController {
  constructor(private readonly messenger: Messenger) {}

  @Post('test')
  @Operation({
    id: 'testCampaign',
    summary: 'Send one message to see how it arrives',
    description:
      'Sends one message of a campaign, in whatever status, to one address. It is counted nowhere. ' +
      'At most ten in a minute.',
    answer: TestView,
    errors: ['integration_not_found', 'address_suppressed'],
  })
  @HttpCode(202)
  @NeedsScope('send')
  async test(
    @Caller() user: User,
    @Param('id', existing('campaign')) id: string,
    @Body() input: TestCampaign,
  ) {
    const command = toTest(user, id, input);
    return { data: { testCampaign: presentTest(command, await this.send(command)) } };
  }

  /** @throws AppError */
  private async send(command: Payload<'campaign.test'>): Promise<TrialState> {
    try {
      return (await this.messenger.request('campaign.test', command)).state;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
      throw new RateLimited(error.detail, Number(error.extra.retryAfter));
    }
  }
}
