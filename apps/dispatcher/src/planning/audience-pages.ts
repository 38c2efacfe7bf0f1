import { Injectable } from '@nestjs/common';
import { LOCALE } from '@carillon/content';
import { AppError, type AudienceSource, type FrozenAudience, type Reply } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { DatabaseClock } from '@carillon/mongo';
import { type Brief, type Dispatch, type Plannable, firstOf, sourcesOf } from '../dispatch';
import type { PlanCursor } from '../ledger';

/** The first page is small, so that the first messages are sent early. */
const FIRST_PAGE = 100;
const PAGE = 1_000;
/** The number of moved members or merged people that are checked for a page. Usually, there are none. */
const MOVES = 250;
/** How long a prefetched page may be used (milliseconds). */
const FRESH_MS = 2_000;
const MAX_PREFETCHED = 4;

export interface AudiencePage extends Reply<'audience.page'> {
  /** The time before the page was requested (database time). */
  readAt: Date;
}

interface PrefetchedPage {
  page: Promise<AudiencePage>;
  requestedAt: number;
}

/** Reads the audience page by page. While one page is written, prefetches the next page of the same campaign. */
@Injectable()
export class AudiencePages {
  /** Prefetched pages by campaign and cursor, because another planner may have advanced the cursor in the meantime. */
  private readonly prefetched = new Map<string, PrefetchedPage>();

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Returns the page at the dispatch's cursor. A deleted group yields an empty page. After the last of several groups,
   * the page contains members who were moved in the meantime, and after segments, people into whom others were merged.
   */
  async page(dispatch: Plannable, brief: Brief): Promise<AudiencePage> {
    const { cursor } = dispatch;
    if (!cursor) return { items: [], next: null, recent: [], readAt: await this.clock.now() };
    const page = await (this.takePrefetched(dispatch, cursor) ?? this.fetch(dispatch, brief, cursor));
    if (page.next !== null) this.prefetch(dispatch, brief, { group: cursor.group, after: page.next });
    return page;
  }

  private takePrefetched(dispatch: Dispatch, cursor: PlanCursor): Promise<AudiencePage> | undefined {
    const key = keyOf(dispatch, cursor);
    const found = this.prefetched.get(key);
    this.prefetched.delete(key);
    return found && found.requestedAt > performance.now() - FRESH_MS ? found.page : undefined;
  }

  private prefetch(dispatch: Plannable, brief: Brief, cursor: PlanCursor): void {
    const key = keyOf(dispatch, cursor);
    const page = this.fetch(dispatch, brief, cursor);
    page.catch(() => this.prefetched.delete(key));
    this.prefetched.set(key, { page, requestedAt: performance.now() });
    const [oldest] = this.prefetched.keys();
    if (this.prefetched.size > MAX_PREFETCHED && oldest !== undefined) this.prefetched.delete(oldest);
  }

  private async fetch(dispatch: Plannable, brief: Brief, cursor: PlanCursor): Promise<AudiencePage> {
    const page = await this.request(dispatch, brief, cursor);
    requireLocales(brief, page);
    return page;
  }

  private async request(
    dispatch: Plannable,
    brief: Brief,
    { group, after }: PlanCursor,
  ): Promise<AudiencePage> {
    const { keys } = brief;
    const readAt = await this.clock.now();
    const { user: userId, groups, audience, keyless } = dispatch;
    // No recipient was planned before the publication.
    const since = dispatch.publishedAt.toISOString();
    const groupId = groups[group];
    const isFirst = group === 0 && after === null;
    const limit = isFirst ? FIRST_PAGE : PAGE;
    if (audience) {
      const source = sourceAt(group, dispatch, audience);
      if (!source) return { items: [], next: null, recent: [], readAt };
      const first = firstOf(dispatch, brief);
      const query = { userId, source, audience, ...(first && { first }), asOf: since, keys, after };
      const size = 'since' in source ? MOVES : limit;
      const page = await this.messenger.request('audience.select', { ...query, limit: size });
      return { ...page, recent: [], readAt };
    }
    if (groupId === undefined) {
      if (groups.length < 2) return { items: [], next: null, recent: [], readAt };
      const query = { userId, groupIds: groups, keys, after, limit: MOVES, since, topicId: null };
      return { ...(await this.messenger.request('audience.moved', query)), recent: [], readAt };
    }
    const query = { userId, groupId, keys, after, limit, topicId: null, ...(keyless && { since }) };
    return { ...(await this.messenger.request('audience.page', query)), readAt };
  }
}

/**
 * A subscriber service of release 0.3.0 returns no locales, so everyone would get the texts without a translation. Another
 * process may reply to the next request. @throws AppError service_unavailable
 */
function requireLocales({ keys }: Brief, { items }: AudiencePage): void {
  if (keys.includes(LOCALE) && items.some(({ variables }) => variables[LOCALE] === undefined))
    throw new AppError('service_unavailable', 'The subscriber service does not know the locales of people');
}

/** The groups, then the segments, and then those who changed in the meantime. */
function sourceAt(index: number, dispatch: Dispatch, { segments }: FrozenAudience): AudienceSource | null {
  const { groups } = dispatch;
  const groupId = groups[index];
  if (groupId !== undefined) return { groupId };
  const segment = segments[index - groups.length];
  return segment ? { segment } : (closingSources(dispatch)[index - sourcesOf(dispatch)] ?? null);
}

/**
 * What is read after all groups and segments, because it can be missing in their pages: members who moved between several
 * groups, and the addresses of people who were merged into a person whose page was planned already.
 */
export function closingSources({ groups, audience, publishedAt }: Dispatch): AudienceSource[] {
  const segments = audience?.segments ?? [];
  const since = publishedAt.toISOString();
  return [
    ...(groups.length > 1 ? [{ movedTo: groups, since }] : []),
    ...(segments.length > 0 ? [{ mergedInto: segments, since }] : []),
  ];
}

function keyOf({ campaign }: Dispatch, { group, after }: PlanCursor): string {
  return `${campaign}/${group}/${after ?? ''}`;
}
