import type { Undo } from './patch';
import { withoutBarrier } from './without/barrier';
import { withoutConfirms } from './without/confirms';
import { withoutFence } from './without/fence';
import { withoutHands } from './without/hands';
import { withoutIdempotentTake } from './without/idempotent-take';
import { withoutMandatory } from './without/mandatory';
import { withoutRevGuard } from './without/rev-guard';
import { withoutSweep } from './without/sweep';
import { withoutUniqueAddress } from './without/unique-address';

/** A service without one of the things that keep its promises, by the name of what it is without. */
export const mutants = {
  confirms: withoutConfirms,
  mandatory: withoutMandatory,
  hand: withoutHands,
  fence: withoutFence,
  'unique address': withoutUniqueAddress,
  barrier: withoutBarrier,
  'rev guard': withoutRevGuard,
  'idempotent take': withoutIdempotentTake,
  sweep: withoutSweep,
} as const satisfies Record<string, () => Undo>;

export type MutantName = keyof typeof mutants;
