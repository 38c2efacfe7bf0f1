import type { Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';
import { mintId } from '../../http/idempotency/minting';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import { RescheduleCampaign, toSchedule } from './campaign.input';
import { CampaignDetailView, presentCampaignDetail } from './campaign.presenter';
import { RetryCampaign, toSelection } from './retry.input';

function stepOf(user: User, id: string): Payload<'campaign.pause'> {
  return { userId: user.userId, id, requestId: mintId(), by: requestedBy(user) };
}

/**
 * The lifecycle commands of a published campaign. All of them affect what is sent, so they require the scope for
 * sending.
 */
@Controller('api/v1/campaigns/:id')
export class LifecycleController {
  constructor(private readonly messenger: Messenger) {}

  @Post('pause')
  @Operation({
    summary: 'Pause a campaign',
    description: "Holds all messages that aren't in flight. Returns 200 if the campaign is already paused.",
    answer: CampaignDetailView,
    errors: ['campaign_wrong_status'],
  })
  @HttpCode(200)
  @NeedsScope('send')
  async pauseCampaign(@Caller() user: User, @Param('id', existing('campaign')) id: string) {
    const campaign = await this.messenger.request('campaign.pause', stepOf(user, id));
    return { data: { pauseCampaign: presentCampaignDetail(campaign) } };
  }

  @Post('resume')
  @Operation({
    summary: 'Resume a paused campaign',
    answer: CampaignDetailView,
    errors: ['campaign_wrong_status'],
  })
  @HttpCode(200)
  @NeedsScope('send')
  async resumeCampaign(@Caller() user: User, @Param('id', existing('campaign')) id: string) {
    const campaign = await this.messenger.request('campaign.resume', stepOf(user, id));
    return { data: { resumeCampaign: presentCampaignDetail(campaign) } };
  }

  @Post('cancel')
  @Operation({
    summary: 'Cancel a campaign',
    answer: CampaignDetailView,
    errors: ['campaign_wrong_status'],
  })
  @HttpCode(200)
  @NeedsScope('send')
  async cancelCampaign(@Caller() user: User, @Param('id', existing('campaign')) id: string) {
    const campaign = await this.messenger.request('campaign.cancel', stepOf(user, id));
    return { data: { cancelCampaign: presentCampaignDetail(campaign) } };
  }

  @Post('unschedule')
  @Operation({
    summary: 'Return a scheduled campaign to draft',
    answer: CampaignDetailView,
    errors: ['campaign_wrong_status'],
  })
  @HttpCode(200)
  @NeedsScope('send')
  async unscheduleCampaign(@Caller() user: User, @Param('id', existing('campaign')) id: string) {
    const campaign = await this.messenger.request('campaign.unschedule', stepOf(user, id));
    return { data: { unscheduleCampaign: presentCampaignDetail(campaign) } };
  }

  @Post('reschedule')
  @Operation({
    summary: 'Change the time of a scheduled campaign',
    description:
      'The campaign stays scheduled. It starts either at its previous time or at the new one, even if both are close.',
    answer: CampaignDetailView,
    errors: ['campaign_wrong_status'],
  })
  @HttpCode(200)
  @NeedsScope('send')
  async rescheduleCampaign(
    @Caller() user: User,
    @Param('id', existing('campaign')) id: string,
    @Body() input: RescheduleCampaign,
  ) {
    const command = { ...stepOf(user, id), ...toSchedule(input) };
    const campaign = await this.messenger.request('campaign.reschedule', command);
    return { data: { rescheduleCampaign: presentCampaignDetail(campaign) } };
  }

  @Post('retry')
  @Operation({
    summary: 'Retry recipients that were not reached',
    description:
      'Sends a SENT campaign again to recipients with a temporary failure, or to the recipients that the body selects.',
    answer: CampaignDetailView,
    errors: ['campaign_wrong_status', 'nothing_to_retry'],
  })
  @HttpCode(200)
  @NeedsScope('send')
  async retryCampaign(
    @Caller() user: User,
    @Param('id', existing('campaign')) id: string,
    @Body() input: RetryCampaign,
  ) {
    const selection = toSelection(input);
    const campaign = await this.messenger.request('campaign.retry', { ...stepOf(user, id), selection });
    return { data: { retryCampaign: presentCampaignDetail(campaign) } };
  }
}
