import type { Payload, WebhookEventType } from '@carillon/contracts';
import { OnEvent } from '@carillon/messaging';
import { type Feature, type Plain, collection, isDuplicateKey } from '@carillon/mongo';
import { Controller, Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';

/** How long interests are cached (milliseconds): a new endpoint may miss events for this time. */
const KEPT_MS = 1_000;
const MOST_KEPT = 10_000;

/** The events that a user's webhook endpoints subscribe to; the ID is the user's. Absent: none. */
@Schema(collection('webhookInterests'))
export class WebhookInterestRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Number }) rev!: number;
  @Prop({ type: [String] }) types!: WebhookEventType[];
}

const WebhookInterestSchema = SchemaFactory.createForClass(WebhookInterestRecord);

const nothing: ReadonlySet<WebhookEventType> = new Set();

/**
 * A copy of the endpoints' subscriptions, in the service that publishes the events: users without subscriptions cost no
 * write, and no operation depends on a request to the webhook-worker.
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

  /** The event types that a user subscribes to. One read serves all events of the user within a second. */
  of(userId: string): Promise<ReadonlySet<WebhookEventType>> {
    const known = this.known.get(userId);
    if (known) return known;
    const read = this.read(userId);
    this.known.set(userId, read);
    // A failed read isn't cached.
    read.catch(() => this.known.delete(userId));
    return read;
  }

  async wants(userId: string, type: WebhookEventType): Promise<boolean> {
    return (await this.of(userId)).has(type);
  }

  /** Events may be repeated and arrive out of order: the highest `rev` counts. */
  async note({ userId, rev, types }: Payload<'webhooks.changed'>): Promise<void> {
    try {
      await this.interests.updateOne(
        { _id: new ObjectId(userId), rev: { $lt: rev } },
        { $set: { rev, types } },
        { upsert: true },
      );
    } catch (error) {
      // The stored `rev` is higher.
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

/** The parts that a service with webhook events needs. */
export const webhookInterests: Feature = {
  collections: [{ name: WebhookInterestRecord.name, schema: WebhookInterestSchema }],
  controllers: [WebhookInterestsController],
  providers: [WebhookInterests],
};
