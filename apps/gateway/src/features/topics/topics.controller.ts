import { Messenger } from '@carillon/messaging';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Patch,
  Post,
  Query,
  Res,
} from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { mintId } from '../../http/idempotency/minting';
import { addressIn, canonical, validChannel } from '../../http/input/channel';
import { existing } from '../../http/input/path-id';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';
import { AddOptOut, CreateTopic, LiftOptOuts, OptOutsQuery, UpdateTopic } from './topic.input';
import { TopicOptOutView, TopicView, presentOptOut, presentTopic } from './topic.presenter';

@Controller('api/v1/topics')
export class TopicsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({ summary: 'List the topics', answer: Type.Array(TopicView) })
  async topics(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const topics = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('topic.list', { userId, ...slice }),
    );
    return { data: { topics: topics.map(presentTopic) } };
  }

  @Post()
  @Operation({
    creates: 'topic',
    summary: 'Create a topic',
    description:
      'Creates a subject of campaigns that people can leave without leaving everything else. People see its name and its description. An account can have at most 50.',
    answer: TopicView,
    errors: ['limit_reached'],
  })
  async createTopic(
    @Caller() user: User,
    @Body() { name, description = '' }: CreateTopic,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const command = { id: mintId(), userId: user.userId, by: requestedBy(user), name, description };
    const topic = await this.messenger.request('topic.create', command);
    reply.header('location', `/api/v1/topics/${topic.id}`);
    return { data: { createTopic: presentTopic(topic) } };
  }

  @Get(':topicId')
  @Operation({ summary: 'Read a topic', answer: TopicView })
  async topic(@Caller() { userId }: User, @Param('topicId', existing('topic')) id: string) {
    return { data: { topic: presentTopic(await this.messenger.request('topic.get', { userId, id })) } };
  }

  @Patch(':topicId')
  @Operation({
    summary: 'Rename a topic or change its description',
    description: 'Changes the given fields. People who left the topic stay out.',
    answer: TopicView,
  })
  async updateTopic(
    @Caller() user: User,
    @Param('topicId', existing('topic')) id: string,
    @Body() { name, description }: UpdateTopic,
  ) {
    const topic = await this.messenger.request('topic.update', {
      ...{ userId: user.userId, id, by: requestedBy(user) },
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
    });
    return { data: { updateTopic: presentTopic(topic) } };
  }

  @Delete(':topicId')
  @Operation({
    summary: 'Delete a topic',
    description:
      'People no longer see the topic. Campaigns in progress still skip the people who left it. A new topic with the same name is another topic, which these people have not left.',
    answer: DeletedView,
  })
  async deleteTopic(@Caller() user: User, @Param('topicId', existing('topic')) id: string) {
    const command = { userId: user.userId, id, by: requestedBy(user) };
    return { data: { deleteTopic: presentDeleted(await this.messenger.request('topic.delete', command)) } };
  }

  @Get(':topicId/opt-outs')
  @Operation({
    summary: 'List the addresses with an opt-out of a topic',
    description:
      'Each opt-out applies to all addresses of the person. An erased address is shown as `erased:` and a keyed hash.',
    answer: Type.Array(TopicOptOutView),
  })
  async topicOptOuts(
    @Caller() { userId }: User,
    @Param('topicId', existing('topic')) id: string,
    @Query() query: OptOutsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const address = addressIn(query.identifier, null);
    const optOuts = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('topic.opt-outs', { userId, id, address, ...slice }),
    );
    return { data: { topicOptOuts: optOuts.map(presentOptOut) } };
  }

  @Post(':topicId/opt-outs')
  @HttpCode(HttpStatus.OK)
  @Operation({
    summary: 'Opt an address out of a topic',
    description:
      'Records that a person left the topic, for example by telephone. An address that has an opt-out keeps it.',
    answer: TopicOptOutView,
    errors: ['quota_exceeded'],
  })
  async addTopicOptOut(
    @Caller() user: User,
    @Param('topicId', existing('topic')) id: string,
    @Body() { channel, identifier }: AddOptOut,
  ) {
    const validated = validChannel(channel);
    const optOut = await this.messenger.request('topic.opt-out', {
      ...{ userId: user.userId, id, by: requestedBy(user), requestId: mintId() },
      ...{ channel: validated, address: canonical(validated, identifier) },
    });
    return { data: { addTopicOptOut: presentOptOut(optOut) } };
  }

  @Delete(':topicId/opt-outs')
  @NeedsScope('consent')
  @Operation({
    summary: 'Lift opt-outs of a topic',
    description:
      "Lifts opt-outs, which remain in the history of the address. A person's own opt-out is lifted only with " +
      '`confirmConsent: true`. Without it, no opt-out is lifted.',
    answer: DeletedView,
    errors: ['suppression_by_recipient'],
  })
  async deleteTopicOptOuts(
    @Caller() user: User,
    @Param('topicId', existing('topic')) id: string,
    @Body() { optOutIds: ids, confirmConsent = false }: LiftOptOuts,
  ) {
    const command = { userId: user.userId, id, by: requestedBy(user), ids, confirmConsent };
    const lifted = await this.messenger.request('topic.lift-opt-outs', command);
    return { data: { deleteTopicOptOuts: presentDeleted(lifted) } };
  }
}
