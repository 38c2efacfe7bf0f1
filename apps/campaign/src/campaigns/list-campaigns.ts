import type { Payload, Reply } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { Campaigns } from './campaigns';

const PAGE_BYTES = 1024 * 1024;

/** A page of a user's campaigns, newest first, of at most 1 MiB of JSON; a larger campaign is a page by itself. */
@Injectable()
export class ListCampaigns {
  constructor(private readonly campaigns: Campaigns) {}

  async execute({ userId, after, limit }: Payload<'campaign.list'>): Promise<Reply<'campaign.list'>> {
    const items: Reply<'campaign.list'>['items'] = [];
    let bytes = 0;
    for await (const campaign of this.campaigns.newestFirst(userId, after, limit + 1)) {
      bytes += Buffer.byteLength(JSON.stringify(campaign));
      const last = items.at(-1);
      if (last && (items.length === limit || bytes > PAGE_BYTES)) return { items, next: last.id };
      items.push(campaign);
    }
    return { items, next: null };
  }
}
