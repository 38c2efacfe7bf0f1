import type { Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { needScope } from '../../security/authenticator';
import { Caller, NeedsScope, type User } from '../../security/caller';
import { canonical } from '../../http/input/channel';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import { TestView, presentTest } from './test-send.presenter';
import { TestCampaign, toTest } from './test-send.input';

@Controller('api/v1/campaigns/:id')
export class TestSendController {
  constructor(private readonly messenger: Messenger) {}

  @Post('test')
  @Operation({
    summary: 'Send a test message',
    description:
      "Sends one message of a campaign, in any status, to one address. The message is marked with `[Test]`. Reports don't count it. " +
      'At most ten per minute. Without the scope `send`, a signed-in person can send test emails to their own address.',
    answer: TestView,
    errors: [
      'campaign_incomplete',
      'integration_not_found',
      'campaign_senders_missing',
      'address_suppressed',
    ],
  })
  @HttpCode(202)
  @NeedsScope('write')
  async testCampaign(
    @Caller() user: User,
    @Param('id', existing('campaign')) id: string,
    @Body() input: TestCampaign,
  ) {
    const command = toTest(user, id, input);
    if (!user.scopes.includes('send')) await this.requireOwnAddress(user, command);
    const { state } = await this.messenger.request('campaign.test', command);
    return { data: { testCampaign: presentTest(command, state) } };
  }

  /** Editors can view their own text, but can't send it to other people. @throws AppError insufficient_scope */
  private async requireOwnAddress(user: User, { channel, address }: Payload<'campaign.test'>): Promise<void> {
    if (channel === 'EMAIL' && user.signedIn) {
      const { email } = await this.messenger.request('login.get', { id: user.signedIn.loginId });
      if (canonical('EMAIL', email) === address) return;
    }
    needScope(user, 'send');
  }
}
