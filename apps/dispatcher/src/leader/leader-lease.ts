import { hostname } from 'node:os';
import { newId } from '@carillon/contracts';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { collection, type Plain } from '@carillon/mongo';
import { Metrics } from '@carillon/platform';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Model } from 'mongoose';

/** The token of the name under which this process holds leases. */
export const HOLDER = Symbol('holder');

/** Unique per process: a restarted process has a new name. */
export function nameHolder(): string {
  return `dispatcher@${hostname()}/${process.pid}/${newId()}`;
}

/** The single drain marker, which is in the settlement queue or has passed it. */
export interface DrainMarker {
  id: string;
  /** Leases that expired before this time may be ended after the marker has passed. */
  setAt: Date;
  /** When the marker left the settlement queue. Null while it is in the queue. */
  passedAt: Date | null;
}

/** Two documents: the leader's lease, and the leader's drain marker. */
@Schema(collection('leaderState'))
export class LeaderStateRecord {
  @Prop({ type: String }) readonly _id!: 'leader' | 'drainMarker';
  /** The lease (database time). */
  @Prop({ type: String }) holder?: string;
  @Prop({ type: Date }) until?: Date;
  /** The marker. */
  @Prop({ type: String }) id?: string;
  @Prop({ type: Date }) setAt?: Date;
  @Prop({ type: Date }) passedAt?: Date | null;
}

export const LeaderStateSchema = SchemaFactory.createForClass(LeaderStateRecord);

const leader = { _id: 'leader' } as const;
const marker = { _id: 'drainMarker' } as const;
const free = () => ({ holder: '', until: new Date(0) });

/** Stores the leader and the marker, so that a new leader continues with its predecessor's marker. */
@Injectable()
export class LeaderState {
  constructor(@InjectModel(LeaderStateRecord.name) private readonly state: Model<Plain<LeaderStateRecord>>) {}

  /**
   * Acquires or renews the lease of `holder` for this duration. Returns false if another process has it, or there is no
   * lease yet.
   */
  async extend(holder: string, milliseconds: number): Promise<boolean> {
    const { matchedCount } = await this.state.updateOne(
      { ...leader, $or: [{ holder }, { $expr: { $lt: ['$until', '$$NOW'] } }] },
      [{ $set: { holder, until: { $add: ['$$NOW', milliseconds] } } }],
    );
    return matchedCount > 0;
  }

  /** Creates the lease. */
  async begin(): Promise<void> {
    await this.state.updateOne(leader, { $setOnInsert: free() }, { upsert: true });
  }

  async giveBack(holder: string): Promise<void> {
    await this.state.updateOne({ ...leader, holder }, { $set: free() });
  }

  marker(): Promise<DrainMarker | null> {
    return this.state.findOne(marker).lean<DrainMarker>().exec();
  }

  async setMarker(set: DrainMarker): Promise<void> {
    await this.state.updateOne(marker, { $set: set }, { upsert: true });
  }

  async markerArrived(id: string, passedAt: Date): Promise<void> {
    await this.state.updateOne({ ...marker, id, passedAt: null }, { $set: { passedAt } });
  }

  async clearMarker(id: string): Promise<void> {
    await this.state.deleteOne({ ...marker, id });
  }
}

/** An uninterrupted period of leadership of this process. */
export interface Leadership {
  /** The start time, on the monotonic clock. */
  readonly since: number;
  /** Checking this is cheap, so it can be checked before each action that only the leader may take. */
  isOver(): boolean;
}

/**
 * The duration of a lease on the database's clock (milliseconds). A dead leader is replaced in less than ten seconds.
 */
const LEASE_MS = 6_000;
/** By its own clock, the leader stops before another process may begin. */
const SAFE_MS = (LEASE_MS * 2) / 3;
const RENEW_AFTER_MS = LEASE_MS / 3;
/** The minimum pause between requests while another process leads. */
const RETRY_MS = LEASE_MS / 6;

/**
 * Makes one dispatcher the leader. Only the leader releases batches and expires leases. The lease uses the database's
 * clock, but the leader uses its own monotonic clock to stop after two thirds of the lease.
 */
@Injectable()
export class LeaderLease implements BeforeApplicationShutdown {
  private own: OwnLeadership | null = null;
  private refusedAt = -Infinity;
  private exists = false;
  private resigned = false;
  /** The pending request, which several tasks share. */
  private requesting: Promise<void> | null = null;

  constructor(
    private readonly state: LeaderState,
    @Inject(HOLDER) private readonly holder: string,
    metrics: Metrics,
  ) {
    metrics.gauge('carillon_leader', '1: this dispatcher leads', () => Number(this.leads));
  }

  /** Returns the leadership of this process, or null. Queries the database when a third of the lease has passed. */
  async leadership(): Promise<Leadership | null> {
    const now = performance.now();
    if (this.resigned || now - this.refusedAt < RETRY_MS) return null;
    if (this.own && now - this.own.confirmedAt < RENEW_AFTER_MS) return this.own;
    this.requesting ??= this.request().finally(() => (this.requesting = null));
    await this.requesting;
    return this.leads ? this.own : null;
  }

  /** Whether this process leads, as far as it knows, without a query. */
  get leads(): boolean {
    return this.own !== null && !this.own.isOver();
  }

  /** Returns the lease, so that the next leader doesn't wait until it expires. */
  async beforeApplicationShutdown(): Promise<void> {
    this.resigned = true;
    this.own?.end();
    await this.state.giveBack(this.holder);
  }

  private async request(): Promise<void> {
    const requestedAt = performance.now();
    if (await this.acquire()) this.confirm(requestedAt);
    else this.lose();
  }

  private confirm(requestedAt: number): void {
    if (this.resigned) return;
    if (this.own && this.leads) this.own.renew(requestedAt);
    else this.own = new OwnLeadership(requestedAt);
  }

  private lose(): void {
    this.own?.end();
    this.own = null;
    this.refusedAt = performance.now();
  }

  private async acquire(): Promise<boolean> {
    if (await this.state.extend(this.holder, LEASE_MS)) return true;
    if (this.exists) return false;
    await this.state.begin();
    this.exists = true;
    return this.state.extend(this.holder, LEASE_MS);
  }
}

class OwnLeadership implements Leadership {
  readonly since: number;
  private ended = false;

  constructor(public confirmedAt: number) {
    this.since = confirmedAt;
  }

  renew(confirmedAt: number): void {
    this.confirmedAt = Math.max(this.confirmedAt, confirmedAt);
  }

  isOver(): boolean {
    return this.ended || performance.now() - this.confirmedAt >= SAFE_MS;
  }

  end(): void {
    this.ended = true;
  }
}
