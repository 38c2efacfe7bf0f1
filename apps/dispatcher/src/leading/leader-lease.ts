import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { Database } from '@carillon/platform';
import type { Collection } from 'mongodb';
import { HOLDER } from '../holder';
import type { Term } from './term';

interface LeaseDocument {
  _id: 'leader';
  holder: string;
  until: Date;
}

/** How long a lease lasts on the database's clock (milliseconds): a dead leader is replaced in less than ten seconds. */
const LEASE_MS = 6_000;
/** The leader stops by its own clock before anybody else may begin. */
const SAFE_MS = (LEASE_MS * 2) / 3;
const RENEW_AFTER_MS = LEASE_MS / 3;
/** Somebody else has it: no need to ask more often, however much there is to do. */
const ASK_AGAIN_MS = LEASE_MS / 6;
const FREE = { holder: '', until: new Date(0) };

/**
 * One dispatcher leads: it alone releases and sweeps. The lease is kept on the database's clock; the leader itself
 * stops by its own monotonic clock at two thirds of it.
 */
@Injectable()
export class LeaderLease implements BeforeApplicationShutdown {
  private readonly collection: Collection<LeaseDocument>;
  private own: OwnTerm | null = null;
  private refusedAt = -Infinity;
  private exists = false;
  private resigned = false;
  /** Several duties ask at the same time. */
  private asking: Promise<void> | null = null;

  constructor(
    database: Database,
    @Inject(HOLDER) private readonly holder: string,
  ) {
    this.collection = database.collection('leases');
  }

  /** The term that this process leads in; null: it does not lead. Asks the database when a third of the lease is over. */
  async term(): Promise<Term | null> {
    const now = performance.now();
    if (this.resigned || now - this.refusedAt < ASK_AGAIN_MS) return null;
    if (this.own && now - this.own.confirmedAt < RENEW_AFTER_MS) return this.own;
    this.asking ??= this.ask().finally(() => (this.asking = null));
    await this.asking;
    return this.own && !this.own.isOver() ? this.own : null;
  }

  /** Gives the lease back, so that the next one need not wait for its end. */
  async beforeApplicationShutdown(): Promise<void> {
    this.resigned = true;
    this.own?.end();
    await this.collection.updateOne({ _id: 'leader', holder: this.holder }, { $set: FREE });
  }

  private async ask(): Promise<void> {
    const askedAt = performance.now();
    if (await this.acquire()) this.confirm(askedAt);
    else this.lose();
  }

  private confirm(askedAt: number): void {
    if (this.resigned) return;
    if (this.own && !this.own.isOver()) this.own.renew(askedAt);
    else this.own = new OwnTerm(askedAt);
  }

  private lose(): void {
    this.own?.end();
    this.own = null;
    this.refusedAt = performance.now();
  }

  private async acquire(): Promise<boolean> {
    if (await this.extend()) return true;
    if (this.exists) return false;
    await this.collection.updateOne({ _id: 'leader' }, { $setOnInsert: FREE }, { upsert: true });
    this.exists = true;
    return this.extend();
  }

  private async extend(): Promise<boolean> {
    const { matchedCount } = await this.collection.updateOne(
      { _id: 'leader', $or: [{ holder: this.holder }, { $expr: { $lt: ['$until', '$$NOW'] } }] },
      [{ $set: { holder: this.holder, until: { $add: ['$$NOW', LEASE_MS] } } }],
    );
    return matchedCount > 0;
  }
}

class OwnTerm implements Term {
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
