import type { BatchBehavior, Payload, Reply } from '@carillon/contracts';
import { DatabaseClock } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { Dispatches } from '../dispatch';
import { Engagement, noMarks } from '../engagement';
import { type Batch, Batches, RecipientPages, changeAt } from '../ledger';
import { factsOfMarks, factsOfStates, sentFrom } from './batch-facts';

/** The number of campaigns that are looked up at a time. */
const CAMPAIGNS = 20;

/** Reads the behavior of recipients from the ledger. */
@Injectable()
export class ReadBehavior {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly recipientPages: RecipientPages,
    private readonly engagement: Engagement,
    private readonly clock: DatabaseClock,
  ) {}

  async batchesOf({
    userId,
    after,
    limit,
  }: Payload<'dispatch.behavior-batches'>): Promise<Reply<'dispatch.behavior-batches'>> {
    const items: string[] = [];
    let campaign = after?.split('-')[0] ?? null;
    const add = async (of: string): Promise<boolean> => {
      campaign = of;
      const last = items.at(-1) ?? after;
      const within = last?.startsWith(`${of}-`) ? last : null;
      items.push(...(await this.batches.following(of, within, limit - items.length)));
      return items.length === limit;
    };
    if (campaign !== null && (await add(campaign))) return { items, next: items.at(-1) ?? null };
    for (;;) {
      const dispatches = await this.dispatches.withLedger(userId, campaign, CAMPAIGNS);
      if (dispatches.length === 0) return { items, next: null };
      for (const dispatch of dispatches)
        if (await add(dispatch.campaign)) return { items, next: items.at(-1) ?? null };
    }
  }

  async changes({
    userId,
    part,
    after,
    limit,
  }: Payload<'dispatch.behavior-changes'>): Promise<Reply<'dispatch.behavior-changes'>> {
    // Taken first: a change that is acknowledged during the read belongs to the next list.
    const now = await this.clock.now();
    const asOf = now.toISOString();
    if (after === null) return { items: [], next: changeAt(now), asOf };
    const source = part === 'STATES' ? this.batches : this.engagement;
    const found = await source.changed(userId, after, limit);
    const items = found.map(({ id, change }) => ({ batchId: id, change }));
    return { items, next: items.at(-1)?.change ?? after, asOf };
  }

  async read({ userId, parts, batches }: Payload<'dispatch.behavior'>): Promise<Reply<'dispatch.behavior'>> {
    const ids = batches.map(({ batchId }) => batchId);
    const [found, marks] = await Promise.all([
      this.batches.some(userId, ids),
      parts.includes('MARKS') ? this.engagement.marksOfSome(ids) : null,
    ]);
    const named = new Set(batches.flatMap(({ batchId, withAddresses }) => (withAddresses ? batchId : [])));
    const read = found.map(async (batch): Promise<BatchBehavior> => {
      const isStates = parts.includes('STATES');
      return {
        batchId: batch.id,
        campaignId: batch.campaign,
        channel: batch.channel,
        sentFrom: isStates ? (sentFrom(batch)?.toISOString() ?? null) : null,
        facts: [...(isStates ? factsOfStates(batch) : []), ...factsOfMarks(marks?.get(batch.id) ?? noMarks)],
        ...(named.has(batch.id) && { addresses: await this.addressesOf(batch) }),
      };
    });
    return { batches: await Promise.all(read) };
  }

  private async addressesOf({ recipientPage, offset, size }: Batch): Promise<string[]> {
    return (await this.recipientPages.slice(recipientPage, offset, size)).map(({ a }) => a);
  }
}
