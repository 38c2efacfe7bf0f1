import { type Erasure, erasingServices } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Id, OneOf, OrNull, Part, Time, View, presenter } from '../../openapi/view';

/** The erasure of a person or of a user. */
export const ErasureView = View('Erasure', {
  _id: Id(),
  state: OneOf(['RUNNING', 'DONE'], { description: 'DONE: no data is left in any service' }),
  requestedAt: Time(),
  requestedBy: Part(
    { role: OneOf(['user', 'operator']), key: Id() },
    { description: 'The key that requested the erasure' },
  ),
  finishedAt: OrNull(Time()),
  services: Type.Array(
    Part({
      service: OneOf(erasingServices),
      erasedAt: OrNull(Time(), { description: 'When the service had erased its data' }),
    }),
  ),
});

export const presentErasure = presenter(ErasureView, (erasure: Erasure) => ({
  ...erasure,
  _id: erasure.id,
  requestedBy: { role: erasure.requestedBy.role, key: erasure.requestedBy.keyId },
  services: erasure.services as { service: (typeof erasingServices)[number]; erasedAt: string | null }[],
}));
