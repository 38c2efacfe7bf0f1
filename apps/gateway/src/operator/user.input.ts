import { type By, type Payload, type Plan, type User } from '@carillon/contracts';
import { plans, userStatuses } from '../accounts/user.presenter';
import { canonical, email } from '../checks/channel';
import { Whole } from '../checks/held';
import { Optional, OptionalOrNull, Required } from '../checks/rule';
import { oneOf } from '../checks/scalars';
import { text } from '../checks/text';
import { mintId } from '../idempotency/minting';

const name = text({ max: 100 });
const ann = { examples: ['Ann'] };
const plan = oneOf(plans);
const status = oneOf(userStatuses);

export class CreateUser {
  @Required(name, ann)
  readonly name!: string;

  @Optional(email)
  readonly email?: string;

  @Optional(plan, { description: 'FREE, if nothing is said', examples: ['UPGRADED'] })
  readonly plan?: Plan;
}

@Whole({ minProperties: 1 })
export class UpdateUser {
  @Optional(name, ann)
  readonly name?: string;

  @OptionalOrNull(email, { description: 'null takes it away' })
  readonly email?: string | null;

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
  if (raw === undefined) return { by, id, ...rest };
  return { by, id, ...rest, email: raw === null ? null : canonical('EMAIL', raw) };
}
