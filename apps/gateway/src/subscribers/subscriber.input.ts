import { AppError, type Payload } from '@carillon/contracts';
import type { User } from '../access/caller';
import { address, canonical, channel, knownChannel, readChannel } from '../checks/channel';
import { extraData } from '../checks/extra-data';
import { addressIn, identifierFilter } from '../checks/identifier-filter';
import { Whole } from '../checks/held';
import { listOf } from '../checks/list';
import { Optional, OptionalOrNull, Required } from '../checks/rule';
import { id, slug } from '../checks/scalars';
import { mintId } from '../idempotency/minting';
import { PageQuery } from '../paging/page-query';

const MAX_DELETED = 1000;

const group = { description: 'The group; may be left out where an `identifier` is given' };

export class ListSubscribers {
  @Optional(id, group)
  readonly groupId?: string;
}

export class SubscribersQuery extends PageQuery {
  /** The same as in the body. */
  @Optional(id, group)
  readonly groupId?: string;

  @Optional(channel)
  readonly integration?: string;

  @Optional(identifierFilter('integration'))
  readonly identifier?: string;
}

const identifierNotes = {
  description:
    'An email address, or for WhatsApp and SMS an international phone number that begins with `+`. Answered in canonical form',
};

export class Subscribe {
  @Required(channel)
  readonly integration!: string;

  @Required(address((owner) => readChannel(Reflect.get(owner, 'integration'))), identifierNotes)
  readonly identifier!: string;

  @Required(slug, { description: 'The slug of the group, not its id' })
  readonly groupSlug!: string;

  @OptionalOrNull(extraData)
  readonly extraData?: Record<string, unknown> | null;
}

@Whole({ minProperties: 1 })
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

/** Which subscribers are asked for: all of a group, or whoever has an address, there or anywhere. */
export type WantedSubscribers =
  | Pick<Payload<'subscriber.list'>, 'groupId' | 'channel'>
  | Pick<Payload<'subscriber.find'>, 'groupId' | 'channel' | 'address'>;

/** @throws AppError validation_failed where neither a group nor an address is given */
export function wantedBy({ groupId }: ListSubscribers, query: SubscribersQuery): WantedSubscribers {
  const channel = readChannel(query.integration) ?? null;
  const address = addressIn(query.identifier, channel);
  if (address !== null) return { groupId: groupId ?? null, channel, address };
  if (groupId !== undefined) return { groupId, channel };
  throw new AppError('validation_failed', undefined, [
    { field: 'groupId', code: 'required', detail: 'This is needed, or query.identifier' },
  ]);
}

/** The command to add the subscriber that was asked for, under an id of its own, by the canonical address. */
export function toSubscribe(user: User, input: Subscribe): Payload<'subscriber.create'> {
  const known = knownChannel(input.integration);
  return {
    id: mintId(),
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
