import type { User } from '@carillon/contracts';
import { Id, OneOf, OrNull, Text, Time, View, presenter } from '../../openapi/view';

export const plans = ['FREE', 'UPGRADED'] as const satisfies User['plan'][];
export const userStatuses = ['ACTIVE', 'SUSPENDED'] as const satisfies User['status'][];

/** An account, as shown to its user and the operator. */
export const UserView = View('User', {
  _id: Id(),
  name: Text('Ann'),
  email: OrNull(Text('ann@example.com'), { examples: ['ann@example.com'] }),
  plan: OneOf(plans),
  status: OneOf(userStatuses),
  createdAt: Time(),
  updatedAt: Time(),
});

export const presentUser = presenter(UserView, (user: User) => ({ ...user, _id: user.id }));
