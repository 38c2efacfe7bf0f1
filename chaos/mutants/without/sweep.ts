import { SweepHands } from '../../../apps/dispatcher/src/settlement/sweep-hands';
import { patch } from '../patch';

/** Nobody looks after hands whose worker is gone. */
export function withoutSweep(): void {
  patch(SweepHands.prototype, 'execute', () => () => Promise.resolve(false));
}
