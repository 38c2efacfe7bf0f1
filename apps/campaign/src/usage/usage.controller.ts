import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Quotas, Recounts } from '@carillon/quotas';
import { Controller, type OnModuleInit } from '@nestjs/common';
import { CampaignOutbox, Campaigns, Spending } from '../campaigns';
import { MediaFiles } from '../media-files';
import { SavedFilters } from '../saved-filters';
import { Templates } from '../stored-templates';

@Controller()
export class UsageController implements OnModuleInit {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly outbox: CampaignOutbox,
    private readonly media: MediaFiles,
    private readonly templates: Templates,
    private readonly savedFilters: SavedFilters,
    private readonly spending: Spending,
    private readonly quotas: Quotas,
    private readonly recounts: Recounts,
  ) {}

  onModuleInit(): void {
    this.recounts.countBy({
      campaigns: (userId) => this.campaigns.count(userId),
      media: (userId) => this.media.count(userId),
      mediaBytes: (userId) => this.media.bytes(userId),
      templates: (userId) => this.templates.count(userId),
      savedFilters: (userId) => this.savedFilters.count(userId),
    });
  }

  @Command('campaign.usage')
  async usage({ userId }: Payload<'campaign.usage'>): Promise<Reply<'campaign.usage'>> {
    const [used, runningCampaigns, monthlySpending] = await Promise.all([
      this.quotas.usedBy(userId),
      this.outbox.running(userId),
      this.spending.used(userId),
    ]);
    return { used: { ...used, runningCampaigns, monthlySpending } };
  }
}
