import { UNHEARD, unheard } from '../../../apps/dispatcher/src/dispatches/dispatch';
import { Dispatches } from '../../../apps/dispatcher/src/dispatches/dispatches';
import { type Undo, patch } from '../patch';

/** An event is acted on as if nothing later were known, nor that the ledger is given up. */
export function withoutRevGuard(): Undo {
  return patch(
    Dispatches.prototype,
    'steer',
    (original) =>
      function (this: Dispatches, campaign, user, decide) {
        const { _id, user: _user, pending: _pending, ...nothing } = unheard(campaign, user);
        return original.call(this, campaign, user, (course) => {
          const turn = decide(course && { ...course, rev: 0, run: UNHEARD, wanted: 'OPEN', ledger: 'KEPT' });
          return turn && { ...turn, set: { ...nothing, ...turn.set } };
        });
      },
  );
}
