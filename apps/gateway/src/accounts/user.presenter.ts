import type { User } from '@carillon/contracts';
import type { Static } from '@sinclair/typebox';
import { Id, OneOf, OrNull, Text, Time, View } from '../openapi/view';

export const plans = ['FREE', 'UPGRADED'] as const satisfies User['plan'][];
export const userStatuses = ['ACTIVE', 'SUSPENDED'] as const satisfies User['status'][];

/** An account, as its user and the operator see it. */
export const UserView = View('User', {
  _id: Id(),
  name: Text('Ann'),
  email: OrNull(Text('ann@example.com'), { examples: ['ann@example.com'] }),
  plan: OneOf(plans),
  status: OneOf(userStatuses),
  createdAt: Time(),
  updatedAt: Time(),
});
export type UserView = Static<typeof UserView>;

export function presentUser({ id, name, email, plan, status, createdAt, updatedAt }: User): UserView {
  return { _id: id, name, email, plan, status, createdAt, updatedAt };
}
