import { AppError, type Deleted, type Payload, type Reply, type TopicOptOut } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { EditSuppressions, TopicOptOuts, optOutOf } from '../suppressions';
import { Topics } from '../topics';

/** Lists the addresses with an opt-out of a topic, and adds and lifts opt-outs at the user's request. */
@Injectable()
export class EditTopicOptOuts {
  constructor(
    private readonly topics: Topics,
    private readonly optOuts: TopicOptOuts,
    private readonly editSuppressions: EditSuppressions,
  ) {}

  /** Errors: topic_not_found. */
  async list({
    userId,
    id,
    address,
    after,
    limit,
  }: Payload<'topic.opt-outs'>): Promise<Reply<'topic.opt-outs'>> {
    await this.requireTopic(userId, id);
    if (address === null) return this.optOuts.page(userId, id, after, limit);
    return { items: await this.optOuts.ofPerson(userId, id, address), next: null };
  }

  /** Errors: topic_not_found, quota_exceeded. */
  async add({ id: topicId, ...command }: Payload<'topic.opt-out'>): Promise<TopicOptOut> {
    await this.requireTopic(command.userId, topicId);
    const [optOut] = optOutOf(await this.editSuppressions.leaveTopic(topicId, command), topicId);
    // The address joined the topic again in the meantime.
    if (!optOut) throw new AppError('service_unavailable', 'Others are changing the opt-out at the moment');
    return optOut;
  }

  /** A repeat gets the same reply. Errors: topic_not_found, suppression_by_recipient. */
  async lift(command: Payload<'topic.lift-opt-outs'>, messageId: string): Promise<Deleted> {
    await this.requireTopic(command.userId, command.id);
    return this.editSuppressions.joinTopic(command, messageId);
  }

  private async requireTopic(userId: string, id: string): Promise<void> {
    if (!(await this.topics.get(userId, id))) throw new AppError('topic_not_found');
  }
}
