import { AppError, type ConsentDetails, type FieldCode, type Payload } from '@carillon/contracts';
import { readChannel, readConsent } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsOptional } from 'class-validator';
import type { User } from '../../security/caller';
import { mintId } from '../../http/idempotency/minting';
import {
  IsAddress,
  IsAddressFilter,
  IsChannel,
  addressIn,
  canonical,
  validChannel,
} from '../../http/input/channel';
import { IsConsent } from '../../http/input/consent';
import { IsExtraData } from '../../http/input/extra-data';
import { ObjectSchema } from '../../http/input/input-schema';
import { AllowedIf, IsListOf, OptionalNotNull } from '../../http/input/rule';
import { IsId, IsSlug, IsText } from '../../http/input/texts';
import { PageQuery } from '../../http/paging/page-query';

const MAX_DELETED = 1000;
const MAX_SEARCH = 100;

const group = { description: 'The group; optional if an `identifier` or a `search` is given' };

export class ListSubscribers {
  @ApiProperty(group)
  @IsId()
  @OptionalNotNull()
  readonly groupId?: string;
}

export class SubscribersQuery extends PageQuery {
  /** The same rules as for the body. */
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
  readonly consent?: ConsentDetails;

  @ApiProperty({
    description:
      'Whether the person must confirm the email address first. Requires `formId`. The response then has `isVerified` false',
  })
  @IsBoolean()
  @OptionalNotNull()
  readonly doubleOptIn?: boolean;

  @ApiProperty({ description: 'The sign-up form that provides the texts of the confirmation email' })
  @AllowedIf(({ doubleOptIn }: Subscribe) => doubleOptIn === true, 'Allowed only with doubleOptIn')
  @IsId()
  @OptionalNotNull()
  readonly formId?: string;
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

/**
 * The requested subscribers: all subscribers of a group, or the subscribers that have an address or that a search
 * finds, in one group or in all groups.
 */
type WantedSubscribers =
  | Pick<Payload<'subscriber.list'>, 'groupId' | 'channel'>
  | Pick<Payload<'subscriber.find'>, 'groupId' | 'channel' | 'address'>
  | Pick<Payload<'subscriber.search'>, 'groupId' | 'channel' | 'search'>;

/** @throws AppError validation_failed if neither a group nor an address is given */
export function wantedBy({ groupId }: ListSubscribers, query: SubscribersQuery): WantedSubscribers {
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

/** The command to add the requested subscriber, with a new ID and the canonical address. */
export function toSubscribe(user: User, input: Subscribe): Payload<'subscriber.create'> {
  const channel = validChannel(input.integration);
  return {
    id: mintId(),
    userId: user.userId,
    groupSlug: input.groupSlug,
    channel,
    address: canonical(channel, input.identifier),
    extraData: input.extraData ?? {},
    consent: {
      source: 'KEY',
      keyId: user.keyId,
      ...(input.consent && { given: readConsent(input.consent) }),
    },
  };
}

/**
 * The command to add a subscriber who must confirm the address first.
 * @throws AppError validation_failed without a form, or for another channel than email
 */
export function toSignUp(user: User, input: Subscribe, publicUrl: string): Payload<'sign-up.begin'> {
  const { id, userId, groupSlug, channel, address, extraData, consent } = toSubscribe(user, input);
  const { formId } = input;
  if (channel !== 'EMAIL')
    throw refusal('integration', 'not_allowed', 'Only email addresses can be confirmed');
  if (formId === undefined) throw refusal('formId', 'required', 'This field is required with doubleOptIn');
  const { given } = consent;
  return { id, userId, formId, groupSlug, address, extraData, ...(given && { given }), publicUrl };
}

function refusal(field: string, code: FieldCode, detail: string): AppError {
  return new AppError('validation_failed', undefined, [{ field, code, detail }]);
}

/** The command to change the given fields of a subscriber. Null removes the extra data. */
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
