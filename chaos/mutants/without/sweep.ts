import { SweepHands } from '../../../apps/dispatcher/src/settlement/sweep-hands';
import { type Undo, patch } from '../patch';

/** Nobody looks after hands whose worker is gone. */
export function withoutSweep(): Undo {
  return patch(SweepHands.prototype, 'execute', () => () => Promise.resolve(false));
}
