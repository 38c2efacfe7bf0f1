import {
  AppError,
  MAX_WEBHOOK_BATCH,
  type Payload,
  type Reply,
  type WebhookEvent,
  isId,
  pageOf,
} from '@carillon/contracts';
import { insertMissing } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { type WebhookWorkerConfig, keptUntil, webhookWorkerConfig } from '../config';
import type { EndpointDocument, Replay } from '../endpoints';
import { type NewChunk, compose } from './compose';
import {
  type AttemptDocument,
  AttemptRecord,
  type ChunkDocument,
  ChunkRecord,
  type LineDocument,
  LineRecord,
  toAttempt,
} from './message-record';

/** Chunks that one step of a replay makes pending again. */
const REPLAY_STEP = 100;
/** Matches keys of messages that aren't replays. Without `$not`, because MongoDB uses no index for that. */
const NOT_REPLAYED = /^(?!again-)/;
/** Chunks that are scanned at a time for an erased person. */
const SCAN_SIZE = 200;

/** An attempt before it is stored. */
export type Attempt = Omit<AttemptDocument, '_id' | 'endpointId' | 'expiresAt'>;

/**
 * Pending and sent messages of endpoints, in order, and the log of attempts. All of it expires. Due times use the
 * database's clock.
 */
@Injectable()
export class Messages {
  constructor(
    @InjectModel(ChunkRecord.name) private readonly chunks: Model<ChunkDocument>,
    @InjectModel(LineRecord.name) private readonly lines: Model<LineDocument>,
    @InjectModel(AttemptRecord.name) private readonly attempts: Model<AttemptDocument>,
    private readonly clock: Clock,
    @Inject(webhookWorkerConfig.token) private readonly config: WebhookWorkerConfig,
  ) {}

  /** Stores events for an endpoint, in this order. Events that are already stored stay unchanged. */
  async store(
    endpoint: Pick<EndpointDocument, '_id' | 'userId' | 'batch'>,
    events: readonly WebhookEvent[],
  ): Promise<void> {
    const lines = Map.groupBy(events, ({ type, campaignId }) => lineOf(endpoint._id, campaignId ?? type));
    const added = [...lines].map(([line, some]) => {
      const chunks = some.flatMap((each) =>
        compose(each, endpoint.batch).map((chunk) => ({ ...chunk, type: each.type, at: new Date(each.at) })),
      );
      return this.add(endpoint, line, chunks);
    });
    await Promise.all(added);
  }

  /** The due lines of an endpoint; the one that has waited longest comes first. */
  due(endpointId: ObjectId, limit: number): Promise<LineDocument[]> {
    return this.lines
      .find({ endpointId, dueAt: { $type: 'date' }, $expr: { $lte: ['$dueAt', '$$NOW'] } })
      .sort({ dueAt: 1 })
      .hint('due')
      .limit(limit)
      .lean()
      .exec();
  }

  /** When the next line of an endpoint is due; null: no line waits. */
  async nextDueAt(endpointId: ObjectId): Promise<Date | null> {
    const next = await this.lines
      .findOne({ endpointId, dueAt: { $type: 'date' } }, { dueAt: 1 })
      .sort({ dueAt: 1 })
      .hint('due')
      .lean();
    return next?.dueAt ?? null;
  }

  /** The chunk at the head of a line; null: no chunk waits. */
  head({ _id }: LineDocument): Promise<ChunkDocument | null> {
    return this.chunks
      .findOne({ line: _id, state: 'WAITING' })
      .sort({ seq: 1 })
      .hint('waiting')
      .lean()
      .exec();
  }

  /** Records how many messages of a chunk are sent. */
  async advance({ _id, messages }: ChunkDocument, done: number): Promise<void> {
    const isAll = done >= messages.length;
    // A worker that has lost the lease may be late, and can't undo anything.
    await this.chunks.updateOne({ _id }, { $max: { done }, ...(isAll && { $set: { state: 'SENT' } }) });
  }

  /** Records that no chunk of the line waits, unless messages were added since it was read with this `work`. */
  async rest({ _id, work }: LineDocument): Promise<void> {
    await this.lines.updateOne({ _id, work }, { $set: { dueAt: null, failures: 0 } });
  }

