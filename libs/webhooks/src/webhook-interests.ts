import type { Payload, WebhookEventType } from '@carillon/contracts';
import { OnEvent } from '@carillon/messaging';
import { type Feature, type Plain, collection, isDuplicateKey } from '@carillon/mongo';
import { Controller, Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';

/** How long a reply is cached (milliseconds): a new endpoint receives events after that. */
const KEPT_MS = 1_000;
const MOST_KEPT = 10_000;

/** The events that the webhook endpoints of a user want; the ID is the user's. Absent: none. */
@Schema(collection('webhookInterests'))
export class WebhookInterestRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Number }) rev!: number;
  @Prop({ type: [String] }) types!: WebhookEventType[];
}

const WebhookInterestSchema = SchemaFactory.createForClass(WebhookInterestRecord);

const nothing: ReadonlySet<WebhookEventType> = new Set();

/**
 * A copy of what endpoints want, in a service where it happens: who wants nothing costs no write, and no request to the
 * webhook-worker decides whether something may happen.
 */
@Injectable()
export class WebhookInterests {
  private readonly known = new LRUCache<string, Promise<ReadonlySet<WebhookEventType>>>({
    max: MOST_KEPT,
    ttl: KEPT_MS,
  });

  constructor(
    @InjectModel(WebhookInterestRecord.name)
    private readonly interests: Model<Plain<WebhookInterestRecord>>,
  ) {}

  /** The types of events that a user wants. One read for all that happens to them within a second. */
  of(userId: string): Promise<ReadonlySet<WebhookEventType>> {
    const known = this.known.get(userId);
    if (known) return known;
    const read = this.read(userId);
    this.known.set(userId, read);
    // What could not be read is not kept.
    read.catch(() => this.known.delete(userId));
    return read;
  }

  async wants(userId: string, type: WebhookEventType): Promise<boolean> {
    return (await this.of(userId)).has(type);
  }

  /** Events may come twice and overtake each other: the highest `rev` counts. */
  async note({ userId, rev, types }: Payload<'webhooks.changed'>): Promise<void> {
    try {
      await this.interests.updateOne(
        { _id: new ObjectId(userId), rev: { $lt: rev } },
        { $set: { rev, types } },
        { upsert: true },
      );
    } catch (error) {
      // It has a higher `rev` already.
      if (!isDuplicateKey(error)) throw error;
    }
    this.known.delete(userId);
  }

  private async read(userId: string): Promise<ReadonlySet<WebhookEventType>> {
    const found = await this.interests.findById(new ObjectId(userId)).lean();
    return found && found.types.length > 0 ? new Set(found.types) : nothing;
  }
}

@Controller()
class WebhookInterestsController {
  constructor(private readonly interests: WebhookInterests) {}

  @OnEvent('webhooks.changed')
  changed(changed: Payload<'webhooks.changed'>): Promise<void> {
    return this.interests.note(changed);
  }
}

/** The needs of a service with events for endpoints. */
export const webhookInterests: Feature = {
  collections: [{ name: WebhookInterestRecord.name, schema: WebhookInterestSchema }],
  controllers: [WebhookInterestsController],
  providers: [WebhookInterests],
};
