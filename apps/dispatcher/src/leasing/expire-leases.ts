import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { DatabaseClock } from '../database-clock';
import { type DrainMarker, type Leadership, LeaderState, LeaderTask } from '../leader';
import { Logger } from '@carillon/platform';
import { Completions } from '../dispatch';
import { Batches } from '../ledger';

/** A marker that has not passed the queue after this time is lost (milliseconds). */
const MARKER_LOST_MS = 60_000;

/**
 * Drains the settlement queue: sends a marker through it. Some time after the marker has passed, everything that was
 * in the queue before it is in the ledger.
 */
@Injectable()
export class SettlementDrain {
  constructor(
    private readonly state: LeaderState,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  /** Sends a marker. One that the broker does not accept is dropped, so that nothing waits for it. */
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

  /** Returns the marker that is in the queue or has passed; null if there is none, or if it was lost. */
  async marker(): Promise<DrainMarker | null> {
    const marker = await this.state.marker();
    const now = await this.clock.now();
    const lost = marker?.passedAt === null && now.getTime() - marker.setAt.getTime() > MARKER_LOST_MS;
    if (!lost) return marker;
    await this.state.clearMarker(marker.id);
    return null;
  }

  /** Records that the marker has passed the settlement queue. */
  async passed(id: string): Promise<void> {
    await this.state.markerArrived(id, await this.clock.now());
  }

  /**
   * Whether everything reported before the marker is in the ledger. A settlement that has left the queue may still be
   * in progress, so some time must pass, without an outage: the leader must have led throughout.
   */
  async isOver({ passedAt }: DrainMarker, leadership: Leadership): Promise<boolean> {
    if (!passedAt) return false;
    const { LEASE_GRACE_MS: graceMs } = this.config;
    const sincePassedMs = (await this.clock.now()).getTime() - passedAt.getTime();
    return sincePassedMs >= graceMs && performance.now() - leadership.since >= graceMs;
  }

  async end({ id }: DrainMarker): Promise<void> {
    await this.state.clearMarker(id);
  }
}

const PAGE = 500;

/**
 * Ends expired leases after draining the settlement queue: a marker covers only leases that expired before it was
 * set.
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
    const expired = await this.batches.expiredLeases(await this.clock.now(), 1);
    if (expired.length > 0 && !leadership.isOver()) await this.settlementDrain.begin();
    return false;
  }

  private async endExpired(marker: DrainMarker, leadership: Leadership): Promise<boolean> {
    const expired = await this.batches.expiredLeases(marker.setAt, PAGE);
    const now = await this.clock.now();
    for (const id of expired) {
      if (leadership.isOver()) return false;
      await this.expireLease(id, marker.setAt, now);
    }
    if (expired.length === PAGE) return true;
    await this.settlementDrain.end(marker);
    return false;
  }

  /** Ends one expired lease, unless it was renewed meanwhile. */
  private async expireLease(id: string, deadline: Date, now: Date): Promise<void> {
    const change = await this.batches.change(id, ({ lease }) =>
      lease && lease.until < deadline ? { type: 'lease-expired', now } : null,
    );
    if (!change || change.after === change.before) return;
    const { campaign, lease } = change.before;
    this.log.warn(
      { campaignId: campaign, batchId: id, holder: lease?.holder, positions: lease?.positions.length },
      'a worker is lost; its unsettled recipients are in doubt',
    );
    if (change.after.state === 'DONE') this.completions.check(campaign);
  }
}
