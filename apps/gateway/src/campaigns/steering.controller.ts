import { newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { Caller, NeedsScope, type User } from '../access/caller';
import { existing } from '../checks/path-id';
import { presentCampaignDetail } from './campaign.presenter';
import { RetryCampaign, toSelection } from './retry.input';

/** What may be done to a campaign on its way. All of it decides what is sent, and needs the scope for that. */
@Controller('api/v1/campaigns/:id')
export class SteeringController {
  constructor(private readonly messenger: Messenger) {}

  @Post('pause')
  @HttpCode(200)
  @NeedsScope('send')
  async pause(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    const campaign = await this.messenger.request('campaign.pause', { userId, id });
    return { data: { pauseCampaign: presentCampaignDetail(campaign) } };
  }

  @Post('resume')
  @HttpCode(200)
  @NeedsScope('send')
  async resume(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    const campaign = await this.messenger.request('campaign.resume', { userId, id });
    return { data: { resumeCampaign: presentCampaignDetail(campaign) } };
  }

  @Post('cancel')
  @HttpCode(200)
  @NeedsScope('send')
  async cancel(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    const campaign = await this.messenger.request('campaign.cancel', { userId, id });
    return { data: { cancelCampaign: presentCampaignDetail(campaign) } };
  }

  @Post('unschedule')
  @HttpCode(200)
  @NeedsScope('send')
  async unschedule(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    const campaign = await this.messenger.request('campaign.unschedule', { userId, id });
    return { data: { unscheduleCampaign: presentCampaignDetail(campaign) } };
  }

  @Post('retry')
  @HttpCode(200)
  @NeedsScope('send')
  async retry(
    @Caller() { userId }: User,
    @Param('id', existing('campaign')) id: string,
    @Body() input: RetryCampaign,
  ) {
    const selection = toSelection(input);
    const campaign = await this.messenger.request('campaign.retry', {
      userId,
      id,
      requestId: newId(),
      selection,
    });
    return { data: { retryCampaign: presentCampaignDetail(campaign) } };
  }
}
