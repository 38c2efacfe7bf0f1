import { Injectable } from '@nestjs/common';
import { ReadReport } from '../reports/read-report';
import { ReportFeed } from './report-feed';

/** A feed that is kept for as long as somebody holds it. */
export interface HeldFeed {
  feed: ReportFeed;
  /** More than once does no harm. */
  release(): void;
}

/** The campaigns that are being watched. */
@Injectable()
export class ReportFeeds {
  private readonly held = new Map<string, { feed: ReportFeed; holders: number }>();

  constructor(private readonly readReport: ReadReport) {}

  /** The feed of a user's campaign, the same for all who hold it at a time. */
  hold(userId: string, campaignId: string): HeldFeed {
    const key = `${userId}-${campaignId}`;
    const entry = this.held.get(key) ?? {
      feed: new ReportFeed(() => this.readReport.execute(userId, campaignId)),
      holders: 0,
    };
    entry.holders += 1;
    this.held.set(key, entry);
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      entry.holders -= 1;
      if (entry.holders === 0) this.held.delete(key);
    };
    return { feed: entry.feed, release };
  }
}
