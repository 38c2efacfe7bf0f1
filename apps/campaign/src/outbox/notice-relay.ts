import type { CampaignNotice } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Logger, Metrics, StoreRelay } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { CampaignOutbox, type NoticedCampaign } from '../campaigns';

/** The interval at which notices are published (milliseconds), and the maximum interval after an idle time. */
const EVERY_MS = 500;
const IDLE_MS = 2_000;
const AT_ONCE = 16;

/** Publishes the events that members are notified about. The account service stores a repeated one once. */
@Injectable()
export class NoticeRelay extends StoreRelay<NoticedCampaign, CampaignNotice> {
  constructor(
    private readonly outbox: CampaignOutbox,
    messenger: Messenger,
    log: Logger,
    metrics: Metrics,
  ) {
    super(
      {
        entries: 'notifications of members',
        everyMs: EVERY_MS,
        idleMs: IDLE_MS,
        page: AT_ONCE,
        atOnce: AT_ONCE,
      },
      { messenger, log, metrics },
    );
  }

  protected pending(most: number): Promise<NoticedCampaign[]> {
    return this.outbox.noticed(most);
  }

  protected entriesOf({ _id, userId, name, notices }: NoticedCampaign): CampaignNotice[] {
    const campaign = { userId: userId.toHexString(), campaignId: _id.toHexString(), campaignName: name };
    return notices.map((notice) => ({ ...campaign, ...notice }));
  }

  protected publish(notice: CampaignNotice): Promise<void> {
    return this.messenger.publish('campaign.noticed', notice);
  }

  protected remove({ _id }: NoticedCampaign, published: readonly CampaignNotice[]): Promise<void> {
    return this.outbox.clearNotices(
      _id,
      published.map(({ id }) => id),
    );
  }

  protected override async oldest(): Promise<Date | null> {
    const [first] = await this.outbox.noticed(1);
    return first?.notices[0] ? new Date(first.notices[0].at) : null;
  }
}
