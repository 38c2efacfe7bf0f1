import { type RoundEnd, jittered } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type Payload, type WaitingReason, routesOf } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { DatabaseClock } from '@carillon/mongo';
import { Completions, Dispatches, type Retrying, type Routes } from '../dispatch';
import { type Leadership, LeaderTask } from '../leader';
import { BatchCounts, Batches, isRetryable } from '../ledger';
import { SendingProfiles } from '../releasing';

const CAMPAIGNS = 20;
const PAGE = 500;
/** The pause before the next attempt of a run that could not begin (milliseconds). */
const POSTPONE_MS = 3_000;

/** Goes through the batches of retried campaigns, one page of batches per campaign at a time. */
@Injectable()
export class WalkRetries extends LeaderTask {
  readonly name = 'retrying';
  readonly everyMs = 500;
  override readonly quietMs = 2_000;

  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly completions: Completions,
    private readonly profiles: SendingProfiles,
    private readonly clock: DatabaseClock,
  ) {
    super();
  }

  async run(leadership: Leadership): Promise<RoundEnd> {
    const now = await this.clock.now();
    const retrying = await this.dispatches.retrying(now, CAMPAIGNS);
    if (retrying.length === 0) return 'idle';
    let more = false;
    for (const dispatch of retrying) {
      if (leadership.isOver()) return false;
      const progress = await this.page(dispatch, now);
      if (progress === 'through') this.completions.check(dispatch.campaign);
      more ||= progress === 'more';
    }
    return more;
  }

  /**
   * Requeues the recipients of a further run in the next batches, in the order of planning. A repetition by this or
   * another process requeues no recipient twice, because each batch records the run. 'waiting': the senders can't be
   * determined now.
   */
  private async page(dispatch: Retrying, now: Date): Promise<'more' | 'through' | 'waiting'> {
    const { campaign, run, retry } = dispatch;
    const routes = retry.routed ? dispatch.routes : await this.fixRoutes(dispatch, now);
    if (!routes) return 'waiting';
    const { selection } = retry;
    const ids = await this.batches.following(campaign, retry.after, PAGE);
    await this.batches.changeAll(ids, ({ channel }) => ({
      ...{ type: 'retried', now, run, selection },
      route: routes[channel],
    }));
    const last = ids.length < PAGE;
    await this.dispatches.advanceRetry(dispatch, last ? null : (ids.at(-1) ?? null), now);
    return last ? 'through' : 'more';
  }

  /**
   * Fixes the senders of the run once, because a failed sender may have been replaced. Returns null if they can't be
   * fixed now.
   */
  private async fixRoutes(dispatch: Retrying, now: Date): Promise<Routes | null> {
    const profile = await this.profiles.current(dispatch.user);
    if (profile?.status === 'ACTIVE')
      return this.dispatches.routeRetry(dispatch, routesOf(profile, dispatch.senders ?? {}));
    await this.postpone(dispatch, profile ? 'ACCOUNT_SUSPENDED' : 'SERVICE_UNAVAILABLE', now);
    return null;
  }

  /** Postpones the run. The report shows the reason. */
  private async postpone(dispatch: Retrying, reason: WaitingReason, now: Date): Promise<void> {
    const nextTryAt = new Date(now.getTime() + Math.round(jittered(POSTPONE_MS)));
    await this.dispatches.postponeRetry(dispatch, { reason, since: now, nextTryAt });
  }
}

/** Counts the recipients that a retry would currently have. */
@Injectable()
export class CountRetryable {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly counts: BatchCounts,
    private readonly messenger: Messenger,
  ) {}

  /** @throws AppError if the account service does not return the senders */
  async count({ userId, campaignId, selection }: Payload<'dispatch.retryable'>): Promise<number> {
    const dispatch = await this.dispatches.find(campaignId);
    if (dispatch?.user !== userId) return 0;
    const failures = await this.counts.failures(campaignId);
    const chosen = failures.filter((row) => isRetryable({ ...row, fallback: null }, row.channel, selection));
    if (chosen.length === 0) return 0;
    const profile = await this.messenger.request('account.sending-profile', { userId });
    const routes = routesOf(profile, dispatch.senders ?? {});
    return chosen
      .filter(({ channel }) => routes[channel] !== null)
      .reduce((sum, { count }) => sum + count, 0);
  }
}
