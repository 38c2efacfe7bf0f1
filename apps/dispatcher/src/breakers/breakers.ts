import { Injectable } from '@nestjs/common';
import type { BatchSettled, Channel } from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/platform';
import type { Collection } from 'mongodb';
import { type Breaker, pauseAfter } from './breaker';

type BreakerDocument = Omit<Breaker, 'integration'> & { _id: string };

type Down = NonNullable<BatchSettled['providerDown']>;

/** Open breakers by integration; a closed one is no document. Only a probe moves an open one, and its answer. */
@Injectable()
export class Breakers {
  private readonly collection: Collection<BreakerDocument>;

  constructor(database: Database) {
    this.collection = database.collection('breakers');
  }

  async all(): Promise<Breaker[]> {
    return (await this.collection.find().toArray()).map(fromDocument);
  }

  async find(integration: string): Promise<Breaker | null> {
    const document = await this.collection.findOne({ _id: integration });
    return document && fromDocument(document);
  }

  /** The provider could not be used. One that is open already stays as it is: many hands meet the same outage. */
  async open(integration: string, channel: Channel, down: Down, now: Date): Promise<void> {
    const nextTryAt = new Date(now.getTime() + pauseAfter(1));
    try {
      await this.collection.insertOne({
        _id: integration,
        channel,
        ...down,
        since: now,
        nextTryAt,
        failures: 1,
        probe: null,
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /**
   * Lets one recipient of a batch be tried. Until it is answered that counts as a failure, so that a provider that hangs is
   * tried more and more rarely, too. False: another one is tried.
   */
  async probe({ integration, nextTryAt, failures }: Breaker, batch: string, now: Date): Promise<boolean> {
    const next = new Date(now.getTime() + pauseAfter(failures + 1));
    const { modifiedCount } = await this.collection.updateOne(
      { _id: integration, nextTryAt },
      { $set: { probe: batch, nextTryAt: next, failures: failures + 1 } },
    );
    return modifiedCount === 1;
  }

  /** The probe could not be sent either: the pause before the next one begins now. */
  async prolong(integration: string, batch: string, down: Down, now: Date): Promise<void> {
    const breaker = await this.find(integration);
    if (breaker?.probe !== batch) return;
    const nextTryAt = new Date(now.getTime() + pauseAfter(breaker.failures));
    await this.collection.updateOne(
      { _id: integration, probe: batch, failures: breaker.failures },
      { $set: { ...down, nextTryAt, probe: null } },
    );
  }

  /** It is not what it was when it could not be used: one recipient is tried at once, and failures are counted anew. */
  async tryNow(integration: string, now: Date): Promise<void> {
    await this.collection.updateOne(
      { _id: integration },
      { $set: { nextTryAt: now, failures: 0, probe: null } },
    );
  }

  /** A probe was answered, be it an earlier one by a slow provider: the integration works, or is gone for good. */
  async close(integration: string): Promise<void> {
    await this.collection.deleteOne({ _id: integration });
  }
}

function fromDocument({ _id, ...rest }: BreakerDocument): Breaker {
  return { integration: _id, ...rest };
}
