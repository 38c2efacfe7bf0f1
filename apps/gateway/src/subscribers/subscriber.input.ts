import { type Payload, newId } from '@carillon/contracts';
import type { User } from '../access/caller';
import { address, canonical, channel, knownChannel, readChannel } from '../checks/channel';
import { extraData } from '../checks/extra-data';
import { listOf } from '../checks/list';
import { Optional, OptionalOrNull, Required } from '../checks/rule';
import { id, slug } from '../checks/scalars';
import { PageQuery } from '../paging/page-query';

const MAX_DELETED = 1000;

export class ListSubscribers {
  @Required(id)
  readonly groupId!: string;
}

export class SubscribersQuery extends PageQuery {
  /** The same as in the body. */
  @Optional(id)
  readonly groupId?: string;
}

export class Subscribe {
  @Required(channel)
  readonly integration!: string;

  @Required(address((owner) => readChannel(Reflect.get(owner, 'integration'))))
  readonly identifier!: string;

  @Required(slug)
  readonly groupSlug!: string;

  @OptionalOrNull(extraData)
  readonly extraData?: Record<string, unknown> | null;
}

export class UpdateSubscriber {
  @OptionalOrNull(extraData)
  readonly extraData?: Record<string, unknown> | null;

  @Optional(slug)
  readonly groupSlug?: string;
}

export class DeleteSubscribers {
  @Required(id)
  readonly groupId!: string;

  @Required(listOf(id, { max: MAX_DELETED }))
  readonly subscriberIds!: string[];
}

/** The command to add the subscriber that was asked for, under an id of its own, by the canonical address. */
export function toSubscribe(user: User, input: Subscribe): Payload<'subscriber.create'> {
  const known = knownChannel(input.integration);
  return {
    id: newId(),
    userId: user.userId,
    groupSlug: input.groupSlug,
    channel: known,
    address: canonical(known, input.identifier),
    extraData: input.extraData ?? {},
    consent: { source: 'KEY', keyId: user.keyId },
  };
}

/** The command to change of a subscriber what was given; null for extra data is none, as it is at first. */
export function toUpdateSubscriber(
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
