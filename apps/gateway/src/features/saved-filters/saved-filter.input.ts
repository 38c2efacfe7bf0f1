import type { ApprovalState, CampaignStatus, Payload } from '@carillon/contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsOptional } from 'class-validator';
import { mintId } from '../../http/idempotency/minting';
import { ObjectSchema } from '../../http/input/input-schema';
import { OptionalNotNull } from '../../http/input/rule';
import { IsText } from '../../http/input/texts';
import { type User, requestedBy } from '../../security/caller';
import { IsApprovalFilter, IsSearchFilter, IsStatusFilter, IsTagFilter } from '../campaigns';

const MAX_NAME = 60;

const IsName = applyDecorators(
  ApiProperty({
    description: 'The name. Each filter of the account needs another one, regardless of letter case',
    examples: ['Sent in spring'],
  }),
  IsText({ max: MAX_NAME }),
);

/** The rules are those of `GET /campaigns`. Null: any value. */
abstract class FilterFields {
  @IsOptional()
  @IsStatusFilter
  readonly status?: CampaignStatus | null;

  @IsOptional()
  @IsSearchFilter
  readonly search?: string | null;

  @IsOptional()
  @IsTagFilter
  readonly tag?: string | null;

  @IsOptional()
  @IsApprovalFilter
  readonly approval?: ApprovalState | null;

  @ApiProperty({
    description: 'true: only campaigns in the archive; false: only the others. Default: false',
  })
  @IsBoolean()
  @OptionalNotNull()
  readonly archived?: boolean;
}

@ObjectSchema({ examples: [{ name: 'Sent in spring', status: 'SENT', tag: 'Spring' }] })
export class CreateSavedFilter extends FilterFields {
  @IsName readonly name!: string;
}

@ObjectSchema({ minProperties: 1, examples: [{ tag: null, archived: true }] })
export class UpdateSavedFilter extends FilterFields {
  @IsName
  @OptionalNotNull()
  readonly name?: string;
}

/** The command to save the requested filter, with a new ID. */
export function toCreateSavedFilter(user: User, input: CreateSavedFilter): Payload<'saved-filter.create'> {
  const { name, status, search, tag, approval, archived = false } = input;
  return {
    ...{ id: mintId(), userId: user.userId, by: requestedBy(user), name },
    filter: {
      ...(status && { status }),
      ...(typeof search === 'string' && { search }),
      ...(typeof tag === 'string' && { tag }),
      ...(approval && { approval }),
      isArchived: archived,
    },
  };
}

/** The command to change the given fields of a saved filter. */
export function toUpdateSavedFilter(
  user: User,
  id: string,
  input: UpdateSavedFilter,
): Payload<'saved-filter.update'> {
  const { name, status, search, tag, approval, archived } = input;
  return {
    ...{ userId: user.userId, id, by: requestedBy(user) },
    ...(name !== undefined && { name }),
    filter: {
      ...(status !== undefined && { status }),
      ...(search !== undefined && { search }),
      ...(tag !== undefined && { tag }),
      ...(approval !== undefined && { approval }),
      ...(archived !== undefined && { isArchived: archived }),
    },
  };
}
