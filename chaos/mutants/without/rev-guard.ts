import { NOT_OPENED, notOpened } from '../../../apps/dispatcher/src/dispatch/dispatch';
import { Dispatches } from '../../../apps/dispatcher/src/dispatch/dispatches';
import { type Undo, patch } from '../patch';

/** An event is acted on as if nothing later were known, nor that the ledger is given up. */
export function withoutRevGuard(): Undo {
  return patch(
    Dispatches.prototype,
    'transition',
    (original) =>
      function (this: Dispatches, campaign, user, decide) {
        const { _id, user: _user, pending: _pending, ...nothing } = notOpened(campaign, user);
        return original.call(this, campaign, user, (current) => {
          const transition = decide(
            current && { ...current, rev: 0, run: NOT_OPENED, wanted: 'OPEN', ledger: 'KEPT' },
          );
          return transition && { ...transition, set: { ...nothing, ...transition.set } };
        });
      },
  );
}
