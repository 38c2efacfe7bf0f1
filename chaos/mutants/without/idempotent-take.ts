import { newId } from '@carillon/contracts';
import { LeaseBatch } from '../../../apps/dispatcher/src/leasing/lease-batch';
import { type Undo, patch } from '../patch';

/** A take that is repeated is somebody else's. */
export function withoutIdempotentTake(): Undo {
  return patch(
    LeaseBatch.prototype,
    'execute',
    (original) =>
      function (this: LeaseBatch, request) {
        return original.call(this, { ...request, requestId: newId() });
      },
  );
}
