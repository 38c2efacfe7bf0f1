import { AppError, type Deleted, type Payload, type Reply, type Topic } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { EditTopics } from './edit-topics';
import { Topics } from './topics';

@Controller()
export class TopicsController {
  constructor(
    private readonly editTopics: EditTopics,
    private readonly topics: Topics,
  ) {}

  @Command('topic.create')
  create(topic: Payload<'topic.create'>): Promise<Topic> {
    return this.editTopics.create(topic);
  }

  @Command('topic.get')
  async get({ userId, id }: Payload<'topic.get'>): Promise<Topic> {
    const topic = await this.topics.get(userId, id);
    if (!topic) throw new AppError('topic_not_found');
    return topic;
  }

  @Command('topic.list')
  list({ userId, after, limit }: Payload<'topic.list'>): Promise<Reply<'topic.list'>> {
    return this.topics.page(userId, after, limit);
  }

  @Command('topic.update')
  update(change: Payload<'topic.update'>): Promise<Topic> {
    return this.editTopics.update(change);
  }

  @Command('topic.delete')
  delete(command: Payload<'topic.delete'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.editTopics.delete(command, messageId);
  }

  /** In the order of the request. */
  @Command('topic.find-missing')
  async findMissing({ userId, ids }: Payload<'topic.find-missing'>): Promise<Reply<'topic.find-missing'>> {
    const existing = new Set((await this.topics.ofUser(userId)).map(({ topic }) => topic.id));
    return { missing: ids.filter((id) => !existing.has(id)) };
  }
}
