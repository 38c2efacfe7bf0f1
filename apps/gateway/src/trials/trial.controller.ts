import { Messenger } from '@carillon/messaging';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { Caller, NeedsScope, type User } from '../access/caller';
import { existing } from '../input/path-id';
import { Operation } from '../openapi/operation';
import { toldToWait } from '../limits/told-to-wait';
import { TestCampaign, toTest } from './trial.input';
import { TestView, presentTest } from './trial.presenter';

@Controller('api/v1/campaigns/:id')
export class TrialController {
  constructor(private readonly messenger: Messenger) {}

  @Post('test')
  @Operation({
    summary: 'Send one message to see how it arrives',
    description:
      'Sends one message of a campaign, in whatever status, to one address. It is counted nowhere. ' +
      'At most ten in a minute.',
    answer: TestView,
    errors: ['integration_not_found', 'address_suppressed'],
  })
  @HttpCode(202)
  @NeedsScope('send')
  async testCampaign(
    @Caller() user: User,
    @Param('id', existing('campaign')) id: string,
    @Body() input: TestCampaign,
  ) {
    const command = toTest(user, id, input);
    const { state } = await toldToWait(this.messenger.request('campaign.test', command));
    return { data: { testCampaign: presentTest(command, state) } };
  }
}
