import { type Payload, type TestSendState, channels } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { Static } from '@sinclair/typebox';
import { IsOptional } from 'class-validator';
import { needScope } from '../../security/authenticator';
import { Caller, NeedsScope, type User } from '../../security/caller';
import { mintId } from '../../http/idempotency/minting';
import { IsAddress, IsChannel, canonical, knownChannel } from '../../http/input/channel';
import { IsExtraData } from '../../http/input/extra-data';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import { Id, OneOf, Text, View } from '../../openapi/view';

class TestCampaign {
  @IsChannel() readonly channel!: string;

  @ApiProperty({
    description: 'An address of the channel; it need not belong to a subscriber',
    examples: ['ann@example.com'],
  })
  @IsAddress('channel')
  readonly identifier!: string;

  @IsExtraData()
  @IsOptional()
  readonly extraData?: Record<string, unknown> | null;
}

/** The command to send the requested message, under a new id, to the canonical address. */
function toTest({ userId }: User, id: string, input: TestCampaign): Payload<'campaign.test'> {
  const known = knownChannel(input.channel);
  return {
    userId,
    id,
    testSendId: mintId(),
    channel: known,
    address: canonical(known, input.identifier),
    extraData: input.extraData ?? {},
  };
}

const states: readonly TestSendState[] = ['SENT', 'FAILED', 'UNCONFIRMED'];

const TestView = View('Test', {
  _id: Id(),
  channel: OneOf(channels),
  identifier: Text('ann@example.com'),
  state: OneOf(states, { description: 'UNCONFIRMED: it is unknown whether the provider accepted it' }),
});
type TestView = Static<typeof TestView>;

function presentTest(
  { testSendId, channel, address }: Payload<'campaign.test'>,
  state: TestSendState,
): TestView {
  return { _id: testSendId, channel, identifier: address, state };
}

@Controller('api/v1/campaigns/:id')
export class TestSendController {
  constructor(private readonly messenger: Messenger) {}

  @Post('test')
  @Operation({
    summary: 'Send a test message',
    description:
      'Sends one message of a campaign, in any status, to one address, marked with `[Test]`. No report counts it. ' +
      'At most ten per minute. Without the scope `send`, a person who is signed in can send test emails to their own address.',
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

  /** Who writes may see what they write, and reaches nobody else. @throws AppError insufficient_scope */
  private async requireOwnAddress(user: User, { channel, address }: Payload<'campaign.test'>): Promise<void> {
    if (channel === 'EMAIL' && user.signedIn) {
      const { email } = await this.messenger.request('login.get', { id: user.signedIn.loginId });
      if (canonical('EMAIL', email) === address) return;
    }
    needScope(user, 'send');
  }
}
