import { AppError, type Payload } from '@carillon/contracts';
import { readChannel } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { User } from '../access/caller';
import { mintId } from '../idempotency/minting';
import { IsAddress, IsAddressFilter, IsChannel, addressIn, canonical, knownChannel } from '../input/channel';
import { IsExtraData } from '../input/extra-data';
import { ObjectSchema } from '../input/input-schema';
import { IsListOf, OptionalNotNull } from '../input/rule';
import { IsId, IsSlug } from '../input/texts';
import { PageQuery } from '../paging/page-query';

const MAX_DELETED = 1000;

const group = { description: 'The group; may be left out where an `identifier` is given' };

export class ListSubscribers {
  @ApiProperty(group)
  @IsId()
  @OptionalNotNull()
  readonly groupId?: string;
}

export class SubscribersQuery extends PageQuery {
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
}

export class Subscribe {
  @IsChannel() readonly integration!: string;

  @ApiProperty({
    description:
      'An email address, or for WhatsApp and SMS an international phone number that begins with `+`. Answered in canonical form',
  })
  @IsAddress('integration')
  readonly identifier!: string;

  @ApiProperty({ description: 'The slug of the group, not its id' })
  @IsSlug()
  readonly groupSlug!: string;

  @IsExtraData()
  @IsOptional()
  readonly extraData?: Record<string, unknown> | null;
}

@ObjectSchema({ minProperties: 1 })
export class UpdateSubscriber {
  @IsExtraData()
  @IsOptional()
  readonly extraData?: Record<string, unknown> | null;

  @IsSlug()
  @OptionalNotNull()
  readonly groupSlug?: string;
}

export class DeleteSubscribers {
  @IsId() readonly groupId!: string;
  @IsListOf(IsId, MAX_DELETED) readonly subscriberIds!: string[];
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
