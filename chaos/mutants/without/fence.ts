import type { Batch } from '../../../apps/dispatcher/src/ledger/batch';
import { Batches } from '../../../apps/dispatcher/src/ledger/batches';
import type { Fact, Settled } from '../../../apps/dispatcher/src/ledger/facts';
import { type Undo, patch } from '../patch';

/** What asks for another attempt counts as if it came from the current lease, whoever says it. */
export function withoutFence(): Undo {
  return patch(
    Batches.prototype,
    'change',
    (original) =>
      function (this: Batches, id, decide, known) {
        return original.call(this, id, (batch) => unfenced(decide(batch), batch), known);
      },
  );
}

function unfenced(fact: Fact | null, { lease }: Batch): Fact | null {
  if (fact?.type !== 'settled' || !lease || !asksAgain(fact)) return fact;
  return { ...fact, fence: lease.fence, returned: [], until: lease.until };
}

function asksAgain({ outcomes }: Settled): boolean {
  return outcomes.some(({ kind, permanent }) => kind !== 'sent' && !permanent);
}
