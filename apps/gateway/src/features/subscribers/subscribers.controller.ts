import {
  AppError,
  type GivenConsent,
  type Payload,
  type Subscriber,
  type Variables,
} from '@carillon/contracts';
import { readChannel, readConsent } from '@carillon/input';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { type Static, Type } from '@sinclair/typebox';
import { IsOptional } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../../security/caller';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { LongAnswer } from '../../http/routes';
import { mintId } from '../../http/idempotency/minting';
import {
  IsAddress,
  IsAddressFilter,
  IsChannel,
  addressIn,
  canonical,
  knownChannel,
} from '../../http/input/channel';
import { IsConsent, consentRule } from '../../http/input/consent';
import { IsExtraData, extraDataRule } from '../../http/input/extra-data';
import { ObjectSchema } from '../../http/input/input-schema';
import { existing } from '../../http/input/path-id';
import { IsListOf, OptionalNotNull } from '../../http/input/rule';
import { IsId, IsSlug, IsText } from '../../http/input/texts';
import { Operation } from '../../openapi/operation';
import { ChannelName, Id, Text, Time, View, presenter } from '../../openapi/view';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';

const MAX_DELETED = 1000;
const MAX_SEARCH = 100;
/** Subscribers that a search answers. */
const MOST_FOUND = 100;

const group = { description: 'The group; optional if an `identifier` or a `search` is given' };

class ListSubscribers {
  @ApiProperty(group)
  @IsId()
  @OptionalNotNull()
  readonly groupId?: string;
}

class SubscribersQuery extends PageQuery {
  /** The same as in the body. */
  @ApiProperty(group)
  @IsId()
  @OptionalNotNull()
  readonly groupId?: string;

  @IsChannel()
  @OptionalNotNull()
  readonly integration?: string;

  @IsAddressFilter('integration')
  @OptionalNotNull()
  readonly identifier?: string;

  @ApiProperty({
    description:
      'The beginning of a part of the address, of a phone number with or without country code, or of words of the name, regardless of letter case and accents. Returns at most 100 subscribers, without further pages',
    examples: ['smith'],
  })
  @IsText({ max: MAX_SEARCH })
  @OptionalNotNull()
  readonly search?: string;
}

export class Subscribe {
  @IsChannel() readonly integration!: string;

  @ApiProperty({
    description:
      'An email address, or for WhatsApp and SMS an international phone number that begins with `+`. Responses contain its canonical form',
  })
  @IsAddress('integration')
  readonly identifier!: string;

  @ApiProperty({ description: 'The slug of the group, not its ID' })
  @IsSlug()
  readonly groupSlug!: string;

  @IsExtraData()
  @IsOptional()
  readonly extraData?: Record<string, unknown> | null;

  @IsConsent()
  @OptionalNotNull()
  readonly consent?: GivenConsent;
}

@ObjectSchema({ minProperties: 1 })
class UpdateSubscriber {
  @IsExtraData()
  @IsOptional()
  readonly extraData?: Record<string, unknown> | null;

  @IsSlug()
  @OptionalNotNull()
  readonly groupSlug?: string;
}

class DeleteSubscribers {
  @IsId() readonly groupId!: string;
  @IsListOf(IsId, MAX_DELETED) readonly subscriberIds!: string[];
}

/** The requested subscribers: all of a group, or those with an address or that match a search, in one or all groups. */
type WantedSubscribers =
  | Pick<Payload<'subscriber.list'>, 'groupId' | 'channel'>
  | Pick<Payload<'subscriber.find'>, 'groupId' | 'channel' | 'address'>
  | Pick<Payload<'subscriber.search'>, 'groupId' | 'channel' | 'search'>;

/** @throws AppError validation_failed if neither a group nor an address is given */
function wantedBy({ groupId }: ListSubscribers, query: SubscribersQuery): WantedSubscribers {
  const channel = readChannel(query.integration) ?? null;
  const address = addressIn(query.identifier, channel);
  if (address !== null) return { groupId: groupId ?? null, channel, address };
  if (query.search !== undefined) return { groupId: groupId ?? null, channel, search: query.search };
  if (groupId !== undefined) return { groupId, channel };
  throw new AppError('validation_failed', undefined, [
    {
      field: 'groupId',
      code: 'required',
      detail: 'This parameter, query.identifier, or query.search is required',
    },
  ]);
}

/** The command to add the requested subscriber, under a new id, with the canonical address. */
function toSubscribe(user: User, input: Subscribe): Payload<'subscriber.create'> {
  const known = knownChannel(input.integration);
  return {
    id: mintId(),
    userId: user.userId,
    groupSlug: input.groupSlug,
    channel: known,
    address: canonical(known, input.identifier),
    extraData: input.extraData ?? {},
    consent: {
      source: 'KEY',
      keyId: user.keyId,
      ...(input.consent && { given: readConsent(input.consent) }),
    },
  };
}

/** The command to change the given fields of a subscriber. Null for extra data means none, as initially. */
function toUpdateSubscriber(
  { userId }: User,
  id: string,
  { extraData, groupSlug }: UpdateSubscriber,
): Payload<'subscriber.update'> {
  return {
    userId,
    id,
    ...(extraData !== undefined && { extraData: extraData ?? {} }),
    ...(groupSlug !== undefined && { groupSlug }),
  };
}

const whom = {
  _id: Id(),
  integration: ChannelName,
  identifier: Text('ann@example.com', { description: 'In canonical form' }),
  subscriberToken: Text('nJq5cW8mT2xKp7yRb4vLz1hFd6gSa3eU0iOwQtYkXjM', { description: 'Never changes' }),
  group: Id(),
};
const extraData = Type.Unsafe<Variables>(extraDataRule.schema);
const consent = Type.Optional(Type.Unsafe<GivenConsent>(consentRule.schema));
const times = { createdAt: Time(), updatedAt: Time() };

/** A subscriber in a list. */
const SubscriberView = View('Subscriber', { ...whom, extraData, consent, ...times });
/** A single subscriber, as in the answer to subscribe. */
const OneSubscriberView = View('OneSubscriber', {
  ...whom,
  user: Id(),
  extraData,
  consent,
  isVerified: Type.Literal(true),
  ...times,
});

/** Written by hand, as lists of these come whole: projecting one costs as much as writing it as JSON. */
function presentSubscriber(subscriber: Subscriber): Static<typeof SubscriberView> {
  return {
    _id: subscriber.id,
    integration: subscriber.channel,
    identifier: subscriber.address,
    subscriberToken: subscriber.token,
    group: subscriber.groupId,
    extraData: subscriber.extraData,
    ...(subscriber.consent && { consent: subscriber.consent }),
    createdAt: subscriber.createdAt,
    updatedAt: subscriber.updatedAt,
  };
}

const presentOneSubscriber = presenter(OneSubscriberView, (subscriber: Subscriber) => ({
  ...presentSubscriber(subscriber),
  user: subscriber.userId,
  isVerified: true as const,
}));

/** The keys `subcribers` and `deleteSubcribers` are spelt as the contract has them. */
@Controller('api/v1/subscribers')
export class SubscribersController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
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
    description: 'Adds a subscriber immediately, without a confirmation by the person.',
    answer: OneSubscriberView,
    errors: ['group_not_found', 'subscriber_exists'],
  })
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
