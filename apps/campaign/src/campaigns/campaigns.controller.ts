import type { Campaign, Deleted, Payload, Reply } from '@carillon/contracts';
import { Command, type MessageContext, OnEvent } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { PreviewCampaign } from '../preview/preview-campaign';
import { Campaigns } from './campaigns';
import { ChangeStatus } from './change-status';
import { CreateCampaign } from './create-campaign';
import { DeleteCampaigns } from './delete-campaigns';
import { DuplicateCampaign } from './duplicate-campaign';
import { ListCampaigns } from './list-campaigns';
import { PublishCampaign } from './publish-campaign';
import { RetryCampaign } from './retry-campaign';
import { UpdateCampaign } from './update-campaign';

/** What may be asked of campaigns, and what the dispatcher tells of them. */
@Controller()
export class CampaignsController {
  constructor(
    private readonly createCampaign: CreateCampaign,
    private readonly updateCampaign: UpdateCampaign,
    private readonly duplicateCampaign: DuplicateCampaign,
    private readonly publishCampaign: PublishCampaign,
    private readonly changeStatus: ChangeStatus,
    private readonly retryCampaign: RetryCampaign,
    private readonly deleteCampaigns: DeleteCampaigns,
    private readonly listCampaigns: ListCampaigns,
    private readonly previewCampaign: PreviewCampaign,
    private readonly campaigns: Campaigns,
  ) {}

  @Command('campaign.create')
  create(command: Payload<'campaign.create'>): Promise<Campaign> {
    return this.createCampaign.execute(command);
  }

  @Command('campaign.update')
  update(command: Payload<'campaign.update'>, { messageId }: MessageContext): Promise<Campaign> {
    return this.updateCampaign.execute(command, messageId);
  }

  @Command('campaign.duplicate')
  duplicate(command: Payload<'campaign.duplicate'>): Promise<Campaign> {
    return this.duplicateCampaign.execute(command);
  }

  @Command('campaign.publish')
  publish(command: Payload<'campaign.publish'>): Promise<Campaign> {
    return this.publishCampaign.execute(command);
  }

  @Command('campaign.unschedule')
  unschedule(command: Payload<'campaign.unschedule'>): Promise<Campaign> {
    return this.changeStatus.unschedule(command);
  }

  @Command('campaign.pause')
  pause(command: Payload<'campaign.pause'>): Promise<Campaign> {
    return this.changeStatus.pause(command);
  }

  @Command('campaign.resume')
  resume(command: Payload<'campaign.resume'>): Promise<Campaign> {
    return this.changeStatus.resume(command);
  }

  @Command('campaign.cancel')
  cancel(command: Payload<'campaign.cancel'>): Promise<Campaign> {
    return this.changeStatus.cancel(command);
  }

  @Command('campaign.retry')
  retry(command: Payload<'campaign.retry'>): Promise<Campaign> {
    return this.retryCampaign.execute(command);
  }

  @Command('campaign.delete')
  delete(command: Payload<'campaign.delete'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.deleteCampaigns.execute(command, messageId);
  }

  @Command('campaign.get')
  async get({ id, userId }: Payload<'campaign.get'>): Promise<Campaign> {
    return (await this.campaigns.get(id, userId)).campaign;
  }

  @Command('campaign.list')
  list(query: Payload<'campaign.list'>): Promise<Reply<'campaign.list'>> {
    return this.listCampaigns.execute(query);
  }

  /** Whether a campaign that is on its way still needs the group; drafts and ended campaigns do not. */
  @Command('campaign.targets-group')
  async isGroupTargeted({
    userId,
    groupId,
  }: Payload<'campaign.targets-group'>): Promise<Reply<'campaign.targets-group'>> {
    return { inUse: await this.campaigns.existsUnderWay(userId, groupId) };
  }

  @Command('campaign.preview')
  preview(query: Payload<'campaign.preview'>): Promise<Reply<'campaign.preview'>> {
    return this.previewCampaign.execute(query);
  }

  /** Every delivery of a run has ended: the campaign is SENT, if that run is still the current one. */
  @OnEvent('campaign.completed')
  completed({ campaignId, run, finishedAt }: Payload<'campaign.completed'>): Promise<void> {
    return this.campaigns.complete(campaignId, run, new Date(finishedAt));
  }
}
