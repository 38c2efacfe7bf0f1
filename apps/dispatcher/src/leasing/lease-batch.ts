import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  type Lease,
  type LeasedRecipient,
  type Payload,
  type RampUp,
  type Reply,
  type Route,
  type Variables,
  directRoutesOf,
  domainGroupOfAddress,
} from '@carillon/contracts';
import { DatabaseClock } from '@carillon/mongo';
import { jittered } from '@carillon/platform';
import { isErased } from '@carillon/vault';
import { Messenger, inSpan } from '@carillon/messaging';
import { LRUCache } from 'lru-cache';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { Completions, type Dispatch, Dispatches } from '../dispatch';
import {
  type Batch,
  Batches,
  type BatchLease,
  type Exclusion,
  type Granted,
  isAlone,
  MAX_AGE_MS,
  type PageRecipient,
  positionsToLease,
  RecipientPages,
} from '../ledger';
import {
  Breakers,
  leaseLimit,
  RampUps,
  type RampUpShare,
  RateReservations,
  type SendingLimits,
  SendingProfiles,
} from '../releasing';

/** The pause before a suspended account is checked again (milliseconds). */
const SUSPENDED_PAUSE_MS = 10_000;
/**
 * The minimum time that is left for a message to arrive (milliseconds), because a slow campaign continues beyond the
 * maximum age of its batches.
 */
const MIN_VALID_MS = 60 * 60_000;

/**
 * For at least this number of addresses, a preliminary request without the addresses checks whether any may be
 * excluded.
 */
const PRECHECK_FROM = 50;
/** How long preliminary requests are skipped after an exclusion, because they would be useless (milliseconds). */
const CHANGING_MS = 20_000;

type Request = Payload<'batch.lease'>;
type Excludable = Payload<'audience.excluded'>;

/** The limits of a lease of a batch. */
interface Size {
  /** The maximum number of recipients. */
  limit: number;
  probe: boolean;
  /** The lease's share of the sender's rate and connections. Null: no limit. */
  limits: SendingLimits | null;
  /** The daily limits of the sender. Null: none. */
  rampUp: RampUp | null;
}

/** Changes to the recipients of a batch after planning, by position. */
interface AudienceChanges {
  excluded: Exclusion[];
  /** The positions of recipients who can currently get free text on WhatsApp. */
  inServiceWindow: number[];
}

/**
 * The terms of a lease: the number of recipients, the rate, whether it is a probe, the excluded recipients, and those
 * who can get free text.
 */
type Terms = Size & AudienceChanges;

/** Leases a batch to a worker: the right to send to some of its recipients. A repeated request gets the same lease. */
@Injectable()
export class LeaseBatch {
  /** Users and channels with recent removals or suppressions. For them, a preliminary check would only take time. */
  private readonly changing = new LRUCache<string, true>({ max: 1_000, ttl: CHANGING_MS });

