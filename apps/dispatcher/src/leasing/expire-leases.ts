import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { DatabaseClock } from '../database-clock';
import { type DrainMarker, type Leadership, LeaderState, LeaderTask } from '../leader';
import { Logger } from '@carillon/platform';
import { Completions } from '../dispatch';
import { Batches } from '../ledger';

/** A marker that has not come back by then was lost (milliseconds). */
const MARKER_LOST_MS = 60_000;

/**
 * Drains the settlement queue: a marker goes through it, and some time after it has come back whatever was in the queue
 * before it is in the ledger.
 */
@Injectable()
export class SettlementDrain {
  constructor(
    private readonly state: LeaderState,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  /** Sends a marker on its way. One that the broker did not take is forgotten, so that nobody waits for it. */
  async begin(): Promise<void> {
    const id = newId();
    await this.state.setMarker({ id, setAt: await this.clock.now(), passedAt: null });
    try {
      await this.messenger.publish('settlements.drain-marker', { markerId: id });
    } catch (error) {
      await this.state.clearMarker(id);
      throw error;
    }
  }

  /** The marker that is on its way or back; null: there is none, or it was lost. */
  async marker(): Promise<DrainMarker | null> {
    const marker = await this.state.marker();
    const now = await this.clock.now();
    const lost = marker?.passedAt === null && now.getTime() - marker.setAt.getTime() > MARKER_LOST_MS;
    if (!lost) return marker;
    await this.state.clearMarker(marker.id);
    return null;
  }

  /** It has come out of the settlement queue. */
  async passed(id: string): Promise<void> {
    await this.state.markerArrived(id, await this.clock.now());
  }

  /**
   * Whether everything that was reported before the marker is in the ledger. What came out of the queue may still be in
   * progress somewhere, so some time must pass, and it must be time without an outage: the leader has led all the while.
   */
  async isOver({ passedAt }: DrainMarker, leadership: Leadership): Promise<boolean> {
    if (!passedAt) return false;
    const { LEASE_GRACE_MS: graceMs } = this.config;
    const sinceBack = (await this.clock.now()).getTime() - passedAt.getTime();
    return sinceBack >= graceMs && performance.now() - leadership.since >= graceMs;
  }

  async end({ id }: DrainMarker): Promise<void> {
    await this.state.clearMarker(id);
  }
}

const PAGE = 500;

/**
 * Ends leases that expired, but drains the settlement queue first: only leases that expired before the
 * marker was set are ended behind it.
 */
@Injectable()
export class ExpireLeases extends LeaderTask {
  readonly name = 'expiring leases';
  readonly everyMs = 1_000;

  constructor(
    private readonly batches: Batches,
    private readonly settlementDrain: SettlementDrain,
    private readonly completions: Completions,
    private readonly clock: DatabaseClock,
    private readonly log: Logger,
  ) {
    super();
  }

  async execute(leadership: Leadership): Promise<boolean> {
    const marker = await this.settlementDrain.marker();
    if (marker)
      return (await this.settlementDrain.isOver(marker, leadership)) && this.endExpired(marker, leadership);
    const abandoned = await this.batches.abandoned(await this.clock.now(), 1);
    if (abandoned.length > 0 && !leadership.isOver()) await this.settlementDrain.begin();
    return false;
  }

  private async endExpired(marker: DrainMarker, leadership: Leadership): Promise<boolean> {
    const abandoned = await this.batches.abandoned(marker.setAt, PAGE);
    const now = await this.clock.now();
    for (const id of abandoned) {
      if (leadership.isOver()) return false;
      await this.expireLease(id, marker.setAt, now);
    }
    if (abandoned.length === PAGE) return true;
    await this.settlementDrain.end(marker);
    return false;
  }

  /** Ends one abandoned lease, unless it was renewed meanwhile. */
  private async expireLease(id: string, deadline: Date, now: Date): Promise<void> {
    const change = await this.batches.change(id, ({ lease }) =>
      lease && lease.until < deadline ? { type: 'lease-expired', now } : null,
    );
    if (!change || change.after === change.before) return;
    const { campaign, lease } = change.before;
    this.log.warn(
      { campaignId: campaign, batchId: id, holder: lease?.holder, positions: lease?.positions.length },
      'a worker was not heard of again; its unsettled recipients are in doubt',
    );
    if (change.after.state === 'DONE') this.completions.check(campaign);
  }
}
