import type { By, Payload, Plan, User } from '@carillon/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { plans, userStatuses } from '../account';
import { mintId } from '../../http/idempotency/minting';
import { IsMailbox, canonical } from '../../http/input/channel';
import { ObjectSchema } from '../../http/input/input-schema';
import { OptionalNotNull } from '../../http/input/rule';
import { IsText } from '../../http/input/texts';

const MAX_NAME = 100;

export class CreateUser {
  @ApiProperty({ examples: ['Ann'] })
  @IsText({ max: MAX_NAME })
  readonly name!: string;

  @IsMailbox()
  @OptionalNotNull()
  readonly email?: string;

  @ApiProperty({ description: 'Absent: FREE', examples: ['UPGRADED'] })
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

  @ApiProperty({ description: 'null removes the address' })
  @IsMailbox()
  @IsOptional()
  readonly email?: string | null;

  @IsIn(plans)
  @OptionalNotNull()
  readonly plan?: Plan;

  @IsIn(userStatuses)
  @OptionalNotNull()
  readonly status?: User['status'];
}

/** The command to create the requested user, with a new ID. */
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
