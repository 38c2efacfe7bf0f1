import { Injectable } from '@nestjs/common';
import type { Reply } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import type { Content, Dispatch } from '../dispatches/dispatch';
import type { PlanCursor } from '../ledger/rosters';

/** The first page is small, so that the first message leaves soon. */
const FIRST_PAGE = 100;
const PAGE = 1_000;
/** A page fetched ahead is used only while it is fresh (milliseconds). */
const FRESH_MS = 2_000;

export type AudiencePage = Reply<'audience.page'>;

/** The audience page by page. While one page is written, the next one of the same campaign is on its way. */
@Injectable()
export class AudiencePages {
  private readonly ahead = new Map<string, { page: Promise<AudiencePage>; at: number }>();

  constructor(private readonly messenger: Messenger) {}

  /** The page at the dispatch's cursor. */
  async page(dispatch: Dispatch, content: Content): Promise<AudiencePage> {
    const { cursor } = dispatch;
    if (!cursor) return { items: [], next: null };
    const early = this.ahead.get(dispatch.campaign);
    this.ahead.delete(dispatch.campaign);
    const usable = early && early.at > performance.now() - FRESH_MS;
    const page = await (usable ? early.page : this.fetch(dispatch, content, cursor));
    if (page.next !== null) this.fetchAhead(dispatch, content, { group: cursor.group, after: page.next });
    return page;
  }

  private fetchAhead(dispatch: Dispatch, content: Content, cursor: PlanCursor): void {
    const page = this.fetch(dispatch, content, cursor);
    page.catch(() => this.ahead.delete(dispatch.campaign));
    this.ahead.set(dispatch.campaign, { page, at: performance.now() });
  }

  private fetch(dispatch: Dispatch, content: Content, { group, after }: PlanCursor): Promise<AudiencePage> {
    const groupId = dispatch.groups[group];
    if (groupId === undefined) return Promise.resolve({ items: [], next: null });
    const limit = group === 0 && after === null ? FIRST_PAGE : PAGE;
    return this.messenger.request('audience.page', {
      userId: dispatch.user,
      groupId,
      keys: content.keys,
      after,
      limit,
    });
  }
}
