import type { CampaignSenders, Payload, Reply, SenderFigures } from '@carillon/contracts';
import { DatabaseClock } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Dispatch, Dispatches } from '../dispatch';
import { BatchCounts, type FinalCounts } from '../ledger';
import { figuresOf } from './figures';

/** How long all readers get the same numbers (milliseconds): while the campaign sends, and after it has ended. */
const KEPT_MS = { sending: 2_000, over: 30_000 };
const CACHED = 1_000;

/** Counts the deliveries of a campaign by sender. Sending keeps no such counters, so a count reads the ledger. */
@Injectable()
export class ReadSenderFigures {
  private readonly counts = new LRUCache<string, Promise<CampaignSenders>>({ max: CACHED });

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
    const { campaign, state, run, ledger } = dispatch;
    // The count of another state or run is out of date.
    const key = `${campaign} ${state} ${run} ${ledger}`;
    const known = this.counts.get(key);
    if (known) return { senders: await known };
    const counting = this.count(dispatch);
    this.counts.set(key, counting, { ttl: state === 'OPEN' ? KEPT_MS.sending : KEPT_MS.over });
    counting.catch(() => this.counts.delete(key));
    return { senders: await counting };
  }

  private async count({ campaign, ledger }: Dispatch): Promise<CampaignSenders> {
    const asOf = (await this.clock.now()).toISOString();
    if (ledger !== 'KEPT') return { asOf, areDeliveriesKept: false, senders: [] };
    const rows = await this.batchCounts.bySender(campaign);
    return { asOf, areDeliveriesKept: true, senders: rows.flatMap(rowsOf).sort(byVolume) };
  }
}

/** A sender has one channel. */
function rowsOf({
  sender: senderId,
  counts,
  failedOver,
}: {
  sender: string;
  counts: FinalCounts;
  failedOver: number;
}): SenderFigures[] {
  const figures = figuresOf(counts);
  return (Object.keys(counts.channels) as (keyof typeof figures)[]).map((channel) => {
    const { FAILED = 0, UNCONFIRMED = 0 } = counts.channels[channel] ?? {};
    const failed = FAILED + UNCONFIRMED - figures[channel].bounced;
    return { senderId, channel, ...figures[channel], failed, failedOver };
  });
}

function byVolume(a: SenderFigures, b: SenderFigures): number {
  return b.addressed - a.addressed || (a.senderId < b.senderId ? -1 : 1);
}
