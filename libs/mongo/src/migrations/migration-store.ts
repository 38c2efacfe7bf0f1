import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Connection, Model } from 'mongoose';
import { RELEASE } from '@carillon/messaging';
import { isDuplicateKey } from '../database-errors';
import { collection } from '../schema-options';
import type { Migration } from './migration';

/** A migration that was applied to this database. */
@Schema(collection('migrations'))
class MigrationRecord {
  /** The number of the migration. */
  @Prop({ type: Number }) readonly _id!: number;
  @Prop({ type: String }) readonly name!: string;
  @Prop({ type: Boolean }) readonly breaking!: boolean;
  /** The release of the process that applied it. */
  @Prop({ type: String }) readonly release!: string;
  @Prop({ type: Date }) readonly appliedAt!: Date;
}

/** The lock of the process that migrates: a lease, so that it ends if the process dies. */
@Schema(collection('migrationLock'))
class MigrationLock {
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: String }) readonly holder!: string;
  @Prop({ type: Date }) readonly until!: Date;
}

const LOCK = 'lock';
const MigrationSchema = SchemaFactory.createForClass(MigrationRecord);
const LockSchema = SchemaFactory.createForClass(MigrationLock);

/** The applied migrations of a service's database, and the process that migrates it now. Times are the database's. */
export class MigrationStore {
  private readonly records: Model<MigrationRecord>;
  private readonly locks: Model<MigrationLock>;

  constructor(connection: Connection) {
    this.records = connection.model<MigrationRecord>(MigrationRecord.name, MigrationSchema);
    this.locks = connection.model<MigrationLock>(MigrationLock.name, LockSchema);
  }

  /** Applied migrations, by number. */
  async applied(): Promise<Map<number, Pick<MigrationRecord, 'name' | 'breaking' | 'release'>>> {
    const records = await this.records.find().sort({ _id: 1 }).limit(10_000).lean();
    return new Map(records.map(({ _id, name, breaking, release }) => [_id, { name, breaking, release }]));
  }

  async noteApplied({ number, name, breaking }: Migration): Promise<void> {
    const record = { name, breaking: breaking ?? false, release: RELEASE };
    await this.records.updateOne(
      { _id: number },
      [{ $set: { appliedAt: { $ifNull: ['$appliedAt', '$$NOW'] }, ...literals(record) } }],
      { upsert: true },
    );
  }

  /** Takes the lock, or renews the lock of this process. Returns false if another process has it. */
  async lock(holder: string, forMs: number): Promise<boolean> {
    const until = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: forMs } };
    const change = [{ $set: { until, ...literals({ holder }) } }];
    const expired = { _id: LOCK, $expr: { $lte: ['$until', '$$NOW'] } };
    if ((await this.locks.updateOne(expired, change)).matchedCount === 1) return true;
    try {
      // Inserts the lock if none exists. If another process has the lock, the insert fails because its ID exists.
      await this.locks.updateOne({ _id: LOCK, holder }, change, { upsert: true });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Renews the lock. Returns false if it was lost. */
  async renew(holder: string, forMs: number): Promise<boolean> {
    const until = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: forMs } };
    const { matchedCount } = await this.locks.updateOne({ _id: LOCK, holder }, [{ $set: { until } }]);
    return matchedCount === 1;
  }

  async unlock(holder: string): Promise<void> {
    await this.locks.deleteOne({ _id: LOCK, holder });
  }
}

/** Values for a pipeline: text that begins with a dollar sign isn't interpreted as a field. */
function literals(values: Record<string, unknown>): Record<string, { $literal: unknown }> {
  return Object.fromEntries(Object.entries(values).map(([name, $literal]) => [name, { $literal }]));
}
