import type { Campaign, Payload } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import type { StoredCampaign } from './campaign-document';
import { Campaigns } from './campaigns';
import { draftOf } from './draft';
import { asCreated } from './replay';

/**
 * Makes a draft that says the same to the same groups, of a campaign in whatever status. Groups that are gone stay named, as
 * in any draft. Repeated with the same `copyId`, it answers as the first time.
 * @throws AppError campaign_not_found
 */
@Injectable()
export class DuplicateCampaign {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly clock: Clock,
  ) {}

  async execute(command: Payload<'campaign.duplicate'>): Promise<Campaign> {
    const { userId, copyId } = command;
    const { campaign } =
      (await this.campaigns.findEvenDeleted(copyId, userId)) ?? (await this.store(command));
    return asCreated(campaign, null);
  }

  private async store({ userId, id, copyId }: Payload<'campaign.duplicate'>): Promise<StoredCampaign> {
    const original = await this.campaigns.get(id, userId);
    const copy = { id: copyId, userId, ...draftOf(original.campaign), start: null };
    return this.campaigns.insert(copy, this.clock.now(), null);
  }
}
