import type { Campaign, Deleted, Payload, Reply } from '@carillon/contracts';
import { Command, type MessageContext, OnEvent } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { Campaigns } from './campaigns';
import { ChangeStatus } from './change-status';
import { EditCampaigns } from './edit-campaigns';
import { CampaignLabels } from './campaign-labels';
import { ListCampaigns } from './list-campaigns';
import { OrganizeCampaigns } from './organize-campaigns';
import { PublishChecks } from './publish-checks';
import { RunningCampaigns } from './running-campaigns';
import { SendCampaign } from './send-campaign';

@Controller()
export class CampaignsController {
  constructor(
    private readonly editCampaigns: EditCampaigns,
    private readonly sendCampaign: SendCampaign,
    private readonly publishChecks: PublishChecks,
    private readonly changeStatus: ChangeStatus,
    private readonly listCampaigns: ListCampaigns,
    private readonly organizeCampaigns: OrganizeCampaigns,
    private readonly labels: CampaignLabels,
    private readonly campaigns: Campaigns,
    private readonly running: RunningCampaigns,
  ) {}

  @Command('campaign.create')
  create(command: Payload<'campaign.create'>): Promise<Campaign> {
    return this.editCampaigns.create(command);
  }

  @Command('campaign.create-draft')
  createDraft(command: Payload<'campaign.create-draft'>): Promise<Campaign> {
    return this.editCampaigns.createDraft(command);
  }

  @Command('campaign.update')
  update(command: Payload<'campaign.update'>, { messageId }: MessageContext): Promise<Campaign> {
    return this.editCampaigns.update(command, messageId);
  }

  @Command('campaign.duplicate')
  duplicate(command: Payload<'campaign.duplicate'>): Promise<Campaign> {
    return this.editCampaigns.duplicate(command);
  }

  @Command('campaign.publish')
  publish(command: Payload<'campaign.publish'>): Promise<Campaign> {
    return this.sendCampaign.publish(command);
  }

  @Command('campaign.check')
  check(query: Payload<'campaign.check'>): Promise<Reply<'campaign.check'>> {
    return this.publishChecks.check(query);
  }

  @Command('campaign.unschedule')
  unschedule(command: Payload<'campaign.unschedule'>): Promise<Campaign> {
    return this.changeStatus.unschedule(command);
  }

  @Command('campaign.reschedule')
  reschedule(command: Payload<'campaign.reschedule'>): Promise<Campaign> {
    return this.sendCampaign.reschedule(command);
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
    return this.sendCampaign.retry(command);
  }

  @Command('campaign.delete')
  delete(command: Payload<'campaign.delete'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.editCampaigns.delete(command, messageId);
  }

  @Command('campaign.organize')
  organize(command: Payload<'campaign.organize'>): Promise<Reply<'campaign.organize'>> {
    return this.organizeCampaigns.organize(command);
  }

  @Command('campaign.tags')
  async tags({ userId, limit }: Payload<'campaign.tags'>): Promise<Reply<'campaign.tags'>> {
    return { items: await this.labels.tags(userId, limit) };
  }

  @Command('campaign.get')
  async get({ id, userId }: Payload<'campaign.get'>): Promise<Campaign> {
    return this.running.shown(await this.campaigns.get(id, userId));
  }

  @Command('campaign.list')
  list(query: Payload<'campaign.list'>): Promise<Reply<'campaign.list'>> {
    return this.listCampaigns.list(query);
  }

  @Command('campaign.outlines')
  async outlines({ userId, ids }: Payload<'campaign.outlines'>): Promise<Reply<'campaign.outlines'>> {
    return { items: await this.campaigns.outlines(userId, ids) };
  }

  /** Whether a campaign between publishing and its end needs the group. Drafts and ended campaigns don't need it. */
  @Command('campaign.targets-group')
  async isGroupTargeted({
    userId,
    groupId,
  }: Payload<'campaign.targets-group'>): Promise<Reply<'campaign.targets-group'>> {
    return { inUse: await this.campaigns.existsUnderWay(userId, groupId) };
  }

  @Command('campaign.targets-segment')
  async isSegmentTargeted({
    userId,
    segmentId,
  }: Payload<'campaign.targets-segment'>): Promise<Reply<'campaign.targets-segment'>> {
    return { inUse: await this.campaigns.existsUnderWay(userId, segmentId) };
  }

  /** Pauses a run whose bounce or complaint rate is too high, with the reason. */
  @OnEvent('campaign.returned-too-often')
  async returnedTooOften({ campaignId, run, reason }: Payload<'campaign.returned-too-often'>): Promise<void> {
    await this.campaigns.pauseFor(campaignId, run, reason);
  }

  /** Marks the campaign as SENT when all deliveries of its current run have ended. */
  @OnEvent('campaign.completed')
  completed({ campaignId, run, finishedAt, counts }: Payload<'campaign.completed'>): Promise<void> {
    return this.campaigns.complete(campaignId, run, { finishedAt: new Date(finishedAt), counts });
  }

  /** Notifies the members of the account. */
  @OnEvent('campaign.bounced-often')
  bouncedOften({ campaignId, run, rate }: Payload<'campaign.bounced-often'>): Promise<void> {
    return this.campaigns.noticeBounces(campaignId, run, rate);
  }
}
