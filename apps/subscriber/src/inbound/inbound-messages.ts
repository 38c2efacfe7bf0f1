import {
  AppError,
  type Channel,
  type InboundMeaning,
  type InboundMessage,
  type MessageReceived,
  type Payload,
  type Reply,
  type WebhookEvent,
  channels,
  newId,
  pageOf,
} from '@carillon/contracts';
import { type Plain, collection, isDuplicateKey } from '@carillon/mongo';
import { WEBHOOK_EVENTS_INDEX, WebhookInterests } from '@carillon/webhooks';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';
import { type SubscriberConfig, subscriberConfig } from '../config';

const DAY_MS = 24 * 3_600_000;
/** Longer than any text message. Twilio truncates only longer ones. */
const MOST_CHARACTERS = 5_000;

/** A message that a person sent. */
@Schema(collection('inboundMessages'))
export class InboundMessageRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) senderId!: string;
  @Prop({ type: String }) channel!: Channel;
  @Prop({ type: String }) address!: string;
  @Prop({ type: String }) sender!: string | null;
  @Prop({ type: String }) text!: string;
  /** NONE: not recognized. */
  @Prop({ type: String }) meaning!: InboundMeaning | 'NONE';
  @Prop({ type: Date }) receivedAt!: Date;
  @Prop({ type: String }) providerId!: string;
  @Prop({ type: Date }) optedOutAt!: Date | null;
  @Prop({ type: Date }) expiresAt!: Date;
  /** Webhook events that are not published yet. Absent: none. */
  @Prop({ type: [Object], default: undefined }) pendingWebhookEvents?: WebhookEvent[];
}

/** When a person replied to a message. */
export type ReceivedReply = Pick<Plain<InboundMessageRecord>, '_id' | 'channel' | 'address' | 'receivedAt'>;

const IN_ORDER = { userId: 1, channel: 1, meaning: 1, _id: -1 } as const;
const OF_PERSON = { userId: 1, address: 1, _id: -1 } as const;
const meanings = ['STOP', 'START', 'HELP', 'NONE'] as const;

export const InboundMessageSchema = SchemaFactory.createForClass(InboundMessageRecord)
  .index(IN_ORDER)
  .index(OF_PERSON)
  // A provider repeats a message if it received no response.
  .index({ userId: 1, channel: 1, providerId: 1 }, { unique: true })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  .index(...WEBHOOK_EVENTS_INDEX);

/** The messages that people sent to a user, for as long as deliveries are kept. */
@Injectable()
export class InboundMessages {
  constructor(
    @InjectModel(InboundMessageRecord.name) private readonly messages: Model<Plain<InboundMessageRecord>>,
    private readonly interests: WebhookInterests,
    @Inject(subscriberConfig.token) private readonly config: SubscriberConfig,
  ) {}

