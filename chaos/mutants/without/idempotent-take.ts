import { newId } from '@carillon/contracts';
import { TakeBatch } from '../../../apps/dispatcher/src/taking/take-batch';
import { type Undo, patch } from '../patch';

/** A take that is repeated is somebody else's. */
export function withoutIdempotentTake(): Undo {
  return patch(
    TakeBatch.prototype,
    'execute',
    (original) =>
      function (this: TakeBatch, request) {
        return original.call(this, { ...request, requestId: newId() });
      },
  );
}
