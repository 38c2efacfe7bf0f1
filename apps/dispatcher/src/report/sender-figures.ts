import type { CampaignSenders, Payload, Reply, SenderFigures } from '@carillon/contracts';
import { DatabaseClock } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { type Dispatch, Dispatches } from '../dispatch';
import { BatchCounts } from '../ledger';
import { figuresOfSender } from './figures';
import { SharedReads } from './shared-reads';

/** The number of campaigns whose counts are kept. */
const KEPT = 1_000;

/** Counts the deliveries of a campaign by sender. Sending keeps no such counters, so a count reads the ledger. */
@Injectable()
export class ReadSenderFigures {
  private readonly counts = new SharedReads((dispatch) => this.count(dispatch), KEPT);

  constructor(
    private readonly dispatches: Dispatches,
    private readonly batchCounts: BatchCounts,
    private readonly clock: DatabaseClock,
  ) {}

  async read({
    userId,
    campaignId,
  }: Payload<'dispatch.sender-figures'>): Promise<Reply<'dispatch.sender-figures'>> {
    const dispatch = await this.dispatches.find(campaignId);
    if (dispatch?.user !== userId) return { senders: null };
    return { senders: await this.counts.of(dispatch) };
  }

  private async count({ campaign, ledger }: Dispatch): Promise<CampaignSenders> {
    const asOf = (await this.clock.now()).toISOString();
    if (ledger !== 'KEPT') return { asOf, areDeliveriesKept: false, senders: [] };
    const rows = await this.batchCounts.bySender(campaign);
    const senders = rows.flatMap(({ sender: senderId, counts, failedOver }): SenderFigures[] =>
      figuresOfSender(counts).map(({ failed, unconfirmed, ...figures }) => {
        return { senderId, ...figures, failed: failed + unconfirmed, failedOver };
      }),
    );
    return { asOf, areDeliveriesKept: true, senders: senders.sort(byVolume) };
  }
}

function byVolume(a: SenderFigures, b: SenderFigures): number {
  return b.addressed - a.addressed || (a.senderId < b.senderId ? -1 : 1);
}
