import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '@carillon/platform';
import type { Collection } from 'mongodb';
import { holder } from '../holder';

interface LeaseDocument {
  _id: 'leader';
  holder: string;
  until: Date;
}

/** How long a lease lasts on the database's clock (milliseconds): a dead leader is replaced in less than ten seconds. */
const LEASE_MS = 6_000;
const FREE = { holder: '', until: new Date(0) };

/**
 * One dispatcher leads: it alone releases and sweeps. The lease is kept on the database's clock; the leader itself
 * stops by its own monotonic clock at two thirds of it, before anybody else may begin.
 */
@Injectable()
export class LeaderLease implements OnModuleInit {
  private readonly collection: Collection<LeaseDocument>;
  private confirmedAt = -Infinity;

  constructor(database: Database) {
    this.collection = database.collection('leases');
  }

  async onModuleInit(): Promise<void> {
    await this.collection.updateOne({ _id: 'leader' }, { $setOnInsert: FREE }, { upsert: true });
  }

  /** True while this process may act as the leader. Costs nothing until a third of the lease is over. */
  async isMine(): Promise<boolean> {
    const age = performance.now() - this.confirmedAt;
    if (age < LEASE_MS / 3) return true;
    const asked = performance.now();
    if (await this.acquire()) this.confirmedAt = asked;
    return performance.now() - this.confirmedAt < (LEASE_MS * 2) / 3;
  }

  /** Gives the lease back, so that the next one need not wait for its end. */
  async release(): Promise<void> {
    this.confirmedAt = -Infinity;
    await this.collection.updateOne({ _id: 'leader', holder }, { $set: FREE });
  }

  private async acquire(): Promise<boolean> {
    const { matchedCount } = await this.collection.updateOne(
      { _id: 'leader', $or: [{ holder }, { $expr: { $lt: ['$until', '$$NOW'] } }] },
      [{ $set: { holder, until: { $add: ['$$NOW', LEASE_MS] } } }],
    );
    return matchedCount > 0;
  }
}