  /** Stores a message. Idempotent. */
  async keep(message: MessageReceived, meaning: InboundMeaning | null): Promise<void> {
    const { userId, channel, providerId, address, sender, senderId } = message;
    const receivedAt = new Date(message.at);
    const id = newId();
    const text = textOf(message);
    const pendingWebhookEvents = (await this.interests.wants(userId, 'message.received'))
      ? [webhookEventOf(id, { ...message, body: text }, meaning)]
      : undefined;
    try {
      await this.messages.collection.updateOne(
        { userId: new ObjectId(userId), channel, providerId },
        {
          $setOnInsert: {
            _id: new ObjectId(id),
            ...{
              senderId,
              address,
              sender,
              text,
              meaning: meaning ?? 'NONE',
              receivedAt,
              optedOutAt: null,
            },
            expiresAt: new Date(receivedAt.getTime() + this.config.INBOUND_DAYS * DAY_MS),
            ...(pendingWebhookEvents && { pendingWebhookEvents }),
          },
        },
        { upsert: true },
      );
    } catch (error) {
      // The same message was stored concurrently.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Newest first. */
  async page(query: Payload<'inbound-message.list'>): Promise<Reply<'inbound-message.list'>> {
    const { userId, channel, meaning, address, after, limit } = query;
    const found = await this.messages
      .find({
        userId: new ObjectId(userId),
        channel: { $in: channel === null ? [...channels] : [channel] },
        meaning: { $in: meaning === null ? [...meanings] : [meaning] },
        ...(address !== null && { address }),
        ...(after !== null && { _id: { $lt: new ObjectId(after) } }),
      })
      .hint(address === null ? IN_ORDER : OF_PERSON)
      .sort({ _id: -1 })
      .limit(limit + 1)
      .lean();
    return pageOf(found.map(toMessage), limit);
  }

  /** @throws AppError inbound_message_not_found */
  async get(userId: string, id: string): Promise<InboundMessage & { providerId: string }> {
    const found = await this.messages.findOne({ _id: new ObjectId(id), userId: new ObjectId(userId) }).lean();
    if (!found) throw new AppError('inbound_message_not_found');
    return { ...toMessage(found), providerId: found.providerId };
  }

  /** Records that a member marked it as an opt-out. Only the first time counts. */
  async noteOptOut(userId: string, id: string, at: Date): Promise<void> {
    await this.messages.updateOne(
      { _id: new ObjectId(id), userId: new ObjectId(userId), optedOutAt: null },
      { $set: { optedOutAt: at } },
    );
  }

  /** Addresses of people who wrote to a user, some of them repeatedly, continuing after an ID. */
  async addressesAfter(
    userId: string,
    after: string | null,
    limit: number,
  ): Promise<{ id: string; address: string }[]> {
    const later = after !== null && { _id: { $gt: new ObjectId(after) } };
    const every = { channel: { $in: [...channels] }, meaning: { $in: [...meanings] } };
    const found = await this.messages
      .find({ userId: new ObjectId(userId), ...every, ...later }, { address: 1 })
      .hint(IN_ORDER)
      .sort({ _id: 1 })
      .limit(limit)
      .lean();
    return found.map(({ _id, address }) => ({ id: _id.toHexString(), address }));
  }

  /** Messages that are no keyword, in the order of their arrival, continuing after an ID. */
  async repliesAfter(userId: string, after: ObjectId | null, limit: number): Promise<ReceivedReply[]> {
    const filter = {
      userId: new ObjectId(userId),
      channel: { $in: [...channels] },
      meaning: 'NONE' as const,
      ...(after && { _id: { $gt: after } }),
    };
    return this.messages
      .find(filter, { channel: 1, address: 1, receivedAt: 1 })
      .hint(IN_ORDER)
      .sort({ _id: 1 })
      .limit(limit)
      .lean<ReceivedReply[]>();
  }

  /** Removes the messages of a person, on all channels. */
  async erase(userId: string, address: string): Promise<void> {
    await this.messages.deleteMany({ userId: new ObjectId(userId), address });
  }

  /** Removes some of the messages that were sent to a user. Returns true if none is left. */
  async removeSome(userId: string, limit: number): Promise<boolean> {
    const some = await this.messages
      .find({ userId: new ObjectId(userId) }, { _id: 1 })
      .limit(limit)
      .lean();
    await this.messages.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
    return some.length < limit;
  }
}

/** The message as the person sees it: the label of the pressed button, if there is no text. */
function textOf({ body, button = '' }: MessageReceived): string {
  return (body.trim() === '' ? button : body).slice(0, MOST_CHARACTERS);
}

function webhookEventOf(id: string, message: MessageReceived, meaning: InboundMeaning | null): WebhookEvent {
  const { senderId, channel, address: identifier, sender, body: text, at } = message;
  const item = { messageId: id, channel, identifier, sender, integrationId: senderId, text, meaning, at };
  return { id: `${id}-received`, type: 'message.received', at, campaignId: null, items: [item] };
}

function toMessage({
  _id,
  userId,
  meaning,
  receivedAt,
  optedOutAt,
  ...message
}: Plain<InboundMessageRecord>): InboundMessage {
  const { senderId, channel, address, sender, text } = message;
  return {
    ...{ id: _id.toHexString(), userId: userId.toHexString(), senderId, channel, address, sender, text },
    meaning: meaning === 'NONE' ? null : meaning,
    receivedAt: receivedAt.toISOString(),
    optedOutAt: optedOutAt?.toISOString() ?? null,
  };
}
