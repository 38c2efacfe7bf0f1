import { type By, type Payload, type Plan, type User } from '@carillon/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { plans, userStatuses } from '../accounts/user.presenter';
import { mintId } from '../idempotency/minting';
import { IsAddressOf, canonical } from '../input/channel';
import { ObjectSchema } from '../input/input-schema';
import { OptionalNotNull } from '../input/rule';
import { IsText } from '../input/texts';

const MAX_NAME = 100;

export class CreateUser {
  @ApiProperty({ examples: ['Ann'] })
  @IsText({ max: MAX_NAME })
  readonly name!: string;

  @IsAddressOf('EMAIL')
  @OptionalNotNull()
  readonly email?: string;

  @ApiProperty({ description: 'FREE, if nothing is said', examples: ['UPGRADED'] })
  @IsIn(plans)
  @OptionalNotNull()
  readonly plan?: Plan;
}

@ObjectSchema({ minProperties: 1 })
export class UpdateUser {
  @ApiProperty({ examples: ['Ann'] })
  @IsText({ max: MAX_NAME })
  @OptionalNotNull()
  readonly name?: string;

  @ApiProperty({ description: 'null takes it away' })
  @IsAddressOf('EMAIL')
  @IsOptional()
  readonly email?: string | null;

  @IsIn(plans)
  @OptionalNotNull()
  readonly plan?: Plan;

  @IsIn(userStatuses)
  @OptionalNotNull()
  readonly status?: User['status'];
}

/** The command to create the user that was asked for, under an id of its own. */
export function toCreateUser(by: By, input: CreateUser): Payload<'user.create'> {
  return {
    by,
    id: mintId(),
    name: input.name,
    email: input.email === undefined ? null : canonical('EMAIL', input.email),
    plan: input.plan ?? 'FREE',
  };
}

export function toUpdateUser(by: By, id: string, change: UpdateUser): Payload<'user.update'> {
  const { email: raw, ...rest } = change;
  if (raw === undefined) return { by, id, ...rest };
  return { by, id, ...rest, email: raw === null ? null : canonical('EMAIL', raw) };
}
