import type { CampaignNotice } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Logger, Metrics, StoreRelay } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Comments, type NoticedComment } from './comments';

/** The interval at which notices are published (milliseconds), and the maximum interval after an idle time. */
const EVERY_MS = 500;
const IDLE_MS = 2_000;
const AT_ONCE = 16;

/** Publishes that members are notified about comments. The account service stores a repeated notice once. */
@Injectable()
export class CommentNoticeRelay extends StoreRelay<NoticedComment, CampaignNotice> {
  constructor(
    private readonly comments: Comments,
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

  protected pending(most: number): Promise<NoticedComment[]> {
    return this.comments.noticed(most);
  }

  protected entriesOf({ notices }: NoticedComment): CampaignNotice[] {
    return notices;
  }

  protected publish(notice: CampaignNotice): Promise<void> {
    return this.messenger.publish('campaign.noticed', notice);
  }

  protected async remove({ _id }: NoticedComment, published: readonly CampaignNotice[]): Promise<void> {
    if (published.length > 0) await this.comments.clearNotices(_id);
  }

  protected override async oldest(): Promise<Date | null> {
    const [first] = await this.comments.noticed(1);
    return first?.notices[0] ? new Date(first.notices[0].at) : null;
  }
}
