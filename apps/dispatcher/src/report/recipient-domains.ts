import type { Payload, RecipientDomains, Reply } from '@carillon/contracts';
import { DatabaseClock } from '@carillon/mongo';
import { Logger, LongCounts, type Pace, SlowWork } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Dispatches } from '../dispatch';
import { Engagement } from '../engagement';
import { Batches, RecipientPages } from '../ledger';
import { DomainCounts } from './domain-counts';

/**
 * How long a reply waits for a count (milliseconds), how long the count answers further requests, and the maximum
 * number of counts of one account that run or wait.
 */
const COUNTING = { what: 'counts of recipient domains', waitMs: 10_000, keptMs: 30_000, most: 10 };
/** The counts that run at the same time, of all accounts and of one. */
const AT_ONCE = { all: 4, each: 1 };
/** The number of batches that are in memory at the same time. */
const BATCHES = 50;

/**
 * Counts the emails of a campaign by the domain of the recipients. Sending keeps no such counters, so each count reads
 * the ledger.
 */
@Injectable()
export class ReadRecipientDomains {
  private readonly counts: LongCounts<RecipientDomains>;
  private readonly underWay = new SlowWork(AT_ONCE);

  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly recipientPages: RecipientPages,
    private readonly engagement: Engagement,
    private readonly clock: DatabaseClock,
    log: Logger,
  ) {
    this.counts = new LongCounts(COUNTING, log);
  }

  /** @throws AppError rate_limited, service_unavailable */
  async read({
    userId,
    campaignId,
  }: Payload<'dispatch.recipient-domains'>): Promise<Reply<'dispatch.recipient-domains'>> {
    const dispatch = await this.dispatches.find(campaignId);
    if (dispatch?.user !== userId) return { recipientDomains: null };
    const { state, run, ledger } = dispatch;
    const now = await this.clock.now();
    const areDeliveriesKept = ledger === 'KEPT';
    const empty = (): RecipientDomains => ({
      asOf: now.toISOString(),
      isComplete: !areDeliveriesKept,
      areDeliveriesKept,
      ...new DomainCounts().result(false),
    });
    if (!areDeliveriesKept) return { recipientDomains: empty() };
    // The count of another state or run is out of date.
    const recipientDomains = await this.counts.join(userId, `${campaignId} ${state} ${run}`, {
      empty,
      count: (reply, pace) => this.underWay.run(userId, () => this.count(campaignId, reply, pace)),
    });
    return { recipientDomains };
  }

  private async count(campaign: string, reply: RecipientDomains, pace: Pace): Promise<void> {
    const hasMarks = await this.engagement.hasMarks(campaign);
    const counts = new DomainCounts();
    const pages = this.batches.onChannel(campaign, 'EMAIL', { pageSize: BATCHES, rest: () => pace.rest() });
    for await (const batches of pages) {
      const [addresses, marks] = await Promise.all([
        this.recipientPages.addressesOfBatches(batches),
        hasMarks ? this.engagement.marksOfSome(batches.map(({ id }) => id)) : null,
      ]);
      for (const batch of batches) counts.add(batch, addresses.get(batch.id) ?? [], marks?.get(batch.id));
    }
    // If the ledger is being deleted, a part of it may already be missing.
    reply.areDeliveriesKept = (await this.dispatches.find(campaign))?.ledger === 'KEPT';
    reply.isComplete = true;
    if (reply.areDeliveriesKept) Object.assign(reply, counts.result(hasMarks));
  }
}
