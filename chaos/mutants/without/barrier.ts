import { HearOut } from '../../../apps/dispatcher/src/settlement/hear-out';
import { type Undo, patch } from '../patch';

/** Nobody hears out the settlement queue: a hand whose lease is over is swept at once. */
export function withoutBarrier(): Undo {
  const passed = (): { id: string; setAt: Date; passedAt: Date } => {
    const now = new Date();
    return { id: 'none', setAt: now, passedAt: now };
  };
  const undo = [
    patch(HearOut.prototype, 'barrier', () => () => Promise.resolve(passed())),
    patch(HearOut.prototype, 'isOver', () => () => Promise.resolve(true)),
  ];
  return () => undo.forEach((each) => each());
}
