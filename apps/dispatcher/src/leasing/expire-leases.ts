import { Inject, Injectable } from '@nestjs/common';
import { type Payload, type QueueName, channels, newId } from '@carillon/contracts';
import { MessagingConnection, MessagingServer, Messenger } from '@carillon/messaging';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { type DrainMarker, HOLDER, type Leadership, LeaderState, LeaderTask } from '../leader';
import { DatabaseClock } from '@carillon/mongo';
import { Logger, Metrics, type RoundEnd } from '@carillon/platform';
import { Completions } from '../dispatch';
import { BatchQueue, Batches } from '../ledger';

const QUEUE: QueueName = 'dispatcher.settlements';
/** A marker that has not passed the queue after this time is considered lost (milliseconds). */
const MARKER_LOST_MS = 60_000;
/** Messages that the broker delivered before the marker passed have arrived after this time (milliseconds). */
const IN_TRANSIT_MS = 300;
/** A dispatcher that has drained the queue confirms this within this time, unless it is frozen (milliseconds). */
const CONFIRM_MS = 2_000;
/**
 * After an outage of the broker, workers reconnect and report within this time (milliseconds). An attempt may take ten
 * seconds, and the pause before the next attempt may take five.
 */
const RECONNECT_MS = 20_000;

/** A round of draining that this process began. Times use the monotonic clock. */
interface Round {
  markerId: string;
  begunAt: number;
  /** Dispatchers that consumed the queue when it began. */
  consumers: number;
  requestedAt: number | null;
  /** Whether it was logged that a dispatcher doesn't respond. */
  isLate: boolean;
  /**
   * Dispatchers that have written all messages that they received from the queue, with the time since which they have
   * consumed the queue without delay.
   */
  drained: Map<string, number>;
}

/**
 * Drains the settlement queue with a marker. When the marker has passed, all earlier messages are in the ledger or at a
 * dispatcher. When all dispatchers have confirmed that they have written their messages, all messages are in the
 * ledger. A dispatcher that dies or disconnects returns its messages to the queue, so the round restarts whenever the
 * set of dispatchers changes.
 */
@Injectable()
export class SettlementDrain {
  private round: Round | null = null;
  /** The marker that another dispatcher wants to have confirmed. Null: none. */
  private toConfirm: string | null = null;

  constructor(
    private readonly state: LeaderState,
    private readonly messenger: Messenger,
    private readonly connection: MessagingConnection,
    private readonly server: MessagingServer,
    private readonly clock: DatabaseClock,
    @Inject(HOLDER) private readonly holder: string,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
    private readonly log: Logger,
  ) {}

  /**
   * Whether draining may begin. False after an outage of the broker, as long as workers may still be reconnecting to
   * report.
   */
  get mayBegin(): boolean {
    return this.connection.connectedForMs >= this.reconnectedMs;
  }

  /** Sends a marker. Drops a marker that the broker doesn't accept, so that the round doesn't wait for it. */
  async begin(): Promise<void> {
    const id = newId();
    const begunAt = performance.now();
    const consumers = await this.connection.consumersOf(QUEUE);
    this.round = { markerId: id, begunAt, consumers, requestedAt: null, isLate: false, drained: new Map() };
    await this.state.setMarker({ id, setAt: await this.clock.now(), passedAt: null });
    try {
      await this.messenger.publish('settlements.drain-marker', { markerId: id });
    } catch (error) {
      await this.state.clearMarker(id);
      throw error;
    }
  }

  /** Returns the marker that is in the queue or has passed. Returns null if no marker exists, or if it was lost. */
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
   * Confirms when this process has written all messages from the queue. This can take a long time, so only the last of
   * several requests gets a confirmation.
   */
  async confirm(markerId: string): Promise<void> {
    const isConfirming = this.toConfirm !== null;
    this.toConfirm = markerId;
    if (isConfirming) return;
    try {
      for (let confirmed = ''; confirmed !== this.toConfirm;) {
        confirmed = this.toConfirm;
        const steadyForMs = await this.server.steadyForMs(QUEUE);
        if (steadyForMs === null || confirmed !== this.toConfirm) continue;
        const confirmation = { markerId: confirmed, holder: this.holder, steadyForMs };
        await this.messenger.broadcast('settlements.drained', confirmation);
      }
    } finally {
      this.toConfirm = null;
    }
  }

