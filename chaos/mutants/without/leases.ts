import { apply } from '../../../apps/dispatcher/src/ledger/apply';
import { Batches } from '../../../apps/dispatcher/src/ledger/batches';
import { type Undo, patch } from '../patch';

/** A worker gets its lease, and the ledger knows nothing of it. */
export function withoutLeases(): Undo {
  return patch(
    Batches.prototype,
    'change',
    (original) =>
      async function (this: Batches, id, decide, known) {
        const before = known ?? (await this.find(id));
        const fact = before && decide(before);
        if (!before || fact?.type !== 'granted') return original.call(this, id, decide, known);
        return { before, after: apply(before, fact) };
      },
  );
}
