import { ExpireLeases } from '../../../apps/dispatcher/src/leasing/expire-leases';
import { type Undo, patch } from '../patch';

/** Nobody looks after leases whose worker is gone. */
export function withoutExpiry(): Undo {
  return patch(ExpireLeases.prototype, 'execute', () => () => Promise.resolve(false));
}
