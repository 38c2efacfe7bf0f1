import { Injectable } from '@nestjs/common';
import { type ClientSession, type Collection, ObjectId } from 'mongodb';
import { Database } from '@carillon/platform';
import type { OperatorKeyDocument } from './api-key-document';

/** There is one at most, so it has an id of its own for ever. */
const _id = new ObjectId('000000000000000000000001');

/** The operator's key that comes from the configuration, among all other keys. */
@Injectable()
export class OperatorKey {
  readonly id = _id.toHexString();
  private readonly keys: Collection<OperatorKeyDocument>;

  constructor(database: Database) {
    this.keys = database.collection<OperatorKeyDocument>('apiKeys');
  }

  find(session: ClientSession): Promise<OperatorKeyDocument | null> {
    return this.keys.findOne({ _id }, { session });
  }

  /** Makes this the key; whichever was it before ends here. */
  async replace(keyHash: string, prefix: string, now: Date, session: ClientSession): Promise<void> {
    const key = { role: 'operator' as const, keyHash, prefix, createdAt: now, lastUsedAt: null };
    await this.keys.replaceOne({ _id }, key, { upsert: true, session });
  }

  async remove(session: ClientSession): Promise<void> {
    await this.keys.deleteOne({ _id }, { session });
  }
}
