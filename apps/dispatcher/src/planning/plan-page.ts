import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  type AudienceMember,
  type SendingProfile,
  type WaitingReason,
  emailIn,
  routesOf,
} from '@carillon/contracts';
import { Messenger, inSpan, storedTrace, tracedBy, withTrace } from '@carillon/messaging';
import { DatabaseClock, Database, isDuplicateKey } from '@carillon/mongo';
import { Logger, jittered } from '@carillon/platform';
import {
  type Brief,
  ContentStore,
  type Dispatch,
  DispatchPlanning,
  type Plannable,
  sourcesOf,
} from '../dispatch';
import { Engagement } from '../engagement';
import { HOLDER } from '../leader';
import {
  BatchQueue,
  Batches,
  DeliveryKeys,
  type PlanCursor,
  type RecipientPage,
  RecipientPages,
} from '../ledger';
import { WorkerRegistry } from '../releasing';
import { type AudiencePage, AudiencePages, closingSources } from './audience-pages';
import { countriesFor } from './choose-senders';
import { batchesOf, claimsOf, keyOf, keysOf, layOut } from './page-layout';
import { PlanningLine } from './planning-line';

/** How long a planner's claim lasts (milliseconds). Afterward, another planner may plan the page. */
const CLAIM_MS = 20_000;
/** The pause after the first failure, which doubles with each further failure (milliseconds). */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5_000;
/**
 * A campaign's planning pauses while twice as many batches wait as its workers can process concurrently, but at least
 * this many. The fastest worker sends this number in a second or two, and planners check twice a second.
 */
const MIN_AHEAD = 32;
/**
 * Planning pauses for this multiple of the time that a page took, up to this limit (milliseconds), because the next
 * page is prefetched.
 */
const REST = 3;
const MAX_REST_MS = 1_000;
/** The pause before the next check of a suspended account (milliseconds). */
const SUSPENDED_PAUSE_MS = 30_000;

/**
 * The trace of a campaign covers this many pages, about 4,000 people, because a full trace of a large campaign could
 * not be displayed.
 */
const TRACED_PAGES = 5;

/**
 * 'ahead': more pages follow, and enough batches were waiting before this page. 'overtaken': another planner moved the
 * cursor first, the campaign was stopped, or the page is too old to be stored after an erasure.
 */
type Progress = 'more' | 'ahead' | 'planned' | 'overtaken';

export interface PlannedPage {
  campaign: string;
  end: Progress | 'postponed';
}

/** A page that is being planned. */
interface Step {
  /** When planning of the page began, in database time and on the monotonic clock. */
  now: Date;
  from: number;
  /** Whether enough batches of the campaign are waiting to be sent. */
  isAhead: boolean;
}

/** Aborts a transaction whose page must not be stored. */
class Overtaken extends Error {}

/** Plans one page of the campaign that has its turn. */
@Injectable()
export class PlanPage {
  constructor(
    private readonly line: PlanningLine,
    private readonly planning: DispatchPlanning,
    private readonly content: ContentStore,
    private readonly messenger: Messenger,
    private readonly pages: AudiencePages,
    private readonly recipientPages: RecipientPages,
    private readonly deliveryKeys: DeliveryKeys,
    private readonly batches: Batches,
    private readonly queue: BatchQueue,
    private readonly workerRegistry: WorkerRegistry,
    private readonly engagement: Engagement,
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    @Inject(HOLDER) private readonly holder: string,
    private readonly log: Logger,
  ) {}

  /** Returns null if no page has to be planned. */
  async planNext(): Promise<PlannedPage | null> {
    const now = await this.clock.now();
    const until = new Date(now.getTime() + CLAIM_MS);
    for (;;) {
      const turn = await this.line.next(now);
      if (!turn) return null;
      const claimed = await this.planning.claimNext(turn.user, this.holder, now, until);
      if (claimed) return this.use(claimed, now);
      await this.line.rest(turn, await this.planning.nextPlanningAt(turn.user));
    }
  }

