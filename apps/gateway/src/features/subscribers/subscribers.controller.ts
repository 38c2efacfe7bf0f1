import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { Caller, type User } from '../../security/caller';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { LongAnswer } from '../../http/routes';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import { Lists } from '../../http/paging/lists';
import {
  SubscriberView,
  presentSubscriber,
  OneSubscriberView,
  presentOneSubscriber,
  presentPendingSubscriber,
} from './subscriber.presenter';
import {
  ListSubscribers,
  SubscribersQuery,
  wantedBy,
  Subscribe,
  toSignUp,
  toSubscribe,
  DeleteSubscribers,
  UpdateSubscriber,
  toUpdateSubscriber,
} from './subscriber.input';

/** The maximum number of subscribers that a search returns. */
const MOST_FOUND = 100;

/** The keys `subcribers` and `deleteSubcribers` keep the spelling of the contract. */
@Controller('api/v1/subscribers')
export class SubscribersController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {}

  @Get()
  @Operation({
    summary: 'List the subscribers of a group',
    description:
      'Lists the subscribers of a group, oldest first. `groupId` can be in the body or in the query. If it is in both, the values must be equal.',
    answer: Type.Array(SubscriberView),
    errors: ['group_not_found'],
  })
  @LongAnswer()
  subcribers(
    @Caller() { userId }: User,
    @Body() body: ListSubscribers,
    @Query() query: SubscribersQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const wanted = wantedBy(body, query);
    const filters = { groupId: body.groupId };
    const list = { userId, query, filters, key: 'subcribers', present: presentSubscriber };
    return this.lists.answerWhole(reply, list, (slice) => {
      if ('address' in wanted)
        return this.messenger.request('subscriber.find', { userId, ...wanted, ...slice });
      if ('search' in wanted) {
        const limit = Math.min(slice.limit, MOST_FOUND);
        return this.messenger.request('subscriber.search', { userId, ...wanted, limit });
      }
      return this.messenger.request('subscriber.list', { userId, ...wanted, ...slice });
    });
  }

  @Post()
  @Operation({
    creates: 'subscriber',
    summary: 'Add a subscriber to a group',
    description:
      'Adds a subscriber immediately, without a confirmation by the person. With `doubleOptIn`, the person first gets an email with a confirmation link, and is added when they confirm.',
    answer: OneSubscriberView,
    errors: ['group_not_found', 'subscriber_exists', 'sign_up_form_not_found', 'address_suppressed'],
  })
  async subscribe(
    @Caller() user: User,
    @Body() input: Subscribe,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (input.doubleOptIn === true) {
      const signUp = toSignUp(user, input, this.config.PUBLIC_URL);
      const pending = await this.messenger.request('sign-up.begin', signUp);
      reply.header('location', `/api/v1/subscribers/${pending.id}`);
      return { data: { subscribe: presentPendingSubscriber(pending) } };
    }
    const subscriber = await this.messenger.request('subscriber.create', toSubscribe(user, input));
    reply.header('location', `/api/v1/subscribers/${subscriber.id}`);
    return { data: { subscribe: presentOneSubscriber(subscriber) } };
  }

  @Delete()
  @Operation({
    summary: 'Remove subscribers from a group',
    answer: DeletedView,
    errors: ['group_not_found'],
  })
  async deleteSubcribers(@Caller() { userId }: User, @Body() { groupId, subscriberIds }: DeleteSubscribers) {
    const ids = [...new Set(subscriberIds)];
    const deleted = await this.messenger.request('subscriber.delete', { userId, groupId, ids });
    return { data: { deleteSubcribers: presentDeleted(deleted) } };
  }

  @Get(':id')
  @Operation({ summary: 'Read a subscriber', answer: OneSubscriberView })
  async subscriber(@Caller() { userId }: User, @Param('id', existing('subscriber')) id: string) {
    const subscriber = await this.messenger.request('subscriber.get', { userId, id });
    return { data: { subscriber: presentOneSubscriber(subscriber) } };
  }

  @Patch(':id')
  @Operation({
    summary: 'Change or move a subscriber',
    description: 'Replaces `extraData`, or moves the subscriber to another group.',
    answer: OneSubscriberView,
    errors: ['group_not_found', 'subscriber_exists'],
  })
  async updateSubscriber(
    @Caller() user: User,
    @Param('id', existing('subscriber')) id: string,
    @Body() input: UpdateSubscriber,
  ) {
    const subscriber = await this.messenger.request('subscriber.update', toUpdateSubscriber(user, id, input));
    return { data: { updateSubscriber: presentOneSubscriber(subscriber) } };
  }
}