  /** Ends the turn of a line, so that other due lines come first. */
  async yield({ _id }: LineDocument, failures: number): Promise<void> {
    await this.lines.updateOne({ _id, dueAt: { $type: 'date' } }, [{ $set: { dueAt: '$$NOW', failures } }]);
  }

  /** Postpones a line, so that the message at its head is retried after a pause (milliseconds). */
  async postpone({ _id }: LineDocument, failures: number, pause: number): Promise<void> {
    await this.lines.updateOne({ _id }, [{ $set: { failures, dueAt: { $add: ['$$NOW', pause] } } }]);
  }

  /** Makes all pending messages of an endpoint that was enabled again due, with all retries. */
  async tryAtOnce(endpointId: ObjectId): Promise<void> {
    const waiting = { endpointId, dueAt: { $type: 'date' as const } };
    await this.lines.updateMany(waiting, [{ $set: { failures: 0, dueAt: '$$NOW' } }]);
  }

  /** Sends a message again, after the pending ones of its line. @throws AppError webhook_message_not_found */
  async replayOne(endpoint: EndpointDocument, messageId: string): Promise<void> {
    const [, key] = /^msg_(.+?)(?:-\d+)?$/.exec(messageId) ?? [];
    const keys = [messageId.slice('msg_'.length), key ?? ''];
    const chunk = await this.chunks
      .findOne({ endpointId: endpoint._id, key: { $in: keys }, 'messages.id': messageId })
      .lean();
    const message = chunk?.messages.find(({ id }) => id === messageId);
    if (!chunk || !message) throw new AppError('webhook_message_not_found');
    if (chunk.state === 'WAITING' && chunk.messages.indexOf(message) >= chunk.done) return;
    const { line, type, at } = chunk;
    const again = { key: `again-${new ObjectId().toHexString()}`, messages: [message], type, at };
    await this.add(endpoint, line, [again]);
  }

  /**
   * Makes the next sent chunks of a period pending again, after the pending ones of their lines. Returns the last one;
   * null: the period is complete.
   */
  async replaySome(
    endpoint: EndpointDocument,
    { id, since, until, after }: Replay,
  ): Promise<Replay['after']> {
    const left = after
      ? { $or: [{ at: after.at, _id: { $gt: after._id } }, { at: { $gt: after.at, $lt: until } }] }
      : { at: { $gte: since, $lt: until } };
    const found = await this.chunks
      .find({ endpointId: endpoint._id, ...left, state: 'SENT', key: NOT_REPLAYED })
      .sort({ at: 1, _id: 1 })
      .hint('sent')
      .limit(REPLAY_STEP)
      .lean();
    for (const { _id, line, messages, type, at } of found) {
      // The same key for the same replay: a step that is repeated after a crash adds nothing.
      const key = `again-${id.toHexString()}-${_id.toHexString()}`;
      await this.add(endpoint, line, [{ key, messages, type, at }]);
    }
    return found.length < REPLAY_STEP ? null : (found.at(-1) ?? null);
  }

  async log(endpointId: ObjectId, attempts: readonly Attempt[]): Promise<AttemptDocument[]> {
    const expiresAt = keptUntil(this.clock.now(), this.config);
    const documents = attempts.map((attempt) => ({ _id: new ObjectId(), endpointId, ...attempt, expiresAt }));
    if (documents.length > 0) await this.attempts.collection.insertMany(documents, { ordered: false });
    return documents;
  }

  /** Newest first. */
  async attemptsOf({
    id,
    ok,
    after,
    limit,
  }: Payload<'webhook.attempts'>): Promise<Reply<'webhook.attempts'>> {
    if (after !== null && !isId(after))
      throw new AppError('validation_failed', 'The page must begin after an attempt');
    const found = await this.attempts
      .find({
        endpointId: new ObjectId(id),
        ...(ok !== undefined && { ok }),
        ...(after !== null && { _id: { $lt: new ObjectId(after) } }),
      })
      .sort({ _id: -1 })
      .limit(limit + 1)
      .lean();
    return pageOf(found.map(toAttempt), limit);
  }

