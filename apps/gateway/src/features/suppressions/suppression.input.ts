import { type Payload, type SuppressionReason, suppressionReasons } from '@carillon/contracts';
import { readChannel } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import { type User, requestedBy } from '../../security/caller';
import { mintId } from '../../http/idempotency/minting';
import {
  IsAddress,
  IsAddressFilter,
  IsChannel,
  addressIn,
  canonical,
  validChannel,
} from '../../http/input/channel';
import { IsListOf, OptionalNotNull } from '../../http/input/rule';
import { IsId, IsText } from '../../http/input/texts';
import { PageQuery } from '../../http/paging/page-query';

const MAX_DELETED = 1000;
const MAX_REASON = 500;

export class SuppressionsQuery extends PageQuery {
  @IsChannel()
  @OptionalNotNull()
  readonly channel?: string;

  @IsIn(suppressionReasons)
  @OptionalNotNull()
  readonly reason?: SuppressionReason;

  @IsAddressFilter('channel')
  @OptionalNotNull()
  readonly identifier?: string;
}

export class HistoryQuery {
  @IsChannel() readonly channel!: string;
  @IsAddress('channel') readonly identifier!: string;
}

export class CreateSuppression {
  @IsChannel() readonly channel!: string;
  @IsAddress('channel') readonly identifier!: string;
}

export class DeleteSuppressions {
  @IsListOf(IsId, MAX_DELETED) readonly suppressionIds!: string[];

  @ApiProperty({ description: 'Whether the people have agreed again; also lifts their own opt-outs' })
  @IsBoolean()
  @OptionalNotNull()
  readonly confirmConsent?: boolean;

  @ApiProperty({ description: 'The reason for lifting them, for the history of the address' })
  @IsText({ max: MAX_REASON })
  @OptionalNotNull()
  readonly reason?: string;
}

type Filters = Pick<Payload<'suppression.list'>, 'channel' | 'reason' | 'address'>;

export function toFilters(query: SuppressionsQuery): Filters {
  const channel = readChannel(query.channel) ?? null;
  return { channel, reason: query.reason ?? null, address: addressIn(query.identifier, channel) };
}

/** The command to suppress the given address in canonical form, with a new ID. */
export function toSuppress(user: User, input: CreateSuppression): Payload<'suppression.create'> {
  const channel = validChannel(input.channel);
  const address = canonical(channel, input.identifier);
  return { id: mintId(), userId: user.userId, channel, address, by: requestedBy(user) };
}
