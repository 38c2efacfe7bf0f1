import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { GetCampaign } from './campaigns/get-campaign';
import { ListCampaigns } from './campaigns/list-campaigns';
import { TargetsGroup } from './campaigns/targets-group';
import { PreviewCampaign } from './preview/preview-campaign';

/** What may be asked about campaigns. */
@Controller()
export class CampaignReadsController {
  constructor(
    private readonly getCampaign: GetCampaign,
    private readonly listCampaigns: ListCampaigns,
    private readonly targetsGroup: TargetsGroup,
    private readonly previewCampaign: PreviewCampaign,
  ) {}

  @Command('campaign.get')
  get(query: Payload<'campaign.get'>): Promise<Reply<'campaign.get'>> {
    return this.getCampaign.execute(query);
  }

  @Command('campaign.list')
  list(query: Payload<'campaign.list'>): Promise<Reply<'campaign.list'>> {
    return this.listCampaigns.execute(query);
  }

  @Command('campaign.targets-group')
  isGroupTargeted(query: Payload<'campaign.targets-group'>): Promise<Reply<'campaign.targets-group'>> {
    return this.targetsGroup.execute(query);
  }

  @Command('campaign.preview')
  preview(query: Payload<'campaign.preview'>): Promise<Reply<'campaign.preview'>> {
    return this.previewCampaign.execute(query);
  }
}
