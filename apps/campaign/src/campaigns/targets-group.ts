import type { Payload, Reply } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { Campaigns } from './campaigns';

/** Whether a campaign that is on its way still needs the group; drafts and ended campaigns do not. */
@Injectable()
export class TargetsGroup {
  constructor(private readonly campaigns: Campaigns) {}

  async execute({
    userId,
    groupId,
  }: Payload<'campaign.targets-group'>): Promise<Reply<'campaign.targets-group'>> {
    return { inUse: await this.campaigns.existsUnderWay(userId, groupId) };
  }
}
