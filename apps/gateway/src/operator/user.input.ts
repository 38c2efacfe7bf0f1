import { type By, type Payload, type Plan, type User } from '@carillon/contracts';
import { canonical, email } from '../checks/channel';
import { Optional, Required } from '../checks/rule';
import { oneOf } from '../checks/scalars';
import { text } from '../checks/text';
import { mintId } from '../idempotency/minting';

const name = text({ max: 100 });
const plan = oneOf(['FREE', 'UPGRADED'] satisfies Plan[]);
const status = oneOf(['ACTIVE', 'SUSPENDED'] satisfies User['status'][]);

export class CreateUser {
  @Required(name)
  readonly name!: string;

  @Optional(email)
  readonly email?: string;

  @Optional(plan)
  readonly plan?: Plan;
}

export class UpdateUser {
  @Optional(name)
  readonly name?: string;

  @Optional(email)
  readonly email?: string;

  @Optional(plan)
  readonly plan?: Plan;

  @Optional(status)
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
  return { by, id, ...rest, ...(raw === undefined ? {} : { email: canonical('EMAIL', raw) }) };
}
