import type { Payload, Reply } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { Campaigns } from './campaigns';
import { RunningCampaigns } from './running-campaigns';

const PAGE_BYTES = 1024 * 1024;
/**
 * The number of campaigns that are checked for one page of a filtered list. The index takes about 20 ms for this
 * number.
 */
const LOOKED_AT = 10_000;

/**
 * A page of a user's campaigns, newest first, of at most 1 MiB of JSON. A larger campaign is a page of its own. A
 * filtered page ends after it has checked a limited number of names, unless an index finds the matches.
 */
@Injectable()
export class ListCampaigns {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly running: RunningCampaigns,
  ) {}

  async list({
    userId,
    after,
    limit,
    isSummary = false,
    ...filter
  }: Payload<'campaign.list'>): Promise<Reply<'campaign.list'>> {
    const items: Reply<'campaign.list'>['items'] = [];
    const { status, search, tag, approval, isArchived, since, until: before } = filter;
    const isDated = since !== undefined || before !== undefined;
    const gram = search === undefined || isDated ? null : await this.campaigns.rarestGram(userId, search);
    const isFiltered = isDated || [status, search, isArchived].some((each) => each !== undefined);
    const isIndexed = gram !== null || ((tag ?? approval) !== undefined && !isDated);
    const until = isFiltered && !isIndexed ? await this.campaigns.nth(LOOKED_AT, userId, after) : null;
    let bytes = 0;
    const shown = this.running.shownInList();
    const filters = { ...filter, gram, isSummary };
    for await (const stored of this.campaigns.newestFirst(userId, { after, until }, limit + 1, filters)) {
      const { campaign } = stored;
      bytes += Buffer.byteLength(JSON.stringify(campaign));
      const last = items.at(-1);
      if (last && (items.length === limit || bytes > PAGE_BYTES)) return { items, next: last.id };
      items.push(await shown(stored));
    }
    return { items, next: until };
  }
}