  private async use(claimed: Dispatch, now: Date): Promise<PlannedPage> {
    const { traceparent, ...dispatch } = claimed;
    const { campaign, user, step } = dispatch;
    const trace = step < TRACED_PAGES && traceparent !== undefined ? tracedBy({ traceparent }) : {};
    return withTrace({ campaignId: campaign, ...trace }, async () => {
      const end = await inSpan('plan page', { 'carillon.page': step }, async (span) => {
        const result = await this.planOrPostpone({ ...dispatch, ...storedTrace() }, now);
        span.set({ 'carillon.result': result });
        return result;
      });
      // Another planner may have postponed the user until the end of this claim. A fully planned campaign has no more
      // turns.
      if (end !== 'planned') await this.line.join(user);
      return { campaign, end };
    });
  }

  /** Postpones a campaign that cannot be planned, so that it does not block the others. */
  private async planOrPostpone(dispatch: Dispatch, now: Date): Promise<PlannedPage['end']> {
    const progress = await this.plan(dispatch, now).catch((error: unknown) => {
      if (dispatch.planFailures === 0)
        this.log.warn({ err: error }, 'a page could not be planned and will be retried');
      const isAway = error instanceof AppError && error.kind === 'unavailable';
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** dispatch.planFailures, MAX_PAUSE_MS);
      return this.postpone(dispatch, now, isAway ? 'SERVICE_UNAVAILABLE' : 'PLANNING_FAILED', pauseMs);
    });
    if (progress === 'suspended')
      return this.postpone(dispatch, now, 'ACCOUNT_SUSPENDED', SUSPENDED_PAUSE_MS);
    if (progress === 'overtaken') await this.planning.leave(dispatch.campaign, this.holder, now);
    return progress;
  }

  private async postpone(
    dispatch: Dispatch,
    now: Date,
    reason: WaitingReason,
    pauseMs: number,
  ): Promise<'postponed'> {
    const nextTryAt = new Date(now.getTime() + Math.round(jittered(pauseMs)));
    await this.planning.postpone(dispatch, this.holder, { reason, since: now, nextTryAt });
    return 'postponed';
  }

  /** 'suspended': the account is suspended, and no page was planned. */
  private async plan(dispatch: Dispatch, now: Date): Promise<Progress | 'suspended'> {
    const from = performance.now();
    const brief = await this.content.brief(dispatch.campaign);
    if (!brief) throw new Error('A dispatch without content');
    const begun = await this.begin(dispatch, now);
    if (!begun) return 'suspended';
    const page = await this.pages.page(begun, brief);
    const step = { now, from, isAhead: await this.isAhead(begun, brief, now) };
    return this.write(begun, brief, page, step);
  }

  /** Whether enough batches are waiting in each channel of the campaign that has workers. */
  private async isAhead({ campaign, routes }: Plannable, { channels }: Brief, now: Date): Promise<boolean> {
    const sending = channels.filter((each) => routes[each] && this.workerRegistry.capacity(each) > 0);
    for (const channel of sending) {
      const enough = Math.max(MIN_AHEAD, 2 * this.workerRegistry.capacity(channel));
      if ((await this.queue.waiting(campaign, channel, now, enough)) < enough) return false;
    }
    return sending.length > 0;
  }

  /** Fixes the sender of each channel once, when planning begins. Returns null if the account is suspended. */
  private async begin(dispatch: Dispatch, now: Date): Promise<Plannable | null> {
    const { user, publishedAt, routes } = dispatch;
    if (routes) return { ...dispatch, routes };
    const profile = await this.messenger.request('account.sending-profile', { userId: user });
    if (profile.status === 'SUSPENDED') return null;
    await this.beginCounting(dispatch, profile);
    // The cached database time can lag slightly behind the clock that set publishedAt.
    const startedAt = new Date(Math.max(now.getTime(), publishedAt.getTime()));
    const { priceListId } = profile;
    const fixed = {
      routes: routesOf(profile, dispatch.senders ?? {}),
      ...(priceListId !== undefined && { priceListId }),
    };
    return { ...dispatch, ...(await this.planning.begin(dispatch, fixed, startedAt)) };
  }

  /**
   * Opens the counters before the first batch, and therefore before a worker requests the content, so that either all
   * emails of a campaign have counters, or none has.
   */
  private async beginCounting(
    { campaign, user, publishedAt }: Dispatch,
    { tracking = 'OFF', conversions = false }: SendingProfile,
  ): Promise<void> {
    if (tracking === 'OFF') return;
    const email = emailIn(await this.content.forWorker(campaign));
    if (!email) return;
    const counted = { campaign, user, publishedAt, links: email.links };
    await this.engagement.open(counted, { mode: tracking, conversions });
  }

  /**
   * Writes one page of the audience in one transaction: the frozen page, the keys of its recipients if an address can
   * occur twice, its batches, and the cursor after the page. Omits members of earlier pages.
   */
  private async write(dispatch: Plannable, brief: Brief, page: AudiencePage, step: Step): Promise<Progress> {
    const newcomers = { ...page, items: await this.withoutEarlier(dispatch, page) };
    const recipientPage = layOut(
      dispatch,
      newcomers,
      nextCursor(dispatch, page),
      await countriesFor(dispatch),
    );
    const batches = batchesOf(dispatch, brief, recipientPage);
    const claims = dispatch.keyless ? [] : batches.flatMap((batch) => claimsOf(batch, recipientPage));
    try {
      await this.database.transaction(async (session) => {
        await this.recipientPages.insert(recipientPage, session);
        await this.deliveryKeys.insert(dispatch.campaign, claims, session);
        await this.batches.insert(batches, session);
        // Moves the cursor last, because the writes of a planner that dies in a transaction stay locked until the
        // database ends the transaction.
        const written = { session, readAt: page.readAt };
        const advanced = await this.planning.advance(dispatch, recipientPage.next, endOf(step), written);
        if (!advanced) throw new Overtaken();
      });
    } catch (error) {
      if (error instanceof Overtaken) return 'overtaken';
      if (!isDuplicateKey(error)) throw error;
      if (await this.recipientPages.exists(recipientPage._id)) return 'overtaken';
      // An address got a key after the keys were read. The page is read again.
      throw error;
    }
    return progressOf(recipientPage, step);
  }

  /**
   * The members of a page who are not in an earlier page. If the dispatch has keys, these are the members without a
   * key. Otherwise, the audience is one group, which contains an address only once per channel, so only returning
   * members must be checked: members who were removed and added again, or who took over the address of another member.
   */
  private async withoutEarlier(
    { campaign, keyless }: Dispatch,
    { items, recent }: AudiencePage,
  ): Promise<AudienceMember[]> {
    const candidates = keyless ? recent.flatMap((index) => items[index] ?? []) : items;
    if (candidates.length === 0) return items;
    const addresses = candidates.map(({ address }) => address);
    const planned = keyless ? await this.recipientPages.find(campaign, addresses) : [];
    // An erased address has a key, so the pages are read before the keys.
    const claimed = await this.deliveryKeys.claimed(campaign, candidates.flatMap(keysOf));
    const known = new Set([...planned, ...claimed].map(keyOf));
    return items.filter((member) => {
      const keys = keysOf(member).map(keyOf);
      const isNew = !keys.some((key) => known.has(key));
      for (const key of keys) known.add(key);
      return isNew;
    });
  }
}

function progressOf({ next }: RecipientPage, { isAhead }: Step): Progress {
  if (next === null) return 'planned';
  return isAhead ? 'ahead' : 'more';
}

/** Sending has priority, so the planning of a campaign that is ahead pauses for most of the time. */
function endOf({ now, from, isAhead }: Step): { now: Date; restsUntil: Date | null } {
  const tookMs = performance.now() - from;
  const restMs = Math.min(tookMs * REST, MAX_REST_MS);
  return { now, restsUntil: isAhead ? new Date(now.getTime() + tookMs + restMs) : null };
}

/**
 * The cursor after a page: its continuation, or else the start of the next source, or else null. If the campaign has
 * several groups, the members who were moved between the groups during planning follow at the end, because a member may
 * have been in neither group when it was read.
 */
function nextCursor(dispatch: Plannable, { next }: AudiencePage): PlanCursor | null {
  const sources = sourcesOf(dispatch);
  const group = dispatch.cursor?.group ?? sources;
  if (next !== null) return { group, after: next };
  const last = sources + closingSources(dispatch).length - 1;
  return group < last ? { group: group + 1, after: null } : null;
}
