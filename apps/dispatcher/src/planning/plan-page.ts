import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@carillon/contracts';
import { Messenger, withTrace } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { DatabaseClock } from '../database-clock';
import { type Brief, ContentStore, type Dispatch, Dispatches, type Routes } from '../dispatch';
import { HOLDER } from '../leader';
import {
  type Batch,
  Batches,
  type Claim,
  DeliveryKeys,
  type PlanCursor,
  type RecipientPage,
  RecipientPages,
} from '../ledger';
import { type AudiencePage, AudiencePages } from './audience-pages';
import { batchesOf, layOut, type Plannable, withoutDuplicates } from './page-layout';
import { PlanningLine } from './planning-line';

/** How long a planner's claim lasts: after that another planner may plan the page (milliseconds). */
const CLAIM_MS = 20_000;
/** The first pause after a failure; the pause doubles with each failure (milliseconds). */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
/** The pause before the next check of a suspended account (milliseconds). */
const SUSPENDED_PAUSE_MS = 30_000;

/** 'overtaken': another planner moved the cursor first, or the campaign was stopped. */
type Progress = 'more' | 'planned' | 'overtaken';

export interface PlannedPage {
  campaign: string;
  end: Progress | 'put-off';
}

/** Plans one page of the campaign whose turn it is. */
@Injectable()
export class PlanPage {
  constructor(
    private readonly line: PlanningLine,
    private readonly dispatches: Dispatches,
    private readonly content: ContentStore,
    private readonly messenger: Messenger,
    private readonly pages: AudiencePages,
    private readonly recipientPages: RecipientPages,
    private readonly deliveryKeys: DeliveryKeys,
    private readonly batches: Batches,
    private readonly clock: DatabaseClock,
    @Inject(HOLDER) private readonly holder: string,
    private readonly log: Logger,
  ) {}

  /** Returns null if there is nothing to plan. */
  async execute(): Promise<PlannedPage | null> {
    const now = await this.clock.now();
    const until = new Date(now.getTime() + CLAIM_MS);
    for (;;) {
      const turn = await this.line.next(now);
      if (!turn) return null;
      const claimed = await this.dispatches.claimNext(turn.user, this.holder, now, until);
      if (claimed) return this.use(claimed, now);
      await this.line.rest(turn, await this.dispatches.nextPlanningAt(turn.user));
    }
  }

  private async use(claimed: Dispatch, now: Date): Promise<PlannedPage> {
    const { campaign, user } = claimed;
    return withTrace({ campaignId: campaign }, async () => {
      const end = await this.planOrPutOff(claimed, now);
      // Another planner may have let the user rest until the end of this claim.
      await this.line.join(user);
      return { campaign, end };
    });
  }

  /** Postpones a campaign that cannot be planned, so that it does not block the others. */
  private async planOrPutOff(dispatch: Dispatch, now: Date): Promise<PlannedPage['end']> {
    const progress = await this.plan(dispatch, now).catch((error: unknown) => {
      if (dispatch.planFailures === 0)
        this.log.warn({ err: error }, 'a page could not be planned and will be tried again');
      const isAway = error instanceof AppError && error.kind === 'unavailable';
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** dispatch.planFailures, LONGEST_PAUSE_MS);
      return this.putOff(dispatch, now, isAway ? 'SERVICE_UNAVAILABLE' : 'PLANNING_FAILED', pauseMs);
    });
    if (progress === 'suspended') return this.putOff(dispatch, now, 'ACCOUNT_SUSPENDED', SUSPENDED_PAUSE_MS);
    if (progress === 'overtaken') await this.dispatches.leave(dispatch.campaign, this.holder, now);
    return progress;
  }

  private async putOff(dispatch: Dispatch, now: Date, reason: string, pauseMs: number): Promise<'put-off'> {
    const nextTryAt = new Date(now.getTime() + pauseMs);
    await this.dispatches.putOff(dispatch, this.holder, { reason, since: now, nextTryAt });
    return 'put-off';
  }

  /** 'suspended': the account is suspended, and nothing is planned for it. */
  private async plan(dispatch: Dispatch, now: Date): Promise<Progress | 'suspended'> {
    const brief = await this.content.brief(dispatch.campaign);
    if (!brief) throw new Error('A dispatch without its content');
    const routes = dispatch.routes ?? (await this.fixRoutes(dispatch, now));
    if (!routes) return 'suspended';
    const page = await this.pages.page(dispatch, brief.keys);
    return this.write({ ...dispatch, routes }, brief, page, now);
  }

  /** Fixes the integration of each channel, once, when planning begins. Returns null if the account is suspended. */
  private async fixRoutes({ campaign, user, publishedAt }: Dispatch, now: Date): Promise<Routes | null> {
    const profile = await this.messenger.request('account.sending-profile', { userId: user });
    if (profile.status === 'SUSPENDED') return null;
    // The cached database time may lag slightly behind the clock that set publishedAt.
    const startedAt = new Date(Math.max(now.getTime(), publishedAt.getTime()));
    return this.dispatches.begin(campaign, profile.routes, startedAt);
  }

  /**
   * Writes one page of the audience into the ledger: the frozen page, its delivery keys, its batches, and then the
   * cursor after the page. A repetition by this or another planner, at any point, changes nothing already written.
   */
  private async write(dispatch: Plannable, brief: Brief, page: AudiencePage, now: Date): Promise<Progress> {
    const recipientPage = await this.recipientPages.freeze(
      layOut(dispatch, page, nextCursor(dispatch, page)),
    );
    const planned = batchesOf(dispatch, brief, recipientPage);
    const claims = planned.flatMap((batch) => claimsOf(batch, recipientPage));
    const lost = await this.deliveryKeys.claim(dispatch.campaign, claims);
    await this.batches.insertMissing(
      planned.flatMap((batch) => withoutDuplicates(batch, duplicatesOf(batch, lost)) ?? []),
    );
    const advanced = await this.dispatches.advance(dispatch, recipientPage.next, now);
    if (!advanced) return 'overtaken';
    return recipientPage.next === null ? 'planned' : 'more';
  }
}

/** The cursor after a page: its continuation, else the start of the next group, else null. */
function nextCursor({ cursor, groups }: Plannable, { next }: AudiencePage): PlanCursor | null {
  const group = cursor?.group ?? groups.length;
  if (next !== null) return { group, after: next };
  return group + 1 < groups.length ? { group: group + 1, after: null } : null;
}

function claimsOf({ channel, seq, offset, size }: Batch, { recipients }: RecipientPage): Claim[] {
  return recipients
    .slice(offset, offset + size)
    .map(({ a }, position) => ({ channel, address: a, seq, position }));
}

function duplicatesOf({ seq }: Batch, lost: readonly Claim[]): number[] {
  return lost.filter((claim) => claim.seq === seq).map(({ position }) => position);
}
