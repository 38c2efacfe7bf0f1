import { type Payload, type SuppressionReason, suppressionReasons } from '@carillon/contracts';
import { readChannel } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import type { User } from '../access/caller';
import { mintId } from '../idempotency/minting';
import { IsAddress, IsAddressFilter, IsChannel, addressIn, canonical, knownChannel } from '../input/channel';
import { IsListOf, OptionalNotNull } from '../input/rule';
import { IsId } from '../input/texts';
import { PageQuery } from '../paging/page-query';

const MAX_DELETED = 1000;

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

export class CreateSuppression {
  @IsChannel() readonly channel!: string;
  @IsAddress('channel') readonly identifier!: string;
}

export class DeleteSuppressions {
  @IsListOf(IsId, MAX_DELETED) readonly suppressionIds!: string[];

  @ApiProperty({ description: 'The people agreed again: delete what they asked for themselves, too' })
  @IsBoolean()
  @OptionalNotNull()
  readonly confirmConsent?: boolean;
}

type Filters = Pick<Payload<'suppression.list'>, 'channel' | 'reason' | 'address'>;

export function toFilters(query: SuppressionsQuery): Filters {
  const channel = readChannel(query.channel) ?? null;
  return { channel, reason: query.reason ?? null, address: addressIn(query.identifier, channel) };
}

/** The command to suppress the address that was given, under an id of its own, by the canonical address. */
export function toSuppress({ userId }: User, input: CreateSuppression): Payload<'suppression.create'> {
  const known = knownChannel(input.channel);
  return { id: mintId(), userId, channel: known, address: canonical(known, input.identifier) };
}
