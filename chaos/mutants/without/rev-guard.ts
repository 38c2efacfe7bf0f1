import { SteeredDispatches } from '../../../apps/dispatcher/src/steering/steered-dispatches';
import { UNHEARD } from '../../../apps/dispatcher/src/steering/steer';
import { type Undo, patch } from '../patch';

/** An event is acted on as if nothing later were known, nor that the ledger is given up. */
export function withoutRevGuard(): Undo {
  return patch(
    SteeredDispatches.prototype,
    'steer',
    (original) =>
      function (this: SteeredDispatches, campaign, user, decide) {
        return original.call(this, campaign, user, (course) =>
          decide(course && { ...course, rev: 0, run: UNHEARD, wanted: 'OPEN', ledger: 'KEPT' }),
        );
      },
  );
}
