import { Messenger } from '@carillon/messaging';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { Caller, NeedsScope, type User } from '../access/caller';
import { existing } from '../input/path-id';
import { Operation } from '../openapi/operation';
import { mintId } from '../idempotency/minting';
import { CampaignDetailView, presentCampaignDetail } from './campaign.presenter';
import { RetryCampaign, toSelection } from './retry.input';

/** What may be done to a campaign on its way. All of it decides what is sent, and needs the scope for that. */
@Controller('api/v1/campaigns/:id')
export class SteeringController {
  constructor(private readonly messenger: Messenger) {}

  @Post('pause')
  @Operation({
    summary: 'Pause a campaign',
    description: 'Holds what no worker has in hand. Paused already: 200.',
    answer: CampaignDetailView,
    errors: ['campaign_wrong_status'],
  })
  @HttpCode(200)
  @NeedsScope('send')
  async pauseCampaign(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    const campaign = await this.messenger.request('campaign.pause', { userId, id, requestId: mintId() });
    return { data: { pauseCampaign: presentCampaignDetail(campaign) } };
  }

  @Post('resume')
  @Operation({
    summary: 'Go on with a paused campaign',
    answer: CampaignDetailView,
    errors: ['campaign_wrong_status'],
  })
  @HttpCode(200)
  @NeedsScope('send')
  async resumeCampaign(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    const campaign = await this.messenger.request('campaign.resume', { userId, id, requestId: mintId() });
    return { data: { resumeCampaign: presentCampaignDetail(campaign) } };
  }

  @Post('cancel')
  @Operation({
    summary: 'End a campaign before its time',
    answer: CampaignDetailView,
    errors: ['campaign_wrong_status'],
  })
  @HttpCode(200)
  @NeedsScope('send')
  async cancelCampaign(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    const campaign = await this.messenger.request('campaign.cancel', { userId, id, requestId: mintId() });
    return { data: { cancelCampaign: presentCampaignDetail(campaign) } };
  }

  @Post('unschedule')
  @Operation({
    summary: 'Make a scheduled campaign a draft again',
    answer: CampaignDetailView,
    errors: ['campaign_wrong_status'],
  })
  @HttpCode(200)
  @NeedsScope('send')
  async unscheduleCampaign(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    const campaign = await this.messenger.request('campaign.unschedule', { userId, id, requestId: mintId() });
    return { data: { unscheduleCampaign: presentCampaignDetail(campaign) } };
  }

  @Post('retry')
  @Operation({
    summary: 'Send once more to those who were not reached',
    description:
      'Sends a campaign that is SENT once more, to those whose failure was temporary, or to whom the body selects.',
    answer: CampaignDetailView,
    errors: ['campaign_wrong_status', 'nothing_to_retry'],
  })
  @HttpCode(200)
  @NeedsScope('send')
  async retryCampaign(
    @Caller() { userId }: User,
    @Param('id', existing('campaign')) id: string,
    @Body() input: RetryCampaign,
  ) {
    const selection = toSelection(input);
    const campaign = await this.messenger.request('campaign.retry', {
      userId,
      id,
      requestId: mintId(),
      selection,
    });
    return { data: { retryCampaign: presentCampaignDetail(campaign) } };
  }
}