  constructor(
    private readonly batches: Batches,
    private readonly recipientPages: RecipientPages,
    private readonly dispatches: Dispatches,
    private readonly breakers: Breakers,
    private readonly profiles: SendingProfiles,
    private readonly reservations: RateReservations,
    private readonly rampUps: RampUps,
    private readonly completions: Completions,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  /** Returns null if the offer is stale or no recipient is left. */
  lease(request: Request): Promise<Lease | null> {
    return inSpan('lease batch', {}, async (span) => {
      const lease = await this.leaseFor(request);
      span.set({
        'carillon.result': lease ? 'leased' : 'nothing',
        'carillon.recipients': lease?.recipients.length ?? 0,
      });
      return lease;
    });
  }

  private async leaseFor(request: Request): Promise<Lease | null> {
    const batch = await this.batchOf(request);
    if (!batch) return null;
    const isRepeated = isLeasedTo(batch, request);
    if (!isRepeated && !isOffered(batch, request)) return null;
    const entries = await this.recipientPages.slice(batch.recipientPage, batch.offset, batch.size);
    // The campaign was deleted: its recipients are gone, and the batch is deleted next.
    if (entries.length === 0) return null;
    const leased =
      (isRepeated ? null : await this.leaseOffered(request, batch, entries)) ??
      (await this.leasedBefore(request, entries));
    return leased && toLease(leased, entries, this.config.BATCH_LEASE_MS, await this.clock.now());
  }

  /**
   * Reads the cache, because usually this process has just offered the batch. The write of the lease fails if the offer
   * is no longer valid.
   */
  private async batchOf(request: Request): Promise<Batch | null> {
    const written = this.batches.lastWritten(request.batchId);
    return written && isOffered(written, request) ? written : this.batches.find(request.batchId);
  }

  /**
   * This or another process may have granted the lease to this request before. Because the worker sends as soon as it
   * gets the response, a majority read confirms it: after a failover, the batch may be leased to another worker.
   */
  private async leasedBefore(request: Request, entries: readonly PageRecipient[]): Promise<Batch | null> {
    const found = await this.batches.find(request.batchId);
    if (!found || !isLeasedTo(found, request)) return null;
    const batch = await this.batches.current(request.batchId);
    return batch && isLeasedTo(batch, request) ? this.withoutErased(request, batch, entries) : null;
  }

  /**
   * Skips people who were erased since the lease was granted. The worker doesn't know them, so it could neither settle
   * nor return them.
   */
  private async withoutErased(
    { requestId }: Request,
    batch: Batch,
    entries: readonly PageRecipient[],
  ): Promise<Batch | null> {
    const leased = batch.lease?.positions ?? [];
    const positions = leased.filter((position) => isErased(entries[position]?.a ?? ''));
    if (positions.length === 0) return batch;
    const fact = { type: 'erased', now: await this.clock.now(), requestId, positions } as const;
    const after = (await this.batches.change(batch.id, () => fact, { known: batch }))?.after;
    if (after?.state === 'DONE') this.completions.check(after.campaign);
    return after?.lease?.requestId === requestId ? after : null;
  }

  /**
   * Leases an offered batch, or withdraws the offer, so that it occupies no capacity. A batch whose recipients are all
   * excluded is done, and the campaign may also be done.
   */
  private async leaseOffered(
    request: Request,
    batch: Batch,
    entries: readonly PageRecipient[],
  ): Promise<Batch | null> {
    const terms = await this.terms(batch, entries);
    const after = terms && (await this.grant(request, terms, batch, entries));
    if (after?.lease?.requestId === request.requestId) return after;
    if (after?.state === 'DONE') this.completions.check(after.campaign);
    await this.batches.takeBack(request.batchId, request.release);
    return null;
  }

  /**
   * Returns null if the batch can't be leased now: the campaign was stopped, its account is suspended, its provider
   * account is paused, or its sender is down and another batch is the probe.
   * @throws AppError if the subscriber service doesn't return the excluded recipients
   */
  private async terms(batch: Batch, entries: readonly PageRecipient[]): Promise<Terms | null> {
    const dispatch = await this.dispatches.find(batch.campaign);
    const chosen = dispatch?.routes?.[batch.channel];
    const route =
      chosen && (directRoutesOf(chosen).find(({ senderId }) => senderId === batch.sender) ?? chosen);
    if (dispatch?.state !== 'OPEN' || !route) return null;
    const size = await this.size(batch, route);
    if (!size || (await this.isSuspended(dispatch))) return null;
    return { ...size, ...(await this.audienceChanges(dispatch, batch, entries)) };
  }

  private async size({ id, user, channel }: Batch, route: Route): Promise<Size | null> {
    const [breaker, { limits, rampUp, isAccountPaused }] = await Promise.all([
      this.breakers.find(route.senderId),
      this.profiles.terms(user, channel, route),
    ]);
    if (isAccountPaused) return null;
    if (!breaker) return { limit: leaseLimit(channel, limits), probe: false, limits, rampUp };
    return breaker.probe === id ? { limit: 1, probe: true, limits, rampUp } : null;
  }

  /**
   * Reports an obstacle if the account is suspended. If the account service is unavailable, published campaigns still
   * send.
   */
  private async isSuspended({ campaign, user }: Dispatch): Promise<boolean> {
    const profile = await this.profiles.get(user);
    if (profile?.status !== 'SUSPENDED') return false;
    const since = await this.clock.now();
    const nextTryAt = new Date(since.getTime() + Math.round(jittered(SUSPENDED_PAUSE_MS)));
    await this.dispatches.obstructLeasing(campaign, { reason: 'ACCOUNT_SUSPENDED', since, nextTryAt });
    return true;
  }

  /** If no response arrives, no message is sent, and the report shows the reason. */
  private async audienceChanges(
    { campaign, obstacles, audience }: Dispatch,
    batch: Batch,
    entries: readonly PageRecipient[],
  ): Promise<AudienceChanges> {
    try {
      const topicId = audience?.topicId ?? null;
      const changes = await this.requestChanges(batch, topicId, entries);
      if (obstacles.leasing) await this.dispatches.obstructLeasing(campaign, null);
      return changes;
    } catch (error) {
      const since = await this.clock.now();
      await this.dispatches.obstructLeasing(campaign, {
        reason: 'SERVICE_UNAVAILABLE',
        since,
        nextTryAt: null,
      });
      throw error;
    }
  }

  /**
   * Requests the changes since the page was read, because recipients who were excluded earlier are not in this batch.
   */
  private async requestChanges(
    batch: Batch,
    topicId: string | null,
    entries: readonly PageRecipient[],
  ): Promise<AudienceChanges> {
    const erased = batch.todo.filter((position) => isErased(entries[position]?.a ?? ''));
    const positions = batch.todo.filter(
      (position) => entries[position] !== undefined && !erased.includes(position),
    );
    const recipients = positions.flatMap((position) => {
      const entry = entries[position];
      return entry ? [{ subscriberId: entry.s.toHexString(), address: entry.a }] : [];
    });
    const { excluded, skipped, inServiceWindow } = await this.requestExcluded(batch, topicId, recipients);
    return {
      excluded: [
        ...erased.map((position) => ({ position, reason: 'ERASED' as const })),
        ...[...excluded, ...(skipped ?? [])].flatMap(({ index, reason }) => {
          const position = positions[index];
          return position === undefined ? [] : [{ position, reason }];
        }),
      ],
      inServiceWindow: inServiceWindow.flatMap((index) => positions[index] ?? []),
    };
  }

  /** Usually, no recipient was removed or suppressed, so a request without the recipients is enough. */
  private async requestExcluded(
    { user: userId, channel, plannedAt }: Batch,
    topicId: string | null,
    recipients: Excludable['recipients'],
  ): Promise<Reply<'audience.excluded'>> {
    const query = { userId, channel, since: plannedAt.toISOString(), topicId };
    const key = `${userId} ${channel}`;
    if (recipients.length >= PRECHECK_FROM && channel !== 'WHATSAPP' && !this.changing.has(key)) {
      const reply = await this.excluded({ ...query, recipients: [] });
      if (reply.unchanged) return reply;
      this.changing.set(key, true);
    }
    return this.excluded({ ...query, recipients });
  }

  /** @throws AppError service_unavailable if the process that responds knows no topics, as during an upgrade */
  private async excluded(query: Excludable): Promise<Reply<'audience.excluded'>> {
    const reply = await this.messenger.request('audience.excluded', query);
    if (query.topicId != null && !reply.skipped)
      throw new AppError('service_unavailable', 'The subscriber service does not know topics yet');
    return reply;
  }

  /**
   * Writes the lease into the ledger, before any provider is called. Returns the batch with the lease, or without a
   * lease if no recipient is left. Returns null if another request came first, the rate or the day's emails are used
   * up, the campaign was stopped, or the offer ended in the meantime.
   */
  private async grant(
    request: Request,
    terms: Terms,
    offered: Batch,
    entries: readonly PageRecipient[],
  ): Promise<Batch | null> {
    const drafted = await this.draft(request, terms);
    const day = await this.reserveDay(offered, drafted, terms.rampUp, entries);
    const granted = day && (await this.reserveRate(offered, day.granted, terms.limits));
    const after = granted && (await this.writeGrant(request, granted, offered));
    if (day?.share) {
      const leased = after?.lease?.requestId === request.requestId ? after.lease.positions : [];
      await this.giveBackDay(offered, day.share, new Set(leased));
    }
    return after;
  }

  private async writeGrant(request: Request, granted: Granted, offered: Batch): Promise<Batch | null> {
    if (!(await this.dispatches.isOpen(offered.campaign))) return null;
    // Reads the time again, because the worker may have given up while other services responded. In that case, the
    // lease would stay unused.
    const now = await this.clock.now();
    const grant = (batch: Batch): Granted | null =>
      batch.release === request.release && isUnexpiredOffer(batch, now) ? granted : null;
    return (await this.batches.change(request.batchId, grant, { known: offered }))?.after ?? null;
  }

  private async draft(
    request: Request,
    { limit, probe, excluded, inServiceWindow, limits }: Terms,
  ): Promise<Granted> {
    const now = await this.clock.now();
    const { holder, requestId } = request;
    const until = new Date(now.getTime() + this.config.BATCH_LEASE_MS);
    const { sendsPerSecond = null, concurrency = null } = limits ?? {};
    const rate = { sendsPerSecond, concurrency, startAt: null };
    return { type: 'granted', now, holder, requestId, until, limit, probe, rate, excluded, inServiceWindow };
  }

  /** Reserves a part of the day's emails. Returns null if the sender can't send to any of the recipients today. */
  private async reserveDay(
    offered: Batch,
    granted: Granted,
    rampUp: RampUp | null,
    entries: readonly PageRecipient[],
  ): Promise<{ granted: Granted; share: RampUpShare | null } | null> {
    const { sender } = offered;
    if (!rampUp || sender === null) return { granted, share: null };
    const recipients = positionsToLease(offered, granted).map((position) => ({
      position,
      group: domainGroupOfAddress(entries[position]?.a ?? ''),
    }));
    if (recipients.length === 0) return { granted, share: null };
    const share = await this.rampUps.reserve(sender, rampUp, recipients, granted.now);
    if (!share) return null;
    const { date, allowed, postponed } = share;
    const positions = new Set(allowed.map(({ position }) => position));
    return { share, granted: { ...granted, rampUp: { date, allowed: positions, postponed } } };
  }

  /** Gives back the part of the day for recipients that were not leased, because the lease was not granted. */
  private async giveBackDay(
    { sender }: Batch,
    { date, allowed }: RampUpShare,
    leased: ReadonlySet<number>,
  ): Promise<void> {
    const unused = allowed.filter(({ position }) => !leased.has(position)).map(({ group }) => group);
    if (sender !== null) await this.rampUps.giveBack(sender, date, unused);
  }

  /** Reserves time in the rates for each message of the lease. Returns null if a rate is used up for now. */
  private async reserveRate(
    offered: Batch,
    granted: Granted,
    limits: SendingLimits | null,
  ): Promise<Granted | null> {
    const { sender } = offered;
    if (sender === null || !limits?.rates) return granted;
    const sends = positionsToLease(offered, granted).length;
    if (sends === 0) return granted;
    const startAt = await this.reservations.reserveAll(limits.rates, limits, sends);
    return startAt && { ...granted, rate: { ...granted.rate, startAt } };
  }
}

function isOffered({ state, release }: Batch, request: Request): boolean {
  return state === 'RELEASED' && release === request.release;
}

function isLeasedTo({ lease }: Batch, { requestId }: Request): boolean {
  return lease?.requestId === requestId;
}

function isUnexpiredOffer({ state, releasedUntil }: Batch, now: Date): boolean {
  return state === 'RELEASED' && releasedUntil !== null && releasedUntil > now;
}

/** The lease as sent to the worker. Times are durations, because the clocks of two machines may differ. */
function toLease(batch: Batch, entries: readonly PageRecipient[], leaseMs: number, now: Date): Lease | null {
  const { lease, sender } = batch;
  if (!lease || sender === null) return null;
  const { sendsPerSecond, concurrency, startAt } = lease.rate;
  return {
    batchId: batch.id,
    campaignId: batch.campaign,
    userId: batch.user,
    channel: batch.channel,
    senderId: sender,
    fence: lease.fence,
    leaseMs,
    sendsPerSecond,
    startInMs: startAt ? Math.max(0, startAt.getTime() - now.getTime()) : 0,
    validForMs: Math.max(MIN_VALID_MS, batch.since.getTime() + MAX_AGE_MS - now.getTime()),
    concurrency,
    ...(isAlone(batch) && { alone: true }),
    recipients: lease.positions.flatMap((i) => recipientAt(i, entries[i], lease)),
  };
}

function recipientAt(
  i: number,
  entry: PageRecipient | undefined,
  { inServiceWindow = [] }: BatchLease,
): LeasedRecipient[] {
  // People who were erased since the lease was granted are skipped when a worker requests the lease again.
  if (!entry || isErased(entry.a)) return [];
  const variables = JSON.parse(entry.v) as Variables;
  const recipient = { i, address: entry.a, subscriberId: entry.s.toHexString(), variables };
  return [inServiceWindow.includes(i) ? { ...recipient, inServiceWindow: true } : recipient];
}
