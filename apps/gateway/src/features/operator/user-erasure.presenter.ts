import type { Erasure } from '@carillon/contracts';
import { ErasureView, presentErasure } from '../personal-data';
import { Id, View, presenter } from '../../openapi/view';

/** The erasure of a user, as shown to operators. */
export const UserErasureView = View('UserErasure', {
  ...ErasureView.properties,
  user: Id({ description: 'The deleted user' }),
});

export const presentUserErasure = presenter(UserErasureView, (erasure: Erasure) => ({
  ...presentErasure(erasure),
  user: erasure.userId,
}));
