import {
  AppError,
  type AuditAction,
  type AuditNote,
  type By,
  type Deleted,
  type Payload,
  type Topic,
} from '@carillon/contracts';
import { ErasedUsers, auditNote } from '@carillon/mongo';
import { Clock, addInFreeSlot } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type TopicTexts, Topics } from './topics';

const TOPICS_PER_USER = 50;
/** Another process changes the same topic at the same time. */
const TRIES = 20;

/** Adds, changes, and deletes topics. The audit trail records each change. */
@Injectable()
export class EditTopics {
  constructor(
    private readonly topics: Topics,
    private readonly erasedUsers: ErasedUsers,
    private readonly clock: Clock,
  ) {}

  /** A repeat with the same ID returns the existing topic. Errors: limit_reached. */
  async create({ userId, id, by, name, description }: Payload<'topic.create'>): Promise<Topic> {
    await this.erasedUsers.refuse(userId);
    const now = this.clock.now();
    const texts = { name, description };
    const note = noteOf({ userId, by, at: now, id, action: 'topic.created' }, null, texts);
    return addInFreeSlot({
      limit: TOPICS_PER_USER,
      find: () => this.topics.get(userId, id),
      taken: async () => (await this.topics.ofUser(userId)).map(({ slot }) => slot),
      add: (slot) => this.topics.add({ userId, id, ...texts, slot }, note, now),
      refuse: () => new AppError('limit_reached', `An account can have at most ${TOPICS_PER_USER} topics`),
    });
  }

  /** Changes the given texts. Errors: topic_not_found. */
  async update({ userId, id, by, ...texts }: Payload<'topic.update'>): Promise<Topic> {
    for (let tries = 0; tries < TRIES; tries++) {
      const before = await this.existing(userId, id);
      const after = { name: texts.name ?? before.name, description: texts.description ?? before.description };
      if (after.name === before.name && after.description === before.description) return before;
      const now = this.clock.now();
      const note = noteOf({ userId, by, at: now, id, action: 'topic.updated' }, before, after);
      const changed = await this.topics.change(before, after, note, now);
      if (changed) return changed;
    }
    throw changing();
  }

  /**
   * Deletes a topic. Opt-outs of the topic stay, so campaigns that are in progress still respect them. Idempotent.
   * Errors: topic_not_found.
   */
  async delete({ userId, id, by }: Payload<'topic.delete'>, messageId: string): Promise<Deleted> {
    const topic = await this.topics.get(userId, id);
    if (topic) {
      const note = noteOf({ userId, by, at: this.clock.now(), id, action: 'topic.deleted' }, topic, null);
      await this.topics.delete(userId, id, messageId, note);
    }
    if (await this.topics.wasDeletedBy(userId, id, messageId)) return { ids: [id] };
    throw new AppError('topic_not_found');
  }

  private async existing(userId: string, id: string): Promise<Topic> {
    const topic = await this.topics.get(userId, id);
    if (!topic) throw new AppError('topic_not_found');
    return topic;
  }
}

interface AuditedChange {
  userId: string;
  id: string;
  by: By;
  at: Date;
  action: AuditAction;
}

/** The audit entry of a change of texts. Null: the topic does not exist. */
function noteOf(
  { userId, id, by, at, action }: AuditedChange,
  before: TopicTexts | null,
  after: TopicTexts | null,
): AuditNote {
  const name = (after ?? before)?.name ?? null;
  const changes = (['name', 'description'] as const).flatMap((field) => {
    const change = { field, before: before?.[field] ?? null, after: after?.[field] ?? null };
    return change.before === change.after ? [] : [change];
  });
  return auditNote(by, at, { userId, action, target: { type: 'topic', id, name }, changes });
}

function changing(): AppError {
  return new AppError('service_unavailable', 'Others are changing the topics at the moment');
}
