import type { CampaignNotice } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Logger, Metrics, type RelayParts, StoreRelay } from '@carillon/platform';
import type { Provider, Type } from '@nestjs/common';
import type { ObjectId } from 'mongodb';

/** The interval at which notices are published (milliseconds), and the maximum interval after an idle time. */
const EVERY_MS = 500;
const IDLE_MS = 2_000;
const AT_ONCE = 16;

/** A document with notices to publish. */
interface NoticedDocument {
  _id: ObjectId;
  notices: CampaignNotice[];
}

/** A store whose documents keep what members are notified about, until it is published. */
interface NoticeSource {
  /** Documents with notices, up to a limit. */
  noticed: (most: number) => Promise<NoticedDocument[]>;
  clearNotices: (_id: ObjectId, published: readonly string[]) => Promise<void>;
}

/** Publishes the events that members are notified about. The account service stores a repeated one once. */
class NoticeRelay extends StoreRelay<NoticedDocument, CampaignNotice> {
  constructor(
    private readonly source: NoticeSource,
    parts: RelayParts,
  ) {
    super(
      {
        entries: 'notifications of members',
        everyMs: EVERY_MS,
        idleMs: IDLE_MS,
        page: AT_ONCE,
        atOnce: AT_ONCE,
      },
      parts,
    );
  }

  protected pending(most: number): Promise<NoticedDocument[]> {
    return this.source.noticed(most);
  }

  protected entriesOf({ notices }: NoticedDocument): CampaignNotice[] {
    return notices;
  }

  protected publish(notice: CampaignNotice): Promise<void> {
    return this.messenger.publish('campaign.noticed', notice);
  }

  protected remove({ _id }: NoticedDocument, published: readonly CampaignNotice[]): Promise<void> {
    return this.source.clearNotices(
      _id,
      published.map(({ id }) => id),
    );
  }

  protected override async oldest(): Promise<Date | null> {
    const [first] = await this.source.noticed(1);
    return first?.notices[0] ? new Date(first.notices[0].at) : null;
  }
}

/** Publishes the notices of a store in the background. */
export function noticeRelay(store: Type<NoticeSource>): Provider {
  return {
    provide: Symbol(`NoticeRelay of ${store.name}`),
    inject: [store, Messenger, Logger, Metrics],
    useFactory: (source: NoticeSource, messenger: Messenger, log: Logger, metrics: Metrics) =>
      new NoticeRelay(source, { messenger, log, metrics }),
  };
}
