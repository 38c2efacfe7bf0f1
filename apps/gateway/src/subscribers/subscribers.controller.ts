import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../access/caller';
import { requireSome } from '../checks/at-least-one';
import { existing } from '../checks/path-id';
import { presentDeleted } from '../http/deleted.presenter';
import { LongAnswer } from '../http/long-answer';
import { Lists } from '../paging/lists';
import {
  DeleteSubscribers,
  ListSubscribers,
  Subscribe,
  SubscribersQuery,
  UpdateSubscriber,
  toSubscribe,
  toUpdateSubscriber,
  wantedBy,
} from './subscriber.input';
import { presentOneSubscriber, presentSubscriber } from './subscriber.presenter';

/** The keys `subcribers` and `deleteSubcribers` are spelt as the contract has them. */
@Controller('api/v1/subscribers')
export class SubscribersController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @LongAnswer()
  list(
    @Caller() { userId }: User,
    @Body() body: ListSubscribers,
    @Query() query: SubscribersQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const wanted = wantedBy(body, query);
    const filters = { groupId: body.groupId };
    const list = { userId, query, filters, key: 'subcribers', present: presentSubscriber };
    return this.lists.answerWhole(reply, list, (slice) =>
      'address' in wanted
        ? this.messenger.request('subscriber.find', { userId, ...wanted, ...slice })
        : this.messenger.request('subscriber.list', { userId, ...wanted, ...slice }),
    );
  }

  @Post()
  async subscribe(
    @Caller() user: User,
    @Body() input: Subscribe,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const subscriber = await this.messenger.request('subscriber.create', toSubscribe(user, input));
    reply.header('location', `/api/v1/subscribers/${subscriber.id}`);
    return { data: { subscribe: presentOneSubscriber(subscriber) } };
  }

  @Delete()
  async delete(@Caller() { userId }: User, @Body() { groupId, subscriberIds }: DeleteSubscribers) {
    const ids = [...new Set(subscriberIds)];
    const deleted = await this.messenger.request('subscriber.delete', { userId, groupId, ids });
    return { data: { deleteSubcribers: presentDeleted(deleted) } };
  }

  @Get(':id')
  async get(@Caller() { userId }: User, @Param('id', existing('subscriber')) id: string) {
    const subscriber = await this.messenger.request('subscriber.get', { userId, id });
    return { data: { subscriber: presentOneSubscriber(subscriber) } };
  }

  @Patch(':id')
  async update(
    @Caller() user: User,
    @Param('id', existing('subscriber')) id: string,
    @Body() input: UpdateSubscriber,
  ) {
    requireSome(input);
    const subscriber = await this.messenger.request('subscriber.update', toUpdateSubscriber(user, id, input));
    return { data: { updateSubscriber: presentOneSubscriber(subscriber) } };
  }
}