  /** Records the confirmation of a dispatcher. */
  drained({ markerId, holder, steadyForMs }: Payload<'settlements.drained'>): void {
    if (this.round?.markerId === markerId) this.round.drained.set(holder, performance.now() - steadyForMs);
  }

  /**
   * Whether all reports from before the marker are in the ledger: all dispatchers have confirmed it. If a dispatcher
   * does not respond, some time must pass without an outage or a change of the leader.
   */
  async isOver(marker: DrainMarker, leadership: Leadership): Promise<boolean> {
    if (!marker.passedAt || !this.mayBegin) return false;
    const { LEASE_GRACE_MS: graceMs } = this.config;
    const sincePassedMs = (await this.clock.now()).getTime() - marker.passedAt.getTime();
    if (sincePassedMs >= graceMs && performance.now() - leadership.since >= graceMs) return true;
    return sincePassedMs >= IN_TRANSIT_MS && this.allConfirm(marker);
  }

  async end({ id }: DrainMarker): Promise<void> {
    await this.state.clearMarker(id);
  }

  private get reconnectedMs(): number {
    return Math.min(RECONNECT_MS, this.config.LEASE_GRACE_MS);
  }

  private async allConfirm(marker: DrainMarker): Promise<boolean> {
    const { round } = this;
    // Another leader began this round.
    if (round?.markerId !== marker.id) return this.restart(marker);
    if (round.requestedAt === null) {
      await this.messenger.broadcast('settlements.drain-requested', { markerId: marker.id });
      round.requestedAt = performance.now();
      return false;
    }
    const isTheSame = (await this.connection.consumersOf(QUEUE)) === round.consumers;
    const steady = [...round.drained.values()].filter((since) => since < round.begunAt).length;
    if (isTheSame && round.consumers > 0 && steady === round.consumers) return true;
    if (performance.now() - round.requestedAt < CONFIRM_MS) return false;
    if (!isTheSame || steady < round.drained.size) return this.restart(marker);
    if (!round.isLate)
      this.log.warn({ dispatchers: round.consumers, drained: steady }, 'a dispatcher does not respond');
    round.isLate = true;
    return false;
  }

  private async restart(marker: DrainMarker): Promise<false> {
    await this.end(marker);
    return false;
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
  readonly everyMs = 500;
  override readonly idleMs = 1_000;
  override readonly quietMs = 2_000;
  private readonly lost;

  constructor(
    private readonly batches: Batches,
    private readonly queue: BatchQueue,
    private readonly settlementDrain: SettlementDrain,
    private readonly completions: Completions,
    private readonly clock: DatabaseClock,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    super();
    this.lost = metrics.counter(
      'carillon_leases_lost_total',
      'Leases that expired because their worker was lost or too slow',
      ['channel'],
    );
    for (const channel of channels) this.lost.inc({ channel }, 0);
  }

  async run(leadership: Leadership): Promise<RoundEnd> {
    const marker = await this.settlementDrain.marker();
    if (marker)
      return (await this.settlementDrain.isOver(marker, leadership)) && this.endExpired(marker, leadership);
    if (!this.settlementDrain.mayBegin) return false;
    const expired = await this.queue.expiredLeases(await this.clock.now(), 1);
    if (expired.length === 0) return 'idle';
    if (!leadership.isOver()) await this.settlementDrain.begin();
    return false;
  }

  private async endExpired(marker: DrainMarker, leadership: Leadership): Promise<boolean> {
    const expired = await this.queue.expiredLeases(marker.setAt, PAGE);
    const now = await this.clock.now();
    for (const id of expired) {
      if (leadership.isOver()) return false;
      await this.expireLease(id, marker.setAt, now);
    }
    if (expired.length === PAGE) return true;
    await this.settlementDrain.end(marker);
    return false;
  }

  /** Ends one expired lease, unless it was renewed in the meantime. */
  private async expireLease(id: string, deadline: Date, now: Date): Promise<void> {
    const change = await this.batches.change(id, ({ lease }) =>
      lease && lease.until < deadline ? { type: 'lease-expired', now } : null,
    );
    if (!change || change.after === change.before) return;
    const { campaign, channel, lease } = change.before;
    this.lost.inc({ channel });
    this.log.warn(
      { campaignId: campaign, batchId: id, holder: lease?.holder, positions: lease?.positions.length },
      'a worker was lost; the result for its unsettled recipients is unknown',
    );
    if (change.after.state === 'DONE') this.completions.check(campaign);
  }
}