  /** Removes a part of the data of an endpoint. Returns true if no data is left. */
  async removeSome(endpointId: ObjectId, limit: number): Promise<boolean> {
    const chunks = await this.chunks.find({ endpointId }, { _id: 1 }).limit(limit).lean();
    await this.chunks.deleteMany({ _id: { $in: chunks.map(({ _id }) => _id) } });
    const attempts = await this.attempts.find({ endpointId }, { _id: 1 }).limit(limit).lean();
    await this.attempts.deleteMany({ _id: { $in: attempts.map(({ _id }) => _id) } });
    if (chunks.length === limit || attempts.length === limit) return false;
    await this.lines.deleteMany({ endpointId });
    return true;
  }

  /**
   * Removes an address from the next chunks of a user. Returns the ID of the last scanned one; null: all were scanned.
   */
  async erase(userId: string, address: string, after: string | null): Promise<string | null> {
    const found = await this.chunks
      .find({ userId: new ObjectId(userId), ...(after !== null && { _id: { $gt: new ObjectId(after) } }) })
      .sort({ _id: 1 })
      .limit(SCAN_SIZE)
      .lean();
    for (const chunk of found) await this.eraseFrom(chunk, address);
    return found.length < SCAN_SIZE ? null : (found.at(-1)?._id.toHexString() ?? null);
  }

  /** Overwrites only what it has read, because another person may be erased from the same chunk at the same time. */
  private async eraseFrom({ _id, messages }: ChunkDocument, address: string): Promise<void> {
    const kept = messages.map((message) => without(message, address));
    if (kept.every((message, n) => message === messages[n])) return;
    const { matchedCount } = await this.chunks.updateOne({ _id, messages }, { $set: { messages: kept } });
    const changed = matchedCount === 0 ? await this.chunks.findById(_id).lean() : null;
    if (changed) await this.eraseFrom(changed, address);
  }

  /**
   * Reserves the numbers first, then stores the chunks, then makes the line due. After a crash in between, the
   * publisher sends the events again.
   */
  private async add(
    { _id: endpointId, userId }: Pick<EndpointDocument, '_id' | 'userId'>,
    line: string,
    added: readonly (NewChunk & Pick<ChunkDocument, 'type' | 'at'>)[],
  ): Promise<void> {
    const count = added.length;
    const expiresAt = keptUntil(this.clock.now(), this.config);
    const byClock = { $multiply: [{ $toLong: '$$NOW' }, 1_000] };
    const numbered = await this.lines.findOneAndUpdate(
      { _id: line },
      [
        {
          $set: {
            endpointId,
            seq: { $max: [{ $add: ['$seq', count] }, byClock] },
            dueAt: { $ifNull: ['$dueAt', null] },
            work: { $ifNull: ['$work', 0] },
            failures: { $ifNull: ['$failures', 0] },
            // Later than all its chunks.
            expiresAt: { $add: [expiresAt, MAX_WEBHOOK_BATCH * 60_000] },
          },
        },
      ],
      { upsert: true, returnDocument: 'after', lean: true },
    );
    const last = numbered?.seq ?? 0;
    await insertMissing(
      this.chunks,
      added.map((each, n) => ({
        _id: new ObjectId(),
        ...{ userId, endpointId, line, expiresAt },
        ...each,
        seq: last - count + 1 + n,
        state: 'WAITING' as const,
        done: 0,
      })),
    );
    await this.lines.updateOne({ _id: line }, [
      { $set: { work: { $add: ['$work', 1] }, dueAt: { $ifNull: ['$dueAt', '$$NOW'] } } },
    ]);
  }
}

function lineOf(endpointId: ObjectId, subject: string): string {
  return `${endpointId.toHexString()}:${subject}`;
}

/** The message without an address: a batch loses that delivery, and a single event its data. */
function without(message: { id: string; body: string }, address: string): { id: string; body: string } {
  const { data, ...event } = JSON.parse(message.body) as { data: Record<string, unknown> };
  const contains = (item: unknown): boolean =>
    typeof item === 'object' && item !== null && Object.values(item).includes(address);
  const deliveries = Array.isArray(data.deliveries) ? (data.deliveries as unknown[]) : null;
  if (deliveries?.some(contains) === true) {
    const kept = deliveries.filter((each) => !contains(each));
    return { ...message, body: JSON.stringify({ ...event, data: { deliveries: kept } }) };
  }
  return contains(data)
    ? { ...message, body: JSON.stringify({ ...event, data: { erased: true } }) }
    : message;
}
