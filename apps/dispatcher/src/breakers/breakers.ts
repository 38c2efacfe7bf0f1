import { Injectable } from '@nestjs/common';
import type { BatchSettled, Channel } from '@carillon/contracts';
import { Database } from '@carillon/platform';
import type { Collection } from 'mongodb';
import { type Breaker, pauseAfter } from './breaker';

type BreakerDocument = Omit<Breaker, 'integration'> & { _id: string };

/** Open breakers by integration; a closed one is no document. */
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

  /** The provider could not be used: opens the breaker, or keeps it open for longer. */
  async trip(
    integration: string,
    channel: Channel,
    down: NonNullable<BatchSettled['providerDown']>,
    now: Date,
  ): Promise<void> {
    const open = await this.find(integration);
    const failures = (open?.failures ?? 0) + 1;
    const nextTryAt = new Date(now.getTime() + pauseAfter(failures));
    await this.collection.updateOne(
      { _id: integration },
      { $set: { channel, ...down, nextTryAt, failures }, $setOnInsert: { since: now } },
      { upsert: true },
    );
  }

  /** One recipient is being tried; the next try is not before the usual pause. */
  async probe(breaker: Breaker, now: Date): Promise<void> {
    const nextTryAt = new Date(now.getTime() + pauseAfter(breaker.failures + 1));
    await this.collection.updateOne({ _id: breaker.integration }, { $set: { nextTryAt } });
  }

  async close(integration: string): Promise<void> {
    await this.collection.deleteOne({ _id: integration });
  }
}

function fromDocument({ _id, ...rest }: BreakerDocument): Breaker {
  return { integration: _id, ...rest };
}
