import { SettlementDrain } from '../../../apps/dispatcher/src/leasing/expire-leases';
import { type Undo, patch } from '../patch';

/** Nobody drains the settlement queue: an expired lease is ended at once. */
export function withoutDrain(): Undo {
  const passed = (): { id: string; setAt: Date; passedAt: Date } => {
    const now = new Date();
    return { id: 'none', setAt: now, passedAt: now };
  };
  const undo = [
    patch(SettlementDrain.prototype, 'marker', () => () => Promise.resolve(passed())),
    patch(SettlementDrain.prototype, 'isOver', () => () => Promise.resolve(true)),
  ];
  return () => undo.forEach((each) => each());
}
